import { useId } from 'react';
import { DropInvitation } from './drop-invitation.tsx';
import { DropZone } from './drop-zone.tsx';
import { PictureLabel } from './picture-label.tsx';
import { PictureTile } from './picture-tile.tsx';
import type { TilePicture } from './picture-tile.tsx';

export type ImageFieldProps = {
  label: string;
  hint?: string;
  error?: string;
  picture: TilePicture | undefined;
  /** The shape of the frame, e.g. 'aspect-[7/10] w-44'. */
  frame: string;
  /** Several files may be chosen at once: who asks for them has a place for the others. */
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  onRemove: (id: string) => void;
};

/** One picture in its frame: drop, paste or choose; a new one takes the place of the old. */
export function ImageField({
  label,
  hint,
  error,
  picture,
  frame,
  multiple,
  onFiles,
  onRemove,
}: ImageFieldProps) {
  return (
    <PictureLabel id={useId()} {...{ label, hint, error }}>
      {(described) => (
        <DropZone
          {...described}
          multiple={multiple}
          onFiles={onFiles}
          className={`${frame} ${picture ? 'border-solid!' : ''}`}
        >
          {picture ? (
            <PictureTile
              picture={picture}
              removeLabel={`Remover ${label.toLowerCase()}`}
              onRemove={() => onRemove(picture.id)}
            />
          ) : (
            <DropInvitation>uma imagem</DropInvitation>
          )}
        </DropZone>
      )}
    </PictureLabel>
  );
}
