import { expect, it } from 'vitest';
import { PlatformError } from '#data/unwrap.ts';
import { sendInParts } from './send-in-parts.ts';

const rows = (count: number, length = 10) =>
  Array.from({ length: count }, (_, place) => ({ place, text: 'a'.repeat(length) }));

async function send(all: readonly { place: number }[], timeouts = 0) {
  const [sizes, places, progress] = [[] as number[], [] as number[], [] as number[]];
  const work = {
    onProgress: (done: number) => progress.push(done),
    signal: new AbortController().signal,
  };
  await sendInParts(all, work, async (part) => {
    sizes.push(part.length);
    if (timeouts-- > 0) throw new PlatformError({ code: '57014', message: 'timeout' }, 500);
    places.push(...part.map(({ place }) => place));
  });
  expect(places).toEqual(all.map(({ place }) => place));
  return { sizes, progress };
}

it('sends at most 1,000 rows and less than 1 MB at a time, and at least one row', async () => {
  expect((await send(rows(2500))).sizes).toEqual([1000, 1000, 500]);
  expect((await send(rows(4, 200_000))).sizes).toEqual([1, 1, 1, 1]);
  expect((await send(rows(3, 150_000))).sizes).toEqual([2, 1]);
  expect((await send([])).sizes).toEqual([]);
});

it('sends a part again in smaller ones after a statement timeout, and reports the progress', async () => {
  const { sizes, progress } = await send(rows(500), 1);
  expect(sizes).toEqual([500, 200, 200, 100]);
  expect(progress).toEqual([0.4, 0.8, 1]);
});
