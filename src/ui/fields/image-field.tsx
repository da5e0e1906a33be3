import { useId } from 'react';
import { DropZone } from './drop-zone.tsx';
import { PictureTile } from './picture-tile.tsx';
import type { TilePicture } from './picture-tile.tsx';

export type ImageFieldProps = {
  label: string;
  hint?: string;
  error?: string;
  picture: TilePicture | undefined;
  /** The shape of the frame, e.g. 'aspect-[7/10] w-44'. */
  frame: string;
  onFiles: (files: File[]) => void;
  onRemove: (id: string) => void;
};

/** One picture in its frame: drop, paste or choose; a new one takes the place of the old. */
export function ImageField({ label, hint, error, picture, frame, onFiles, onRemove }: ImageFieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="mb-1 font-medium">
        {label}
      </p>
      {picture ? (
        <PictureTile picture={picture} noun={label.toLowerCase()} onRemove={() => onRemove(picture.id)} className={frame} />
      ) : (
        <DropZone {...{ label, describedBy, onFiles }} invalid={!!error} className={frame}>
          <span>
            <b className="font-medium text-ink">Escolha</b>, arraste ou cole
          </span>
          <span>uma imagem</span>
        </DropZone>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-xs text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
