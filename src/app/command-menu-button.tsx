import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { laterPart } from '#ui/later-part.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import type { CommandMenuProps } from './command-menu.tsx';

/** Opens the command menu; Ctrl+K does so from everywhere but an open dialog. */
export function CommandMenuButton() {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  function close() {
    setTyped('');
    setOpen(false);
  }
  useEffect(function openByKey() {
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
        icon={<Search aria-hidden="true" />}
        // Beside the search of a list the magnifier alone would not say what is special about this one.
        className="size-9 gap-1.5 xl:w-auto xl:px-2 xl:after:text-xs xl:after:content-['Ctrl+K'] [&_svg]:size-4.5"
        onClick={() => setOpen(true)}
      />
      {open && <CommandMenu typed={typed} onType={setTyped} onClose={close} />}
    </>
  );
}

/** Takes what is typed while the code of the menu is on its way, which else would go into the field behind. */
function EmptyMenu({ onClose, onType }: CommandMenuProps) {
  return (
    <Dialog title="Buscar em tudo" onClose={onClose}>
      <div
        className="min-h-[min(26.75rem,calc(60dvh+2.75rem))]"
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement) onType?.(target.value);
        }}
      >
        <SearchBox first label="Páginas, ações e cadastros" value="" onSearch={() => {}} />
      </div>
    </Dialog>
  );
}

const CommandMenu = laterPart(
  async () => (await import('./command-menu.tsx')).CommandMenu,
  EmptyMenu,
);
