import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Link from 'lucide-react/icons/link';
import PenLine from 'lucide-react/icons/pen-line';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import UsersIcon from 'lucide-react/icons/users';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { copyText } from '#lib/copy-text.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { IconButton, iconButtonClass } from '#ui/button.tsx';
import { LabeledCheckbox } from '#ui/labeled-checkbox.tsx';
import { FormDialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast.ts';
import type { SavedView } from '../list-search.ts';
import type { ListState } from './filters.ts';
import { viewsAndSettingsQuery } from './list-choices.queries.ts';
import { viewLinkSearch, serializeView } from './saved-view.ts';
import {
  addView,
  changeView,
  isViewNameTaken,
  reorderViews,
  removeView,
  viewNameTakenText,
  restoreView,
} from './view-changes.queries.ts';

export type ViewMenuProps = {
  list: ListState;
  views: readonly SavedView[];
  /** The open view of the list; undefined if no view is open. */
  open: SavedView | undefined;
  /** Whether the list differs from the open view. */
  isChanged: boolean;
};

/** Renders the menu of the open view; if no view is open, the button that saves the list as a view. */
export function ViewMenu(props: ViewMenuProps) {
  const { list, open } = props;
  const [asking, ask] = useState<'add' | 'rename'>();
  const mayShare = useQuery(viewsAndSettingsQuery()).data?.may_share ?? false;
  return (
    <>
      {open ? (
        <Menu
          label={`Opções da visualização ${open.name}`}
          trigger={<Ellipsis />}
          triggerClass={`${iconButtonClass()} mr-auto size-7!`}
        >
          <OpenViewItems {...props} open={open} mayShare={mayShare} onAsk={ask} />
        </Menu>
      ) : (
        <IconButton
          label="Criar visualização"
          icon={<Plus />}
          className="mr-auto size-7!"
          onClick={() => ask('add')}
        />
      )}
      {asking && (
        <NameDialog
          list={list}
          renamed={asking === 'rename' ? open : undefined}
          mayShare={mayShare}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  );
}

type OpenViewItemsProps = ViewMenuProps & {
  open: SavedView;
  mayShare: boolean;
  onAsk: (what: 'add' | 'rename') => void;
};

function OpenViewItems({ list, views, open, isChanged, mayShare, onAsk }: OpenViewItemsProps) {
  const { mutate: change } = useMutation(changeView);
  const { mutate: order } = useMutation(reorderViews);
  const remove = useRemoval(list, open);
  const isMine = !open.shared || mayShare;
  const group = views.filter(({ shared }) => shared === open.shared).map(({ id }) => id);
  const place = group.indexOf(open.id);
  const move = (step: 1 | -1) => {
    const others = group.filter((id) => id !== open.id);
    order(others.toSpliced(place + step, 0, open.id));
  };
  return (
    <>
      {isMine && isChanged && (
        <MenuItem
          icon={<RefreshCw />}
          onSelect={() => change({ id: open.id, address: serializeView(list) })}
        >
          Atualizar a visualização
        </MenuItem>
      )}
      <MenuItem icon={<BookmarkPlus />} onSelect={() => onAsk('add')}>
        Criar outra visualização
      </MenuItem>
      {isMine && (
        <MenuItem icon={<PenLine />} onSelect={() => onAsk('rename')}>
          Renomear
        </MenuItem>
      )}
      {isMine && place > 0 && (
        <MenuItem icon={<ArrowLeft />} onSelect={() => move(-1)}>
          Mover para a esquerda
        </MenuItem>
      )}
      {isMine && place < group.length - 1 && (
        <MenuItem icon={<ArrowRight />} onSelect={() => move(1)}>
          Mover para a direita
        </MenuItem>
      )}
      {mayShare && (
        <MenuItem
          icon={<UsersIcon />}
          onSelect={() => change({ id: open.id, shared: !open.shared })}
        >
          {open.shared ? 'Manter só para mim' : 'Compartilhar com todos'}
        </MenuItem>
      )}
      <MenuItem icon={<Link />} onSelect={() => void copyLink(list, open)}>
        Copiar o endereço
      </MenuItem>
      {isMine && (
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={remove}>
          Apagar visualização
        </MenuItem>
      )}
    </>
  );
}

/**
 * Returns a function that removes a view. After the removal, a message offers to restore the view, even if the user has
 * left the list meanwhile.
 */
function useRemoval(list: ListState, view: SavedView) {
  const navigate = useNavigate();
  const { mutateAsync: remove } = useMutation(removeView);
  const { mutateAsync: restore } = useMutation(restoreView);
  const isMounted = useRef(false);
  useEffect(function trackMount() {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  const { id, area, name, address, position, shared } = view;
  function offerRestore() {
    if (isMounted.current) void navigate({ to: list.area.path, replace: true });
    const action = { label: 'Desfazer', run: () => void restoreAgain() };
    toast.success('Visualização apagada.', { action });
  }
  async function restoreAgain() {
    try {
      await restore({ id, area, name, address, position, shared });
    } catch (error) {
      // Offer a retry, because the click has closed the message that offered to restore the view.
      const action = { label: 'Tentar novamente', run: () => void restoreAgain() };
      const message =
        error instanceof Error && isViewNameTaken(error)
          ? viewNameTakenText
          : getErrorMessage(error);
      toast.error(`Não foi possível desfazer: ${message}`, { action });
    }
  }
  // Ignore the error: the query client shows it with the `failure` text of the mutation.
  return () => void remove(id).then(offerRestore, () => {});
}

async function copyLink({ area }: ListState, view: SavedView) {
  const address = `${location.origin}${area.path}?${viewLinkSearch(view)}`;
  try {
    await copyText(address);
    toast.success('Endereço copiado.');
  } catch {
    toast.error(`Não foi possível copiar. O endereço é: ${address}`);
  }
}

type NameDialogProps = {
  list: ListState;
  /** The view to rename; undefined for a new view. */
  renamed: SavedView | undefined;
  mayShare: boolean;
  onClose: () => void;
};

function NameDialog({ list, renamed, mayShare, onClose }: NameDialogProps): ReactNode {
  const [name, setName] = useState(renamed?.name ?? '');
  const [shared, setShared] = useState(false);
  const { save, isSaving, error, forgetError } = useNaming(list, renamed, onClose);
  return (
    <FormDialog
      title={renamed ? 'Renomear visualização' : 'Criar visualização'}
      size="sm"
      action="Gravar"
      busy={isSaving}
      onClose={onClose}
      onSubmit={() => save(name, shared)}
    >
      <div className="grid gap-3">
        {!renamed && (
          <p className="text-muted">
            Busca, filtros, ordem, colunas e linhas por página, como estão agora.
          </p>
        )}
        <TextField
          label="Nome da visualização"
          value={name}
          maxLength={40}
          error={error}
          autoComplete="off"
          data-autofocus
          onChange={({ target }) => (setName(target.value), forgetError())}
        />
        {!renamed && mayShare && (
          <LabeledCheckbox label="Compartilhar com todos" checked={shared} onChange={setShared} />
        )}
      </div>
    </FormDialog>
  );
}

/**
 * Returns `save`: it renames the view `renamed`; if this is undefined, it saves the list as a new view and opens that
 * view. Also returns whether the request is pending, the error message for the name field, and `forgetError`, which
 * removes that message.
 */
function useNaming(list: ListState, renamed: SavedView | undefined, onDone: () => void) {
  const navigate = useNavigate();
  const add = useMutation(addView);
  const change = useMutation(changeView);
  const [error, setError] = useState<string>();
  const isUnderWay = useRef(false);
  const onError = (failure: Error) => isViewNameTaken(failure) && setError(viewNameTakenText);
  function save(typed: string, shared: boolean) {
    const name = typed.trim();
    if (!name) return setError('Dê um nome à visualização.');
    // Ignore a second Enter that arrives before React has rendered the dialog as busy.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const onSettled = () => (isUnderWay.current = false);
    if (renamed)
      return change.mutate({ id: renamed.id, name }, { onSuccess: onDone, onError, onSettled });
    const address = serializeView(list);
    add.mutate(
      { area: list.area.table, name, address, shared },
      {
        onError,
        onSettled,
        onSuccess({ id }) {
          onDone();
          // The cast is safe: the route of the list validates its parameters.
          const search = Object.fromEntries(new URLSearchParams(viewLinkSearch({ id, address })));
          void navigate({ to: list.area.path, search: search as never });
        },
      },
    );
  }
  const isSaving = add.isPending || change.isPending;
  return { save, isSaving, error, forgetError: () => setError(undefined) };
}
