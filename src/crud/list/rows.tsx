import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFocusAfterRowRemoval } from '#ui/focus-after-row-removal.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { HeadCell, SortableHeadCell, Table, RowsPlaceholder } from '#ui/table.tsx';
import type { TableProps } from '#ui/table.tsx';
import { useMediaQuery } from '#ui/use-media.ts';
import type { Area } from '../area.ts';
import type { NamedRow } from '../rows.queries.ts';
import { findNameColumn, listVisibleColumns } from '../views/columns.ts';
import type { Column, Columns } from '../views/columns.ts';
import { useRenderedRows } from './rendered-rows.ts';
import { useHighlightedRow } from './highlighted-row.ts';
import type { RowEditCommand } from '../in-place/row-editor.tsx';
import { useRowCommands } from './row-commands.ts';
import type { RowCommands } from './row-commands.ts';
import { useRowLinkHandlers } from './row-links.ts';
import { SelectPageCheckbox, useRowSelection } from '../selection/row-selection.tsx';
import { useUndoOffers, useUndoneChanges } from '../in-place/row-undo.ts';
import { useRowsWithPendingEdits } from '../in-place/edited-rows.ts';
import { useOpenEditors } from '../in-place/open-editors.ts';
import type { RowEditorsController } from '../in-place/open-editors.ts';
import { findRowByElement } from '../in-place/find-row.ts';
import { Row } from './row.tsx';
import { RowMenu, RowsContext } from './row-actions.tsx';
import type { RowMenuTarget } from './row-actions.tsx';

export type RowsProps<Listed extends Pick<NamedRow, 'id'>> = Omit<
  TableProps,
  'children' | 'coming' | 'corner' | 'columns' | 'head'
> & {
  columns: Columns<Listed>;
  /** The names of hidden columns. */
  hidden: ReadonlySet<string>;
  area: Pick<Area, 'edit' | 'labels' | 'path' | 'table'>;
  commands: RowCommands<Listed>;
  /** Whether rows can be selected: then every row that is not protected has a checkbox. */
  selects?: boolean;
  /** The rows of the page; undefined while loading. */
  rows: readonly Listed[] | undefined;
  /** The URL parameters as JSON. With `stale`, the rows are still the result of earlier parameters. */
  paramsKey: string;
  /** The command that edits a row in place, and its editor. Absent if rows cannot be edited in place. */
  editing?: RowEditCommand<Listed>;
  /** Shown instead of the table if there is no row. */
  empty?: ReactNode;
};

type ShownRowsProps<Listed extends Pick<NamedRow, 'id'>> = Omit<RowsProps<Listed>, 'empty'> & {
  editors: RowEditorsController;
  duplicate: ((row: NamedRow) => unknown) | undefined;
  remove: ((row: NamedRow) => unknown) | undefined;
};

/**
 * Renders the rows of a list with their commands, or `empty` if there are no rows. A row with unsaved text in its
 * editor is still shown, even if the server returns no rows.
 */
export function Rows<Listed extends Pick<NamedRow, 'id'>>({ empty, ...props }: RowsProps<Listed>) {
  const { area, commands, paramsKey } = props;
  const { rows: shown, ...made } = useRowCommands(area, commands, {
    paramsKey,
    rows: props.rows ?? none,
    stale: props.stale,
    undoneSaves: useUndoneChanges(),
  });
  const edited = useRowsWithPendingEdits(area.table, props.rows && shown);
  const { rows, ...editors } = useOpenEditors(area.table, edited, paramsKey);
  if (empty && rows?.length === 0) return empty;
  return <ShownRows {...props} {...made} rows={rows} editors={editors} />;
}

/**
 * Renders the table. A page can have 200 rows, so event handlers and subscriptions are here instead of in each row, and
 * a row has few elements.
 */
