import { useEffect, useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { ShortcutKeys } from '#ui/menu.tsx';
import { isLetterKeyTarget } from './search-shortcut.ts';

/** Opens the list of shortcuts on '?', except in a text input or while a dialog is open. */
export function ShortcutsDialogHost() {
  const [isOpen, setOpen] = useState(false);
  useEffect(function listenForShortcut() {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || isLetterKeyTarget(event.target))
        return;
      if (document.querySelector('dialog:modal')) return;
      event.preventDefault();
      // Close an open menu: it would cover the dialog.
      for (const open of document.querySelectorAll<HTMLElement>(':popover-open'))
        open.hidePopover();
      setOpen(true);
    }
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  return isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />;
}

/** The dialog with all keyboard shortcuts of the panel, grouped by the part in which they work. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Atalhos de teclado" onClose={onClose}>
      <div
        role="region"
        aria-label="Lista de atalhos"
        // Focusable, so that the keyboard can scroll it in a low window.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-autofocus
        className="-mx-5 max-h-[60dvh] overflow-y-auto px-5 focus-visible:-outline-offset-2"
      >
        {groups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title} className="pt-3 first:pt-0">
            <h3 className="pb-1 font-semibold">{title}</h3>
            <dl>
              {shortcuts.map(([keys, does]) => (
                <div
                  key={keys.join()}
                  className="flex items-center gap-4 border-t border-line py-1.5"
                >
                  <dt className="w-36 shrink-0 space-x-1 max-sm:w-28">
                    <span className="sr-only">{keys.join(', ')}</span>
                    {keys.map((each) => (
                      <ShortcutKeys key={each}>{each}</ShortcutKeys>
                    ))}
                  </dt>
                  <dd className="min-w-0">{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="pt-3 text-xs text-muted">No Mac, use ⌘ no lugar de Ctrl.</p>
      </div>
    </Dialog>
  );
}

type Group = { title: string; shortcuts: readonly (readonly [keys: string[], does: string])[] };

const groups: readonly Group[] = [
  {
    title: 'Em qualquer página',
    shortcuts: [
      [['Ctrl+K'], 'Buscar páginas, ações, cadastros e a ajuda'],
      [['/'], 'Ir para a busca da página'],
      [['?'], 'Abrir esta lista'],
      [['Esc'], 'Fechar o que está aberto'],
    ],
  },
  {
    title: 'Em uma lista',
    shortcuts: [
      [['F2'], 'Alterar preços e status na linha (produtos)'],
      [['↑', '↓'], 'Passar de uma caixa de seleção para outra'],
      [['Shift+↑', 'Shift+↓'], 'Selecionar também a linha de cima ou de baixo'],
      [['Enter'], 'Na caixa de seleção: ir para o que pode ser feito com a seleção'],
    ],
  },
  {
    title: 'Ao alterar na linha',
    shortcuts: [
      [['Enter'], 'Salvar e passar para a linha de baixo'],
      [['Tab'], 'Passar para o campo seguinte; depois do último, para a linha de baixo'],
      [['Esc'], 'Desistir da alteração'],
    ],
  },
  {
    title: 'Em um formulário',
    shortcuts: [
      [['Ctrl+S'], 'Salvar'],
      [['←', '→'], 'Mover a imagem que está com o foco'],
    ],
  },
  {
    title: 'Na lista de banners',
    shortcuts: [[['↑', '↓'], 'Mover o banner, com o foco na alça']],
  },
];
