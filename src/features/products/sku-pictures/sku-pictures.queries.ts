import type { Json } from '#data/database.types.ts';
import type { StoredFile } from '#data/pictures.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { removeFiles, removeUnusedPictures } from '#data/unused-pictures.ts';
import { isUnanswered, PlatformError, unwrap } from '#data/unwrap.ts';
import { atMost } from '#lib/at-most.ts';
import { randomName } from '#lib/random-name.ts';
import { PicturePreparer, pictureFiles } from './sku-pictures-files.ts';
import type { Chosen } from './sku-pictures-files.ts';
import { markIn, markedName, matched, namesIn, picturesAmong } from './sku-pictures.ts';
import type {
  LeftOut,
  Match,
  NamedProduct,
  PictureFile,
  SkuPictures,
  Wanted,
} from './sku-pictures.ts';

/** Whose pictures the chosen files are, and which are nobody's. */
export type Found = { products: SkuPictures[]; left: LeftOut[] };

type OnProgress = (done: number) => void;

/** Reads the names of the files and asks whose they are; nothing is stored. @throws Error with words for people */
export async function findProducts(
  chosen: readonly Chosen[],
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Found> {
  const { pictures, left } = picturesAmong(await pictureFiles(chosen));
  const names = [...new Set(pictures.flatMap(({ path }) => namesIn(path)).map(({ name }) => name))];
  const found: Match[] = [];
  for (let from = 0; from < names.length; from += 500) {
    const question = { names: names.slice(from, from + 500) };
    const answer = await unwrap(rest.rpc('products_named', question).abortSignal(signal));
    // The function's return type is json; see products_named in the schema.
    found.push(...(answer as unknown as Match[]));
    onProgress((from + 500) / (names.length + 500));
  }
  const { products, left: nobodys } = matched(pictures, found);
  return { products: await withMarks(products, signal), left: [...left, ...nobodys] };
}

/** Files outside of a ZIP are read where their product has pictures that came like this: they may be these. */
async function withMarks(products: SkuPictures[], signal: AbortSignal): Promise<SkuPictures[]> {
  const preparer = new PicturePreparer();
  try {
    const marked: SkuPictures[] = [];
    for (const one of products) {
      signal.throwIfAborted();
      const files: SkuPictures['files'] = [];
      for (const { number, file } of one.files) {
        const asked = one.product.images.some(({ url }) => markIn(url));
        files.push({ number, file: asked ? { ...file, mark: await preparer.mark(file) } : file });
      }
      marked.push({ ...one, files });
    }
    return marked;
  } finally {
    preparer.end();
  }
}

/** A product and the pictures that it is to have. */
export type PicturePlan = {
  product: NamedProduct;
  wanted: Wanted[];
  /** Pictures that were uploaded for a save whose response was lost: the retry sends the very same. */
  uploaded?: string[];
};

export type Made = {
  /** The act of the history in which all of it stands. */
  batch: number | undefined;
  products: number;
  pictures: number;
  problems: LeftOut[];
  /** What was not come to: it was stopped, or failed for a reason that would meet the others too. */
  rest: PicturePlan[];
  failure?: string;
};

/**
 * Stores the pictures of one product after the other; what is done stays done, whenever it ends. A picture that can't
 * be read is told of, and keeps its product as it is where it was to take another's place.
 */
export async function storePictures(
  plans: readonly PicturePlan[],
  before: Pick<Made, 'batch'>,
  onProgress: (made: Made) => void,
  signal: AbortSignal,
): Promise<Made> {
  const made: Made = { batch: before.batch, products: 0, pictures: 0, problems: [], rest: [] };
  const waiting = [...plans];
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  async function lane() {
    const preparer = new PicturePreparer();
    try {
      for (let plan; !stopped.aborted && (plan = waiting.shift()); onProgress(made)) {
        try {
          await storeOne(plan, made, preparer, stopped);
        } catch (error) {
          made.rest.push(plan);
          if (!stopped.aborted)
            made.failure = error instanceof Error ? error.message : String(error);
          stop.abort();
        }
      }
    } finally {
      preparer.end();
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    for (const queryKey of [['products'], ['history']])
      void queryClient.invalidateQueries({ queryKey });
  }
  made.rest.push(...waiting);
  return made;
}

/** A photo of a camera takes 50 MB while it is drawn. */
const lanes = 3;

async function storeOne(
  plan: PicturePlan,
  made: Made,
  preparer: PicturePreparer,
  signal: AbortSignal,
) {
  const { product, wanted, uploaded = [] } = plan;
  const images: { url: string; is_main: boolean }[] = [];
  const sent = [...uploaded];
  const problems: LeftOut[] = [];
  try {
    for (const { is_main, ...one } of wanted) {
      if ('url' in one) images.push({ url: one.url, is_main });
      else {
        const folder = is_main ? 'main' : 'additional';
        const url = await send(one.file, folder, preparer, signal);
        if (typeof url === 'string') {
          sent.push(url);
          images.push({ url, is_main });
        } else problems.push(url);
      }
    }
    const replaces = product.images.some(({ url }) =>
      wanted.every((one) => !('url' in one) || one.url !== url),
    );
    made.problems.push(...problems);
    if (problems.length > 0 && (replaces || sent.length === 0)) return;
    const answer = await inTurn(() => save(product, images, made)).catch((error: unknown) => {
      if (error instanceof PlatformError && isUnanswered(error)) {
        plan.wanted = images;
        plan.uploaded = sent.splice(0);
      }
      throw error;
    });
    if (answer.status !== 'saved') {
      const reason =
        answer.status === 'stale'
          ? 'As imagens mudaram depois da conferência. Confira de novo.'
          : 'O produto não existe mais.';
      made.problems.push({ path: `SKU ${product.sku}`, reason });
      return;
    }
    removeFiles(answer.removed_files);
    made.products += 1;
    made.pictures += sent.length;
    sent.length = 0;
  } finally {
    // No record shows these.
    removeUnusedPictures(sent);
  }
}

/** The address of the stored picture, or why there is none. @throws where others would fail for the same reason */
async function send(
  file: PictureFile,
  folder: string,
  preparer: PicturePreparer,
  signal: AbortSignal,
): Promise<string | LeftOut> {
  let prepared;
  try {
    prepared = await preparer.image(file);
  } catch (error) {
    return { path: file.path, reason: error instanceof Error ? error.message : String(error) };
  }
  signal.throwIfAborted();
  const { image, mark } = prepared;
  const name = () => markedName(mark, randomName());
  try {
    const { uploadPicture } = await import('#data/upload.ts');
    return await uploadPicture(image, { bucket: 'product-images', folder, name }, { signal });
  } catch (error) {
    const isItsOwn = error instanceof PlatformError && [400, 413, 415].includes(error.status);
    if (!isItsOwn || signal.aborted) throw error;
    return { path: file.path, reason: error.message };
  }
}

type Answer =
  | { status: 'saved'; batch: number; removed_files: StoredFile[] }
  | { status: 'stale' | 'missing' };

/** One after the other: the first opens the act that the others go on with. */
const inTurn = atMost(1);

// Not aborted in the middle: what is written would be unknown.
async function save(product: NamedProduct, images: Json[], made: Made): Promise<Answer> {
  const { batch } = made;
  const seen = product.images.map(({ url }) => url);
  const asked = { product_id: product.id, images, seen, ...(batch !== undefined && { batch }) };
  // The function's return type is jsonb; see save_product_pictures in the schema.
  const answer = (await unwrap(rest.rpc('save_product_pictures', asked))) as Answer;
  if (answer.status === 'saved') made.batch = answer.batch;
  return answer;
}
