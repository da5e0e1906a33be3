import { Link, useNavigate } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import type { ReactNode } from 'react';
import { useMay } from '#features/auth/profile.queries.ts';
import { leaving } from './leaving.ts';
import { entriesFor } from './navigation-entries.ts';
import type { Entry } from './navigation-entries.ts';
import { navigationItem } from './navigation-item.ts';

export type NavigationProps = {
  collapsed?: boolean;
  onGo?: () => void;
  /** More commands, above 'Sair'. */
  children?: ReactNode;
};

export function Navigation({ collapsed = false, onGo, children }: NavigationProps) {
  const navigate = useNavigate();
  const may = useMay();
  return (
    <>
      <nav aria-label="Principal" className="min-h-0 flex-1 overflow-y-auto p-2">
        <ul className="space-y-0.5">
          {entriesFor(may).map((entry) => (
            <li
              key={entry.to}
              className={entry.to === '/usuarios' ? 'mt-2 border-t border-line pt-2' : ''}
            >
              <NavigationLink entry={entry} collapsed={collapsed} onGo={onGo} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="space-y-0.5 border-t border-line p-2">
        {children}
        <button
          type="button"
          title={collapsed ? 'Sair' : undefined}
          className={navigationItem(collapsed)}
          onClick={() => void navigate({ to: '/login', state: leaving() })}
        >
          <LogOut aria-hidden="true" />
          <span className={collapsed ? 'sr-only' : ''}>Sair</span>
        </button>
      </div>
    </>
  );
}

type NavigationLinkProps = { entry: Entry; collapsed: boolean; onGo?: () => void };

function NavigationLink({ entry, collapsed, onGo }: NavigationLinkProps) {
  return (
    <Link
      to={entry.to}
      title={collapsed ? entry.label : undefined}
      onClick={onGo}
      activeProps={{ className: navigationItem(collapsed, true) }}
      inactiveProps={{ className: navigationItem(collapsed) }}
      activeOptions={{ includeSearch: false }}
    >
      <entry.icon aria-hidden="true" />
      <span className={collapsed ? 'sr-only' : ''}>{entry.label}</span>
    </Link>
  );
}
