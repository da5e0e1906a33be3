import { useEffect, useState, useSyncExternalStore } from 'react';
import type { TilePicture } from '#ui/fields/picture-tile.tsx';
import { PictureList } from '#data/picture-list.ts';
import type { Picture } from '#data/picture-list.ts';

export type ShownPictures = {
  list: PictureList;
  changed: boolean;
  error: string | undefined;
  tiles: TilePicture[];
};

/** The pictures of a field, given the stored URLs, and what a field needs in order to show them. */
export function usePictures(urls: readonly string[]): ShownPictures {
  const [list] = useState(() => new PictureList(urls));
  const shown = useSyncExternalStore(list.subscribe, list.snapshot);
  useEffect(
    function tidyUpWhenLeft() {
      return list.leave;
    },
    [list],
  );
  return { list, changed: shown.changed, error: shown.error, tiles: shown.pictures.map(asTile) };
}

function asTile(picture: Picture): TilePicture {
  const { id, name, state } = picture;
  if (state === 'preparing') return { id, name, progress: 'working' };
  return { id, name, src: picture.src, progress: state === 'sending' ? picture.share : undefined };
}
