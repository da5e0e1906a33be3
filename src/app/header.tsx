import { Bell } from '#features/notificacoes/bell.tsx';
import { AvatarMenu } from './avatar-menu.tsx';
import { CommandMenuButton } from './command-menu-button.tsx';
import { ContactLink } from './contact-link.tsx';
import { Drawer } from './drawer.tsx';

/** The top bar. A route puts its search and filters into #header-slot; on a phone they get a row of their own. */
export function Header() {
  return (
    <header className="sticky top-0 z-20 flex min-h-14 flex-wrap items-center gap-x-1 border-b border-line bg-surface px-2 sm:px-4 lg:pl-6">
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
    </header>
  );
}
