import { pictureUrl } from '#data/pictures.ts';
import { later } from '#lib/later.ts';
import type { ReducedImage } from '#lib/reduce-image.ts';
import type { UploadPlace } from '#data/upload.ts';

/** A picture of a form: stored already, being prepared, waiting for the save, or on its way. */
export type Picture = { id: string; name: string } & (
  | { state: 'stored'; src: string; url: string }
  | { state: 'preparing'; ready: Promise<ReducedImage> }
  | { state: 'ready'; src: string; image: ReducedImage }
  | { state: 'sending'; src: string; image: ReducedImage; share: number }
);

/** What is shown of a list: a new object for every change. */
export type PicturesShown = {
  pictures: readonly Picture[];
  /** Different from what is stored. */
  changed: boolean;
  /** Why a chosen file was refused. */
  error: string | undefined;
};

export type SentPictures = { urls: string[]; failures: { name: string; error: unknown }[] };

/**
 * The pictures of one field of a form, in order. Files are prepared when they are chosen and sent when
 * the record is saved; what was sent for a save that failed is not sent again.
 */
export class PictureList {
  #shown: PicturesShown = { pictures: [], changed: false, error: undefined };
  #stored: readonly string[] = [];
  readonly #listeners = new Set<() => void>();
  /** Sent for a record that is not saved yet. */
  #loose: string[] = [];
  #sending: AbortController | undefined;
  /** Grows with every change, so that several lists can be watched as one. */
  changes = 0;

  constructor(urls: readonly string[]) {
    this.reset(urls);
  }

  /** Forgets every change: these are stored now. */
  reset(urls: readonly string[]) {
    this.#stored = urls;
    this.#pictures.forEach(revoke);
    this.#set(urls.map(asStored));
  }

  /**
   * Someone else saved these meanwhile. A list that was not changed here follows; a changed one stays
   * as it is, but for the pictures that they removed, whose files are gone.
   */
  adopt(urls: readonly string[]) {
    if (!this.#shown.changed) return this.reset(urls);
    const gone = this.#stored.filter((url) => !urls.includes(url));
    this.#stored = urls;
    this.#set(this.#pictures.filter((each) => each.state !== 'stored' || !gone.includes(each.url)));
  }

  snapshot = (): PicturesShown => this.#shown;

  /** What stands for each picture where lists are compared or shown: its address, stored or not. */
  urls(): string[] {
    return this.#pictures.map((picture) =>
      picture.state === 'stored' ? picture.url : 'src' in picture ? picture.src : picture.id,
    );
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(files: File[]) {
    const added = files.map((file) => this.#prepare(file));
    this.#set([...this.#pictures, ...added]);
  }

  /** For a field of one picture: the new one takes the place of the old. Further files are said to be left out. */
  replace([file, ...more]: File[]) {
    if (file)
      this.#set([this.#prepare(file, this.#pictures)], more.length > 0 ? onlyOne : undefined);
  }

  remove(id: string) {
    this.take(id).forEach(revoke);
  }

  /** Gives a picture away, to be `put` into another list: none when it is not there. */
  take(id: string): Picture[] {
    const [taken = [], rest = []] = [true, false].map((isIt) =>
      this.#pictures.filter((picture) => (picture.id === id) === isIt),
    );
    if (taken.length > 0) this.#set(rest);
    return taken;
  }

  /** Takes pictures of another list, before the one at `index`. One that is on its way still arrives. */
  put(pictures: readonly Picture[], index = this.#pictures.length) {
    for (const picture of pictures) if (picture.state === 'preparing') this.#watch(picture);
    this.#set(this.#pictures.toSpliced(index, 0, ...pictures));
  }

  move(id: string, to: number) {
    const moved = this.#pictures.find((picture) => picture.id === id);
    if (moved)
      this.#set(this.#pictures.filter((picture) => picture !== moved).toSpliced(to, 0, moved));
  }

  /** Sends what is not stored yet; the URLs of what is stored then come back in order. */
  async send(place: UploadPlace): Promise<SentPictures> {
    this.#sending = new AbortController();
    const { signal } = this.#sending;
    const failures: SentPictures['failures'] = [];
    const sent = this.#pictures.map(async (picture) => {
      try {
        return await this.#sendOne(picture, place, signal);
      } catch (error) {
        signal.throwIfAborted();
        failures.push({ name: picture.name, error });
        return undefined;
      }
    });
    const urls = (await Promise.all(sent)).filter((url) => url !== undefined);
    return { urls, failures };
  }

