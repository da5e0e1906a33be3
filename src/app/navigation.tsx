import { Link, useNavigate } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import type { ReactNode } from 'react';
import { useMay } from '#features/auth/profile.queries.ts';
import { allAreas, findListedAreas } from '#areas/index.ts';
import { navigationItemClass, NavigationLabel, NavigationList } from './frame.tsx';
import { createSignOutState } from './sign-out-state.ts';

export type NavigationProps = {
  collapsed?: boolean;
  onGo?: () => void;
  /** Commands above 'Sair'. */
  children?: ReactNode;
};

export function Navigation({ collapsed = false, onGo, children }: NavigationProps) {
  const navigate = useNavigate();
  return (
    <NavigationList
      areas={findListedAreas(useMay(), allAreas)}
      commands={
        <>
          {children}
          <button
            type="button"
            title={collapsed ? 'Sair' : undefined}
            className={navigationItemClass}
            onClick={() => void navigate({ to: '/login', state: createSignOutState() })}
          >
            <NavigationLabel icon={LogOut} title="Sair" />
          </button>
        </>
      }
    >
      {({ path, title, icon }) => (
        <Link
          to={path}
          title={collapsed ? title : undefined}
          onClick={onGo}
          className={navigationItemClass}
          activeOptions={{ includeSearch: false }}
        >
          <NavigationLabel icon={icon} title={title} />
        </Link>
      )}
    </NavigationList>
  );
}
