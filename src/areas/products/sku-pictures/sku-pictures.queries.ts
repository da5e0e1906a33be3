import * as v from 'valibot';
import {
  totalsSchema,
  fetchBatchRows,
  makeEmptyPlan,
  unfinishedBatchesQuery,
  yieldBatchRows,
} from '#crud/many/batch.queries.ts';
import type {
  BatchRow,
  UnfinishedBatch,
  BatchPlan,
  TaskOptions,
} from '#crud/many/batch.queries.ts';
import { sendInParts } from '#crud/many/send-in-parts.ts';
import type { SendStep } from '#crud/many/use-batch.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { moveUnusedPicturesToTrash } from '#data/unused-pictures.ts';
import { mayHaveExecuted, PlatformError, unwrap } from '#data/unwrap.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { loadCode, CodeLoadError } from '#lib/load-code.ts';
import { createRandomHex } from '#lib/random-name.ts';
import { PicturePreparer, listPictureFiles } from './sku-pictures-files.ts';
import type { ChosenFile } from './sku-pictures-files.ts';
import {
  parseFingerprint,
  createFingerprintedName,
  matchPictures,
  parsePossibleSkus,
  selectPictures,
  findWantedPictures,
} from './sku-pictures.ts';
import type {
  IgnoredFile,
  SkuMatch,
  PictureMode,
  PictureFile,
  ProductPicture,
  ProductFiles,
} from './sku-pictures.ts';

/** The products that match the chosen files, and the files that are not used (`left`), with the reason. */
export type FileMatchResult = { products: ProductFiles[]; left: IgnoredFile[] };

/**
 * Finds the products by the file names; nothing is stored.
 * @throws Error with a message for users
 */
export async function findProductsByFileName(
  chosen: readonly ChosenFile[],
  { onProgress, signal }: TaskOptions,
): Promise<FileMatchResult> {
  const { pictures, left } = selectPictures(await listPictureFiles(chosen));
  const names = [
    ...new Set(pictures.flatMap(({ path }) => parsePossibleSkus(path)).map(({ name }) => name)),
  ];
  const found: SkuMatch[] = [];
  for (let from = 0; from < names.length; from += 500) {
    const request = { names: names.slice(from, from + 500) };
    const response = await unwrap(rest.rpc('products_by_file_name', request).abortSignal(signal));
    found.push(...v.parse(matches, response));
    onProgress((from + 500) / (names.length + 500));
  }
  const { products, left: unmatched } = matchPictures(pictures, found);
  return { products: await addFingerprints(products, signal), left: [...left, ...unmatched] };
}

const pictures = v.array(v.object({ url: v.string(), is_main: v.boolean() }));
const matches = v.array(
  v.object({
    name: v.string(),
    exact: v.boolean(),
    id: v.string(),
    sku: v.string(),
    title: v.string(),
    images: pictures,
  }),
);

/**
 * Adds the missing fingerprints to the files of products that already have pictures imported by SKU, so that
 * `findWantedPictures` can recognize the stored pictures. Files of other products are not read.
 */
async function addFingerprints(
  products: ProductFiles[],
  signal: AbortSignal,
): Promise<ProductFiles[]> {
  const preparer = new PicturePreparer();
  try {
    const completed: ProductFiles[] = [];
    for (const one of products) {
      signal.throwIfAborted();
      const files: ProductFiles['files'] = [];
      for (const { number, file } of one.files) {
        const isRead = one.product.images.some(({ url }) => parseFingerprint(url));
        files.push({
          number,
          file: isRead ? { ...file, fingerprint: await preparer.fingerprint(file) } : file,
        });
      }
      completed.push({ ...one, files });
    }
    return completed;
  } finally {
    preparer.end();
  }
}

/** Returns the rows of the batch: the products with their wanted pictures, then the unused files with the reason. */
export function createPictureRows({ products, left }: FileMatchResult, mode: PictureMode) {
  const rows = products.map((one) => {
    const { id, images } = one.product;
    const wanted = findWantedPictures(one, mode)?.map(({ is_main, ...picture }) =>
      'url' in picture ? { ...picture, is_main } : { file: picture.file.path, is_main },
    );
    const files = one.files.map(({ file }) => file.path);
    const after = { images: wanted ?? images };
    return { record_id: id, cells: { files }, before: { images }, after };
  });
  const ignored = left.map(({ path, reason }) => ({
    title: path,
    cells: { files: [path] },
    problems: { [path]: reason },
    before: { images: [] },
    after: { images: [] },
  }));
  return [...rows, ...ignored].map((row, index) => ({ ...row, place: index + 1 }));
}

