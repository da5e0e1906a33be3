import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { getEditPath } from '#crud/area.ts';
import { createOnce } from '#crud/creation.queries.ts';
import { makeRecordQueries } from '#crud/record.queries.ts';
import { makeCopyUndo } from '#crud/row-mutations.queries.ts';
import type { RowOrderChange } from '#crud/in-place/movable-rows.tsx';
import type { ListedRowOf, RowPage, RowOf, StoredRow } from '#crud/rows.queries.ts';
import { rest } from '#data/rest-client.ts';
import { mayHaveExecuted, unwrap, unwrapAs, unwrapCounted } from '#data/unwrap.ts';
import { unionByStatus, isObject } from '#lib/shape.ts';
import { banners } from './area.ts';

export const {
  list: bannersList,
  one: bannerDetail,
  save: saveBanner,
  remove: deleteBanner,
} = makeRecordQueries(
  {
    ...banners,
    columns:
      'titulo, descricao, cta_texto, cta_link, imagem_url, status, posicao, tipo, ordem, starts_at, ends_at',
    listed: 'titulo, imagem_url, posicao, status, ordem, starts_at, ends_at',
  },
  {
    filters: { imagem: (query) => query.is('imagem_url', null) },
    save: {
      missing: 'Banner não encontrado',
      created: '',
      updated: '',
      failure: (message) => `Erro ao salvar banner: ${message}`,
    },
  },
);

export type ListedBanner = ListedRowOf<typeof bannersList>;
export type Banner = RowOf<typeof bannerDetail>;

/**
 * Returns the query for the position in the list that a banner with this `ordem` would have. The result has the
 * position (`place`, from 1) and the title of the banner before it (`after`). `own` is the id of the form's banner, or
 * undefined for a new banner.
 * - Several banners can have the `ordem` 0. They are sorted by id.
 * - If `ordem` is higher, the banner comes before a stored banner with this number, because shift_banners in the schema
 *   moves the stored banner down.
 */
export function bannerPositionQuery(ordem: number, own: number | undefined) {
  return queryOptions({
    queryKey: ['banners', 'place', ordem, own],
    async queryFn() {
      let before = rest.from('banners').select('titulo', { count: 'exact' });
      before = ordem === 0 ? before.eq('ordem', 0) : before.lt('ordem', ordem);
      if (own !== undefined) before = ordem === 0 ? before.lt('id', own) : before.neq('id', own);
      const last = before.order('ordem', { ascending: false }).order('id', { ascending: false });
      const { data, count } = await unwrapCounted(last.limit(1));
      return { place: count + 1, after: data[0]?.titulo };
    },
  });
}

type Ordered = { status: 'saved'; left: StoredRow | null } | { status: 'conflict' };
const isOrder = unionByStatus<Ordered>({
  saved: {},
  conflict: {},
});

/**
 * Stores the new order of the banners on one page of the list. Fails if another user has moved or deleted one of these
 * banners meanwhile. The `scope` sends several moves one after the other.
 */
export const reorderBanners = mutationOptions({
  scope: { id: 'order of banners' },
  async mutationFn(order: RowOrderChange) {
    const request = unwrapAs(rest.rpc('order_banners', order), isOrder);
    const answer = await request.catch(async (error: unknown): Promise<Ordered> => {
      if (mayHaveExecuted(error) && (await isStored(order))) return { status: 'saved', left: null };
      throw error;
    });
    if (answer.status === 'conflict')
      throw new Error(
        'outra pessoa alterou os banners ao mesmo tempo. Confira como estão e mova novamente.',
      );
    return answer.left;
  },
  // Wait for the refetch: the list shows the new order until `mutateAsync` resolves, then the stored order.
  onSettled: (_left, _error, _order, _before, { client }) =>
    client.invalidateQueries({ queryKey: ['banners'] }),
  meta: {
    success: (left: StoredRow | null) => (left ? 'Ordem dos banners atualizada com sucesso!' : ''),
    undo: (left: StoredRow | null) => (left ? { table: 'banners', ...left } : undefined),
    failure: (message) => `Falha ao mover banner: ${message}`,
  },
});

/**
 * Returns `order` with `seen` in the stored order of the banners: by `ordem`, then by id. After a duplication, the list
 * has a different order: it shows the copy last, but the database sorts the copy after its original. If `seen` is not
 * the order of `rows`, returns `order` unchanged: then an earlier move is in flight, and `seen` includes it.
 */
export function sortSeenIdsByStoredOrder(
  order: RowOrderChange,
  rows: readonly ListedBanner[],
): RowOrderChange {
  if (String(order.seen) !== String(rows.map(({ id }) => id))) return order;
  const stored = rows.toSorted((one, other) => one.ordem - other.ordem || one.id - other.id);
  return { ...order, seen: stored.map(({ id }) => id) };
}

/**
 * Returns whether the banners have the wanted order: then the save succeeded, and only its response was lost. False if
 * the banners cannot be read.
 */
async function isStored({ wanted }: RowOrderChange): Promise<boolean> {
  const rows = rest.from('banners').select('id').in('id', wanted).order('ordem').order('id');
  const stored = await unwrap(rows).catch(() => []);
  return String(stored.map(({ id }) => id)) === String(wanted);
}

/** Duplicates a banner. The list shows the copy last until the next refetch. */
export const duplicateBannerInList = mutationOptions({
  async mutationFn(id: StoredRow['id'], { client }) {
    const copy = await duplicateBanner(Number(id));
    if (!copy.success) throw new Error('Banner não encontrado');
    showLast(copy.data, client);
    return copy.data;
  },
  meta: {
    success: 'Banner duplicado com sucesso!',
    undo: makeCopyUndo('banners'),
    offer: {
      label: 'Abrir a cópia',
      address: ({ id }: ListedBanner) => getEditPath(banners, id),
    },
    failure: (message) => `Falha ao duplicar banner: ${message}`,
  },
});

const isCopy = unionByStatus<{ status: 'saved'; banner: Banner } | { status: 'missing' }>({
  saved: { banner: isObject },
  missing: {},
});

type Duplicated = { success: true; data: ListedBanner } | { success: false; data: null };

/** Copies a banner, with ' (Cópia)' after its title. `success` is false if no banner has this id. */
export async function duplicateBanner(id: number): Promise<Duplicated> {
  const result = await createOnce(`banners/${id}`, (creation_key) =>
    unwrapAs(rest.rpc('duplicate_banner', { banner_id: id, creation_key }), isCopy),
  );
  return result.status === 'saved'
    ? { success: true, data: result.banner }
    : { success: false, data: null };
}

function showLast(copy: ListedBanner, client: QueryClient) {
  client.setQueriesData<RowPage<ListedBanner>>(
    { queryKey: ['banners', 'list'], type: 'active' },
    (page) => page && { rows: [...page.rows, copy], total: page.total + 1 },
  );
  void client.invalidateQueries({ queryKey: ['banners'], refetchType: 'none' });
}
