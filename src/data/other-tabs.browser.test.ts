import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listenToOtherTabs, queryClient, invalidateInAllTabs } from './query-client.ts';

// A second channel simulates another tab.
let otherTab: BroadcastChannel;
let messages: unknown[];
const read = vi.fn(async () => ['caju']);

listenToOtherTabs();
beforeEach(() => {
  otherTab = new BroadcastChannel('vitrine');
  messages = [];
  otherTab.addEventListener('message', ({ data }) => messages.push(data));
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
  otherTab.postMessage([['frutas']]);
  await expect.poll(() => read.mock.calls.length).toBe(2);
  close();
});

it('refetches in a hidden tab when it becomes visible', async () => {
  queryClient.mount();
  const { list, close } = await openList();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  otherTab.postMessage([['frutas']]);
  await expect.poll(() => list.getCurrentQuery().state.isInvalidated).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
  hidden.mockRestore();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => read.mock.calls.length).toBe(2);
  close();
  queryClient.unmount();
});

it('refetches no list of other records, and nothing that only the user may repeat', async () => {
  const secret = vi.fn(async () => 'abc');
  const once = new QueryObserver(queryClient, {
    queryKey: ['frutas', 'secret'],
    queryFn: secret,
    refetchOnWindowFocus: false,
  });
  const close = [once.subscribe(() => {}), (await openList()).close];
  await expect.poll(() => once.getCurrentResult().isSuccess).toBe(true);
  otherTab.postMessage([['verduras']]);
  otherTab.postMessage('a message of another version');
  otherTab.postMessage([[]]);
  await expect.poll(() => read.mock.calls.length).toBe(2);
  expect(secret).toHaveBeenCalledTimes(1);
  for (const end of close) end();
});

it('tells the other tabs what a change has made outdated', async () => {
  invalidateInAllTabs([]);
  invalidateInAllTabs([['verduras']]);
  await expect.poll(() => messages).toEqual([[['verduras']]]);
});

it('tells the other tabs the table of a change that updates its own lists', async () => {
  const meta = { undo: () => ({ table: 'banners' as const, id: 7 }) };
  const command = { mutationFn: async () => 7, meta };
  await queryClient.getMutationCache().build(queryClient, command).execute(undefined);
  await expect.poll(() => messages).toEqual([[['history']], [['banners']]]);
});
