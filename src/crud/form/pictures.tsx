import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Picture } from '#data/form-picture.ts';
import { PictureLists } from '#data/picture-lists.ts';
import { PictureUploads } from '#data/picture-uploads.ts';
import type { UploadResult } from '#data/picture-uploads.ts';
import type { StoredPicture } from '#data/pictures.ts';
import type { UploadTarget } from '#data/upload.ts';
import { CodeLoadError } from '#lib/load-code.ts';
import { SinglePictureField } from '#ui/fields/single-picture-field.tsx';
import type { SinglePictureFieldProps } from '#ui/fields/single-picture-field.tsx';
import type { FormPicture } from '#ui/fields/picture-tile.tsx';
import type { StoredRow } from '../rows.queries.ts';

/** The bucket and folder of a list of pictures, and whether a save can skip pictures whose upload failed. */
export type PictureUploadTarget = UploadTarget & {
  /**
   * Present if the record can be saved without the pictures whose upload failed. `text` returns the message about these
   * pictures. `address` returns the path of the page where the user can upload these pictures later.
   */
  skipped?: { text: (names: string) => string; address: (id: StoredRow['id']) => string };
};

/** The state of one list of pictures, for the field that shows it. */
export type PictureListState = {
  list: string;
  lists: PictureLists;
  error: string | undefined;
  tiles: FormPicture[];
  /** Retries the upload of a failed file. */
  onRetry: (id: string) => void;
};

/**
 * All pictures of a form. `fields` has the state of each list, for the field that shows the list. `changed` is true if
 * the pictures differ from the stored pictures.
 */
export type RecordPictures<Name extends string = string> = {
  fields: Record<Name, PictureListState>;
  lists: PictureLists;
  uploads: PictureUploads;
  changed: boolean;
  /**
   * Stops the uploads, and keeps the chosen pictures in memory for the next form at the path `address`, by default the
   * path of this form. Returns the functions to restore or discard these pictures; undefined if no picture was changed.
   */
  keep: (address?: string) => RetainedPicturesHandle | undefined;
};

/** The functions for kept pictures: call `reopen` just before the form opens again, or `release` to discard them. */
export type RetainedPicturesHandle = { reopen: () => void; release: () => void };

type Held = Pick<RecordPictures, 'lists' | 'uploads'>;

/** The kept pictures of the forms that will open again, keyed by the path of the form. `reopen` adds an entry. */
const wanted = new Map<string, Held & { release: () => void }>();

/** Returns the pictures of a form: the pictures kept for the path `address`, else the stored pictures of each list. */
export function usePictures<Name extends string>(
  address: string,
  places: Readonly<Record<Name, PictureUploadTarget>>,
  picturesOf: (name: Name) => readonly StoredPicture[],
): RecordPictures<Name> {
  // Cast: Object.keys returns strings, but the keys of `places` have the type `Name`.
  const names = Object.keys(places) as Name[];
  const [held] = useState((): Held => {
    const stored = (name: string) => picturesOf(name as Name); // The argument is one of `names`
    const back = wanted.get(address);
    back?.lists.adopt(stored);
    if (back) return back;
    const lists = new PictureLists(names, stored);
    return { lists, uploads: new PictureUploads(lists, places) };
  });
  const { lists, uploads } = held;
  const shown = useSyncExternalStore(lists.subscribe, lists.snapshot);
  useEffect(
    function holdWhileMounted() {
      const end = uploads.hold();
      wanted.get(address)?.release();
      wanted.delete(address);
      return end;
    },
    [address, uploads],
  );
  const fields = names.map((list) => {
    const { pictures = [], error } = shown[list] ?? {};
    const onRetry = (id: string) => void uploads.resend(id);
    const tiles = pictures.map(asTile);
    return [list, { list, lists, error: error || undefined, tiles, onRetry }];
  });
  const changed = Object.values(shown).some((list) => list.changed);
  function keep(where = address) {
    uploads.stop();
    if (!changed) return undefined;
    const release = uploads.hold();
    return { reopen: () => void wanted.set(where, { ...held, release }), release };
  }
  // Casts: the type of Object.fromEntries loses the keys, which are exactly `names`.
  return {
    fields: Object.fromEntries(fields) as Record<Name, PictureListState>,
    ...held,
    changed,
    keep,
  };
}

/**
 * Returns the first failure that prevents the save; undefined if there is none. In a list that can skip failed pictures
 * (`skipped`), only a `CodeLoadError` prevents the save: without the code of the upload, the save would skip all new
 * pictures. In any other list, every failure prevents the save.
 */
export function findBlockingUploadFailure(
  sent: Readonly<Record<string, UploadResult>>,
  places: Readonly<Record<string, PictureUploadTarget>>,
) {
  return Object.entries(sent)
    .flatMap(([list, { failures }]) =>
      failures.filter(({ error }) => !places[list]?.skipped || error instanceof CodeLoadError),
    )
    .at(0);
}

function asTile(picture: Picture): FormPicture {
  const { id, name, alt, state } = picture;
  const tile = { id, name, alt };
  if (state === 'preparing') {
    const { instead } = picture;
    return {
      ...tile,
      progress: 'working',
      src: instead && 'src' in instead ? instead.src : undefined,
    };
  }
  const { src } = picture;
  if (state === 'sending') return { ...tile, src, progress: picture.share };
  return { ...tile, src, failure: state === 'ready' ? picture.failure : undefined };
}

export type PictureFieldProps = Pick<SinglePictureFieldProps, 'label' | 'hint' | 'frame'> & {
  picture: PictureListState;
};

/** Renders the field of a list with only one picture. */
export function PictureField({ picture, ...looks }: PictureFieldProps) {
  const { list, lists, error, tiles, onRetry } = picture;
  return (
    <SinglePictureField
      {...looks}
      {...{ error, onRetry }}
      picture={tiles[0]}
      onFiles={(files) => lists.replace(list, files)}
      onRemove={(id) => lists.remove(id)}
    />
  );
}
