import type { Area } from '#crud/area.ts';
import type { Command, TableName } from '#data/permissions.ts';
import * as defined from './defined.ts';

/**
 * The areas of the panel in the order of the sidebar. Routes, navigation, quick actions, the command menu, search
 * results and tests of all areas read them; `Area` documents their properties.
 */
// Object.fromEntries widens the names.
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
export function addableAreas(may: May) {
  return allAreas.filter(({ table }) => may('create', table));
}

/**
 * Returns the areas that the navigation lists: those in which the user may add records, unless the area requires
 * another permission (`listedWith`). A Colaborador may open the users by URL and reads notifications in the bell, but
 * by the specification the navigation lists neither (SHELL-18, ROLE-13).
 */
export function listedAreas<A extends Pick<Area, 'table' | 'listedWith'>>(
  may: May,
  all: readonly A[],
): A[] {
  return all.filter(({ table, listedWith = 'create' }) => may(listedWith, table));
}
