import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { queryClient } from './query-client.ts';

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
