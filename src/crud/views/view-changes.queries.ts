import { mutationOptions } from '@tanstack/react-query';
import { retryOptions } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { getCurrentSession } from '#data/session.ts';
import { PlatformError, unwrap } from '#data/unwrap.ts';
import type { SavedView } from '../list-search.ts';
import { createOnce } from '../creation.queries.ts';
import { changeCachedViewsAndSettings } from './list-choices.queries.ts';

type NewView = Pick<SavedView, 'area' | 'name' | 'address' | 'shared'> &
  Partial<Pick<SavedView, 'id' | 'position'>>;

/**
 * The options of every mutation in this file. A request that failed temporarily is repeated: this is safe, because the
 * mutations are idempotent. They run one after the other, in the order of the user's actions.
 */
const oneByOne = { ...retryOptions, scope: { id: 'list views' } };

export const addView = mutationOptions({
  ...oneByOne,
  mutationFn: ({ shared, ...view }: NewView) =>
    createOnce(JSON.stringify(['list_views', view, shared]), (key) => {
      const id = view.id ?? key;
      // Without the column `owner`, the view belongs to the caller. With null as `owner`, the view is for all users.
      const row = { ...view, id, ...(shared && { owner: null }) };
      return unwrap(rest.from('list_views').insert(row).select('id').single()).catch((error) =>
        storedView(id, error),
      );
    }),
  meta: { invalidates: [['list_choices']], success: 'Visualização criada.', failure: viewFailure },
});

/** The mutation that restores a removed view. It has no `failure` text: `useRemoval` shows the error with a retry. */
export const restoreView = mutationOptions({
  ...addView,
  meta: { ...addView.meta, failure: undefined },
});

/**
 * Returns the id of the view if the insert failed with `error` because an earlier attempt has stored the view.
 * @throws `error` if its code is not 23505, or if no view has this id: then a different view has the name
 */
async function storedView(id: string, error: unknown) {
  if (!(error instanceof Error) || !isViewNameTaken(error)) throw error;
  const stored = await unwrap(rest.from('list_views').select('id').eq('id', id).maybeSingle());
  if (!stored) throw error;
  return stored;
}

type ViewChange = { id: string } & Partial<Pick<SavedView, 'name' | 'address' | 'shared'>>;

export const changeView = mutationOptions({
  ...oneByOne,
  mutationFn: async ({ id, shared, ...view }: ViewChange) => {
    const session = getCurrentSession();
    const owner = 'userId' in session ? session.userId : null;
    const given = shared === undefined ? view : { ...view, owner: shared ? null : owner };
    const rows = await unwrap(rest.from('list_views').update(given).eq('id', id).select('id'));
    if (rows.length === 0) throw new Error('Esta visualização não existe mais.');
  },
  meta: {
    invalidates: [['list_choices']],
    success: 'Visualização alterada.',
    failure: viewFailure,
  },
});

export const removeView = mutationOptions({
  ...oneByOne,
  async mutationFn(id: string) {
    const gone = await unwrap(rest.from('list_views').delete().eq('id', id).select('id'));
    if (gone.length > 0) return;
    // No row was deleted. If the view exists, row-level security refused the deletion; otherwise it counts as removed.
    if (await unwrap(rest.from('list_views').select('id').eq('id', id).maybeSingle()))
      throw new Error('Você não tem permissão para fazer isso.');
  },
  meta: { invalidates: [['list_choices']], failure: viewFailure },
});

export const reorderViews = mutationOptions({
  ...oneByOne,
  mutationFn: (ids: string[]) => unwrap(rest.rpc('order_list_views', { ids })),
  onMutate: (ids) =>
    changeCachedViewsAndSettings((choices) => {
      // Set the positions that the database stores: the undo of a removal restores a view at its position.
      const moved = choices.views
        .filter(({ id }) => ids.includes(id))
        .map((view) => ({ ...view, position: ids.indexOf(view.id) + 1 }))
        .toSorted((a, b) => a.position - b.position);
      const views = choices.views.map((view) => (ids.includes(view.id) ? moved.shift() : view));
      return { ...choices, views: views.filter((view) => view !== undefined) };
    }),
  meta: { invalidates: [['list_choices']], failure: viewFailure },
});

/**
 * Whether the database refused a view because a unique value is already stored (23505): the name of another view of
 * this list, or the id of the view itself after a repeated request.
 */
export function isViewNameTaken(error: Error): boolean {
  return error instanceof PlatformError && error.code === '23505';
}

export const viewNameTakenText = 'Já existe uma visualização com este nome.';

function viewFailure(message: string, error: Error): string {
  return isViewNameTaken(error) ? viewNameTakenText : `Falha ao salvar a visualização: ${message}`;
}
