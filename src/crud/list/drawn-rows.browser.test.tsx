import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { useDrawnRows } from './drawn-rows.ts';

type Row = { id: number };

const page = (first: number): Row[] => Array.from({ length: 100 }, (_, n) => ({ id: first + n }));
const fit = Math.ceil(innerHeight / 48);

let counts: (number | undefined)[];

beforeEach(() => (counts = []));
afterEach(() => scrollTo(0, 0));

it('draws what fits into the window first, and the other rows after', async () => {
  await render(<Rows rows={page(1)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  expect(counts[0]).toBe(fit);
});

it('begins anew with the rows of another page', async () => {
  const { rerender } = await render(<Rows rows={page(1)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  counts = [];
  await rerender(<Rows rows={page(101)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  expect(counts).toContain(fit);
});

it('takes no row away that was there before the same page was read again', async () => {
  const { rerender } = await render(<Rows rows={page(1)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  counts = [];
  // One is new at the top, one has gone from the bottom.
  await rerender(<Rows rows={page(0)} />);
  expect(new Set(counts)).toEqual(new Set([100]));
});

it('begins anew with the answer to another letter, also where it has rows of the one before', async () => {
  const { rerender } = await render(<Rows rows={page(1)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  counts = [];
  await rerender(<Rows rows={page(3)} question="ab" />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  expect(counts).toContain(fit);
});

it('draws the others at once for whoever scrolls to them', () => {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() => root.render(<Rows rows={page(1)} />));
  dispatchEvent(new Event('scroll'));
  expect(counts.at(-1)).toBe(fit);
  scrollTo(0, 500);
  dispatchEvent(new Event('scroll'));
  expect(counts.at(-1)).toBe(100);
  flushSync(() => root.unmount());
  element.remove();
});

function Rows({ rows, question = 'a' }: { rows: Row[]; question?: string }) {
  const drawn = useDrawnRows(rows, question);
  counts.push(drawn?.length);
  return <div style={{ height: rows.length * 48 }} />;
}
