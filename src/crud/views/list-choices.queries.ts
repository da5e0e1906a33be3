import { mutationOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryClient, retryOptions } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { unwrap, unwrapAs } from '#data/unwrap.ts';
import { runWhenIdle } from '#lib/lazy.ts';
import {
  isViewsAndSettings,
  storeViewsAndSettings,
  readStoredViewsAndSettings,
} from '../list-search.ts';
import type { ViewsAndSettings, SavedView } from '../list-search.ts';

/**
 * Returns the query of the saved views and the user's list settings. The first paint uses the views and settings that
 * this browser stored on an earlier visit.
 */
export function viewsAndSettingsQuery() {
  const session = getCurrentSession();
  return queryOptions({
    queryKey: ['list_choices', 'userId' in session ? session.userId : ''],
    queryFn: async ({ signal }) => {
      // If this browser has stored the hidden columns, let the rows load first.
      if (readStoredViewsAndSettings()) await new Promise<void>(runWhenIdle);
      const changes: Change[] = [];
      reads.add(changes);
      try {
        const read = await unwrapAs(
          rest.rpc('list_choices').abortSignal(signal),
          isViewsAndSettings,
        );
        const choices = changes.reduce((changed, change) => change(changed), read);
        storeViewsAndSettings(choices);
        return choices;
      } finally {
        reads.delete(changes);
      }
    },
    initialData: readStoredViewsAndSettings,
    initialDataUpdatedAt: 0,
    staleTime: 5 * 60_000,
  });
}

/** Returns the views of a list: the user's own, then the views for all users. */
export function useListViews(table: string): readonly SavedView[] {
  return useQuery(viewsAndSettingsQuery()).data?.views.filter(({ area }) => area === table) ?? [];
}

/**
 * Returns the names of the hidden columns of a list. If a view is open (`visao`), these are the columns in the URL
 * (`ocultas`); otherwise the columns in the user's list settings.
 */
export function useHiddenColumns(
  table: string,
  { visao, ocultas }: { visao: string; ocultas: string },
): ReadonlySet<string> {
  const own = useQuery(viewsAndSettingsQuery()).data?.settings[table]?.hidden ?? '';
  const names = visao ? ocultas : own;
  // Return the same set for the same columns: a new set would render every row again.
  return useMemo(() => new Set(names.split('.').filter(Boolean)), [names]);
}

type Setting = { area: string; hidden_columns?: string; page_size?: number };

/**
 * The mutation that stores a list setting on the server, for all devices of the user. The list shows the new setting
 * before the response.
 */
export const saveListSetting = mutationOptions({
  // Run these mutations one after the other: otherwise the server could store an earlier setting last.
  scope: { id: 'list choices' },
  ...retryOptions,
  mutationFn: (setting: Setting) => unwrap(rest.rpc('set_list', setting)),
  onMutate: ({ area, hidden_columns, page_size }) =>
    changeCachedViewsAndSettings((choices) => {
      const { hidden, size } = choices.settings[area] ?? { hidden: '', size: null };
      const next = { hidden: hidden_columns ?? hidden, size: page_size ?? size };
      return { ...choices, settings: { ...choices.settings, [area]: next } };
    }),
  meta: { failure: (message) => `Não foi possível salvar os ajustes desta lista: ${message}` },
});

/** Changes the cached views and settings, and stores them in this browser. Does not send the change to the server. */
export function changeCachedViewsAndSettings(next: Change) {
  for (const changes of reads) changes.push(next);
  const changed = queryClient.setQueryData(
    viewsAndSettingsQuery().queryKey,
    (choices = { settings: {}, views: [], may_share: false }) => next(choices),
  );
  if (changed) storeViewsAndSettings(changed);
}

type Change = (choices: ViewsAndSettings) => ViewsAndSettings;

/**
 * One array for each request in flight: the changes after the request was sent. The query applies these changes to the
 * response, because the response perhaps does not include them yet.
 */
const reads = new Set<Change[]>();
