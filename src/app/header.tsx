import { useEffect, useState } from 'react';
import { Bell } from '#features/notificacoes/bell.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import { CommandMenuButton } from './command-menu-button.tsx';
import { ContactLink } from './contact-link.tsx';
import { Drawer } from './drawer.tsx';
import { OfflineNotice } from './offline-notice.tsx';

/**
 * The top bar. A route puts its search and filters into #header-slot; on a phone, and on a desk at 200 %, they
 * get a row of their own, and the bar makes way while one scrolls down.
 */
export function Header() {
  const hidden = useHiddenByScroll();
  return (
    <header
      data-hidden={hidden || undefined}
      className={`sticky top-0 z-20 flex min-h-14 flex-wrap items-center gap-x-1 border-b border-line bg-surface px-2 sm:px-4 lg:pl-6 ${makesWay}`}
    >
      <Drawer />
      <div
        id="header-slot"
        className="order-last flex min-w-0 basis-full flex-wrap items-center gap-2 px-2 pb-2.5 empty:hidden lg:order-none lg:flex-1 lg:basis-0 lg:px-0 lg:py-2"
      />
      <div className="ml-auto flex h-14 items-center gap-1">
        <CommandMenuButton />
        <ContactLink />
        <Bell />
        <AvatarMenu />
      </div>
      <OfflineNotice />
    </header>
  );
}

// Never without what has the focus, nor with the strip that says that there is no connection.
const makesWay =
  'transition-transform duration-150 max-lg:data-hidden:not-focus-within:not-has-data-offline:-translate-y-full';

/** True while the page is being scrolled down, until it is scrolled up a little. */
function useHiddenByScroll(): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(function watchScrolling() {
    let last = scrollY;
    function onScroll() {
      if (Math.abs(scrollY - last) < jitter) return;
      setHidden(scrollY > last && scrollY > height);
      last = scrollY;
    }
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, []);
  return hidden;
}

/** Pixels: what a resting thumb moves, and the height of the bar with its filters. */
const jitter = 8;
const height = 160;
