import { useEffect } from 'react';
import { overviews } from '#areas/overviews.ts';
import { readStoredViewsAndSettings } from '#crud/list-search.ts';
import { queryClient } from '#data/query-client.ts';
import { useMay, useProfile } from '#features/auth/profile.queries.ts';
import { DashboardSearch } from '#features/search/dashboard-search.tsx';
import { runWhenIdle } from '#lib/lazy.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { CountCards } from './count-cards.tsx';
import { ProfileCard } from './profile-card.tsx';
import { QuickActions } from './quick-actions.tsx';

export function DashboardPage() {
  const profile = useProfile();
  const seesAll = useMay()(...overviews.atividade.needs);
  useEffect(function prefetchListChoices() {
    // Prefetch the list settings, because this page opens first after a sign-in. The next list must know the hidden
    // columns when it opens.
    if (!readStoredViewsAndSettings()) runWhenIdle(() => void readListChoices().catch(() => {}));
  }, []);
  // Render the search in every state, so that the entered text is not lost.
  if (profile.isError && !profile.data) {
    return (
      <>
        <DashboardSearch />
        <ErrorBox onRetry={() => void profile.refetch()} retrying={profile.isFetching}>
          Erro ao carregar dados do perfil.
        </ErrorBox>
      </>
    );
  }
  return (
    <>
      <DashboardSearch />
      <PageTitle
        title={
          profile.isPending ? (
            <span
              role="status"
              aria-label="Carregando..."
              className="skeleton block h-7 w-64 max-w-full"
            />
          ) : (
            `Bem-vindo, ${profile.data?.name.trim() || 'Usuário'}!`
          )
        }
        detail="Um resumo do seu catálogo."
      />
      {seesAll && <BackupNotice />}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start 2xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="@container space-y-4">
          <CountCards />
          <QuickActions />
          {/* The minimum height is the height of `Attention` with seven lines: nothing moves when the data arrives. */}
          <div className="grid gap-4 *:min-h-83.25 @2xl:grid-cols-2">
            <Attention />
            <ActivityChart seesAll={seesAll} />
          </div>
          {seesAll && <LastEdited />}
        </div>
        <ProfileCard profile={profile.data} />
      </div>
    </>
  );
}

async function readListChoices() {
  const { viewsAndSettingsQuery } = await import('#crud/views/list-choices.queries.ts');
  await queryClient.prefetchQuery(viewsAndSettingsQuery());
}

function EmptyCard() {
  return <div className="rounded-card border border-line bg-surface shadow-raised" />;
}

const BackupNotice = lazyComponent(async () => (await import('./backup-notice.tsx')).BackupNotice);
// Lazy: these parts are below the content that users see first.
const Attention = lazyComponent(
  async () => (await import('./attention.tsx')).AttentionCard,
  'rendered',
  EmptyCard,
);
const ActivityChart = lazyComponent(
  async () => (await import('./activity-chart.tsx')).ActivityChart,
  'rendered',
  EmptyCard,
);
const LastEdited = lazyComponent(async () => (await import('./last-edited.tsx')).LastEditedCard);
