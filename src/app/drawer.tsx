import MenuIcon from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Logo } from '#ui/logo.tsx';
import { Navigation } from './navigation.tsx';

/** The sidebar of a phone: opened by the header's first button, closed by going somewhere. */
export function Drawer() {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <div className="flex items-center gap-2 md:hidden">
      <IconButton
        label="Abrir menu"
        icon={<MenuIcon className="size-5!" />}
        className="size-10"
        onClick={() => dialog.current?.showModal()}
      />
      {/* The narrowest phones have no room for the name beside four buttons. */}
      <Logo nameClass="max-[21rem]:sr-only" />
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 max-w-[calc(100vw-3rem)] bg-surface text-ink shadow-floating open:flex open:flex-col"
        onPointerDown={(event) => event.target === event.currentTarget && close()}
      >
        <div className="flex h-14 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
          <Logo />
          <IconButton label="Fechar menu" icon={<X />} onClick={close} />
        </div>
        <Navigation onGo={close} />
      </dialog>
    </div>
  );
}
