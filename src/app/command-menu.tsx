import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import Plus from 'lucide-react/icons/plus';
import UserPen from 'lucide-react/icons/user-pen';
import { useState } from 'react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useMay } from '#features/auth/profile.queries.ts';
import { recordAddress, SearchResults } from '#features/search/search-results.tsx';
import { everything } from '#features/search/search.queries.ts';
import { foldText } from '#lib/text.ts';
import { Dialog } from '#ui/dialog.tsx';
import { moveFocusByArrows } from '#ui/move-focus.ts';
import { ResultGroup, resultLink } from '#ui/result-group.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { areasToAddTo, home } from './areas.ts';

export type CommandMenuProps = {
  /** What was typed before this code was there. */
  typed?: string;
  onType?: (text: string) => void;
  onClose: () => void;
};

/** Every page, record and beginning in one box: arrows move, Enter goes to the first, Escape closes. */
export function CommandMenu({ typed, onClose }: CommandMenuProps) {
  const [term, setTerm] = useState(typed?.trim() ?? '');
  const { pages, actions } = useCommands();
  const openFirst = useOpenFirst([...pages, ...actions]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event;
    if (key !== 'Enter' || !(target instanceof HTMLInputElement)) moveFocusByArrows(event);
    else if (target.value.trim())
      void openFirst(target.value.trim()).then((went) => went && onClose());
  }

  function closeAfterLink({ target }: MouseEvent<HTMLElement>) {
    if (target instanceof Element && target.closest('a')) onClose();
  }

  return (
    <Dialog title="Buscar em tudo" onClose={onClose}>
      <div role="presentation" onKeyDown={onKeyDown} onClick={closeAfterLink}>
        <SearchBox first label="Páginas, ações e cadastros" value={term} onSearch={setTerm} />
        <div className="-mx-2.5 mt-2 h-[min(24rem,60dvh)] overflow-y-auto" tabIndex={-1}>
          <Commands title="Ir para" commands={matching(pages, term)} />
          <Commands title="Ações" commands={matching(actions, term)} />
          {term && <SearchResults term={term} />}
        </div>
      </div>
    </Dialog>
  );
}

type Command = { to: string; label: string; icon: LucideIcon };

function Commands({ title, commands }: { title: string; commands: Command[] }) {
  if (commands.length === 0) return null;
  return (
    <ResultGroup title={title}>
      {commands.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link to={to} className={resultLink}>
            <Icon aria-hidden="true" className="size-4 shrink-0 self-center text-muted" />
            {label}
          </Link>
        </li>
      ))}
    </ResultGroup>
  );
}

function useCommands(): Record<'pages' | 'actions', Command[]> {
  const may = useMay();
  const areas = areasToAddTo(may);
  return {
    pages: [
      { to: home.path, label: home.title, icon: home.icon },
      ...areas.map(({ path, title, icon }) => ({ to: path, label: title, icon })),
      { to: '/perfil', label: 'Editar Perfil', icon: UserPen },
    ],
    actions: areas.map(({ add, one }) => ({ to: add, label: `Adicionar ${one}`, icon: Plus })),
  };
}

/** What stands first for this text, whether or not the list shows it yet; false when there is nothing. */
function useOpenFirst(commands: Command[]) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async function openFirst(text: string) {
    const [command] = matching(commands, text);
    const found = command ? [] : await queryClient.fetchQuery(everything(text)).catch(() => []);
    const address = command ? command.to : recordAddress(found[0]);
    if (!address) return false;
    await navigate({ to: address });
    return true;
  };
}

function matching(commands: Command[], text: string) {
  return commands.filter(({ label }) => foldText(label).includes(foldText(text)));
}
