import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import { IconButton } from '#ui/button.tsx';
import { useUnsavedGuard } from '../unsaved-guard.ts';
import type { NamedRow } from '../rows.queries.ts';
import { forgetFailedEdits } from './edited-rows.ts';
import type { FailedEdit } from './edited-rows.ts';
import type { OpenEditors } from './open-editors.ts';
import { EditingHint } from './editing-hint.tsx';
import { rowIn } from './row-in.ts';

/** The editable part of a row. */
export type RowEditing<Row> = {
  /** The label: 'Alterar na lista'. */
  label: string;
  /** The icon of its entry in the menu of a row. */
  icon: ReactNode;
  Editor: ComponentType<RowEditorProps<Row>>;
};

export type RowEditorProps<Row> = {
  row: Row;
  /** The name of the field to focus: by default the first one, after a failure none. */
  field?: string;
  /** The last save of the row, if it failed: the editor shows its values with the error. */
  failed?: FailedEdit<Row>;
  /**
   * Called when the change was sent or discarded: move to this field of the row above or below, or back to the list.
   */
  onLeave: (to?: { step: 1 | -1; field: string }) => void;
};

export type RowEditorHostProps = {
  /** The element around the list; the editor is rendered inside the row. */
  frame: RefObject<HTMLElement | null>;
  /** The table of the rows. */
  table: string;
  rows: readonly Pick<NamedRow, 'id'>[];
  label: string;
  editors: OpenEditors;
  /** The editor of the row with this id. */
  children: (id: NamedRow['id'], props: Omit<RowEditorProps<never>, 'row'>) => ReactNode;
};

/**
 * Makes rows editable in the list: F2 within a row, its menu or the pencil on hover opens the editor. After a failed
 * save the editor opens again. A link or Back asks first while a change is not saved.
 */
export function RowEditorHost(props: RowEditorHostProps) {
  const { frame, table, rows, label, editors, children } = props;
  const { place, open, typed, failures, noteTyped, forgetTyped } = editors;
  const [pointed, setPointed] = useState<NamedRow['id']>();
  const row = rows.find(({ id }) => id === place?.id);
  /** The failure whose editor the user has left: it is forgotten a moment later. */
  const [answered, setAnswered] = useState<Error>();
  const failed = (id: NamedRow['id']) => {
    const failure = failures.get(id);
    return failure?.error === answered ? undefined : failure;
  };
  const edited = rows.filter(({ id }) => id === row?.id || typed.has(id) || failed(id));
  const isUnsaved = edited.some(({ id }) => typed.has(id) || failed(id));
  useUnsavedGuard(isUnsaved, () => {
    forgetTyped();
    forgetFailedEdits(table);
  });
  const onRow = useEffectEvent((tr: Element | null, then: (id: NamedRow['id']) => void) => {
    const found = rowIn(tr, rows);
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
    const found = rowIn(next, rows);
    // Remove the attribute: it hides the element that is focused next.
    tr?.removeAttribute('data-edited');
    setAnswered(failures.get(id)?.error);
    forgetFailedEdits(table, id);
    forgetTyped(id);
    // The editor of another row stays open.
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
            // `failed` returns the edit of this row; `children` knows the type of its values.
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
 * The position is the free space of a row: the cell of the amount if the list has all columns, before the actions if
 * its columns are paired or the amount is hidden, and before the amount on a narrow screen.
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
      // Beside the actions, the button may cover the end of a text: hide the text behind it, as the actions do. Not on a
      // touch device or a phone: rows have a menu there, which contains this command.
      className="row-pencil absolute z-2 -translate-y-1/2 data-covers:bg-hover max-sm:hidden [@media(hover:none)]:hidden"
    >
      {children}
    </div>
  );
}

type EditedRowProps = InRowProps & {
  /** Whether the user opened the editor; false after a failed save. */
  isRequested: boolean;
  onInput: () => void;
};

/**
 * The editor of a row: beside the name, or over the whole row on a narrow screen. The row is as high as the editor,
 * which stays in it when the list is refetched.
 */
function EditedRow({ frame, id, isRequested, onInput, children }: EditedRowProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    function attachToRow() {
      const row = rowOf(frame.current, id);
      if (!row || !box.current) return;
      const fit = () => fitInRow(frame.current, row, box.current);
      // After a failure, the user may be working in another row: do not scroll, and do not move the focus.
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
    // Do not attach again when the user opens the editor of a failed save.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [frame, id],
  );
  // The refetched list may have the row at another position.
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

/**
 * CSS pixels. Below this width columns are paired, then only the main ones are shown: 62rem and 36rem, as in table.css.
 */
const roomForAllColumns = 992;
const roomForPairs = 576;

function rowOf(frame: HTMLElement | null, id: NamedRow['id']): HTMLElement | null {
  return frame?.querySelector(`.row-link[href$="/${id}"]`)?.closest('tr') ?? null;
}
