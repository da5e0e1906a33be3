import { useLayoutEffect } from 'react';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import {
  countSelected,
  createSelectionPredicate,
  selectRange,
  selectRow,
  selectRows,
  selectionOf,
  subscribeToSelections,
  useSelection,
} from './selection.ts';
import type { RowId } from './selection.ts';

/**
 * Returns the event handlers for the element around a list; `list` is the path of the list. Each row has a checkbox
 * (`.row-check`, with the row's id as its value). The hook checks and unchecks these checkboxes in the DOM, without a
 * render, because a list can have two hundred rows, and most clicks change only one checkbox.
 */
export function useRowSelection(
  frame: RefObject<HTMLElement | null>,
  list: string | undefined,
  rows: readonly { id: RowId }[] | undefined,
) {
  useLayoutEffect(
    function followSelection() {
      if (list === undefined) return;
      return subscribeToSelections(() => showIn(frame.current, list, rows));
    },
    [frame, list, rows],
  );
  // Run after every render, because a render can add new, unchecked checkboxes. For example, if the user hides the
  // picture column, the checkboxes move to another cell.
  useLayoutEffect(function showSelection() {
    if (list !== undefined) showIn(frame.current, list, rows);
  });
  const idOf = (box: HTMLInputElement) => rows?.find(({ id }) => String(id) === box.value)?.id;
  function updateSelection(box: HTMLInputElement, range: boolean) {
    const id = idOf(box);
    if (list === undefined || id === undefined) return;
    // The ids of the rows in the order of the page.
    const order = boxesIn(frame.current).flatMap((each) => idOf(each) ?? []);
    if (range) selectRange(list, id, order, box.checked);
    else selectRow(list, id, box.checked);
  }
  return {
    onClick(event: MouseEvent) {
      const box = boxOf(event.target);
      if (!box) return;
      updateSelection(box, event.shiftKey);
      // Clear the text selection: a click with Shift also selects the text in between.
      if (event.shiftKey) getSelection()?.removeAllRanges();
    },
    onKeyDown(event: KeyboardEvent) {
      const box = boxOf(event.target);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!box) return;
      if (!step && event.key !== 'Enter') return;
      event.preventDefault();
      if (!step) return document.querySelector<HTMLElement>(firstAction)?.focus();
      const boxes = boxesIn(frame.current);
      const next = boxes[boxes.indexOf(box) + step];
      if (!next) return;
      next.focus();
      if (!event.shiftKey) return;
      // If the focused row is not selected, select it as the first row of a new range.
      if (!box.checked) updateSelection(Object.assign(box, { checked: true }), false);
      updateSelection(Object.assign(next, { checked: true }), true);
    },
  };
}

/** Renders the checkbox in the header of a list, which selects or deselects the rows of the page. */
export function SelectPageCheckbox({
  list,
  rows,
}: {
  list: string;
  rows: readonly { id: RowId }[];
}) {
  const selection = useSelection(list);
  const ids = rows.map(({ id }) => id);
  const selected = ids.filter(createSelectionPredicate(selection)).length;
  const isAll = selected > 0 && selected === ids.length;
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = selected > 0 && !isAll;
      }}
      type="checkbox"
      aria-label="Selecionar a página"
      className="page-check sticky top-[var(--header-height,3.5rem)] z-11 -mb-9 h-9 max-lg:hidden @max-[62rem]/rows:relative @max-[62rem]/rows:top-0"
      checked={isAll}
      onChange={() => selectRows(list, ids, !isAll)}
    />
  );
}

/**
 * The selector of the first button in the selection bar. Enter in a checkbox focuses this button: with Tab, the user
 * would first pass all rows.
 */
const firstAction = '[data-selection-bar] button';

function boxOf(target: EventTarget): HTMLInputElement | undefined {
  return target instanceof HTMLInputElement && target.matches('.row-check') ? target : undefined;
}

function boxesIn(frame: HTMLElement | null): HTMLInputElement[] {
  return [...(frame?.querySelectorAll<HTMLInputElement>('.row-check') ?? [])];
}

function showIn(frame: HTMLElement | null, list: string, rows: readonly { id: RowId }[] = []) {
  const selection = selectionOf(list);
  const selected = createSelectionPredicate(selection);
  const values = new Set(rows.flatMap(({ id }) => (selected(id) ? [String(id)] : [])));
  for (const box of boxesIn(frame)) box.checked = values.has(box.value);
  // The attribute shows the checkboxes on touch and narrow screens, where they are visible only during a selection.
  frame?.toggleAttribute('data-selecting', countSelected(selection) > 0);
}
