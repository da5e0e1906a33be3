import type { Area } from '#crud/area.ts';
import type { Command, TableName } from '#data/permissions.ts';
import * as defined from './defined.ts';

/**
 * The areas of the panel in the order of the sidebar, keyed by name. Routes, navigation, quick actions, the command
 * menu, search results and the tests of all areas read these definitions. `Area` documents the properties of a
 * definition.
 */
// Cast: Object.fromEntries types the names of the areas as `string`.
export const areas = Object.fromEntries(
  Object.entries(defined).toSorted(([, a], [, b]) => a.place - b.place),
) as { [Name in keyof typeof defined]: (typeof defined)[Name] };

/** All areas as an array. */
export const allAreas = Object.values(areas);

/** Returns the area of a table; undefined for a table without pages. */
export function areaOf(table: string) {
  return allAreas.find((area) => area.table === table);
}

type May = (command: Command, table: TableName) => boolean;

/** Returns the areas in which the user may add records. */
export function findAddableAreas(may: May) {
  return allAreas.filter(({ table }) => may('create', table));
}

/**
 * Returns the areas that the navigation lists. The user needs the permission to add records to an area, or the
 * permission `listedWith` if the area defines it. The read permission is not enough: a Colaborador can open the list of
 * users by URL and reads notifications in the bell, but the navigation must list neither area (SHELL-18, ROLE-13).
 */
export function findListedAreas<A extends Pick<Area, 'table' | 'listedWith'>>(
  may: May,
  all: readonly A[],
): A[] {
  return all.filter(({ table, listedWith = 'create' }) => may(listedWith, table));
}
