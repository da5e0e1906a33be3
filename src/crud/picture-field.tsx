import type { UploadPlace } from '#data/upload.ts';
import { ImageField } from '#ui/fields/image-field.tsx';
import { usePastedImages } from '#ui/fields/pasted-images.ts';
import { usePictures } from '#data/use-pictures.ts';
import type { ShownPictures } from '#data/use-pictures.ts';

/** The one picture of a form and where a new one is going to be stored. */
export type FormPicture = ShownPictures & { place: UploadPlace };

export function usePicture(url: string | null | undefined, place: UploadPlace): FormPicture {
  return { ...usePictures(url ? [url] : []), place };
}

export type PictureFieldProps = {
  label: string;
  hint?: string;
  picture: FormPicture;
  /** The shape of its frame, e.g. 'aspect-square w-40'. */
  frame: string;
};

/** One picture: drop, paste anywhere on the page, or choose. */
export function PictureField({ label, hint, picture, frame }: PictureFieldProps) {
  const { list, error, tiles } = picture;
  usePastedImages((files) => list.replace(files));
  return (
    <ImageField
      {...{ label, hint, error, frame }}
      picture={tiles[0]}
      onFiles={(files) => list.replace(files)}
      onRemove={(id) => list.remove(id)}
    />
  );
}
