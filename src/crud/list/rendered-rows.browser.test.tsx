import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { useRenderedRows } from './rendered-rows.ts';

type Row = { id: number };

const page = (first: number): Row[] => Array.from({ length: 100 }, (_, n) => ({ id: first + n }));
const fit = Math.ceil(innerHeight / 48);

let counts: (number | undefined)[];

beforeEach(() => (counts = []));
afterEach(() => {
  vi.restoreAllMocks();
  scrollTo(0, 0);
});

it('renders the rows that fit into the window first, and the others after', async () => {
  await render(<Rows rows={page(1)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  expect(counts[0]).toBe(fit);
});

it('starts again with the rows of another page', async () => {
  const { rerender } = await render(<Rows rows={page(1)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  counts = [];
  await rerender(<Rows rows={page(101)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  expect(counts).toContain(fit);
});

it('renders the other rows after the first rows are painted, also on another page', async () => {
  const { rerender } = await render(<Rows rows={page(1)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  const frames: FrameRequestCallback[] = [];
  vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((paint) => frames.push(paint));
  await rerender(<Rows rows={page(101)} />);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(counts.at(-1)).toBe(fit);
  for (const paint of frames) paint(performance.now());
  await expect.poll(() => counts.at(-1)).toBe(100);
});

it('keeps all rendered rows when the same page is refetched', async () => {
  const { rerender } = await render(<Rows rows={page(1)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  counts = [];
  // The new result has one more row at the top, and lacks the last row.
  await rerender(<Rows rows={page(0)} />);
  expect(new Set(counts)).toEqual(new Set([100]));
});

it('starts again with the result of another search, even if both contain the same rows', async () => {
  const { rerender } = await render(<Rows rows={page(1)} />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  counts = [];
  await rerender(<Rows rows={page(3)} question="ab" />);
  await expect.poll(() => counts.at(-1)).toBe(100);
  expect(counts).toContain(fit);
});

it('renders the others at once when the user scrolls', () => {
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
  const rendered = useRenderedRows(rows, question);
  counts.push(rendered?.length);
  return <div style={{ height: rows.length * 48 }} />;
}
