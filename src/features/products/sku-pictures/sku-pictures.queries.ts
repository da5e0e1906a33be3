import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { removeFiles, removeUnusedPictures } from '#data/unused-pictures.ts';
import { isUnanswered, PlatformError, unwrap } from '#data/unwrap.ts';
import { atMost } from '#lib/at-most.ts';
import { randomName } from '#lib/random-name.ts';
import { PicturePreparer, pictureFiles } from './sku-pictures-files.ts';
import type { Chosen } from './sku-pictures-files.ts';
import { applyPictures, stagePictures } from './staged-pictures.ts';
import type { StagedPictures } from './staged-pictures.ts';
import { markIn, markedName, matched, namesIn, picturesAmong } from './sku-pictures.ts';
import type { LeftOut, Match, PictureFile, PicturePlan, SkuPictures } from './sku-pictures.ts';

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

export type Made = {
  /** The act of the history in which all of it stands. */
  batch: number | undefined;
  /** The batch that the server holds, by whose id the same files are continued. */
  staged?: StagedPictures;
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
  earlier: StagedPictures | string | undefined,
  onProgress: (made: Made) => void,
  signal: AbortSignal,
): Promise<Made> {
  const made: Made = { batch: undefined, products: 0, pictures: 0, problems: [], rest: [] };
  try {
    made.staged =
      typeof earlier === 'object' ? earlier : await stagePictures(plans, earlier, signal);
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { ...made, rest: [...plans], failure };
  }
  const { staged } = made;
  isLost.delete(staged);
  const waiting = [...plans];
  const stop = new AbortController();
  const stopped = AbortSignal.any([signal, stop.signal]);
  async function lane() {
    const preparer = new PicturePreparer();
    try {
      for (let plan; !stopped.aborted && (plan = waiting.shift()); onProgress(made)) {
        try {
          await storeOne(plan, made, staged, preparer, stopped);
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

/** Batches whose last step has no known result: only the same step may follow. */
const isLost = new WeakSet<StagedPictures>();

async function storeOne(
  plan: PicturePlan,
  made: Made,
  staged: StagedPictures,
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
    const isUnread = problems.length > 0 && (replaces || sent.length === 0);
    const unread = Object.fromEntries(problems.map(({ path, reason }) => [path, reason]));
    const answer = await inTurn(async () => {
      if (isLost.has(staged)) throw new Error('Sem conexão com o servidor.');
      try {
        return await applyPictures(
          staged,
          product.id,
          isUnread ? { problems: unread } : { images },
        );
      } catch (error) {
        if (error instanceof PlatformError && isUnanswered(error)) {
          isLost.add(staged);
          if (!isUnread) {
            plan.wanted = images;
            plan.uploaded = sent.splice(0);
          }
        }
        throw error;
      }
    });
    made.batch = answer?.batch ?? made.batch;
    if (isUnread) return;
    if (!answer?.isSaved) {
      const reason = 'As imagens mudaram depois da conferência. Confira de novo.';
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

/** One after the other: each step has the number after the last one. */
const inTurn = atMost(1);
