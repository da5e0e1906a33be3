import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import { IconButton } from '#ui/button.tsx';
import { useUnsavedGuard } from '../unsaved-guard.ts';
import type { NamedRow } from '../rows.queries.ts';
import { removeFailedEdits } from './edited-rows.ts';
import type { FailedEdit } from './edited-rows.ts';
import type { RowEditorsController } from './open-editors.ts';
import { EditingHint } from './editing-hint.tsx';
import { findRowByElement } from './find-row.ts';

/** The command that edits a row in the list, and its editor. */
export type RowEditCommand<Row> = {
  /** The label of the command: 'Alterar na lista'. */
  label: string;
  /** The icon of the command in the menu of a row. */
  icon: ReactNode;
  Editor: ComponentType<RowEditorProps<Row>>;
};

export type RowEditorProps<Row> = {
  row: Row;
  /** The name of the field to focus. If absent: the first field, or none if the editor opens after a failed save. */
  field?: string;
  /** The last save of the row, if it failed: the editor shows its values with the error. */
  failed?: FailedEdit<Row>;
  /**
   * Call when the change was sent or discarded. With `to`, the editor of the row below (1) or above (-1) opens at the
   * field `to.field`, unless that row does not exist or the user has opened the editor of another row. In all other
   * cases, the focus returns to the row.
   */
  onLeave: (to?: { step: 1 | -1; field: string }) => void;
};

export type OpenRowEditorsProps = {
  /** The element around the list: the editors are positioned in it, over their rows. */
  frame: RefObject<HTMLElement | null>;
  /** The table of the rows. */
  table: string;
  rows: readonly Pick<NamedRow, 'id'>[];
  label: string;
  editors: RowEditorsController;
  /** Renders the editor of the row with this id. */
  children: (id: NamedRow['id'], props: Omit<RowEditorProps<never>, 'row'>) => ReactNode;
};

/**
 * Renders the open editors of a list over their rows, the `EditingHint`, and a button on the hovered row that opens its
 * editor. After a failed save, the editor of the row opens again. While a change is not saved, a link or Back opens a
 * confirmation.
 */
export function OpenRowEditors(props: OpenRowEditorsProps) {
  const { frame, table, rows, label, editors, children } = props;
  const { place, open, typed, failures, noteTyped, forgetTyped } = editors;
  const [pointed, setPointed] = useState<NamedRow['id']>();
  const row = rows.find(({ id }) => id === place?.id);
  /**
   * The error of the failed save in the editor that the user left last. `failures` can still contain this error, but
   * that editor must not open again.
   */
  const [answered, setAnswered] = useState<Error>();
  const failed = (id: NamedRow['id']) => {
    const failure = failures.get(id);
    return failure?.error === answered ? undefined : failure;
  };
  const edited = rows.filter(({ id }) => id === row?.id || typed.has(id) || failed(id));
  const isUnsaved = edited.some(({ id }) => typed.has(id) || failed(id));
  useUnsavedGuard(isUnsaved, () => {
    forgetTyped();
    removeFailedEdits(table);
  });
  const onRow = useEffectEvent((tr: Element | null, then: (id: NamedRow['id']) => void) => {
    const found = findRowByElement(tr, rows);
    if (found) then(found.id);
  });
  useEffect(
    function trackPointer() {
      const around = frame.current;
      const onPointer = ({ target, pointerType }: PointerEvent) => {
        if (pointerType !== 'touch' && target instanceof Element)
          onRow(target.closest('tbody tr'), setPointed);
      };
      const onPointerLeave = () => setPointed(undefined);
      around?.addEventListener('pointerover', onPointer);
      around?.addEventListener('pointerleave', onPointerLeave);
      return () => {
        around?.removeEventListener('pointerover', onPointer);
        around?.removeEventListener('pointerleave', onPointerLeave);
      };
    },
    [frame],
  );
  function leave(id: NamedRow['id'], to?: { step: 1 | -1; field: string }) {
    const tr = rowOf(frame.current, id);
    const next = to && (to.step > 0 ? tr?.nextElementSibling : tr?.previousElementSibling);
    const found = findRowByElement(next, rows);
    // Remove the attribute before the focus moves: with the value 'whole', it hides the link that gets the focus.
    tr?.removeAttribute('data-edited');
    setAnswered(failures.get(id)?.error);
    removeFailedEdits(table, id);
    forgetTyped(id);
    // Whether the editor of a different row was opened last: that editor stays open.
    const isOther = row && row.id !== id;
    if (!isOther) open(found && { id: found.id, field: to?.field });
    if (found && !isOther) next?.scrollIntoView({ block: 'nearest' });
    else tr?.querySelector<HTMLElement>('.row-link')?.focus({ preventScroll: true });
  }
  const hovered = rows.find(({ id }) => id === pointed);
  return (
    <>
      {hovered && !row && !edited.includes(hovered) && (
        <EditButton frame={frame} id={hovered.id}>
          <IconButton
            label={`${label} (F2)`}
            icon={<TextCursorInput />}
            tabIndex={-1}
            className="size-6!"
            onClick={() => open({ id: hovered.id })}
          />
        </EditButton>
      )}
      {!row && <EditingHint frame={frame} />}
      {edited.map(({ id }) => (
        <EditedRow
          key={id}
          frame={frame}
          id={id}
          isRequested={id === place?.id}
          onInput={() => noteTyped(id)}
        >
          {children(id, {
            field: id === place?.id ? place.field : typed.get(id)?.field,
            // Cast: `failed` returns the edit of this row; `children` knows the type of its values.
            failed: failed(id) as FailedEdit<never> | undefined,
            onLeave: (to) => leave(id, to),
          })}
        </EditedRow>
      ))}
    </>
  );
}

