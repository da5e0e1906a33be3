import { Link } from '@tanstack/react-router';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { Logo } from '#ui/logo.tsx';
import { Navigation, navigationItem } from './navigation.tsx';
import { toggleSidebar, useSidebarCollapsed } from './sidebar-state.ts';

/** The left side on a desk; on a phone the same navigation is a drawer of the header. */
export function Sidebar() {
  const collapsed = useSidebarCollapsed();
  return (
    <aside
      aria-label="Menu lateral"
      className={`sticky top-0 hidden h-dvh shrink-0 flex-col border-r border-line bg-surface md:flex ${collapsed ? 'w-20' : 'w-56'}`}
    >
      <div
        className={`flex h-14 shrink-0 items-center border-b border-line ${collapsed ? 'justify-center' : 'px-4'}`}
      >
        <Link to="/dashboard" aria-label="Vitrine" className="inline-flex rounded-control">
          <Logo nameClass={collapsed ? 'hidden' : ''} />
        </Link>
      </div>
      <Navigation collapsed={collapsed}>
        <button
          type="button"
          aria-label={collapsed ? 'Expandir menu' : 'Recolher menu'}
          aria-expanded={!collapsed}
          title={collapsed ? 'Expandir menu' : undefined}
          className={navigationItem(collapsed)}
          onClick={toggleSidebar}
        >
          {collapsed ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
          {!collapsed && 'Recolher menu'}
        </button>
      </Navigation>
    </aside>
  );
}