/**
 * Returns the unfinished batch of the files in `rows`; undefined if there is none. Compares the paths of the files,
 * because a batch of different files can have the same name and number of files ('12 arquivos').
 */
export async function findUnfinishedBatch(
  source: string,
  rows: ReturnType<typeof createPictureRows>,
): Promise<UnfinishedBatch | undefined> {
  const open = await queryClient.fetchQuery(unfinishedBatchesQuery());
  const chosen = new Set(rows.flatMap(({ cells }) => cells.files));
  for (const batch of open) {
    const isNamed = batch.kind === 'pictures' && batch.source.file_name === source;
    if (isNamed && batch.total === rows.length && (await hasFiles(batch.id, chosen))) return batch;
  }
  return undefined;
}

async function hasFiles(batch_id: string, files: ReadonlySet<string>): Promise<boolean> {
  const staged = new Set<string>();
  for await (const part of yieldBatchRows(batch_id))
    for (const { cells } of part)
      for (const path of v.parse(paths, cells['files'] ?? [])) {
        if (!files.has(path)) return false;
        staged.add(path);
      }
  return staged.size === files.size;
}

const paths = v.array(v.string());

/**
 * The number of products in a step. The number is small, because a step prepares one picture of each product
 * concurrently, and a camera photo takes 50 MB of memory while it is decoded.
 */
const productsPerStep = 3;

/**
 * Runs the steps of a batch of pictures: uploads the pictures of a step, then applies the step. Each file is uploaded
 * only once, even if the step is retried.
 */
export class PictureStepRunner {
  /** The refused pictures that no row reports, because the product was changed anyway or the row has no space left. */
  readonly problems: IgnoredFile[] = [];
  readonly #files: ReadonlyMap<string, PictureFile>;
  /** The URLs of the uploaded files, keyed by path. */
  readonly #uploaded = new Map<string, string>();
  #prepared: { steps: number; rows: PicturesStep } | undefined;

