import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import {
  fetchBatchRows,
  makeEmptyPlan,
  unfinishedBatchesQuery,
  yieldBatchRows,
} from '#crud/many/batch.queries.ts';
import type { BatchRow, UnfinishedBatch } from '#crud/many/batch.queries.ts';
import type { SendStep } from '#crud/many/use-batch.ts';
import { queryClient } from '#data/query-client.ts';
import { PlatformError } from '#data/unwrap.ts';
import { uploadPicture } from '#data/upload.ts';
import { prepareImageForUpload } from '#lib/prepare-image.ts';
import { PicturePreparer } from './sku-pictures-files.ts';
import {
  findUnfinishedBatch,
  createPictureRows,
  PictureStepRunner,
} from './sku-pictures.queries.ts';

vi.mock('#crud/many/batch.queries.ts', { spy: true });
vi.mock('#data/upload.ts', { spy: true });

it('finds the unfinished batch of the same files, and none of other files of the same number', async () => {
  stage({ old: ['A.png', 'B.png', 'C.png'], review: ['D.png', 'E.png', 'F.png'] });
  expect((await findUnfinishedBatch('3 arquivos', chosen('D.png', 'E.png', 'F.png')))?.id).toBe(
    'review',
  );
  expect((await findUnfinishedBatch('3 arquivos', chosen('A.png', 'B.png', 'C.png')))?.id).toBe(
    'old',
  );
  expect(
    await findUnfinishedBatch('3 arquivos', chosen('C.png', 'D.png', 'E.png')),
  ).toBeUndefined();
  expect(await findUnfinishedBatch('verao', chosen('A.png', 'B.png', 'C.png'))).toBeUndefined();
});

it('sends as many unreadable pictures of a product as the database stores, and reports the others', async () => {
  const paths = Array.from({ length: 99 }, (_, n) => `${'coleção/'.repeat(20)}A-${n}.png`);
  const after = { images: paths.map((file) => ({ file, is_main: false })) };
  const row = { ...staged(1, 'A'), before: { images: [] }, after };
  vi.mocked(fetchBatchRows).mockResolvedValue([row]);
  const steps = new PictureStepRunner({ products: [], left: [] });
  const plan = makeEmptyPlan('fotos');
  const send = vi.fn<SendStep>(() => Promise.resolve(plan));
  await steps.step(plan, send, new AbortController().signal);

  const rows = v.array(v.object({ place: v.number(), problems: v.record(v.string(), v.string()) }));
  const told = v
    .parse(rows, send.mock.calls[0]?.[0])
    .flatMap((one) => Object.entries(one.problems));
  // The database limits the size of the problems as JSON text. PostgreSQL writes a space after ':' and ','.
  const spelled = told.map(([path, reason]) => `"${path}": "${reason}"`).join(', ');
  expect(new Blob([`{${spelled}}`]).size).toBeLessThanOrEqual(16_384);
  expect(told.length).toBeGreaterThan(50);
  const reported = [...told.map(([path]) => path), ...steps.problems.map(({ path }) => path)];
  expect(reported).toEqual(paths);
});

