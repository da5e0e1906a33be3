import { expect, it, vi } from 'vitest';
import { writeSheet } from './write-sheet.ts';

it('reads no more rows once the code of the writer is missing', async () => {
  class MissingWorker extends Worker {
    constructor() {
      super('/missing.worker.js', { type: 'module' });
    }
  }
  vi.stubGlobal('Worker', MissingWorker);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  let read = 0;
  async function* rows() {
    for (; read < 500; read += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      yield [['Caju']];
    }
  }
  const written = writeSheet('csv', 'Frutas', [{ label: 'Nome' }], rows());
  await expect(written).rejects.toThrow('Há uma versão nova do painel. Recarregue a página.');
  expect(read).toBeLessThan(500);
});
