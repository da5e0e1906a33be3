import { expect, it, vi } from 'vitest';
import { openBatchesQuery, rowsOf } from '#crud/many/batch.queries.ts';
import type { BatchRow, OpenBatch } from '#crud/many/batch.queries.ts';
import { queryClient } from '#data/query-client.ts';
import { openBatchOf, pictureRows } from './sku-pictures.queries.ts';

vi.mock('#crud/many/batch.queries.ts', { spy: true });

it('finds the unfinished batch of the same files, and none of other files of the same number', async () => {
  stage({ old: ['A.png', 'B.png', 'C.png'], review: ['D.png', 'E.png', 'F.png'] });
  expect((await openBatchOf('3 arquivos', chosen('D.png', 'E.png', 'F.png')))?.id).toBe('review');
  expect((await openBatchOf('3 arquivos', chosen('A.png', 'B.png', 'C.png')))?.id).toBe('old');
  expect(await openBatchOf('3 arquivos', chosen('C.png', 'D.png', 'E.png'))).toBeUndefined();
  expect(await openBatchOf('verao', chosen('A.png', 'B.png', 'C.png'))).toBeUndefined();
});

/** The unfinished batches of the user by id, each with its files: one row for each file. */
function stage(batches: Record<string, string[]>) {
  const open = Object.entries(batches).map(([id, { length: total }]): OpenBatch => {
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
  vi.mocked(openBatchesQuery).mockReturnValue({
    ...openBatchesQuery(),
    queryFn: () => Promise.resolve(open),
  });
  queryClient.clear();
  vi.mocked(rowsOf).mockImplementation(async function* rows(id) {
    for (const [index, path] of (batches[id] ?? []).entries()) yield [staged(index + 1, path)];
  });
}

function staged(place: number, path: string): BatchRow {
  const record = { record_id: path, title: path, detail: path, cells: { files: [path] } };
  const changes = { problems: {}, before: {}, after: {}, doubts: [] };
  return { place, ...record, ...changes, outcome: 'change', refusal: null };
}

function chosen(...paths: string[]) {
  return pictureRows({ products: [], left: paths.map((path) => ({ path, reason: '' })) }, 'add');
}
