import type { Area } from '#crud/area.ts';
import type { Command, TableName } from '#data/permissions.ts';
import { banners } from './banners/area.ts';
import { categories } from './categories/area.ts';
import { distribuidores } from './distribuidores/area.ts';
import { notificacoes } from './notificacoes/area.ts';
import { parceiros } from './parceiros/area.ts';
import { products } from './products/area.ts';
import { usuarios } from './usuarios/area.ts';

/**
 * The areas of the panel in the order of the sidebar: the only list of them. Routes, navigation, quick actions, the
 * command menu, search results and the loops of the tests read it; `Area` documents the properties, code.ts has the
 * pages.
 */
export const areas = {
  products,
  categories,
  distribuidores,
  parceiros,
  usuarios,
  notificacoes,
  banners,
} as const satisfies Record<string, Area>;

/** All areas as an array. */
export const allAreas = Object.values(areas);

type May = (command: Command, table: TableName) => boolean;

/** The areas in which the user may add records. */
export function addableAreas(may: May) {
  return allAreas.filter(({ table }) => may('create', table));
}

/**
 * The areas that the navigation lists: those in which the user may add records, unless `listedWith` says otherwise. A
 * Colaborador may open the users by URL and reads notifications in the bell, but the specification lists neither
 * (SHELL-18, ROLE-13).
 */
export function listedAreas<A extends Pick<Area, 'table' | 'listedWith'>>(
  may: May,
  all: readonly A[],
): A[] {
  return all.filter(({ table, listedWith = 'create' }) => may(listedWith, table));
}
