import { countedTables, tableCountQuery } from '#features/dashboard/dashboard.queries.ts';

/** The lazy code of the dashboard, and the queries that are prefetched for it. */
export const dashboardLoaders = {
  page: async () => (await import('#features/dashboard/dashboard.tsx')).DashboardPage,
  queries: () => countedTables.map((table) => tableCountQuery(table)),
};
