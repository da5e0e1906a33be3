import Search from 'lucide-react/icons/search';
import type { KeyboardEvent, ReactNode } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import { controlClass } from '#ui/fields/control-class.ts';

export type CommandDialogProps = {
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
  /** The ids of the list under the input and of its active option; absent until the command menu has loaded. */
  list?: { id: string; active: string | undefined };
  onKeyDown?: (event: KeyboardEvent) => void;
  children?: ReactNode;
};

/** The dialog of the command menu, with the input. The height of the dialog does not depend on its content. */
export function CommandDialog({ text, onType, onClose, list, ...rest }: CommandDialogProps) {
  return (
    <Dialog title="Buscar em tudo" onClose={onClose}>
      <div className="relative">
        <Search className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted" />
        <input
          data-autofocus
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={!!list?.active}
          aria-controls={list?.id}
          aria-activedescendant={list?.active}
          placeholder={label}
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          className={`${controlClass} pl-8`}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={rest.onKeyDown}
        />
      </div>
      <div className="-mx-2.5 mt-2 h-[min(24rem,60dvh)] overflow-y-auto" tabIndex={-1}>
        {rest.children}
      </div>
    </Dialog>
  );
}

const label = 'Páginas, ações e cadastros';
