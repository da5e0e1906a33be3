import { useQuery } from '@tanstack/react-query';
import { ImportPage } from '#crud/import/import-page.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { SpinnerArea } from '#ui/spinner.tsx';
import { distribuidorSheet } from './sheet.ts';
import { planOptions } from './queries.ts';

/** /distribuidores/importar */
export function Page() {
  const plans = useQuery(planOptions());
  if (plans.data) return <ImportPage importing={distribuidorSheet(plans.data)} />;
  if (!plans.isError) return <SpinnerArea className="min-h-[60dvh]" />;
  return (
    <ErrorBox onRetry={() => void plans.refetch()} retrying={plans.isFetching}>
      Não foi possível carregar os planos.
    </ErrorBox>
  );
}
