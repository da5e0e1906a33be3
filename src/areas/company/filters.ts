import { makeLazyChoices } from '#crud/views/filters.ts';
import { cityLabel, companyLabels, companyStatuses } from './words.ts';
import { companyCitiesQuery } from './queries.ts';

export const companyStatusFilter = {
  name: 'status',
  label: companyLabels.status,
  options: companyStatuses,
} as const;

/** Returns a filter by city. The choices are the cities of the records in the table. */
export function createCityFilter(table: 'distribuidores' | 'parceiros') {
  const lazy = makeLazyChoices(
    () => companyCitiesQuery(table),
    (cities) => cities,
  );
  return { name: 'cidade', label: cityLabel, lazy } as const;
}
