import { queryClient } from '#data/query-client.ts';
import { countedTables, tableCount } from '#features/dashboard/dashboard.queries.ts';

export function readDashboard() {
  return Promise.all(countedTables.map((table) => queryClient.prefetchQuery(tableCount(table))));
}
