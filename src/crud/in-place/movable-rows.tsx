import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import GripVertical from 'lucide-react/icons/grip-vertical';
import { useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { IconButton } from '#ui/button.tsx';
import { verticalArrowSteps, useMovableTiles } from '#ui/fields/movable-tiles.ts';
import { MenuItem, MenuList } from '#ui/menu.tsx';
import type { NamedRow, RowPage } from '../rows.queries.ts';

/** The properties of a list that `useMovableRows` uses. The list is the result of `useList`. */
type MovableList = {
  commands: { more?: (row: NamedRow) => ReactNode };
  page: { data: RowPage<{ id: number }> | undefined };
};

/** The ids of the rows of a page: `seen` in the order before the move, `wanted` in the new order. */
export type RowOrderChange = { seen: number[]; wanted: number[] };

/**
 * Returns a list whose rows users can reorder by drag and drop, or with the arrow keys or the menu of a handle.
 * - Render `handle(row)` in each row and `menu` once, and spread `board` on the element around the list.
 * - The list has the new order until `save` ends. `save` must resolve only after the refetch of the list: otherwise the
 *   rows would return to the old order until the refetch.
 * - If `offered` is false, `handle` returns null, and `RowMenu` has no items that move the row.
 */
export function useMovableRows<Listing extends MovableList>(
  list: Listing,
  offered: boolean,
  save: (order: RowOrderChange) => Promise<unknown>,
) {
  const { data } = list.page;
  const rows = data?.rows ?? [];
  const [dragged, setDragged] = useState<readonly number[]>();
  const [saving, setSaving] = useState<readonly number[]>();
  const [menu, openMenu] = useState<NamedRow & { button: HTMLElement }>();
  const seen = orderOf(rows, saving);
  const shown = orderOf(rows, dragged ?? saving);
  const moving = useMovableTiles(
    (id, step) => move(Number(id), shown.indexOf(Number(id)) + step),
    verticalArrowSteps,
  );

  function move(id: number, place: number) {
    if (place < 0 || place >= seen.length || place === seen.indexOf(id)) return;
    saveOrder(moved(seen, id, place));
  }

  function saveOrder(wanted: number[]) {
    setSaving(wanted);
    const settled = () => setSaving((latest) => (latest === wanted ? undefined : latest));
    // Ignore a failure here: the mutation shows its own message.
    void save({ seen: [...seen], wanted }).then(settled, settled);
  }

  function handle({ id, name }: NamedRow): ReactNode {
    if (!offered) return null;
    const key = String(id);
    const { onDragStart, onDragEnd, ...drag } = moving.handle(key);
    return (
      <span {...moving.tile(key)} className="mr-1 align-middle">
        <IconButton
          {...drag}
          data-control="move"
          label={`Mover ${name}`}
          aria-haspopup="menu"
          icon={<GripVertical />}
          className="size-7 cursor-grab"
          onDragStart={(event) => {
            onDragStart(event);
            const row = event.currentTarget.closest('tr');
            if (row) event.dataTransfer.setDragImage(row, row.clientWidth - 48, 24);
          }}
          onDragEnd={() => {
            onDragEnd();
            setDragged(undefined);
          }}
          onClick={({ currentTarget }) => openMenu({ id, name, button: currentTarget })}
        />
      </span>
    );
  }

  /** Returns the items for the menu of a handle, and for `RowMenu`, the menu of a row on touch or narrow screens. */
  function items({ id }: NamedRow): ReactNode {
    if (!offered) return null;
    const place = seen.indexOf(Number(id));
    const last = seen.length - 1;
    const ways = [
      { to: place - 1, text: 'Mover para cima', icon: <ArrowUp />, isOffered: place > 0 },
      { to: place + 1, text: 'Mover para baixo', icon: <ArrowDown />, isOffered: place < last },
      { to: 0, text: 'Mover para o início', icon: <ArrowUpToLine />, isOffered: place > 1 },
      {
        to: last,
        text: 'Mover para o fim',
        icon: <ArrowDownToLine />,
        isOffered: place < last - 1,
      },
    ];
    return ways.map(
      ({ to, text, icon, isOffered }) =>
        isOffered && (
          <MenuItem key={text} icon={icon} onSelect={() => move(Number(id), to)}>
            {text}
          </MenuItem>
        ),
    );
  }

  const board = {
    ref: moving.board,
    role: 'presentation',
    onDragOver(event: DragEvent) {
      if (!moving.dragged) return;
      event.preventDefault();
      const over = rowUnder(event);
      const id = Number(moving.dragged);
      if (over !== undefined && over !== id) setDragged(moved(shown, id, shown.indexOf(over)));
    },
    onDrop(event: DragEvent) {
      if (!moving.dragged) return;
      event.preventDefault();
      moving.drop();
      setDragged(undefined);
      if (dragged && String(dragged) !== String(seen)) saveOrder([...dragged]);
    },
  };

  const ordered = {
    ...list,
    commands: { ...list.commands, more: items },
    page: { ...list.page, data: data && { ...data, rows: inOrder(rows, shown) } },
  };
  return {
    // Cast: `ordered` is `list` with a different order of rows, and with `more`.
    list: ordered as Listing,
    handle,
    board,
    menu: menu && (
      <MenuList
        isOpen
        label={`Mover ${menu.name}`}
        below={() => menu.button}
        onClosed={() => openMenu(undefined)}
      >
        {items(menu)}
      </MenuList>
    ),
  };
}

/** Returns the ids of the rows: in the order `chosen` if it contains exactly these ids, else in the order of `rows`. */
function orderOf(rows: readonly { id: number }[], chosen: readonly number[] | undefined) {
  const ids = rows.map(({ id }) => id);
  const isOfThese = chosen?.length === ids.length && ids.every((id) => chosen.includes(id));
  return isOfThese ? [...chosen] : ids;
}

function inOrder<Row extends { id: number }>(rows: readonly Row[], ids: readonly number[]): Row[] {
  return rows.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function moved(ids: readonly number[], id: number, place: number): number[] {
  return ids.filter((each) => each !== id).toSpliced(place, 0, id);
}

function rowUnder({ target }: DragEvent): number | undefined {
  const row = target instanceof Element ? target.closest('tbody tr') : null;
  const held = row?.querySelector<HTMLElement>('[data-picture]');
  return held ? Number(held.dataset.picture) : undefined;
}
