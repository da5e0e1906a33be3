import { useSearch } from '@tanstack/react-router';
import Copy from 'lucide-react/icons/copy';
import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Undoable } from '#data/query-client.ts';
import { laterPart } from '#ui/later-part.tsx';
import { MenuItem, MenuList, menuItemClass } from '#ui/menu.tsx';
import { HeadCell, SortCell, Table, WaitingRows } from '#ui/table.tsx';
import type { TableProps } from '#ui/table.tsx';
import { useMedia } from '#ui/use-media.ts';
import { editAddress } from '../area.ts';
import type { Area } from '../area.ts';
import { takeBack } from '../messages.ts';
import type { NamedRow } from '../rows.ts';
import { shownColumns } from '../views/columns.ts';
import type { Columns } from '../views/columns.ts';
import { useMarkedRow } from './marked-row.ts';
import type { RowEditing } from '../in-place/row-editor.tsx';
import { useRowCommands } from './row-commands.ts';
import type { RowCommands } from './row-commands.ts';
import { useRowLinks } from './row-links.ts';
import { PageCheck, useRowSelection } from '../selection/row-selection.tsx';
import { useOffered } from '../in-place/row-undo.ts';
import { RowsContext } from './row.tsx';
import type { OpenedMenu } from './row.tsx';
import { isSelected, selectRow, selectionOf } from '../selection/selection.ts';

export type RowsProps<Listed> = Omit<TableProps, 'children' | 'corner' | 'columns' | 'head'> & {
  columns: Columns;
  /** The names of columns that are not shown. */
  hidden?: ReadonlySet<string>;
  area: Pick<Area, 'edit' | 'path' | 'table'>;
  commands: RowCommands;
  /** Something can be done with several rows: each has a checkbox. */
  selects?: boolean;
  /** Undefined while they are on their way. */
  rows: readonly Listed[] | undefined;
  /** What of a row can be changed where it stands. */
  editing?: RowEditing<Listed>;
  /** A `<Row>` with its key. */
  children: (row: Listed) => ReactNode;
};

/**
 * The rows of a list, and what may be done with each. There may be two hundred: what they need is done
 * here once, and a row is a handful of elements.
 */
export function Rows<Listed extends Pick<NamedRow, 'id'>>(props: RowsProps<Listed>) {
  const {
    area,
    commands,
    selects,
    editing,
    rows: read,
    children,
    columns,
    hidden,
    ...table
  } = props;
  const layout = shownColumns(columns, hidden ?? noneHidden);
  const widths = layout.shown.map(([, { width }]) => width).join(' ');
  const [asked, ask] = useState<NamedRow['id']>();
  const { duplicate, remove, ...shown } = useRowCommands(area, commands, {
    question: JSON.stringify(useSearch({ strict: false })),
    rows: read ?? none,
    stale: table.stale,
  });
  const rows = read && shown.rows;
  const { keeps } = commands;
  const edits = !commands.closed;
  const [menu, openMenu] = useState<OpenedMenu>();
  // Where nothing hovers, or three icons would take the room of the name.
  const inMenu = useMedia('(hover: none), (width < 40rem)');
  const frame = useRef<HTMLDivElement>(null);
  useMarkedRow(frame, rows);
  const offered = useOffered(area.table);
  const icons = [edits, duplicate, remove, rows?.some(({ id }) => offered.has(id))].filter(
    Boolean,
  ).length;
  const context = {
    area,
    edits,
    selects,
    offered,
    duplicate,
    remove,
    keeps,
    hiddenAt: layout.hiddenAt,
    openMenu: inMenu ? openMenu : undefined,
  };
  const links = useRowLinks();
  const selection = useRowSelection(frame, selects ? area.path : undefined, rows);
  return (
    <div
      ref={frame}
      role="presentation"
      className={`relative ${selects ? 'selectable' : ''}`}
      {...links}
      {...selection}
      onClick={(event) => {
        links.onClick(event);
        selection.onClick(event);
      }}
      onKeyDown={(event) => {
        selection.onKeyDown(event);
        // Heard here: what opens may still be on its way.
        if (event.key === 'F2' && event.target instanceof Element)
          ask(rowIn(event.target.closest('tbody tr'), rows)?.id);
      }}
    >
      <Table
        {...table}
        corner={
          selects &&
          rows && <PageCheck list={area.path} rows={rows.filter(({ id }) => !keeps?.(id))} />
        }
        columns={icons > 0 ? `${widths} ${Math.max(icons, 2) * 2}rem` : widths}
        head={
          <>
            {layout.shown.map(([name, { label, align }]) =>
              name in (table.sorting?.labels ?? {}) ? (
                <SortCell key={name} column={name} align={align} />
              ) : (
                <HeadCell key={name} align={align}>
                  {label}
                </HeadCell>
              ),
            )}
            {icons > 0 && <HeadCell align="end">Ações</HeadCell>}
          </>
        }
      >
        <RowsContext value={context}>{rows ? rows.map(children) : <WaitingRows />}</RowsContext>
      </Table>
      {editing && rows && (
        <RowEditorHost
          label={editing.label}
          frame={frame}
          rows={rows}
          asked={asked}
          onAnswered={() => ask(undefined)}
        >
          {(id, given) => {
            const row = rows.find((each) => each.id === id);
            return row && <editing.Editor key={id} row={row} {...given} />;
          }}
        </RowEditorHost>
      )}
      {menu && (
        <MenuList
          ref={show}
          label={`Opções de ${menu.name}`}
          below={() => menu.button}
          onClosed={() => openMenu(undefined)}
        >
          {edits && (
            <a role="menuitem" href={editAddress(area, menu.id)} className={menuItemClass}>
              <Pencil />
              Editar
            </a>
          )}
          <UndoItem undo={offered.get(menu.id)} />
          {editing && (
            <MenuItem icon={<CircleDollarSign />} onSelect={() => ask(menu.id)}>
              {editing.label}
            </MenuItem>
          )}
          {selects && !menu.kept && <SelectItem list={area.path} id={menu.id} />}
          {duplicate && (
            <MenuItem icon={<Copy />} onSelect={() => duplicate(menu)}>
              Duplicar
            </MenuItem>
          )}
          {commands.more?.(menu)}
          {remove && !menu.kept && (
            <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => remove(menu)}>
              Excluir
            </MenuItem>
          )}
        </MenuList>
      )}
    </div>
  );
}

const none: never[] = [];
const noneHidden: ReadonlySet<string> = new Set();

function rowIn<Listed extends Pick<NamedRow, 'id'>>(tr: Element | null, rows?: readonly Listed[]) {
  return rows?.find(({ id }) => tr?.querySelector(`.row-link[href$="/${id}"]`));
}

const RowEditorHost = laterPart(
  async () => (await import('../in-place/row-editor.tsx')).RowEditorHost,
  undefined,
  'resting',
);

function UndoItem({ undo }: { undo: Undoable | undefined }) {
  if (!undo) return null;
  return (
    <MenuItem icon={<i className="row-sign sign-undo" />} onSelect={() => void takeBack(undo)}>
      Desfazer a gravação
    </MenuItem>
  );
}

/** Where the checkboxes take no room until something is selected. */
function SelectItem({ list, id }: { list: string; id: NamedRow['id'] }) {
  const on = isSelected(selectionOf(list))(id);
  return (
    <MenuItem icon={<ListChecks />} onSelect={() => selectRow(list, id, !on)}>
      {on ? 'Tirar da seleção' : 'Selecionar'}
    </MenuItem>
  );
}

function show(list: HTMLElement | null) {
  list?.showPopover();
}
