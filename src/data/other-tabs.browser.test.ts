import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followOtherTabs, queryClient, refetchChanged } from './query-client.ts';

// A channel of its own stands for another tab.
let otherTab: BroadcastChannel;
let heard: unknown[];
const read = vi.fn(async () => ['caju']);

followOtherTabs();
beforeEach(() => {
  otherTab = new BroadcastChannel('vitrine');
  heard = [];
  otherTab.addEventListener('message', ({ data }) => heard.push(data));
  read.mockClear();
});
afterEach(() => {
  otherTab.close();
  queryClient.clear();
});

async function openList() {
  const list = new QueryObserver(queryClient, { queryKey: ['frutas', 'list'], queryFn: read });
  const close = list.subscribe(() => {});
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
  return { list, close };
}

it('refetches the visible lists after a change in another tab', async () => {
  const { close } = await openList();
  otherTab.postMessage('changed');
  await expect.poll(() => read.mock.calls.length).toBe(2);
  close();
});

it('refetches in a hidden tab when it becomes visible', async () => {
  queryClient.mount();
  const { list, close } = await openList();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  otherTab.postMessage('changed');
  await expect.poll(() => list.getCurrentQuery().state.isInvalidated).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
  hidden.mockRestore();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => read.mock.calls.length).toBe(2);
  close();
  queryClient.unmount();
});

it('tells the other tabs of a change, and does not follow itself', async () => {
  const { close } = await openList();
  refetchChanged([['verduras']]);
  await expect.poll(() => heard).toEqual(['changed']);
  expect(read).toHaveBeenCalledTimes(1);
  close();
});
