import { useId } from 'react';
import { DropZone } from './drop-zone.tsx';
import { ImageReceiver } from './image-receiver.tsx';
import { PictureLabel } from './picture-label.tsx';
import { CameraButton, DropInvitation } from './picture-sources.tsx';
import { PictureTile } from './picture-tile.tsx';
import type { PictureTileProps, TilePicture } from './picture-tile.tsx';

export type SinglePictureFieldProps = Pick<PictureTileProps, 'onRemove' | 'onRetry'> & {
  label: string;
  hint?: string;
  error?: string;
  picture: TilePicture | undefined;
  /** The classes of the frame around the picture, e.g. 'aspect-square w-40'. */
  frame: string;
  onFiles: (files: File[]) => void;
};

/**
 * A field for one picture. The user drops or pastes a picture anywhere on the page, chooses a file, or uses the camera.
 * `onFiles` receives the new files.
 */
export function SinglePictureField({
  label,
  hint,
  error,
  picture,
  ...props
}: SinglePictureFieldProps) {
  const { frame, onFiles, onRemove, onRetry } = props;
  return (
    <PictureLabel id={useId()} {...{ label, hint, error }}>
      {(described) => (
        <>
          <ImageReceiver invitation="Solte a imagem em qualquer lugar." onFiles={onFiles} />
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
