import { getErrorMessage } from '#lib/error-message.ts';
import type { CropArea } from '#lib/prepare-image.ts';
import { createStore } from '#lib/create-store.ts';
import {
  pictureKey,
  createPictureFromFile,
  cropPicture,
  revokePictureUrl,
  createPictureFromRecord,
} from './form-picture.ts';
import type { Picture } from './form-picture.ts';
import type { StoredPicture } from './pictures.ts';

/** The state of one list of pictures, for components. Every change makes a new object. */
export type PictureListSnapshot = {
  pictures: readonly Picture[];
  /** Whether the pictures differ from the stored pictures. */
  changed: boolean;
  /** The reasons why chosen files were refused, one per line; '' if none was refused. */
  error: string;
};

/**
 * The pictures of a form: ordered lists, keyed by name. Files are prepared when they are chosen. `PictureUploads`
 * uploads them when the record is saved.
 */
export class PictureLists {
  readonly names: readonly string[];
  readonly #shown = createStore<Readonly<Record<string, PictureListSnapshot>>>({});
  readonly #stored = new Map<string, readonly StoredPicture[]>();

  /** @param stored the initial pictures of each list */
  constructor(names: readonly string[], stored: (list: string) => readonly StoredPicture[]) {
    this.names = names;
    for (const list of names) this.reset(list, stored(list));
  }

  snapshot = this.#shown.get;
  subscribe = this.#shown.subscribe;

  /** Returns the pictures of a list, to compare and display them. `url` is the text of `pictureKey`. */
  held(list: string): StoredPicture[] {
    return this.in(list).map((each) => ({ url: pictureKey(each), alt: each.alt.trim() }));
  }

  /** Returns the stored and uploaded pictures of a list. */
  stored(list: string): StoredPicture[] {
    return this.in(list).flatMap((each) =>
      each.state === 'stored' ? { url: each.url, alt: each.alt.trim() } : [],
    );
  }

