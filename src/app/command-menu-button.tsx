import Search from 'lucide-react/icons/search';
import { useLayoutEffect, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { CommandDialog } from './command-dialog.tsx';
import type { CommandMenuProps } from './command-menu.tsx';

/** A button that opens the command menu. Ctrl+K opens it too, except while a modal dialog is open. */
export function CommandMenuButton() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isEntered, setEntered] = useState(false);
  function close() {
    setTyped('');
    setEntered(false);
    setOpen(false);
  }
  // Use a layout effect, so that the shortcut works as soon as the button is visible.
  useLayoutEffect(function openByKey() {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      // Prevent the action of the browser: a web search.
      event.preventDefault();
      if (!document.querySelector('dialog:modal')) setOpen(true);
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <IconButton
        label="Buscar em tudo (Ctrl+K)"
        aria-keyshortcuts="Control+K"
        icon={<Search />}
        // Show the shortcut on a wide screen: users could mistake the icon for the search of the list.
        className="size-9 gap-1.5 xl:w-auto xl:px-2 xl:after:text-xs xl:after:content-['Ctrl+K'] [&_svg]:size-4.5"
        onClick={() => setOpen(true)}
      />
      {open && (
        <CommandMenu
          text={typed}
          onType={setTyped}
          onClose={close}
          isEntered={isEntered}
          onKeyDown={({ key }) => key === 'Enter' && setEntered(true)}
        />
      )}
    </>
  );
}

/**
 * The command menu, loaded lazily. Until its code has loaded, an empty `CommandDialog` receives the entered text and
 * Enter. Otherwise the keys would go to the focused field of the page.
 */
const CommandMenu = lazyComponent<CommandMenuProps>(
  async () => (await import('./command-menu.tsx')).CommandMenu,
  'rendered',
  CommandDialog,
);
