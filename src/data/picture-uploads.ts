import { atMost } from '#lib/at-most.ts';
import { randomName } from '#lib/random-name.ts';
import type { ReducedImage } from '#lib/reduce-image.ts';
import type { Picture } from './form-picture.ts';
import type { PictureLists } from './picture-lists.ts';
import type { StoredPicture } from './pictures.ts';
import type { UploadPlace } from './upload.ts';

export type SentPictures = {
  pictures: StoredPicture[];
  failures: { name: string; error: unknown }[];
};

/** Where the pictures of each list are stored. */
type Places = Readonly<Record<string, UploadPlace>>;

/** Sends the pictures of a form when its record is saved; what was sent for a save that failed is not sent again. */
export class PictureUploads {
  readonly #lists: PictureLists;
  readonly #places: Places;
  #holders = 0;
  #given = new AbortController();
  /** Uploads in flight by the ids of their pictures: each picture has at most one. */
  readonly #sending = new Map<string, Promise<string>>();
  /** An upload that is sent again, because its response was lost, has the same name: one file is stored. */
  readonly #names = new WeakMap<ReducedImage, string>();
  /** Sent for a record that is not saved yet. */
  #loose: string[] = [];

  constructor(lists: PictureLists, places: Places) {
    this.#lists = lists;
    this.#places = places;
  }

  /** Sends what is not stored yet; what is stored then comes back by list, in order. Rejected when it is stopped. */
  async send(places = this.#places): Promise<Record<string, SentPictures>> {
    this.#begin();
    const lists = Object.entries(places).map(async ([list, place]) => {
      return [list, await this.#sendList(list, place)] as const;
    });
    return Object.fromEntries(await Promise.all(lists));
  }

  /** Sends one again that could not be sent. Its state says how it goes. */
  async resend(id: string) {
    const [list, picture] = this.#lists.find(id);
    const place = this.#places[list];
    this.#begin();
    if (picture && place) await this.#sendOne(picture, place).catch(() => {});
  }

  /** Before a save whose outcome may stay unknown: from now on a record may point to the sent files. */
  release(): string[] {
    return this.#loose.splice(0);
  }

  /** The save has failed for certain: nothing points to these files. */
  reclaim(urls: readonly string[]) {
    this.#loose.push(...urls);
  }

  /** Gives up what is on its way. */
  stop() {
    this.#given.abort();
    this.#sending.clear();
  }

  /**
   * Keeps everything until it is let go of. When nobody holds it any more, what is on its way is given up
   * and what no record is going to point to deleted.
   */
  hold = () => {
    this.#holders += 1;
    return () => {
      this.#holders -= 1;
      // A form that opens in place of another one takes hold a moment later.
      setTimeout(() => this.#holders === 0 && this.#leave());
    };
  };

  /** Sends again after a stop. */
  #begin() {
    if (this.#given.signal.aborted) this.#given = new AbortController();
  }

  #leave() {
    this.stop();
    this.#lists.revoke();
    const urls = this.release();
    if (urls.length > 0)
      void import('./unused-pictures.ts').then((unused) => unused.removeUnusedPictures(urls));
  }

  async #sendList(list: string, place: UploadPlace): Promise<SentPictures> {
    const failures: SentPictures['failures'] = [];
    const { signal } = this.#given;
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

  #sendOne(picture: Picture, place: UploadPlace): Promise<string> {
    const before = this.#sending.get(picture.id);
    if (before) return before;
    const sending = this.#upload(picture, place);
    this.#sending.set(picture.id, sending);
    const end = () =>
      void (this.#sending.get(picture.id) === sending && this.#sending.delete(picture.id));
    sending.then(end, end);
    return sending;
  }

  async #upload(picture: Picture, place: UploadPlace): Promise<string> {
    if (picture.state === 'stored') return picture.url;
    const { signal } = this.#given;
    const image = picture.state === 'preparing' ? await picture.ready : picture.image;
    // Once it is prepared, it has an address.
    const { src = '' } = { src: undefined, ...this.#lists.find(picture.id)[1] };
    const { id, name, alt, file, area, whole } = picture;
    const kept = { id, name, alt, file, area, whole, src };
    const onProgress = (share: number) =>
      this.#lists.update({ ...kept, image, state: 'sending', share });
    try {
      const url = await inTurn(async () => {
        signal.throwIfAborted();
        onProgress(0);
        const { uploadPicture } = await import('./upload.ts');
        return uploadPicture(image, this.#named(image, place), { signal, onProgress });
      });
      this.#loose.push(url);
      // Given up at the last moment: the form is gone already, and the file with it.
      if (signal.aborted && this.#holders === 0) this.#leave();
      this.#lists.update({ ...kept, state: 'stored', url });
      return url;
    } catch (error) {
      const failure = signal.aborted || !(error instanceof Error) ? undefined : error.message;
      this.#lists.update({ ...kept, image, state: 'ready', failure });
      throw error;
    }
  }

  #named(image: ReducedImage, place: UploadPlace): UploadPlace {
    const name = this.#names.get(image) ?? (place.name ?? randomName)();
    this.#names.set(image, name);
    return { ...place, name: () => name };
  }
}

/** A person may have 32 uploads under way at once, in all tabs together. */
const inTurn = atMost(4);
