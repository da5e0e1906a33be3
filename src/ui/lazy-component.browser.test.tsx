import type { ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { lazyComponent } from './lazy-component.tsx';

function Greeting({ name }: { name: string }) {
  return <p>Olá, {name}!</p>;
}

it('renders the part as soon as its code has loaded', async () => {
  const Part = lazyComponent(() => Promise.resolve(Greeting));
  const screen = await render(<Part name="Ana" />);
  await expect.element(screen.getByText('Olá, Ana!')).toBeVisible();
});

it('retries when its code failed to load', async () => {
  const load = vi
    .fn<() => Promise<ComponentType<{ name: string }>>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(Greeting);
  const Part = lazyComponent(load);
  const screen = await render(<Part name="Ana" />);
  await expect.element(screen.getByText('Olá, Ana!'), { timeout: 5_000 }).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});

it('prefetches the code of a part that is not rendered yet', async () => {
  const load = vi.fn(() => Promise.resolve(Greeting));
  lazyComponent(load);
  expect(load).not.toHaveBeenCalled();
  await expect.poll(() => load.mock.calls.length, { timeout: 15_000 }).toBe(1);
});

it('loads after the first paint, if it renders nothing by itself', async () => {
  const rests = vi.spyOn(globalThis, 'requestIdleCallback').mockReturnValue(0);
  const load = vi.fn(() => Promise.resolve(Greeting));
  const Part = lazyComponent(load, 'idle');
  const screen = await render(<Part name="Ana" />);
  expect(load).not.toHaveBeenCalled();
  for (const [work] of rests.mock.calls) work({ didTimeout: false, timeRemaining: () => 50 });
  rests.mockRestore();
  await expect.element(screen.getByText('Olá, Ana!')).toBeVisible();
});
