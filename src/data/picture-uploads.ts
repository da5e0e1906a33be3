import { limitConcurrency } from '#lib/limit-concurrency.ts';
import { lazyImport } from '#lib/lazy.ts';
import { loadCode } from '#lib/load-code.ts';
import { createRandomHex } from '#lib/random-name.ts';
import type { PreparedImage } from '#lib/prepare-image.ts';
import type { Picture } from './form-picture.ts';
import type { PictureLists } from './picture-lists.ts';
import { publicUrl } from './pictures.ts';
import type { StoredPicture } from './pictures.ts';
import { mayHaveExecuted } from './unwrap.ts';
import type { UploadTarget } from './upload.ts';

export type UploadResult = {
  pictures: StoredPicture[];
  failures: { name: string; error: unknown }[];
};

/** The bucket and folder for the pictures of each list, keyed by the name of the list. */
type Places = Readonly<Record<string, UploadTarget>>;

/** Uploads the pictures of a form when the record is saved. The next save reuses the uploads of a failed save. */
export class PictureUploads {
  readonly #lists: PictureLists;
  readonly #places: Places;
  #holders = 0;
  #controller = new AbortController();
  /** The uploads in flight, keyed by picture id. Each picture has at most one upload. */
  readonly #sending = new Map<string, Promise<string>>();
  /**
   * The file name of each upload, keyed by its image. A repeated upload uses the same name: otherwise two files would
   * be stored if only the response of the first upload was lost.
   */
  readonly #names = new WeakMap<PreparedImage, string>();
  /** The URLs of files that were uploaded for a record that is not saved yet. */
  #loose: string[] = [];
  /** The URLs of uploads without a response: perhaps their files are stored. */
  readonly #unanswered = new Set<string>();

  constructor(lists: PictureLists, places: Places) {
    this.#lists = lists;
    this.#places = places;
  }

  /**
   * Uploads the new pictures. Returns the stored pictures of each list, in order, and the failures. Rejects if `stop`
   * aborts an upload.
   */
  async send(places = this.#places): Promise<Record<string, UploadResult>> {
    this.#begin();
    const lists = Object.entries(places).map(async ([list, place]) => {
      return [list, await this.#sendList(list, place)] as const;
    });
    return Object.fromEntries(await Promise.all(lists));
  }

  /** Retries a failed upload. Never rejects: the state of the picture shows the result. */
  async resend(id: string) {
    const [list, picture] = this.#lists.find(id);
    const place = this.#places[list];
    this.#begin();
    if (picture && place) await this.#sendOne(picture, place).catch(() => {});
  }

  /**
   * Returns the URLs of `#loose`, and empties this list. Call before a save: the result of the save sometimes stays
   * unknown, and a file that a record perhaps uses must not be removed.
   */
  release(): string[] {
    return this.#loose.splice(0);
  }

  /** Adds URLs to `#loose` again. Call when a save has definitely failed: no record uses these files. */
  reclaim(urls: readonly string[]) {
    this.#loose.push(...urls);
    this.#leaveUnlessHeld();
  }

  /** Aborts the uploads in flight. */
  stop() {
    this.#controller.abort();
    this.#sending.clear();
  }

  /**
   * Keeps the uploads and their files until the returned function is called. When all holders have called their
   * functions, uploads in flight are aborted, and files that no record uses are moved to the trash.
   */
  hold = () => {
    this.#holders += 1;
    return () => {
      this.#holders -= 1;
      this.#leaveUnlessHeld();
    };
  };

  #leaveUnlessHeld() {
    // Wait until the next task: a form that replaces the closed form calls `hold` after this call.
    setTimeout(() => this.#holders === 0 && this.#leave());
  }

  /** Allows uploads again after a stop. */
  #begin() {
    if (this.#controller.signal.aborted) this.#controller = new AbortController();
  }

  #leave() {
    this.stop();
    this.#lists.revoke();
    const urls = [...this.release(), ...this.#unanswered];
    this.#unanswered.clear();
    if (urls.length > 0)
      void import('./unused-pictures.ts').then((unused) => unused.moveUnusedPicturesToTrash(urls));
  }

  async #sendList(list: string, place: UploadTarget): Promise<UploadResult> {
    const failures: UploadResult['failures'] = [];
    const { signal } = this.#controller;
    const sent = this.#lists.in(list).map(async (picture) => {
      try {
        return [{ url: await this.#sendOne(picture, place), alt: picture.alt.trim() }];
      } catch (error) {
        signal.throwIfAborted();
        failures.push({ name: picture.name, error });
        return [];
      }
    });
    return { pictures: (await Promise.all(sent)).flat(), failures };
  }

  #sendOne(picture: Picture, place: UploadTarget): Promise<string> {
    const before = this.#sending.get(picture.id);
    if (before) return before;
    const sending = this.#upload(picture, place);
    this.#sending.set(picture.id, sending);
    const end = () =>
      void (this.#sending.get(picture.id) === sending && this.#sending.delete(picture.id));
    sending.then(end, end);
    return sending;
  }

  async #upload(picture: Picture, place: UploadTarget): Promise<string> {
    if (picture.state === 'stored') return picture.url;
    const { signal } = this.#controller;
    const image = picture.state === 'preparing' ? await picture.ready : picture.image;
    const named = this.#named(image, place);
    const path = `${named.folder}/${named.name()}.${image.extension}`;
    const wanted = publicUrl({ bucket: named.bucket, path });
    // Read the object URL from the list: `picture` has none if it was still being prepared.
    const { src = '' } = { src: undefined, ...this.#lists.find(picture.id)[1] };
    const { id, name, alt, file, area, whole } = picture;
    const kept = { id, name, alt, file, area, whole, src };
    const onProgress = (share: number) =>
      this.#lists.update({ ...kept, image, state: 'sending', share });
    try {
      const url = await inTurn(async () => {
        signal.throwIfAborted();
        onProgress(0);
        const { uploadPicture } = await uploading();
        return uploadPicture(image, named, { signal, onProgress });
      });
      this.#unanswered.delete(wanted);
      this.#loose.push(url);
      // If the form was closed before this upload completed, move the uploaded file to the trash.
      if (signal.aborted && this.#holders === 0) this.#leave();
      this.#lists.update({ ...kept, state: 'stored', url });
      return url;
    } catch (error) {
      const failure = signal.aborted || !(error instanceof Error) ? undefined : error.message;
      this.#lists.update({ ...kept, image, state: 'ready', failure });
      if (mayHaveExecuted(error)) this.#unanswered.add(wanted);
      throw error;
    }
  }

  #named(image: PreparedImage, place: UploadTarget): Required<UploadTarget> {
    const name = this.#names.get(image) ?? (place.name ?? createRandomHex)();
    this.#names.set(image, name);
    return { ...place, name: () => name };
  }
}

const uploading = lazyImport(() => loadCode(() => import('./upload.ts')));
/** Runs at most four uploads at the same time. The server accepts 32 concurrent uploads of a user, from all tabs. */
const inTurn = limitConcurrency(4);