  constructor({ products }: FileMatchResult) {
    const files = products.flatMap((one) => one.files.map(({ file }) => file));
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  /** Runs one step of the batch: see `step` of `BatchFlowOptions`. */
  async step(plan: BatchPlan, send: SendStep, signal: AbortSignal): Promise<BatchPlan> {
    // Prepare each step only once: a retry after a lost response must send the same pictures again.
    if (this.#prepared?.steps !== plan.steps)
      this.#prepared = { steps: plan.steps, rows: await this.#prepare(plan, signal) };
    try {
      return await send(this.#prepared.rows);
    } catch (error) {
      // The server refused the step and wrote nothing: prepare it again, because the rows may have changed.
      if (!mayHaveExecuted(error)) this.#prepared = undefined;
      throw error;
    }
  }

  /** Moves unused uploads to the trash. */
  end() {
    moveUnusedPicturesToTrash([...this.#uploaded.values()]);
    this.#uploaded.clear();
  }

  async #prepare(plan: BatchPlan, signal: AbortSignal): Promise<PicturesStep> {
    const waiting = await fetchBatchRows(plan.id, { outcomes: ['change'] }, 0, productsPerStep);
    const rows = waiting.map((row) => this.#upload(row, signal));
    const settled = await Promise.allSettled(rows);
    const failed = settled.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
    return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }

  async #upload({ place, before, after }: BatchRow, signal: AbortSignal) {
    const stored = v.parse(pictures, before['images']);
    const wanted = v.parse(wantedOf, after['images']);
    const images: ProductPicture[] = [];
    const problems: Record<string, string> = {};
    const preparer = new PicturePreparer();
    try {
      for (const { is_main, ...one } of wanted) {
        const url = 'url' in one ? one.url : await this.#urlOf(one.file, is_main, preparer, signal);
        if (typeof url === 'string') images.push({ url, is_main });
        else if ('file' in one) problems[one.file] = url.reason;
      }
    } finally {
      preparer.end();
    }
    const isReplacing = stored.some(({ url }) => !images.some((image) => image.url === url));
    const isNew = images.some(({ url }) => !stored.some((image) => image.url === url));
    const unreadable = Object.entries(problems);
    // Do not change a product with a refused picture if it would lose a stored picture, or receive no new one.
    const isRefused = unreadable.length > 0 && (isReplacing || !isNew);
    const reported = isRefused ? problemsOfRow(unreadable) : [];
    for (const [path, reason] of unreadable.slice(reported.length))
      if (!this.problems.some((known) => known.path === path)) this.problems.push({ path, reason });
    return isRefused ? { place, problems: Object.fromEntries(reported) } : { place, images };
  }

  /**
   * Uploads a file, if it was not uploaded yet. Returns its URL, or the reason why it was refused.
   * @throws errors that would occur for other files too
   */
  async #urlOf(path: string, isMain: boolean, preparer: PicturePreparer, signal: AbortSignal) {
    const known = this.#uploaded.get(path);
    if (known) return known;
    const file = this.#files.get(path);
    if (!file) return { reason: 'O arquivo não está entre os escolhidos.' };
    signal.throwIfAborted();
    const prepared = await preparer.image(file).catch((error: unknown) => {
      if (error instanceof CodeLoadError) throw error;
      return { reason: getErrorMessage(error) };
    });
    if ('reason' in prepared) return prepared;
    signal.throwIfAborted();
    try {
      const { uploadPicture } = await loadCode(() => import('#data/upload.ts'));
      const folder = isMain ? 'main' : 'additional';
      const name = () => createFingerprintedName(prepared.fingerprint, createRandomHex());
      const place = { bucket: 'product-images', folder, name };
      const url = await uploadPicture(prepared.image, place, { signal });
      this.#uploaded.set(path, url);
      return url;
    } catch (error) {
      if (!isOfThisFile(error) || signal.aborted) throw error;
      return { reason: error.message };
    }
  }
}

/**
 * Returns whether the server refused only this file. 'AccessDenied' and 42501 concern every file: a policy refuses the
 * uploads of a user who has too many unused uploads.
 */
function isOfThisFile(error: unknown): error is PlatformError {
  const isRefused = error instanceof PlatformError && [400, 413, 415].includes(error.status);
  return isRefused && !['AccessDenied', '42501'].includes(error.code);
}

/** Returns the first problems that fit in a row: the database refuses a row with more than 16,384 bytes of problems. */
function problemsOfRow(problems: readonly [path: string, reason: string][]) {
  let bytes = 0;
  // As JSON, `one` is '["path","reason"]'. PostgreSQL writes '"path": "reason", ': one character more.
  const size = (one: unknown) => new TextEncoder().encode(JSON.stringify(one)).length + 1;
  const end = problems.findIndex((one) => (bytes += size(one)) > 16_384);
  return problems.slice(0, end === -1 ? undefined : end);
}

/** Checks the wanted pictures of a row: URLs of stored pictures, and paths of chosen files. */
const wantedOf = v.array(
  v.union([
    v.object({ url: v.string(), is_main: v.boolean() }),
    v.object({ file: v.string(), is_main: v.boolean() }),
  ]),
);

/** The rows of one step: each has the pictures to store, or the reasons why its product stays unchanged. */
type PicturesStep = (
  | { place: number; images: ProductPicture[] }
  | { place: number; problems: Record<string, string> }
)[];

/** Plans a batch that stores the pictures of the found products, and returns the plan. No product is changed yet. */
export async function planPictures(
  file_name: string,
  rows: ReturnType<typeof createPictureRows>,
  work: TaskOptions,
): Promise<BatchPlan> {
  const batch = { id: createRandomHex(), file_name, total: rows.length };
  let plan = makeEmptyPlan(batch.id, file_name);
  await sendInParts(rows, work, async (part) => {
    const request = rest.rpc('plan_pictures', { batch, rows: part });
    plan = { ...plan, ...v.parse(totalsSchema, await unwrap(request.abortSignal(work.signal))) };
  });
  return plan;
}