  /** Returns the names of the pictures that are not in the stored record. */
  chosen(): string[] {
    // Compare with the stored pictures of all lists: the user can move a picture to another list.
    const stored = urlsOf([...this.#stored.values()].flat());
    return this.names
      .flatMap((list) => this.in(list))
      .flatMap((each) => (stored.has(pictureKey(each)) ? [] : each.name));
  }

  /** Discards all changes of a list, and shows the record's stored pictures instead. */
  reset(list: string, stored: readonly StoredPicture[]) {
    this.#stored.set(list, stored);
    this.in(list).forEach(revokePictureUrl);
    this.#set(list, stored.map(createPictureFromRecord), '');
  }

  /**
   * Merges the stored pictures into the lists. Call this method when another user has perhaps changed or deleted the
   * record. `stored` returns the stored pictures of a list.
   * - If no list was changed in this form, the stored pictures are shown.
   * - Otherwise all lists keep their pictures. If only the unchanged lists were replaced, a picture that the other user
   *   moved could be shown twice or in no list. Only pictures that the other user removed disappear, because their
   *   files are in the trash. In an unchanged list, the other user's new pictures replace the removed pictures.
   */
  adopt(stored: (list: string) => readonly StoredPicture[]) {
    const shown = this.snapshot();
    const before = urlsOf([...this.#stored.values()].flat());
    const now = urlsOf(this.names.flatMap(stored));
    const isGone = (url: string) => before.has(url) && !now.has(url);
    const isChanged = this.names.some((list) => shown[list]?.changed);
    for (const list of this.names) {
      if (!isChanged) {
        this.reset(list, stored(list));
        continue;
      }
      const own = this.in(list);
      const kept = own.filter((each) => each.state !== 'stored' || !isGone(each.url));
      const isReplaced = !shown[list]?.changed && kept.length < own.length;
      const added = stored(list).filter(({ url }) => isReplaced && !before.has(url));
      this.#stored.set(list, stored(list));
      this.#set(list, [...kept, ...added.map(createPictureFromRecord)]);
    }
  }

  add(list: string, files: readonly File[]) {
    const added = files.map((file) => createPictureFromFile(file));
    this.#set(list, [...this.in(list), ...added], '');
    added.forEach(this.#watch);
  }

  /** Sets the only picture of a list. If there are several files, uses the first file and shows an error. */
  replace(list: string, [file, ...more]: readonly File[]) {
    if (!file) return;
    const [instead] = this.in(list);
    const picture = createPictureFromFile(file, instead);
    this.#set(list, [picture], more.length > 0 ? onlyOne : '');
    this.#watch(picture);
  }

  remove(id: string) {
    const [list, picture] = this.find(id);
    if (!picture) return;
    revokePictureUrl(picture);
    this.#set(list, this.#without(list, id));
  }

  /** Moves a picture to an index of the list `to`, which can be the picture's current list. */
  move(id: string, to: string, index: number) {
    const [from, picture] = this.find(id);
    if (!picture) return;
    this.#set(from, this.#without(from, id));
    this.#set(to, this.in(to).toSpliced(index, 0, picture));
  }

  describe(id: string, alt: string) {
    const [, picture] = this.find(id);
    if (picture) this.update({ ...picture, alt });
  }

  /**
   * Returns the file from which a picture can be cropped: the uncropped `file`, or else the stored file.
   * @throws when the stored file cannot be loaded
   */
  async fileOf(id: string): Promise<File> {
    const [, picture] = this.find(id);
    if (picture?.file) return picture.file;
    const response = await fetch(picture?.state === 'stored' ? picture.src : '');
    if (!response.ok) throw new Error(`The picture answered ${response.status}`);
    return new File([await response.blob()], picture?.name ?? '');
  }

  /** Crops a picture, or removes the crop if there is no `area`. The stored file is not removed before the save. */
  cut(id: string, file: File, area?: CropArea) {
    const [list, picture] = this.find(id);
    if (!picture) return;
    if (picture.whole && !area) {
      revokePictureUrl(picture);
      return this.update({ ...picture.whole, alt: picture.alt });
    }
    const next = cropPicture(picture, file, area);
    this.#set(list, this.#with(list, next));
    this.#watch(next);
  }

  in(list: string): readonly Picture[] {
    return this.snapshot()[list]?.pictures ?? [];
  }

  find(id: string): [list: string, picture: Picture | undefined] {
    const list = this.names.find((name) => this.in(name).some((each) => each.id === id)) ?? '';
    return [list, this.in(list).find((each) => each.id === id)];
  }

  /** Replaces the state of a picture, if it still exists. */
  update(next: Picture) {
    const [list] = this.find(next.id);
    if (list) this.#set(list, this.#with(list, next));
  }

  /** Revokes all object URLs. Call when the pictures are no longer displayed. */
  revoke() {
    for (const list of this.names) this.in(list).forEach(revokePictureUrl);
  }

  #watch = (picture: Picture) => {
    if (picture.state !== 'preparing') return;
    const { id, ready, instead } = picture;
    // Returns the picture; undefined if it was removed or replaced meanwhile. The prepared file is then ignored.
    const current = () => {
      const [, now] = this.find(id);
      return now?.state === 'preparing' && now.ready === ready ? now : undefined;
    };
    ready.then(
      (image) => {
        const now = current();
        if (!now) return;
        // Revoke the replaced picture only here: until now, the new file could have been refused.
        if (instead) revokePictureUrl(instead);
        const { instead: _, ready: __, ...kept } = now;
        this.update({ ...kept, state: 'ready', src: URL.createObjectURL(image.whole), image });
      },
      (error: unknown) => {
        const now = current();
        if (!now) return;
        const [list] = this.find(id);
        const reason = getErrorMessage(error);
        // Restore the picture that the refused file has replaced.
        const rest = this.in(list).flatMap((each) => (each === now ? (instead ?? []) : each));
        this.#set(list, rest, [this.snapshot()[list]?.error, reason].filter(Boolean).join('\n'));
        if (instead) this.#watch(instead);
      },
    );
  };

  #without(list: string, id: string) {
    return this.in(list).filter((each) => each.id !== id);
  }

  #with(list: string, next: Picture) {
    return this.in(list).map((each) => (each.id === next.id ? next : each));
  }

  #set(list: string, pictures: readonly Picture[], error = this.snapshot()[list]?.error ?? '') {
    const now = pictures.map((each) => [
      each.state === 'stored' ? each.url : each.id,
      each.alt.trim(),
    ]);
    const stored = this.#stored.get(list)?.map(({ url, alt }) => [url, alt]);
    const changed = JSON.stringify(now) !== JSON.stringify(stored);
    this.#shown.set({ ...this.snapshot(), [list]: { pictures, changed, error } });
  }
}

function urlsOf(pictures: readonly StoredPicture[]): Set<string> {
  return new Set(pictures.map(({ url }) => url));
}

const onlyOne = 'Este campo aceita só uma imagem: a primeira foi usada.';
