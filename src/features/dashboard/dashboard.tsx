import { useProfile } from '#features/auth/profile.queries.ts';
import { DashboardSearch } from '#features/search/dashboard-search.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { CountCards } from './count-cards.tsx';
import { ProfileCard } from './profile-card.tsx';
import { QuickActions } from './quick-actions.tsx';

export function Dashboard() {
  const profile = useProfile();
  if (profile.isError && !profile.data) {
    return (
      <ErrorBox onRetry={() => void profile.refetch()} retrying={profile.isFetching}>
        Erro ao carregar dados do perfil.
      </ErrorBox>
    );
  }
  return (
    <div className="max-w-6xl">
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
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="space-y-4">
          <CountCards />
          <QuickActions />
        </div>
        <ProfileCard profile={profile.data} />
      </div>
    </div>
  );
}
