import { limitConcurrency } from '#lib/limit-concurrency.ts';
import { lazyImport } from '#lib/lazy.ts';
import { loadCode, CodeLoadError } from '#lib/load-code.ts';
import type { CropArea, PreparedImage } from '#lib/prepare-image.ts';
import { toCurrentPictureUrl } from './pictures.ts';
import type { StoredPicture } from './pictures.ts';

/** A picture of a form: stored, being prepared, ready for the save, or uploading. */
export type Picture = Described &
  (
    | { state: 'stored'; src: string; url: string }
    | { state: 'preparing'; ready: Promise<PreparedImage>; instead?: Picture }
    | { state: 'ready'; src: string; image: PreparedImage; failure?: string }
    | { state: 'sending'; src: string; image: PreparedImage; share: number }
  );

type Described = {
  id: string;
  name: string;
  /** The alternative text; '' without one. */
  alt: string;
  /** The uncropped file, if the user chose it or cropped the picture in this form. */
  file?: File;
  /** The part of the file to which the picture is cropped; absent without a crop. */
  area?: CropArea;
  /** The uncropped stored picture from which this picture was cropped. */
  whole?: Extract<Picture, { state: 'stored' }>;
};

/** Returns the form's picture for a picture of the record. Its name is its position in the list: 'Imagem 1'. */
export function createPictureFromRecord({ url, alt }: StoredPicture, index: number): Picture {
  const name = `Imagem ${index + 1}`;
  return { id: newId(), name, alt, state: 'stored', src: toCurrentPictureUrl(url), url };
}

/**
 * Returns the picture of a chosen file, and starts to prepare the file. `instead` is the replaced picture, which
 * `PictureLists` restores if the file is refused.
 */
export function createPictureFromFile(file: File, instead?: Picture): Picture {
  return prepared({ id: newId(), name: file.name, alt: '', file }, instead);
}

/**
 * Returns a picture with a new crop, and starts to prepare it from the uncropped `file`. Without an `area`, the new
 * picture is not cropped.
 */
export function cropPicture(picture: Picture, file: File, area: CropArea | undefined): Picture {
  const { id, name, alt } = picture;
  const whole = picture.state === 'stored' && !picture.file ? picture : picture.whole;
  return prepared({ id, name, alt, file, area, whole }, picture);
}

/** Returns the text that identifies a picture: its stored URL, its object URL, or its id while it is being prepared. */
export function pictureKey(picture: Picture): string {
  if (picture.state === 'stored') return picture.url;
  return 'src' in picture ? picture.src : picture.id;
}

/**
 * Revokes the object URL of a picture. For a picture that is still being prepared, revokes the URL of the picture that
 * it replaces. Until the URL is revoked, the browser keeps the file in memory.
 */
export function revokePictureUrl(picture: Picture) {
  if (picture.state === 'preparing') picture.instead && revokePictureUrl(picture.instead);
  else if (picture.src.startsWith('blob:')) URL.revokeObjectURL(picture.src);
}

function prepared(described: Described & { file: File }, instead?: Picture): Picture {
  const { file, area } = described;
  return { ...described, state: 'preparing', ready: prepareInTurn(file, area), instead };
}

const loadPrepareImage = lazyImport(() => loadCode(() => import('#lib/prepare-image.ts')));
/** Prepares at most two pictures at the same time: a camera's photo takes 50 MB while it is decoded. */
const preparing = limitConcurrency(2);

async function prepareInTurn(file: File, area: CropArea | undefined): Promise<PreparedImage> {
  const code = await loadPrepareImage().catch((cause: unknown) => {
    if (cause instanceof CodeLoadError && cause.isOutdated) throw cause;
    const text = `Não foi possível preparar "${file.name}". Verifique sua internet e escolha a imagem novamente.`;
    throw new Error(text, { cause });
  });
  return preparing(() => code.prepareImageForUpload(file, area));
}

let lastId = 0;

function newId(): string {
  return `picture-${(lastId += 1)}`;
}
