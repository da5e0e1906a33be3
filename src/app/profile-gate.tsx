import type { ReactNode } from 'react';
import { useProfile } from '#features/auth/profile.queries.ts';
import { ErrorBox } from '#ui/error-box.tsx';

/** A login without a profile reads and writes nothing: it sees why, wherever it goes. */
export function ProfileGate({ children }: { children: ReactNode }) {
  const profile = useProfile();
  if (profile.data === null) {
    return (
      <ErrorBox onRetry={() => void profile.refetch()} retrying={profile.isFetching}>
        Erro: Perfil do usuário não encontrado.
      </ErrorBox>
    );
  }
  return children;
}
