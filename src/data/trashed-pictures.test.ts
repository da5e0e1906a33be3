import { expect, it, vi } from 'vitest';
import { restoreFiles, finishRestoring } from './trashed-pictures.ts';

let [now, most, done] = [0, 0, 0];
/** The files whose moves get no response (`lost`) or are refused (`refused`). */
let lost: string[] = [];
let refused: string[] = [];
const moved: string[] = [];

vi.mock('./rest-client.ts', () => ({ rest: {} }));
vi.mock('./storage-client.ts', () => ({
  storage: {
    from: () => ({
      async move(from: string) {
        if (lost.includes(from)) return { error: new TypeError('Failed to fetch') };
        if (refused.includes(from)) return { error: { message: 'Access denied', status: 403 } };
        moved.push(from);
        most = Math.max(most, (now += 1));
        await new Promise((resolve) => setTimeout(resolve, 1));
        now -= 1;
        done += 1;
        return { error: null };
      },
    }),
  },
}));

it('moves the pictures of a thousand records with limited concurrency', async () => {
  const files = Array.from({ length: 1_000 }, (_, n) => ({ bucket: 'logos', path: `${n}.png` }));
  await restoreFiles(files);
  expect([done, most]).toEqual([1_000, 4]);
});

it('repeats at the next visit only the moves whose response was lost', async () => {
  const files = ['a', 'b', 'c'].map((name) => ({ bucket: 'logos', path: `parceiros/${name}.png` }));
  [lost, refused] = [['logos/parceiros/b.png'], ['logos/parceiros/c.png']];
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  await restoreFiles(files);
  [lost, refused] = [[], []];
  moved.length = 0;

  await finishRestoring();
  await finishRestoring();
  expect(moved).toEqual(['logos/parceiros/b.png']);
});
