import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { UploadPlace } from '#data/upload.ts';
import { ImageField } from '#ui/fields/image-field.tsx';
import { usePastedImages } from '#ui/fields/pasted-images.ts';
import type { TilePicture } from '#ui/fields/picture-tile.tsx';
import { PictureList } from './picture-list.ts';
import type { Picture } from './picture-list.ts';

/** Where the pictures of a list are stored, and what it means when one can't be. */
export type PicturePlace = UploadPlace & {
  /** Makes the list one that the save may do without: what is said of the files that could not be sent. */
  skipped?: (names: string) => string;
};

/** One list of pictures of a form, as a field shows it. */
export type FormPictures = {
  list: PictureList;
  place: PicturePlace;
  changed: boolean;
  error: string | undefined;
  tiles: TilePicture[];
};

/** The lists of pictures of a form by name, each with the stored URLs that it begins with. */
export function usePictures<Name extends string>(
  places: Readonly<Record<Name, PicturePlace>>,
  urlsOf: (name: Name) => readonly string[],
): Record<Name, FormPictures> {
  // Object.keys widens the names that the type parameter gives.
  const names = Object.keys(places) as Name[];
  const [lists] = useState(() => fromNames(names, (name) => new PictureList(urlsOf(name))));
  const all = Object.values<PictureList>(lists);
  const [subscribe] = useState(() => (listener: () => void) => {
    const stops = all.map((list) => list.subscribe(listener));
    return () => stops.forEach((stop) => stop());
  });
  useSyncExternalStore(
    subscribe,
    useCallback(
      () => Object.values<PictureList>(lists).reduce((sum, { changes }) => sum + changes, 0),
      [lists],
    ),
  );
  useEffect(
    function tidyUpWhenLeft() {
      return () => Object.values<PictureList>(lists).forEach((list) => list.leave());
    },
    [lists],
  );
  return fromNames(names, (name) => {
    const { pictures, changed, error } = lists[name].snapshot();
    return { list: lists[name], place: places[name], changed, error, tiles: pictures.map(asTile) };
  });
}

function fromNames<Name extends string, Value>(names: Name[], make: (name: Name) => Value) {
  // The same names, each with its value.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}

function asTile(picture: Picture): TilePicture {
  const { id, name, state } = picture;
  if (state === 'preparing') return { id, name, progress: 'working' };
  return { id, name, src: picture.src, progress: state === 'sending' ? picture.share : undefined };
}

export type PictureFieldProps = {
  label: string;
  hint?: string;
  picture: FormPictures;
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
