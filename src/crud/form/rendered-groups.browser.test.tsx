import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { useRenderedGroups } from './rendered-groups.ts';

let element: HTMLElement;
let root: Root;

beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element);
});
afterEach(() => {
  flushSync(() => root.unmount());
  element.remove();
});

const countRendered = () => element.querySelectorAll('input').length;

it('renders the groups that fit into the window first, and the others after', async () => {
  flushSync(() => root.render(<Groups />));
  expect(countRendered()).toBeLessThan(20);
  expect(countRendered()).toBeGreaterThan(1);
  await expect.poll(countRendered).toBe(20);
});

it.each(['keydown', 'pointerdown', 'click', 'submit', 'dragenter'])(
  'renders all of them before a %s is handled',
  (event) => {
    flushSync(() => root.render(<Groups />));
    let heard = 0;
    const hear = () => (heard = countRendered());
    document.addEventListener(event, hear, { once: true });
    document.body.dispatchEvent(new Event(event, { bubbles: true }));
    expect(heard).toBe(20);
  },
);

it('keeps the rendered groups, with their focus and typed values', async () => {
  flushSync(() => root.render(<Groups />));
  const first = element.querySelector('input');
  first?.focus();
  await userEvent.keyboard('abc');
  await expect.poll(countRendered).toBe(20);
  expect(document.activeElement).toBe(first);
  expect(first?.value).toBe('abc');
});

function Groups() {
  const groups = useRenderedGroups(
    Array.from({ length: 20 }, (_, n) => <input key={n} aria-label={`${n}`} />),
  );
  return <form>{groups}</form>;
}
