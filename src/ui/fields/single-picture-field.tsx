import { useId } from 'react';
import { DropZone } from './drop-zone.tsx';
import { ImageReceiver } from './image-receiver.tsx';
import { PictureFieldFrame } from './picture-field-frame.tsx';
import { CameraButton, DropZoneHint } from './picture-sources.tsx';
import { PictureTile } from './picture-tile.tsx';
import type { PictureTileProps, FormPicture } from './picture-tile.tsx';

export type SinglePictureFieldProps = Pick<PictureTileProps, 'onRemove' | 'onRetry'> & {
  label: string;
  hint?: string;
  error?: string;
  picture: FormPicture | undefined;
  /** The classes of the frame around the picture, e.g. 'aspect-square w-40'. */
  frame: string;
  onFiles: (files: File[]) => void;
};

/**
 * A field for one picture. The user drops or pastes a picture anywhere on the page, chooses a file, or uses the camera.
 * `onFiles` receives the new files. The caller must replace the old picture with the new picture.
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
    <PictureFieldFrame id={useId()} {...{ label, hint, error }}>
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
              <DropZoneHint>uma imagem</DropZoneHint>
            )}
          </DropZone>
          <div className="mt-2">
            <CameraButton onFiles={onFiles} />
          </div>
        </>
      )}
    </PictureFieldFrame>
  );
}
