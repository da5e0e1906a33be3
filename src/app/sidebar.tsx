import { Link } from '@tanstack/react-router';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { Logo } from '#ui/logo.tsx';
import { toggleSidebar, useIsSidebarCollapsed } from '#ui/sidebar-state.ts';
import { SidebarTop, logoNameClass, navigationItemClass } from './frame.tsx';
import { Navigation } from './navigation.tsx';

/** The sidebar on a wide screen. */
export function Sidebar() {
  const collapsed = useIsSidebarCollapsed();
  return (
    <>
      <SidebarTop>
        <Link to="/dashboard" aria-label="Vitrine" className="inline-flex rounded-control">
          <Logo nameClass={logoNameClass} />
        </Link>
      </SidebarTop>
      <Navigation collapsed={collapsed}>
        <button
          type="button"
          aria-label={collapsed ? 'Expandir menu' : 'Recolher menu'}
          aria-expanded={!collapsed}
          title={collapsed ? 'Expandir menu' : undefined}
          className={navigationItemClass}
          onClick={toggleSidebar}
        >
          {collapsed ? <PanelLeftOpen /> : <PanelLeftClose />}
          {!collapsed && 'Recolher menu'}
        </button>
      </Navigation>
    </>
  );
}
