import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleCheck from 'lucide-react/icons/circle-check';
import { areas } from '#areas/index.ts';
import { overviews } from '#areas/overviews.ts';
import { formatCount } from '#lib/text.ts';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { QueryStatus } from '#ui/query-status.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { firstStepsQuery, attentionCountCap, attentionQuery } from './dashboard.queries.ts';
import type { AttentionReason } from './dashboard.queries.ts';
import { FirstSteps } from './first-steps.tsx';
import { OverviewLink } from './overview-link.tsx';

/**
 * Renders the reasons why records need attention. Each reason is a link to the filtered list, and shows the number of
 * records. Renders the first steps instead if one of them is not done, and either there is no product yet or no record
 * needs attention.
 */
export function AttentionCard() {
  const query = useQuery(attentionQuery);
  const { data } = query;
  const steps = useQuery(firstStepsQuery);
  const shown = data && reasons.filter(({ reason }) => data[reason]);
  const isToDo = !!steps.data && Object.values(steps.data).includes(false);
  if (shown && steps.data && isToDo && (!steps.data.product || shown.length === 0))
    return <FirstSteps done={steps.data} />;
  return (
    <Card
      title="Precisa de atenção"
      actions={<OverviewLink to={overviews.lixeira.path}>Abrir a Lixeira</OverviewLink>}
      className={shown && shown.length > 0 ? 'py-1' : 'p-4'}
    >
      {!shown && (
        <QueryStatus query={query}>Falha ao carregar o que precisa de atenção.</QueryStatus>
      )}
      {shown && steps.isPending && <CenteredSpinner />}
      {shown?.length === 0 && !steps.isPending && (
        <EmptyState icon={<CircleCheck />} title="Tudo em ordem.">
          Nada precisa da sua atenção agora.
        </EmptyState>
      )}
      {shown && shown.length > 0 && !steps.isPending && (
        <ul>
          {shown.map(({ reason, label, link }) => (
            <li key={reason}>
              <Link
                {...link}
                className="flex min-h-10 items-center gap-2 px-4 py-1.5 hover:bg-hover sm:px-5"
              >
                <span className="min-w-0 flex-1">{label}</span>
                <span className="font-semibold">{numberText(data[reason] ?? 0)}</span>
                <ChevronRight className="size-4 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function numberText(count: number): string {
  return count > attentionCountCap ? `${formatCount(attentionCountCap)}+` : formatCount(count);
}

/** The reasons, sorted by the damage to the company, the worst first. */
const reasons: readonly { reason: AttentionReason; label: string; link: LinkProps }[] = [
  {
    reason: 'promo_ended',
    label: 'Promoção encerrada',
    link: { to: areas.products.path, search: { promocao: 'encerrada' } },
  },
  {
    reason: 'promo_without_discount',
    label: 'Promoção sem desconto',
    link: { to: areas.products.path, search: { promocao: 'sem-desconto' } },
  },
  {
    reason: 'broken_link',
    label: 'Produto com link quebrado',
    link: { to: areas.products.path, search: { link: 'quebrado' } },
  },
  {
    reason: 'in_inactive_category',
    label: 'Produto em categoria inativa',
    link: { to: areas.products.path, search: { categoria_status: 'inativa' } },
  },
  {
    reason: 'without_image',
    label: 'Produto sem imagem',
    link: { to: areas.products.path, search: { imagem: 'sem' } },
  },
  {
    reason: 'pending_distribuidores',
    label: 'Distribuidor pendente há mais de 7 dias',
    link: { to: areas.distribuidores.path, search: { pendente: '7' } },
  },
  {
    reason: 'banners_without_image',
    label: 'Banner sem imagem',
    link: { to: areas.banners.path, search: { imagem: 'sem' } },
  },
];