it('refuses no picture because a newer version has replaced the code that reads them', async () => {
  class MissingWorker extends Worker {
    constructor() {
      super('/missing.worker.js', { type: 'module' });
    }
  }
  vi.stubGlobal('Worker', MissingWorker);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  const images = [{ file: 'A.png', is_main: true }];
  vi.mocked(fetchBatchRows).mockResolvedValue([
    { ...staged(1, 'A'), before: { images: [] }, after: { images } },
  ]);
  const content = { file: new File(['A'], 'A.png') };
  const product = { id: 'A', sku: 'A', title: 'A', images: [] };
  const files = [{ number: 0, file: { path: 'A.png', size: 1, content } }];
  const steps = new PictureStepRunner({ products: [{ product, files }], left: [] });
  const send = vi.fn<SendStep>();
  const step = steps.step(makeEmptyPlan('fotos'), send, new AbortController().signal);
  await expect(step).rejects.toThrow('Há uma versão nova do painel. Recarregue a página.');
  expect(send).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it('prepares an SVG as the form of a product does', async () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12"><rect width="9" height="9"/></svg>';
  const content = { file: new File([drawing], 'A.SVG', { type: 'image/svg+xml' }) };
  const preparer = new PicturePreparer();
  const { image } = await preparer.image({ path: 'fotos/A.SVG', size: drawing.length, content });
  preparer.end();
  const { whole, small, extension } = await prepareImageForUpload(content.file);
  expect(extension).toBe('png');
  expect(image.extension).toBe('png');
  expect(await image.whole.bytes()).toEqual(await whole.bytes());
  expect(await image.small.bytes()).toEqual(await small.bytes());
});

it('stops at a refusal that every other upload would get too, and writes no product off', async () => {
  const row = (place: number, file: string): BatchRow => {
    const after = { images: [{ file, is_main: true }] };
    return { ...staged(place, file), before: { images: [] }, after };
  };
  vi.mocked(fetchBatchRows).mockResolvedValue([row(1, 'A.png'), row(2, 'B.png')]);
  const image = { whole: new Blob(), small: new Blob(), extension: 'webp' };
  vi.spyOn(PicturePreparer.prototype, 'image').mockResolvedValue({ image, fingerprint: 'x' });
  const uploads = vi.mocked(uploadPicture);
  const steps = new PictureStepRunner({
    products: [productOf('A.png'), productOf('B.png')],
    left: [],
  });
  const plan = makeEmptyPlan('fotos');
  const send = vi.fn<SendStep>(() => Promise.resolve(plan));
  const step = () => steps.step(plan, send, new AbortController().signal);
  const refusal = (code: string) => new PlatformError({ status: 400, code, message: 'x' });

  uploads.mockRejectedValue(refusal('AccessDenied'));
  await expect(step()).rejects.toThrow('Você não tem permissão para fazer isso.');
  expect(send).not.toHaveBeenCalled();

  uploads.mockRejectedValue(refusal('InvalidMimeType'));
  await step();
  expect(send).toHaveBeenCalledWith([
    { place: 1, problems: { 'A.png': 'Este tipo de arquivo não é aceito.' } },
    { place: 2, problems: { 'B.png': 'Este tipo de arquivo não é aceito.' } },
  ]);
});

/** Mocks the unfinished batches of the user, keyed by id. Each batch has one row for each of its files. */
function stage(batches: Record<string, string[]>) {
  const open = Object.entries(batches).map(([id, { length: total }]): UnfinishedBatch => {
    const planned = { counts: { change: total }, doubtful: 0, sum: null, percent: null };
    const source = { file_name: `${total} arquivos` };
    const created_at = '2026-01-01T00:00:00Z';
    return {
      id,
      kind: 'pictures',
      area: 'products',
      source,
      total,
      steps: 1,
      batch: 1,
      created_at,
      ...planned,
    };
  });
  vi.mocked(unfinishedBatchesQuery).mockReturnValue({
    ...unfinishedBatchesQuery(),
    queryFn: () => Promise.resolve(open),
  });
  queryClient.clear();
  vi.mocked(yieldBatchRows).mockImplementation(async function* rows(id) {
    for (const [index, path] of (batches[id] ?? []).entries()) yield [staged(index + 1, path)];
  });
}

function staged(place: number, path: string): BatchRow {
  const record = { record_id: path, title: path, detail: path, cells: { files: [path] } };
  const changes = { problems: {}, before: {}, after: {}, doubts: [] };
  return { place, ...record, ...changes, outcome: 'change', refusal: null };
}

function productOf(path: string) {
  const product = { id: path, sku: path, title: path, images: [] };
  const file = { path, size: 1, content: { file: new File(['x'], path) } };
  return { product, files: [{ number: 1, file }] };
}

function chosen(...paths: string[]) {
  return createPictureRows(
    { products: [], left: paths.map((path) => ({ path, reason: '' })) },
    'add',
  );
}
