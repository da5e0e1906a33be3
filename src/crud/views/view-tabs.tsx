import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { MouseEvent } from 'react';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { allLabel } from '../area.ts';
import type { ListState } from './filters.ts';
import { useListViews } from './list-choices.queries.ts';
import { viewLinkSearch, normalizeStoredView, serializeView } from './saved-view.ts';

export type ViewTabsProps = { list: ListState };

/**
 * Renders 'Todos' or 'Todas', then the user's saved views, then the views for all users. Each tab is a link. When the
 * user changes the list, the tab of the open view stays selected, and shows that the list differs from the view.
 */
export function ViewTabs({ list }: ViewTabsProps) {
  const { area, shown } = list;
  const views = useListViews(area.table);
  const open = views.find(({ id }) => id === shown.visao);
  const openId = open?.id;
  const strip = useRef<HTMLElement>(null);
  useEffect(
    function scrollToOpenView() {
      const tab = strip.current?.querySelector<HTMLElement>(`[href$="visao=${openId}"]`);
      if (tab && strip.current) strip.current.scrollLeft = tab.offsetLeft - 32;
    },
    [openId],
  );
  const isChanged = !!open && serializeView(list) !== normalizeStoredView(area, open);
  return (
    <>
      <nav
        ref={strip}
        aria-label="Visualizações"
        className="relative -ml-0.5 flex min-w-0 gap-1 overflow-x-auto p-0.5 [scrollbar-width:none]"
      >
        <Tab path={area.path} search="" isOpen={!shown.visao}>
          {allLabel(area)}
        </Tab>
        {views.map((view) => (
          <Tab
            key={view.id}
            path={area.path}
            search={`?${viewLinkSearch(view)}`}
            isOpen={view === open}
            isChanged={view === open && isChanged}
          >
            {view.name}
          </Tab>
        ))}
      </nav>
      <ViewMenu list={list} views={views} open={open} isChanged={isChanged} />
    </>
  );
}

const ViewMenu = lazyComponent(
  async () => (await import('./view-menu.tsx')).ViewMenu,
  'rendered',
  () => <span className="mr-auto size-7 shrink-0" />,
);

type TabProps = {
  path: string;
  search: string;
  isOpen: boolean;
  isChanged?: boolean;
  children: string;
};

function Tab({ path, search, isOpen, isChanged, children }: TabProps) {
  const navigate = useNavigate();
  function follow(event: MouseEvent) {
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    // The cast is safe: the route of the list validates its parameters.
    void navigate({ to: path, search: Object.fromEntries(new URLSearchParams(search)) as never });
  }
  return (
    <a
      href={path + search}
      aria-current={isOpen ? 'page' : undefined}
      className="flex h-7 shrink-0 items-center rounded-control px-2.5 text-xs font-medium whitespace-nowrap text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
      onClick={follow}
    >
      {children}
      {isChanged && (
        <span className="ml-1.5 size-1.5 rounded-full bg-accent">
          <span className="sr-only"> (com alterações)</span>
        </span>
      )}
    </a>
  );
}
