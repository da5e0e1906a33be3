import { atMost } from '#lib/at-most.ts';
import { lazy } from '#lib/lazy.ts';
import { loadCode, MissingCode } from '#lib/missing-code.ts';
import type { Area, ReducedImage } from '#lib/reduce-image.ts';
import { pictureUrl } from './pictures.ts';
import type { StoredPicture } from './pictures.ts';

/** A picture of a form: stored, being prepared, ready for the save, or uploading. */
export type Picture = Described &
  (
    | { state: 'stored'; src: string; url: string }
    | { state: 'preparing'; ready: Promise<ReducedImage>; instead?: Picture }
    | { state: 'ready'; src: string; image: ReducedImage; failure?: string }
    | { state: 'sending'; src: string; image: ReducedImage; share: number }
  );

type Described = {
  id: string;
  name: string;
  /** The alternative text; may be ''. */
  alt: string;
  /** The whole file, if it was chosen here or cropped. */
  file?: File;
  /** The cropped part of the file; by default the whole file. */
  area?: Area;
  /** The stored picture that it was cropped from. */
  whole?: Extract<Picture, { state: 'stored' }>;
};

/** A picture that is stored in the record. */
export function storedPicture({ url, alt }: StoredPicture, index: number): Picture {
  const name = `Imagem ${index + 1}`;
  return { id: newId(), name, alt, state: 'stored', src: pictureUrl(url), url };
}

/** A newly chosen file; `instead` is restored if the file turns out to be no picture. */
export function chosenPicture(file: File, instead?: Picture): Picture {
  return prepared({ id: newId(), name: file.name, alt: '', file }, instead);
}

/** Returns the picture with another cropped part. */
export function cutPicture(picture: Picture, file: File, area: Area | undefined): Picture {
  const { id, name, alt } = picture;
  const whole = picture.state === 'stored' && !picture.file ? picture : picture.whole;
  return prepared({ id, name, alt, file, area, whole }, picture);
}

/** The URL that identifies a picture: the stored URL, or the object URL of a new one. */
export function addressOf(picture: Picture): string {
  if (picture.state === 'stored') return picture.url;
  return 'src' in picture ? picture.src : picture.id;
}

/** Releases the object URL, because the browser keeps the file in memory as long as it exists. */
export function revoke(picture: Picture) {
  if (picture.state === 'preparing') picture.instead && revoke(picture.instead);
  else if (picture.src.startsWith('blob:')) URL.revokeObjectURL(picture.src);
}

function prepared(described: Described & { file: File }, instead?: Picture): Picture {
  const { file, area } = described;
  return { ...described, state: 'preparing', ready: reduced(file, area), instead };
}

const reducing = lazy(() => loadCode(() => import('#lib/reduce-image.ts')));
/** A camera's photo takes 50 MB while it is decoded: limit the concurrency. */
const preparing = atMost(2);

async function reduced(file: File, area: Area | undefined): Promise<ReducedImage> {
  const code = await reducing().catch((cause: unknown) => {
    if (cause instanceof MissingCode && cause.isOutdated) throw cause;
    const text = `Não foi possível preparar "${file.name}". Verifique sua internet e escolha a imagem novamente.`;
    throw new Error(text, { cause });
  });
  return preparing(() => code.reduceImage(file, area));
}

let lastId = 0;

function newId(): string {
  return `picture-${(lastId += 1)}`;
}
