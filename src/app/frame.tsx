import type { ReactNode } from 'react';
import { dashboardPageInfo } from '#areas/overviews.ts';
import type { allAreas } from '#areas/index.ts';

// This file has only layout, without hooks, because the build also renders the frame into the page (still-frame.tsx).
// The static frame is shown until the panel has loaded.

export type PanelFrameProps = {
  /** Whether the sidebar is collapsed to its icons. CSS reads this state (`group-data-collapsed/frame`). */
  collapsed: boolean;
  sidebar: ReactNode;
  header: ReactNode;
  children: ReactNode;
};

/** Sidebar, header and main area. A phone has no sidebar. */
export function PanelFrame({ collapsed, sidebar, header, children }: PanelFrameProps) {
  return (
    <div data-collapsed={collapsed || undefined} className="group/frame flex min-h-dvh">
      <aside
        aria-label="Menu lateral"
        className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col border-r border-line bg-surface group-data-collapsed/frame:w-20 md:flex"
      >
        {sidebar}
      </aside>
      <div className="flex min-w-0 flex-1 flex-col">
        {header}
        <main
          id="conteudo"
          tabIndex={-1}
          className="w-full flex-1 px-4 py-5 outline-none not-has-data-bottom-bar:max-md:pb-20 sm:px-6 has-[nav[aria-label=Paginação]]:not-has-data-selection-bar:pb-20 has-[nav[aria-label=Paginação]]:not-has-data-selection-bar:max-md:pb-36"
        >
          {children}
        </main>
      </div>
    </div>
  );
}

/** The top of the sidebar, with the logo. */
export function SidebarTop({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-14 shrink-0 items-center border-b border-line px-4 group-data-collapsed/frame:justify-center group-data-collapsed/frame:px-0">
      {children}
    </div>
  );
}

/** The class of the name 'Vitrine' in the logo: a collapsed sidebar hides the name. */
export const logoNameClass = 'group-data-collapsed/frame:hidden';

/** The header: `children` at the left, and `buttons` at the right end of the first line. */
export function HeaderLayout({
  hidden,
  buttons,
  children,
}: {
  hidden?: boolean;
  buttons: ReactNode;
  children: ReactNode;
}) {
  return (
    <header
      data-hidden={hidden || undefined}
      className={`sticky top-0 z-20 flex min-h-14 flex-wrap items-center gap-x-1 border-b border-line bg-surface px-2 sm:px-4 lg:pl-6 ${slideOutClass}`}
    >
      {children}
      <div className="ml-auto flex h-14 items-center gap-1 max-sm:gap-0">{buttons}</div>
    </header>
  );
}

// The classes that move a hidden header out of a window narrower than Tailwind's lg. The header stays visible if it
// contains the focus or the offline notice.
const slideOutClass =
  'transition-transform duration-150 max-lg:data-hidden:not-focus-within:not-has-data-offline:-translate-y-full';

export type NavigationTarget = typeof dashboardPageInfo | (typeof allAreas)[number];

export type NavigationListProps = {
  areas: readonly (typeof allAreas)[number][];
  /** Renders the link to an area or to the dashboard. */
  children: (place: NavigationTarget) => ReactNode;
  /** Commands below the links. */
  commands: ReactNode;
};

/** The navigation links, in groups with lines between them, and below them the commands. */
export function NavigationList({ areas, commands, children }: NavigationListProps) {
  return (
    <>
      <nav aria-label="Principal" className="min-h-0 flex-1 overflow-y-auto p-2">
        <ul className="space-y-0.5">
          <li>{children(dashboardPageInfo)}</li>
          {areas.map((area, index) => (
            <li
              key={area.path}
              className={
                area.group === areas[index - 1]?.group || index === 0
                  ? ''
                  : 'mt-2 border-t border-line pt-2'
              }
            >
              {children(area)}
            </li>
          ))}
        </ul>
      </nav>
      <div className="space-y-0.5 border-t border-line p-2">{commands}</div>
    </>
  );
}

export type NavigationLabelProps = { icon: NavigationTarget['icon']; title: string };

/** The icon and the name of a link or command in the sidebar. A collapsed sidebar hides the name only visually. */
export function NavigationLabel({ icon: Icon, title }: NavigationLabelProps) {
  return (
    <>
      <Icon />
      <span className="group-data-collapsed/frame:sr-only">{title}</span>
    </>
  );
}

/** The classes of all links and commands in the sidebar. */
export const navigationItemClass =
  'group-data-collapsed/frame:justify-center flex h-9 w-full items-center gap-3 rounded-control px-3 font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent [&_svg]:size-4.5 [&_svg]:shrink-0';
