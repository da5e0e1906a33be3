import { Link } from '@tanstack/react-router';
import UserPen from 'lucide-react/icons/user-pen';
import type { ReactNode } from 'react';
import { StoredAvatar } from '#crud/stored-picture.tsx';
import type { Profile } from '#features/auth/profile.queries.ts';
import { Badge } from '#ui/badge.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

/**
 * Renders the profile of the signed-in user. Renders placeholder lines of the same height while the profile is loading.
 */
export function ProfileCard({ profile }: { profile: Profile | null | undefined }) {
  return (
    <Card title="Seu perfil">
      <div className="flex items-center gap-3">
        {profile ? (
          <StoredAvatar name={profile.name || 'Usuário'} url={profile.avatar_url} size="xl" />
        ) : (
          <span className="skeleton size-16 rounded-full!" />
        )}
        <div className="min-w-0 flex-1">
          <p className="truncate text-base font-semibold">
            {profile ? profile.name || 'Usuário' : <Line />}
          </p>
          <div className="mt-1 h-5">
            {profile && (
              <Badge tone={profile.role === 'Administrador' ? 'blue' : 'neutral'}>
                {profile.role}
              </Badge>
            )}
          </div>
        </div>
      </div>
      <dl className="mt-4 space-y-2.5">
        <Detail label="Nome">{profile && (profile.name || '—')}</Detail>
        <Detail label="Email">{profile?.email}</Detail>
        <Detail label="Empresa">{profile && (profile.company || '—')}</Detail>
        <Detail label="Cargo">{profile?.role}</Detail>
      </dl>
      <Link to="/perfil" className={`${buttonClass()} mt-5 w-full`}>
        <UserPen />
        Editar Perfil
      </Link>
    </Card>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <dt className="w-20 shrink-0 text-muted">{label}</dt>
      <dd className="min-w-0 flex-1 break-words">{children ?? <Line />}</dd>
    </div>
  );
}

function Line() {
  return <span className="skeleton inline-block h-4 w-40 max-w-full align-middle" />;
}
