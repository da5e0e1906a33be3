import { onlineManager, QueryObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient, type MutationEffects } from './query-client.ts';

it('repeats a failed query when the connection returns', async () => {
  queryClient.mount();
  const queryFn = vi.fn(async () => 'lista').mockRejectedValueOnce(new Error('offline'));
  const observer = new QueryObserver(queryClient, { queryKey: ['frutas'], queryFn });
  const stop = observer.subscribe(() => {});
  onlineManager.setOnline(false);
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
  onlineManager.setOnline(true);
  await expect.poll(() => observer.getCurrentResult().data).toBe('lista');
  stop();
  queryClient.unmount();
  queryClient.clear();
});

describe('a change', () => {
  const change = (meta: MutationEffects) =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: async () => 7, meta })
      .execute(0);
  const isOutdated = (queryKey: QueryKey) => queryClient.getQueryState(queryKey)?.isInvalidated;
  const story = ['history', 'trash', 'frutas'];

  beforeEach(() => {
    for (const key of [['frutas', 'list'], ['verduras', 'list'], story])
      queryClient.setQueryData(key, []);
  });
  afterEach(() => queryClient.clear());

  it('of a record makes the lists of its table and every history outdated', async () => {
    await change({ invalidates: [['frutas']], undo: () => ({ table: 'banners', id: 7 }) });
    expect(isOutdated(['frutas', 'list'])).toBe(true);
    expect(isOutdated(story)).toBe(true);
    expect(isOutdated(['verduras', 'list'])).toBe(false);
  });

  it('of no record makes no history outdated', async () => {
    await change({ invalidates: [['frutas']] });
    expect(isOutdated(['frutas', 'list'])).toBe(true);
    expect(isOutdated(story)).toBe(false);
  });

  it('refetches a list whose first response was on its way', async () => {
    const first = Promise.withResolvers<string>();
    const queryFn = vi.fn(async () => 'depois').mockReturnValueOnce(first.promise);
    const observer = new QueryObserver(queryClient, { queryKey: ['frutas', 'panel'], queryFn });
    const stop = observer.subscribe(() => {});
    await change({ invalidates: [['frutas']] });
    first.resolve('antes');
    await expect.poll(() => observer.getCurrentResult().data).toBe('depois');
    expect(queryFn).toHaveBeenCalledTimes(2);
    stop();
  });

  it('refetches a list once that was being refetched already', async () => {
    const queryFn = vi.fn(async () => 'depois');
    const observer = new QueryObserver(queryClient, { queryKey: ['frutas', 'list'], queryFn });
    const stop = observer.subscribe(() => {});
    await expect.poll(() => observer.getCurrentResult().data).toBeDefined();
    queryFn.mockClear();
    queryFn.mockReturnValueOnce(new Promise(() => {}));
    void observer.refetch();
    await change({ invalidates: [['frutas']] });
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
    // Let a second refetch begin, if there is one.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(queryFn).toHaveBeenCalledTimes(2);
    stop();
  });
});
