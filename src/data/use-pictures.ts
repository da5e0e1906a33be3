import { useEffect, useState, useSyncExternalStore } from 'react';
import { PictureList } from './picture-list.ts';
import type { Picture } from './picture-list.ts';

export type ShownPictures = {
  list: PictureList;
  changed: boolean;
  error: string | undefined;
  tiles: ShownPicture[];
};

/** `working` while it is being prepared, a share from 0 to 1 while it travels. */
type ShownPicture = { id: string; name: string; src?: string; progress?: 'working' | number };

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

function asTile(picture: Picture): ShownPicture {
  const { id, name, state } = picture;
  if (state === 'preparing') return { id, name, progress: 'working' };
  return { id, name, src: picture.src, progress: state === 'sending' ? picture.share : undefined };
}
