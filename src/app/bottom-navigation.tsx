import { Link } from '@tanstack/react-router';
import Ellipsis from 'lucide-react/icons/ellipsis';
import X from 'lucide-react/icons/x';
import { useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Logo } from '#ui/logo.tsx';
import { openModal } from '#ui/modal-dialogs.ts';
import { useMediaQuery } from '#ui/use-media.ts';
import { allAreas, findListedAreas } from '#areas/index.ts';
import { useMay } from '#features/auth/profile.queries.ts';
import { ContactLink } from './contact-link.tsx';
import { Navigation } from './navigation.tsx';

/**
 * The navigation bar of a phone: the areas of the catalogue, and 'Mais', which opens the complete navigation. A form
 * page hides this bar and shows the bar of the form.
 */
export function BottomNavigation() {
  const [open, setOpen] = useState(false);
  // Whether the window is narrower than Tailwind's md: the panel then has no sidebar.
  const isPhone = useMediaQuery('(width < 48rem)');
  const areas = findListedAreas(useMay(), allAreas);
  if (!isPhone) return null;
  return (
    <>
      <nav
        aria-label="Catálogo"
        className="bottom-bar in-[:root:has([data-bottom-bar])]:hidden fixed inset-x-0 bottom-0 z-20 flex h-14 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
      >
        {areas
          .filter(({ group }) => group === 'catalogue')
          .map(({ path, title, icon: Icon }) => (
            <Link
              key={path}
              to={path}
              activeOptions={{ includeSearch: false }}
              activeProps={{ className: `${item} text-accent` }}
              inactiveProps={{ className: `${item} text-muted` }}
            >
              <Icon />
              <span className="max-w-full truncate px-0.5">{title}</span>
            </Link>
          ))}
        <button
          type="button"
          aria-haspopup="dialog"
          className={`${item} text-muted`}
          onClick={() => setOpen(true)}
        >
          <Ellipsis />
          Mais
        </button>
      </nav>
      {open && <Drawer onClose={() => setOpen(false)} />}
    </>
  );
}

const item =
  'flex min-w-0 flex-auto flex-col items-center justify-center gap-0.5 text-[0.6875rem] leading-4 font-medium focus-visible:-outline-offset-2 [&_svg]:size-5';

/** The dialog that 'Mais' opens, with the navigation of the sidebar. A click on a link or outside closes it. */
function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  useLayoutEffect(function showModal() {
    return dialog.current ? openModal(dialog.current) : undefined;
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Menu"
      className="m-0 flex h-dvh max-h-none w-72 max-w-[calc(100vw-3rem)] flex-col bg-surface text-ink shadow-floating"
      onPointerDown={(event) => event.target === event.currentTarget && close()}
      onClose={onClose}
    >
      <div className="flex h-14 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4">
        <Logo />
        <span className="ml-auto" />
        <ContactLink />
        <IconButton label="Fechar menu" icon={<X />} onClick={close} />
      </div>
      <Navigation onGo={close} />
    </dialog>
  );
}
