import Search from 'lucide-react/icons/search';
import { useLayoutEffect, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { laterPart } from '#ui/later-part.tsx';
import { CommandBox } from './command-box.tsx';
import type { CommandMenuProps } from './command-menu.tsx';

/** Opens the command menu; Ctrl+K does so from everywhere but an open dialog. */
export function CommandMenuButton() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isEntered, setEntered] = useState(false);
  function close() {
    setTyped('');
    setEntered(false);
    setOpen(false);
  }
  // From the moment it can be seen.
  useLayoutEffect(function openByKey() {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      // Browsers search the web with it.
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
        icon={<Search aria-hidden="true" />}
        // Beside the search of a list the magnifier alone would not say what is special about this one.
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

// Until its code is there, an empty box takes what is typed and entered, which else would go into the field behind.
const CommandMenu = laterPart<CommandMenuProps>(
  async () => (await import('./command-menu.tsx')).CommandMenu,
  CommandBox,
);
