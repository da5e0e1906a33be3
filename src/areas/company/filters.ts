import { lazyChoices } from '#crud/views/filters.ts';
import { cityLabel, labels, statuses } from './words.ts';
import { companyCitiesQuery } from './queries.ts';

export const statusFilter = { name: 'status', label: labels.status, options: statuses } as const;

/** Returns a filter by city. The choices are the cities of the records in the table. */
export function cityFilter(table: 'distribuidores' | 'parceiros') {
  const lazy = lazyChoices(
    () => companyCitiesQuery(table),
    (cities) => cities,
  );
  return { name: 'cidade', label: cityLabel, lazy } as const;
}
