import { MutationObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { readStoredViewsAndSettings } from '../list-search.ts';
import { viewsAndSettingsQuery, saveListSetting } from './list-choices.queries.ts';

vi.mock('#data/session.ts', { spy: true });

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
  vi.mocked(getCurrentSession).mockReturnValue({ status: 'signedIn', userId: 'ana', email: 'a@b' });
});

it('a column that is hidden while the choices are read stays hidden', async () => {
  const stored = Promise.withResolvers<object>();
  vi.spyOn(rest, 'rpc').mockImplementation(((name: string) =>
    name === 'list_choices'
      ? { abortSignal: () => stored.promise }
      : Promise.resolve({ data: null, error: null, status: 200 })) as never);
  const read = queryClient.fetchQuery(viewsAndSettingsQuery());
  await expect.poll(() => vi.mocked(rest.rpc).mock.calls).toEqual([['list_choices']]);
  await new MutationObserver(queryClient, saveListSetting).mutate({
    area: 'products',
    hidden_columns: 'sku',
  });
  stored.resolve({
    data: { settings: { banners: { hidden: '', size: 25 } }, views: [], may_share: true },
    error: null,
    status: 200,
  });
  const settings = { banners: { hidden: '', size: 25 }, products: { hidden: 'sku', size: null } };
  expect(await read).toEqual({ settings, views: [], may_share: true });
  expect(readStoredViewsAndSettings()?.settings).toEqual(settings);
});
