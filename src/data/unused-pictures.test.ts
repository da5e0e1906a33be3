import { expect, it, vi } from 'vitest';
import { bringBack } from './unused-pictures.ts';

let [now, most, done] = [0, 0, 0];

vi.mock('./rest-client.ts', () => ({ rest: {} }));
vi.mock('./storage-client.ts', () => ({
  storage: {
    from: () => ({
      async move() {
        most = Math.max(most, (now += 1));
        await new Promise((resolve) => setTimeout(resolve, 1));
        now -= 1;
        done += 1;
        return { error: null };
      },
    }),
  },
}));

it('moves the pictures of a thousand records a few at a time', async () => {
  const files = Array.from({ length: 1_000 }, (_, n) => ({ bucket: 'logos', path: `${n}.png` }));
  await bringBack(files);
  expect([done, most]).toEqual([1_000, 4]);
});
