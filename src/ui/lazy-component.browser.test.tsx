import type { ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { lazyComponent } from './lazy-component.tsx';
import { toasts } from './toast.ts';

function Greeting({ name }: { name: string }) {
  return <p>Olá, {name}!</p>;
}

it('renders the part as soon as its code has loaded', async () => {
  const Part = lazyComponent(() => Promise.resolve(Greeting));
  const screen = await render(<Part name="Ana" />);
  await expect.element(screen.getByText('Olá, Ana!')).toBeVisible();
});

describe('a part whose code failed to load', () => {
  const load = vi.fn<() => Promise<ComponentType<{ name: string }>>>();
  const failure = new TypeError('Failed to fetch dynamically imported module');
  const server = vi.fn<typeof fetch>();

  beforeEach(() => {
    load.mockReset();
    vi.stubGlobal('fetch', server);
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('is loaded again while the server does not respond', async () => {
    server.mockRejectedValue(new TypeError('Failed to fetch'));
    load.mockRejectedValueOnce(failure).mockResolvedValue(Greeting);
    const Part = lazyComponent(load, 'used');
    const screen = await render(<Part name="Ana" />);
    await expect.element(screen.getByText('Olá, Ana!'), { timeout: 5_000 }).toBeVisible();
    expect(load).toHaveBeenCalledTimes(2);
    expect(toasts.get()).toEqual([]);
  });

  it('asks for a reload when a newer version has replaced it, and is not loaded again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    server.mockResolvedValue(new Response());
    load.mockRejectedValue(failure);
    const Part = lazyComponent(load, 'used');
    await render(<Part name="Ana" />);
    await vi.waitFor(() => expect(toasts.get()).toHaveLength(1));
    expect(toasts.get()[0]).toMatchObject({
      kind: 'error',
      text: 'Há uma versão nova do painel. Recarregue a página.',
      action: { label: 'Recarregar' },
    });
    const loads = load.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(load).toHaveBeenCalledTimes(loads);
    vi.useRealTimers();
  });
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
