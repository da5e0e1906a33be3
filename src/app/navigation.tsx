import { Link, useNavigate } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import type { ReactNode } from 'react';
import { useMay } from '#features/auth/profile.queries.ts';
import type { Area } from '#crud/area.ts';
import { areasToAddTo, home } from './areas.ts';
import { leaving } from './leaving.ts';

export type NavigationProps = {
  collapsed?: boolean;
  onGo?: () => void;
  /** More commands, above 'Sair'. */
  children?: ReactNode;
};

export function Navigation({ collapsed = false, onGo, children }: NavigationProps) {
  const navigate = useNavigate();
  const shown = areasToAddTo(useMay());
  return (
    <>
      <nav aria-label="Principal" className="min-h-0 flex-1 overflow-y-auto p-2">
        <ul className="space-y-0.5">
          <li>
            <NavigationLink {...home} collapsed={collapsed} onGo={onGo} />
          </li>
          {shown.map((area, index) => (
            <li
              key={area.path}
              className={
                area.group === shown[index - 1]?.group || index === 0
                  ? ''
                  : 'mt-2 border-t border-line pt-2'
              }
            >
              <NavigationLink {...area} collapsed={collapsed} onGo={onGo} />
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

type NavigationLinkProps = Pick<Area, 'title' | 'icon'> & {
  path: string;
  collapsed: boolean;
  onGo?: () => void;
};

function NavigationLink({ path, title, icon: Icon, collapsed, onGo }: NavigationLinkProps) {
  return (
    <Link
      to={path}
      title={collapsed ? title : undefined}
      onClick={onGo}
      activeProps={{ className: navigationItem(collapsed, true) }}
      inactiveProps={{ className: navigationItem(collapsed) }}
      activeOptions={{ includeSearch: false }}
    >
      <Icon aria-hidden="true" />
      <span className={collapsed ? 'sr-only' : ''}>{title}</span>
    </Link>
  );
}

/** The looks of everything one can choose in the sidebar; reduced to its icon when collapsed. */
export function navigationItem(collapsed: boolean, active = false): string {
  return `${base} ${collapsed ? 'justify-center' : ''} ${active ? 'bg-accent-soft text-accent' : idle}`;
}

const base =
  'flex h-9 w-full items-center gap-3 rounded-control px-3 font-medium [&_svg]:size-4.5 [&_svg]:shrink-0';

const idle = 'text-muted hover:bg-hover hover:text-ink';