function ShownRows<Listed extends Pick<NamedRow, 'id'>>(props: ShownRowsProps<Listed>) {
  const { area, commands, selects = false, editing, rows, paramsKey, editors, ...rest } = props;
  const { duplicate, remove, ...table } = rest;
  const { isProtected, isReadOnly } = commands;
  const { columns, hidden } = props;
  const visible = useMemo(() => listVisibleColumns(columns, hidden), [columns, hidden]);
  const rendered = useRenderedRows(rows, paramsKey);
  const offered = useUndoOffers(area.table);
  const [menu, openMenu] = useState<RowMenuTarget>();
  // Use a menu instead of icons on a device without hover, or if three icons do not fit beside the name.
  const inMenu = useMediaQuery('(hover: none), (width < 40rem)');
  const frame = useRef<HTMLDivElement>(null);
  useHighlightedRow(frame, rendered);
  useFocusAfterRowRemoval(frame, 'tbody tr');
  const links = useRowLinkHandlers();
  const selection = useRowSelection(frame, selects ? area.path : undefined, rendered);
  const duplicateRow = useSteady(duplicate);
  const removeRow = useSteady(remove);
  const checkPlace = visible[0]?.[0] === 'picture' ? ('picture' as const) : ('name' as const);
  const context = useMemo(
    () => ({
      area,
      edits: !isReadOnly,
      selects,
      offered,
      duplicate: duplicateRow,
      remove: removeRow,
      isProtected,
      checkPlace,
      openMenu: inMenu ? openMenu : undefined,
    }),
    [area, isReadOnly, selects, offered, duplicateRow, removeRow, isProtected, checkPlace, inMenu],
  );
  // Memoized: unchanged rows do not render again on each key press of a search.
  const rowElements = useMemo(() => {
    // The cast is safe: the key of this column is a property of the row.
    const name = findNameColumn(columns) as keyof Listed;
    return rendered?.map((row) => (
      <Row
        key={row.id}
        id={row.id}
        name={String(row[name])}
        cells={visible.map(([, { cell }]) => cell(row))}
      />
    ));
  }, [rendered, columns, visible]);
  const icons = [!isReadOnly, duplicate, remove, rows?.some(({ id }) => offered.has(id))];
  return (
    <RowsContext value={context}>
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
          // Handle F2 here, because the code of the editor has perhaps not loaded yet.
          if (event.key !== 'F2' || !(event.target instanceof Element)) return;
          const row = findRowByElement(event.target.closest('tbody tr'), rows);
          if (row) editors.open({ id: row.id });
        }}
      >
        <Table
          {...table}
          coming={rows && rendered && rows.length - rendered.length}
          {...headOf(area, visible, icons.filter(Boolean).length, table.sorting)}
          corner={
            selects &&
            rows && (
              <SelectPageCheckbox
                list={area.path}
                rows={rows.filter(({ id }) => !isProtected?.(id))}
              />
            )
          }
        >
          {rowElements ?? <RowsPlaceholder />}
        </Table>
        {editing && rows && (
          <RowEditorHost
            label={editing.label}
            table={area.table}
            frame={frame}
            rows={rows}
            editors={editors}
          >
            {(id, given) => {
              const row = rows.find((each) => each.id === id);
              return row && <editing.Editor key={id} row={row} {...given} />;
            }}
          </RowEditorHost>
        )}
        {menu && (
          <RowMenu
            key={menu.id}
            row={menu}
            more={commands.more}
            editing={editing && { ...editing, begin: () => editors.open({ id: menu.id }) }}
            // Close only this menu: the user has perhaps opened the menu of another row meanwhile.
            onClosed={() => openMenu((now) => (now === menu ? undefined : now))}
          />
        )}
      </div>
    </RowsContext>
  );
}

/** Returns the header cells and the widths of the columns; `icons` is the number of icons at the end of a row. */
function headOf(
  { labels }: Pick<Area, 'labels'>,
  shown: [string, Pick<Column<never>, 'width' | 'align'>][],
  icons: number,
  sorting: TableProps['sorting'],
) {
  const widths = shown.map(([, { width }]) => width).join(' ');
  const heads = shown.map(([name, { align }]) =>
    name in (sorting?.labels ?? {}) ? (
      <SortableHeadCell key={name} column={name} align={align} />
    ) : (
      <HeadCell key={name} align={align}>
        {labels[name] ?? name}
      </HeadCell>
    ),
  );
  if (icons === 0) return { columns: widths, head: heads };
  return {
    columns: `${widths} ${Math.max(icons, 2) * 1.75}rem`,
    head: [
      ...heads,
      <HeadCell key="actions" align="end">
        Ações
      </HeadCell>,
    ],
  };
}

/** Returns a function with a stable identity that calls the latest `handler`; undefined without a `handler`. */
function useSteady<Given>(handler: ((given: Given) => unknown) | undefined) {
  const latest = useRef(handler);
  useLayoutEffect(function keepLatest() {
    latest.current = handler;
  });
  const steady = useCallback((given: Given) => void latest.current?.(given), []);
  return handler && steady;
}

const none: never[] = [];

const RowEditorHost = lazyComponent(
  async () => (await import('../in-place/row-editor.tsx')).OpenRowEditors,
  'idle',
);