type InRowProps = {
  frame: RefObject<HTMLElement | null>;
  id: NamedRow['id'];
  children: ReactNode;
};

/**
 * Renders a button over the free space of a row. In a list without an amount, the button is before the actions.
 * Otherwise its place depends on the width of the list:
 * - from `roomForAllColumns`: at the start of the cell of the amount;
 * - from `roomForPairs`: before the actions;
 * - below: before the amount.
 */
function EditButton({ frame, id, children }: InRowProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(function placeInRow() {
    const row = rowOf(frame.current, id);
    const [line, around] = [row, frame.current].map((each) => each?.getBoundingClientRect());
    if (!row || !line || !around || !box.current) return;
    const isWide = around.width >= roomForAllColumns;
    const isPaired = !isWide && around.width >= roomForPairs;
    const amount = isPaired ? null : row.querySelector('.amount');
    const next = (amount ?? row.querySelector('.row-action'))?.getBoundingClientRect();
    const before = isWide && amount ? 0 : 28;
    box.current.toggleAttribute('data-covers', !amount);
    box.current.style.top = `${line.top + line.height / 2 - around.top}px`;
    box.current.style.left = `${(next ?? line).left - before - around.left}px`;
  });
  return (
    <div
      ref={box}
      // `data-covers` is set if the button is beside the actions. There, the button can cover the end of a text, so it
      // needs a background. Hidden on touch and narrow screens, because there the menu of a row contains this command.
      className="row-pencil absolute z-2 -translate-y-1/2 data-covers:bg-hover max-sm:hidden [@media(hover:none)]:hidden"
    >
      {children}
    </div>
  );
}

type EditedRowProps = InRowProps & {
  /** Whether this is the editor that the user opened last; false, for example, if it opened after a failed save. */
  isRequested: boolean;
  onInput: () => void;
};

/**
 * Renders the editor of a row: beside the name, or over the full width of the row if the list is narrower than
 * `roomForAllColumns`. The row becomes at least as high as the editor. The editor follows the row after a refetch.
 */
function EditedRow({ frame, id, isRequested, onInput, children }: EditedRowProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    function attachToRow() {
      const row = rowOf(frame.current, id);
      if (!row || !box.current) return;
      const fit = () => fitInRow(frame.current, row, box.current);
      // After a failed save, the user is perhaps working in a different row: then do not move the focus or scroll.
      const isFocused = row.contains(document.activeElement);
      fit();
      if (isFocused) box.current.querySelector('input')?.focus();
      if (isFocused || isRequested) box.current.scrollIntoView({ block: 'nearest' });
      const resized = new ResizeObserver(fit);
      for (const each of [box.current, frame.current]) if (each) resized.observe(each);
      return () => {
        resized.disconnect();
        row.removeAttribute('data-edited');
        row.style.minHeight = '';
      };
    },
    // `isRequested` is not a dependency: do not attach again when the user opens the editor of a failed save.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [frame, id],
  );
  // Run after every render: after a refetch, the row can be at a different position.
  useLayoutEffect(function followRow() {
    fitInRow(frame.current, rowOf(frame.current, id), box.current);
  });
  return (
    <div
      ref={box}
      className="row-editor absolute right-px z-2 scroll-mt-32 scroll-mb-24 data-whole:left-px"
      onInput={onInput}
    >
      {children}
    </div>
  );
}

function fitInRow(frame: HTMLElement | null, row: HTMLElement | null, box: HTMLElement | null) {
  if (!frame || !row || !box) return;
  const around = frame.getBoundingClientRect();
  const isWhole = around.width < roomForAllColumns;
  row.setAttribute('data-edited', isWhole ? 'whole' : '');
  box.toggleAttribute('data-whole', isWhole);
  row.style.minHeight = `${box.offsetHeight + 1}px`;
  box.style.top = `${row.getBoundingClientRect().top - around.top}px`;
}

/** The width of a list, in CSS pixels, below which its columns are paired: 62rem, as in table.css. */
const roomForAllColumns = 992;
/** The width of a list, in CSS pixels, below which only its main columns are shown: 36rem, as in table.css. */
const roomForPairs = 576;

function rowOf(frame: HTMLElement | null, id: NamedRow['id']): HTMLElement | null {
  return frame?.querySelector(`.row-link[href$="/${id}"]`)?.closest('tr') ?? null;
}
