import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { HeaderPortalTarget } from '#ui/header-portal.tsx';
import { Bell } from '#areas/notificacoes/bell.tsx';
import { Logo } from '#ui/logo.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import { CommandMenuButton } from './command-menu-button.tsx';
import { ContactLink } from './contact-link.tsx';
import { dashboardPageInfo } from '#areas/overviews.ts';
import { HeaderLayout } from './frame.tsx';
import { OfflineNotice } from './offline-notice.tsx';

/**
 * The header, into which a page renders its search and filters (#header-slot). In a window narrower than Tailwind's lg,
 * for example on a phone or at 200 % zoom, the header is hidden while the user scrolls down.
 */
export function Header() {
  const hidden = useHiddenByScroll();
  return (
    <HeaderLayout
      hidden={hidden}
      buttons={
        <>
          <CommandMenuButton />
          <div className="max-md:hidden">
            <ContactLink />
          </div>
          <Bell />
          <AvatarMenu />
        </>
      }
    >
      {/* Show the logo only if #header-slot is empty, and only on a phone: elsewhere the sidebar shows the logo. */}
      <Link
        to={dashboardPageInfo.path}
        aria-label="Vitrine"
        className="ml-2 rounded-control has-[+#header-slot>:not(:empty)]:hidden md:hidden"
      >
        <Logo />
      </Link>
      <HeaderPortalTarget className="flex min-w-0 flex-1 items-center gap-2 py-2 has-[>:empty]:hidden max-sm:pl-1" />
      <OfflineNotice />
    </HeaderLayout>
  );
}

/** Returns whether the header is hidden. Scrolling down hides the header, and scrolling up shows it again. */
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

/** The minimum movement in pixels that counts as scrolling: a resting thumb also moves a little. */
const jitter = 8;
/** The height of the header in pixels. */
const height = 56;
