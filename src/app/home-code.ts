import { countedTables, tableCount } from '#features/dashboard/dashboard.queries.ts';

/** The lazy code and the queries of the dashboard, as an area has them. */
export const homeCode = {
  page: async () => (await import('#features/dashboard/dashboard.tsx')).Dashboard,
  queries: () => countedTables.map((table) => tableCount(table)),
};
