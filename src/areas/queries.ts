import type { ListParams, ListParamsDefinition } from '#crud/list-search.ts';
import { makeUncheckedRecordQueries } from '#crud/record.queries.ts';
import { bannerDetail, bannersList } from './banners/queries.ts';
import { categoriesList, categoryDetail } from './categories/queries.ts';
import { distribuidorDetail, distribuidoresList } from './distribuidores/queries.ts';
import { areas } from './index.ts';
import { notificacaoDetail, notificacoesList } from './notificacoes/queries.ts';
import { productDetail, productsList } from './products/queries.ts';
import { usuarioDetail, usuariosList } from './usuarios/queries.ts';

type Areas = typeof areas;

/** The queries of an area: `list` returns the query for one page of the list, `one` the query for one record. */
export type AreaQueries = { list(params: ListParams): object; one(id: string): object };

/** The names of the areas with queries of their own: their definitions have no `columns`. */
type WithOwn = {
  [N in keyof Areas]: Areas[N] extends { columns: unknown } ? never : N;
}[keyof Areas];

type ByColumns = Exclude<keyof Areas, WithOwn>;

const ownQueries: Record<WithOwn, AreaQueries> = {
  banners: { list: bannersList, one: bannerDetail },
  categories: { list: categoriesList, one: categoryDetail },
  distribuidores: { list: distribuidoresList, one: distribuidorDetail },
  notificacoes: { list: notificacoesList, one: notificacaoDetail },
  products: { list: productsList, one: productDetail },
  usuarios: { list: usuariosList, one: usuarioDetail },
};

/** Returns the queries of an area: its own queries, or queries that follow from its columns. */
export function getAreaQueries(name: keyof Areas): AreaQueries {
  return name in ownQueries
    ? ownQueries[name as WithOwn]
    : makeUncheckedRecordQueries<ByColumns, string, ListParamsDefinition, string>(
        areas[name as ByColumns],
      );
}