  /** Before a save whose outcome may stay unknown: from now on a record may point to the sent files. */
  release(): string[] {
    return this.#loose.splice(0);
  }

  /** The save has failed for certain: nothing points to these files. */
  reclaim(urls: string[]) {
    this.#loose.push(...urls);
  }

  /** The form is left: stops what is on its way and deletes what no record is going to point to. */
  leave = () => {
    this.#sending?.abort();
    this.#pictures.forEach(revoke);
    const urls = this.release();
    if (urls.length > 0)
      void import('#data/unused-pictures.ts').then((unused) => unused.removeUnusedPictures(urls));
  };

  get #pictures(): readonly Picture[] {
    return this.#shown.pictures;
  }

  #prepare(file: File, before?: readonly Picture[]): Picture {
    const picture = {
      id: newId(),
      name: file.name,
      state: 'preparing',
      ready: reduced(file),
    } as const;
    this.#watch(picture, before);
    return picture;
  }

  #watch({ id, name, ready }: Preparing, before?: readonly Picture[]) {
    ready.then(
      (image) => {
        // Until now the new one could still be refused, and the old one come back.
        before?.forEach(revoke);
        if (!this.#isHere(id)) return;
        this.#update({ id, name, state: 'ready', src: URL.createObjectURL(image.whole), image });
      },
      (error: unknown) =>
        this.#refuse(id, before, error instanceof Error ? error.message : String(error)),
    );
  }

  #refuse(id: string, before: readonly Picture[] | undefined, reason: string) {
    if (!this.#isHere(id)) return;
    const rest = this.#pictures.filter((picture) => picture.id !== id);
    // A refused file takes no other's place.
    this.#set(before && rest.length === 0 ? before : rest, reason);
  }

  async #sendOne(picture: Picture, place: UploadPlace, signal: AbortSignal): Promise<string> {
    if (picture.state === 'stored') return picture.url;
    const image = picture.state === 'preparing' ? await picture.ready : picture.image;
    const { uploadPicture } = await import('#data/upload.ts');
    const { id, name } = picture;
    const src = this.#srcOf(id) ?? URL.createObjectURL(image.whole);
    const onProgress = (share: number) =>
      this.#update({ id, name, src, image, state: 'sending', share });
    onProgress(0);
    try {
      const url = await uploadPicture(image, place, { signal, onProgress });
      this.#loose.push(url);
      // Cancelled at the last moment: the form is gone already, and the file with it.
      if (signal.aborted) this.leave();
      this.#update({ id, name, src, state: 'stored', url });
      return url;
    } catch (error) {
      this.#update({ id, name, src, image, state: 'ready' });
      throw error;
    }
  }

  #isHere(id: string): boolean {
    return this.#pictures.some((picture) => picture.id === id);
  }

  #srcOf(id: string): string | undefined {
    const picture = this.#pictures.find((each) => each.id === id);
    return picture && 'src' in picture ? picture.src : undefined;
  }

  #update(next: Picture) {
    if (!this.#isHere(next.id)) return;
    this.#set(
      this.#pictures.map((picture) => (picture.id === next.id ? next : picture)),
      this.#shown.error,
    );
  }

  #set(pictures: readonly Picture[], error?: string) {
    const now = pictures.map((picture) => (picture.state === 'stored' ? picture.url : picture.id));
    this.changes += 1;
    this.#shown = { pictures, changed: now.join('\n') !== this.#stored.join('\n'), error };
    for (const listener of this.#listeners) listener();
  }
}

type Preparing = Extract<Picture, { state: 'preparing' }>;

/** The browser keeps a prepared file for as long as it has an address. */
function revoke(picture: Picture) {
  if ('src' in picture && picture.src.startsWith('blob:')) URL.revokeObjectURL(picture.src);
}

const onlyOne = 'Este campo guarda uma imagem só: ficou a primeira.';

const reducing = later(() => import('#lib/reduce-image.ts'));

async function reduced(file: File): Promise<ReducedImage> {
  const code = await reducing().catch((cause: unknown) => {
    const text = `Não foi possível preparar "${file.name}". Verifique sua internet e escolha a imagem de novo.`;
    throw new Error(text, { cause });
  });
  return code.reduceImage(file);
}

function asStored(url: string, index: number): Picture {
  return { id: newId(), name: `Imagem ${index + 1}`, state: 'stored', src: pictureUrl(url), url };
}

let lastId = 0;

function newId(): string {
  return `picture-${(lastId += 1)}`;
}
