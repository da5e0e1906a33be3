import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { createContext, useContext, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { iconButtonClass } from '#ui/button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useSetPageSubject } from '#ui/page-subject.ts';
import { PageTitle } from '#ui/page-title.tsx';
import type { Area } from '../area.ts';
import { confirmDeletion } from '../list/row-commands.ts';
import type { RowCommands } from '../list/row-commands.ts';
import type { NamedRow } from '../rows.queries.ts';
import { StatusBadge } from '../status-badge.tsx';
import { NeighbourLinks } from './neighbours.tsx';
import type { Neighbours } from './neighbours.tsx';

/** The title, links and commands in the header of a form. */
export type FormHeaderContent = {
  title: string;
  /** The list that the back link, 'Cancelar' and a save open. */
  list: { path: string; title: string };
  /** The area of the record; absent for a new record and on the page of the user's own profile. */
  area?: Pick<Area, 'one' | 'adding' | 'count'>;
  /**
   * The id, name and status of the stored record; absent for a new record, on the page of the user's own profile, and
   * until they have loaded.
   */
  record?: RecordSummary & Pick<NamedRow, 'id'>;
  neighbours?: Neighbours;
  /** The commands that duplicate and delete the record. They are items of the menu '⋯'. */
  commands?: RowCommands;
  /** Renders the other `<MenuItem>`s of the menu. They call `onGone` when the record no longer exists. */
  more?: (onGone: () => void) => ReactNode;
  /** Opens an empty form after a save, instead of the list. */
  another?: () => void;
  /** Opens the next record of the list after a save, instead of the list; absent if there is no next record. */
  following?: () => void;
};

/** The name and status of a record. */
export type RecordSummary = { name: string; status?: string };

const MenuSlotContext = createContext<HTMLElement | null>(null);

export type FormWithHeaderProps = {
  head: FormHeaderContent;
  /** Whether `children` is the form. Otherwise, it is a spinner or a message. */
  isLoaded: boolean;
  children: ReactNode;
};

/**
 * Renders the header of a form above the form. The header is outside of the form, so that its links stay the same
 * elements when the record has loaded: a browser drops the click if a pressed link is replaced before the release. The
 * menu of the header belongs to the form, see `FormMenu`.
 */
export function FormWithHeader({ head, isLoaded, children }: FormWithHeaderProps) {
  const [menuSlot, setMenuSlot] = useState<HTMLElement | null>(null);
  return (
    <div className={isLoaded ? fullHeight : ''}>
      <FormHeader head={head} menuSlot={setMenuSlot} />
      <MenuSlotContext value={menuSlot}>{children}</MenuSlotContext>
    </div>
  );
}

// Fills the height of the window: the bar of a short form must be at the bottom of the window too, because messages
// appear above the bar.
const fullHeight = 'flex min-h-[calc(100dvh-var(--header-height,3.5rem)-2.5rem-1px)] flex-col';

type FormHeaderProps = {
  head: FormHeaderContent;
  /** The ref of the element into which the form renders its menu. */
  menuSlot: (element: HTMLElement | null) => void;
};

/**
 * Renders the link back to the list, the title, the name and status of the record, the links to the neighbours of the
 * record, and the place of the menu. Also shows the name of the record in the title of the window.
 */
function FormHeader({ head, menuSlot }: FormHeaderProps) {
  const { title, list, record, neighbours } = head;
  useSetPageSubject(record?.name);
  return (
    <PageTitle
      title={title}
      back={<BackLink {...list} />}
      beside={record && <RecordName {...record} />}
      actions={
        <>
          {neighbours && <NeighbourLinks {...neighbours} />}
          {/* `size-8` reserves the space of the menu: otherwise the links would move when the menu renders. */}
          <span ref={menuSlot} className={neighbours && 'size-8'} />
        </>
      }
    />
  );
}

/**
 * Renders '←', a link to the list, and beside the link the title of the list as plain text. The title is not a part of
 * the link, for two reasons:
 * - If the title were the name of the link, this link and the link in the sidebar would have the same name.
 * - If the link contained the title but had another name, speech input could not activate the link by its visible text
 *   (WCAG 2.5.3).
 *
 * If the page was opened from the list, a click goes back in the history, which restores the filters of the list.
 */
export function BackLink({ path, title }: FormHeaderContent['list']) {
  const router = useRouter();
  return (
    <p className="relative -ml-1 flex w-fit items-center text-xs text-muted hover:text-ink">
      <Link
        to={path}
        activeOptions={{ exact: true }}
        aria-label="Voltar"
        title="Voltar"
        // `after:` extends the clickable area over the title.
        className="inline-flex size-6 items-center justify-center rounded-sm after:absolute after:inset-0"
        onClick={(event) => {
          const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
          if (elsewhere || router.history.location.state.fromList === undefined) return;
          event.preventDefault();
          router.history.back();
        }}
      >
        <ArrowLeft className="size-3.5" />
      </Link>
      {title}
    </p>
  );
}

function RecordName({ name, status }: RecordSummary) {
  return (
    <p className="flex max-w-full min-w-0 items-center gap-2">
      <span className="line-clamp-2 text-base text-muted wrap-anywhere">{name}</span>
      {status && (
        <span className="shrink-0">
          <StatusBadge>{status}</StatusBadge>
        </span>
      )}
    </p>
  );
}

type FormMenuProps = {
  head: FormHeaderContent;
  onSaveThen: (next: () => void) => void;
  /** Called when the record no longer exists: leaves the form and discards its values. */
  onGone: () => void;
};

/**
 * Renders the menu '⋯' in the header, with the commands of the form except 'Cancelar' and 'Salvar', which are buttons.
 * Render it inside the form: a command that ends after another record was opened must not call the form of that record.
 */
export function FormMenu(props: FormMenuProps) {
  const slot = useContext(MenuSlotContext);
  return slot && createPortal(<MoreMenu {...props} />, slot);
}

function MoreMenu({ head, onSaveThen, onGone }: FormMenuProps) {
  const { another, following, record, commands = {}, more } = head;
  if (!another && !following && !record) return null;
  const remove = record && !commands.isProtected?.(record.id) && commands.remove;
  return (
    <Menu label="Mais opções" triggerClass={iconButtonClass()} trigger={<Ellipsis />}>
      {following && (
        <MenuItem icon={<ArrowRight />} onSelect={() => onSaveThen(following)}>
          Gravar e abrir o próximo
        </MenuItem>
      )}
      {another && (
        <MenuItem icon={<Plus />} onSelect={() => onSaveThen(another)}>
          Gravar e criar outro
        </MenuItem>
      )}
      {record && commands.duplicate && (
        <DuplicateItem id={record.id} command={commands.duplicate} />
      )}
      {more?.(onGone)}
      {remove && <DeleteItem record={record} command={remove} onGone={onGone} />}
    </Menu>
  );
}

type Duplicate = NonNullable<RowCommands['duplicate']>;

/** Renders 'Duplicar', which copies the stored record. The form stays open. */
function DuplicateItem({ id, command }: Pick<NamedRow, 'id'> & { command: Duplicate }) {
  const { mutate, isPending } = useMutation(command);
  return (
    <MenuItem icon={<Copy />} onSelect={() => !isPending && mutate(id)}>
      Duplicar
    </MenuItem>
  );
}

type DeleteItemProps = {
  record: NamedRow;
  command: NonNullable<RowCommands['remove']>;
  onGone: () => void;
};

/** Renders 'Excluir', which deletes the record after a confirmation with the text in `command.meta`. */
function DeleteItem({ record, command, onGone }: DeleteItemProps) {
  const { mutate } = useMutation(command);
  async function ask() {
    if (await confirmDeletion(command, record.name)) mutate(record.id, { onSuccess: onGone });
  }
  return (
    <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => void ask()}>
      Excluir
    </MenuItem>
  );
}
