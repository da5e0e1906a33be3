import { useQuery } from '@tanstack/react-query';
import { ImportPage } from '#crud/import/import-page.tsx';
import { QueryStatus } from '#ui/query-status.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { createDistribuidorImport } from './sheet.ts';
import { planOptionsQuery } from './queries.ts';

/** Renders the page /distribuidores/importar. */
export function Page() {
  const plans = useQuery(planOptionsQuery());
  if (plans.data) return <ImportPage importing={createDistribuidorImport(plans.data)} />;
  return (
    <QueryStatus query={plans} loading={<CenteredSpinner className="min-h-[60dvh]" />}>
      Não foi possível carregar os planos.
    </QueryStatus>
  );
}
