import { atMost } from '#lib/at-most.ts';
import { later } from '#lib/later.ts';
import type { Area, ReducedImage } from '#lib/reduce-image.ts';
import { pictureUrl } from './pictures.ts';
import type { StoredPicture } from './pictures.ts';

/** A picture of a form: stored already, being prepared, waiting for the save, or on its way. */
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
  /** What is seen in it, in words; may be ''. */
  alt: string;
  /** All of it, where it was chosen here or was cut. */
  file?: File;
  /** The part of the file that is kept; absent: all of it. */
  area?: Area;
  /** The stored picture that it was cut out of. */
  whole?: Extract<Picture, { state: 'stored' }>;
};

/** A picture that a record holds already. */
export function storedPicture({ url, alt }: StoredPicture, index: number): Picture {
  const name = `Imagem ${index + 1}`;
  return { id: newId(), name, alt, state: 'stored', src: pictureUrl(url), url };
}

/** A file that was chosen just now; `instead` is what comes back if it turns out to be no picture. */
export function chosenPicture(file: File, instead?: Picture): Picture {
  return prepared({ id: newId(), name: file.name, alt: '', file }, instead);
}

/** The same picture, of which only a part is kept. */
export function cutPicture(picture: Picture, file: File, area: Area | undefined): Picture {
  const { id, name, alt } = picture;
  const whole = picture.state === 'stored' && !picture.file ? picture : picture.whole;
  return prepared({ id, name, alt, file, area, whole }, picture);
}

/** What stands for a picture wherever it is compared: its stored URL, or for a new one the address that shows it. */
export function addressOf(picture: Picture): string {
  if (picture.state === 'stored') return picture.url;
  return 'src' in picture ? picture.src : picture.id;
}

/** The browser keeps a prepared file for as long as it has an address. */
export function revoke(picture: Picture) {
  if (picture.state === 'preparing') picture.instead && revoke(picture.instead);
  else if (picture.src.startsWith('blob:')) URL.revokeObjectURL(picture.src);
}

function prepared(described: Described & { file: File }, instead?: Picture): Picture {
  const { file, area } = described;
  return { ...described, state: 'preparing', ready: reduced(file, area), instead };
}

const reducing = later(() => import('#lib/reduce-image.ts'));
/** A photo of a camera takes 50 MB while it is drawn: not forty of them at once. */
const preparing = atMost(2);

async function reduced(file: File, area: Area | undefined): Promise<ReducedImage> {
  const code = await reducing().catch((cause: unknown) => {
    const text = `Não foi possível preparar "${file.name}". Verifique sua internet e escolha a imagem de novo.`;
    throw new Error(text, { cause });
  });
  return preparing(() => code.reduceImage(file, area));
}

let lastId = 0;

function newId(): string {
  return `picture-${(lastId += 1)}`;
}
