import { Link, useNavigate } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import { useIsAdministrator } from '#features/auth/profile.queries.ts';
import { leaving } from './leaving.ts';
import { entries } from './navigation-entries.ts';
import type { Entry } from './navigation-entries.ts';

export type NavigationProps = { collapsed?: boolean; onGo?: () => void };

export function Navigation({ collapsed = false, onGo }: NavigationProps) {
  const navigate = useNavigate();
  const administrator = useIsAdministrator();
  const shown = entries.filter((entry) => administrator || !entry.administrators);
  return (
    <>
      <nav aria-label="Principal" className="min-h-0 flex-1 overflow-y-auto p-2">
        <ul className="space-y-0.5">
          {shown.map((entry) => (
            <li key={entry.to} className={entry.to === '/usuarios' ? 'mt-2 border-t border-line pt-2' : ''}>
              <NavigationLink entry={entry} collapsed={collapsed} onGo={onGo} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-t border-line p-2">
        <button
          type="button"
          title={collapsed ? 'Sair' : undefined}
          className={`${item} ${collapsed ? 'justify-center' : ''} text-muted hover:bg-hover hover:text-ink`}
          onClick={() => void navigate({ to: '/login', state: leaving() })}
        >
          <LogOut aria-hidden="true" />
          <span className={collapsed ? 'sr-only' : ''}>Sair</span>
        </button>
      </div>
    </>
  );
}

function NavigationLink({ entry, collapsed, onGo }: NavigationProps & { entry: Entry }) {
  return (
    <Link
      to={entry.to}
      title={collapsed ? entry.label : undefined}
      onClick={onGo}
      className={`${item} ${collapsed ? 'justify-center' : ''}`}
      activeProps={{ className: 'bg-accent-soft text-accent' }}
      inactiveProps={{ className: 'text-muted hover:bg-hover hover:text-ink' }}
      activeOptions={{ includeSearch: false }}
    >
      <entry.icon aria-hidden="true" />
      <span className={collapsed ? 'sr-only' : ''}>{entry.label}</span>
    </Link>
  );
}

const item =
  'flex h-9 w-full items-center gap-3 rounded-control px-3 font-medium transition-colors [&_svg]:size-4.5 [&_svg]:shrink-0';
