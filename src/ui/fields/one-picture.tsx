import { useId } from 'react';
import { DropZone } from './drop-zone.tsx';
import { IncomingImages } from './incoming-images.tsx';
import { PictureLabel } from './picture-label.tsx';
import { CameraButton, DropInvitation } from './picture-sources.tsx';
import { PictureTile } from './picture-tile.tsx';
import type { PictureTileProps, TilePicture } from './picture-tile.tsx';

export type OnePictureProps = Pick<PictureTileProps, 'onRemove' | 'onRetry'> & {
  label: string;
  hint?: string;
  error?: string;
  picture: TilePicture | undefined;
  /** The class of its frame, e.g. 'aspect-square w-40'. */
  frame: string;
  onFiles: (files: File[]) => void;
};

/**
 * One picture: dropped or pasted anywhere on the page, chosen, or taken with the camera. A new picture replaces the old
 * one.
 */
export function OnePicture({ label, hint, error, picture, ...props }: OnePictureProps) {
  const { frame, onFiles, onRemove, onRetry } = props;
  return (
    <PictureLabel id={useId()} {...{ label, hint, error }}>
      {(described) => (
        <>
          <IncomingImages invitation="Solte a imagem em qualquer lugar." onFiles={onFiles} />
          <DropZone
            {...described}
            onFiles={onFiles}
            className={`${frame} ${picture ? 'border-solid!' : ''}`}
          >
            {picture ? (
              <PictureTile removeLabel="Remover" {...{ picture, onRemove, onRetry }} />
            ) : (
              <DropInvitation>uma imagem</DropInvitation>
            )}
          </DropZone>
          <div className="mt-2">
            <CameraButton onFiles={onFiles} />
          </div>
        </>
      )}
    </PictureLabel>
  );
}
