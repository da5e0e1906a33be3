import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import { IconButton } from '#ui/button.tsx';
import { useUnsavedGuard } from '../unsaved-guard.ts';
import type { NamedRow } from '../rows.queries.ts';
import { EditingHint } from './editing-hint.tsx';
import { rowIn } from './row-in.ts';

/** The editable part of a row. */
export type RowEditing<Row> = {
  /** 'Alterar na lista'. */
  label: string;
  /** The icon of its entry in the menu of a row. */
  icon: ReactNode;
  Editor: ComponentType<RowEditorProps<Row>>;
};

export type RowEditorProps<Row> = {
  row: Row;
  /** The name of the field to focus; by default the first one. */
  field?: string;
  /**
   * Called when the change was sent or discarded: move to this field of the row above or below, or back to the list.
   */
  onLeave: (to?: { step: 1 | -1; field: string }) => void;
};

export type RowEditorHostProps = {
  /** The element around the list; the editor is rendered inside the row. */
  frame: RefObject<HTMLElement | null>;
  rows: readonly Pick<NamedRow, 'id'>[];
  label: string;
  /** The row to edit, requested by F2 or by the row's menu. */
  requestedRow: NamedRow['id'] | undefined;
  onAnswered: () => void;
  /** The editor of the row with this id. */
  children: (id: NamedRow['id'], props: Omit<RowEditorProps<unknown>, 'row'>) => ReactNode;
};

type Place = { id: NamedRow['id']; field?: string };

/**
 * Makes rows editable in the list: F2 within a row, its menu or the pencil on hover opens the editor. A link or Back
 * asks first while a change has not been sent.
 */
export function RowEditorHost(props: RowEditorHostProps) {
  const { frame, rows, label, requestedRow, onAnswered, children } = props;
  const [open, setOpen] = useState<Place>();
  const [pointed, setPointed] = useState<NamedRow['id']>();
  const [typedIn, setTypedIn] = useState<NamedRow['id']>();
  const place = open ?? (requestedRow === undefined ? undefined : { id: requestedRow });
  const row = rows.find(({ id }) => id === place?.id);
  useUnsavedGuard(!!row && typedIn === row.id, () => setTypedIn(undefined));
  const onRow = useEffectEvent((tr: Element | null, then: (id: NamedRow['id']) => void) => {
    const found = rowIn(tr, rows);
    if (found) then(found.id);
  });
  useEffect(
    function listen() {
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
  function leave(to?: { step: 1 | -1; field: string }) {
    const tr = place && rowOf(frame.current, place.id);
    const next = to && (to.step > 0 ? tr?.nextElementSibling : tr?.previousElementSibling);
    const found = rowIn(next, rows);
    // The attribute hides the element that gets the focus.
    tr?.removeAttribute('data-edited');
    onAnswered();
    setTypedIn(undefined);
    setOpen(found && { id: found.id, field: to?.field });
    if (found) next?.scrollIntoView({ block: 'nearest' });
    else tr?.querySelector<HTMLElement>('.row-link')?.focus({ preventScroll: true });
  }
  const hovered = rows.find(({ id }) => id === pointed);
  return (
    <>
      {hovered && !row && (
        <EditButton frame={frame} id={hovered.id}>
          <IconButton
            label={`${label} (F2)`}
            icon={<TextCursorInput />}
            tabIndex={-1}
            className="size-6!"
            onClick={() => setOpen({ id: hovered.id })}
          />
        </EditButton>
      )}
      {!row && <EditingHint frame={frame} />}
      {row && place && (
        <EditedRow frame={frame} id={row.id} onInput={() => setTypedIn(row.id)}>
          {children(row.id, { field: place.field, onLeave: leave })}
        </EditedRow>
      )}
    </>
  );
}

type InRowProps = {
  frame: RefObject<HTMLElement | null>;
  id: NamedRow['id'];
  children: ReactNode;
};

/**
 * Placed in the free space of a row: in the cell of the amount if the list has all columns, before the actions if its
 * columns are paired, and before the amount on a narrow screen.
 */
function EditButton({ frame, id, children }: InRowProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(function standInRow() {
    const row = rowOf(frame.current, id);
    const [line, around] = [row, frame.current].map((each) => each?.getBoundingClientRect());
    if (!row || !line || !around || !box.current) return;
    const isPaired = around.width < roomForAllColumns && around.width >= roomForPairs;
    const next = row.querySelector(isPaired ? '.row-action' : '.amount')?.getBoundingClientRect();
    const before = around.width < roomForAllColumns ? 28 : 0;
    box.current.toggleAttribute('data-paired', isPaired);
    box.current.style.top = `${line.top + line.height / 2 - around.top}px`;
    box.current.style.left = `${(next ?? line).left - before - around.left}px`;
  });
  return (
    <div ref={box} className="row-pencil">
      {children}
    </div>
  );
}

/** The editor of a row. The row is as high as the editor, which stays in it when the list is refetched. */
function EditedRow({ frame, id, onInput, children }: InRowProps & { onInput: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    function takeRow() {
      const row = rowOf(frame.current, id);
      if (!row || !box.current) return;
      const fit = () => fitInRow(frame.current, row, box.current);
      fit();
      box.current.scrollIntoView({ block: 'nearest' });
      const resized = new ResizeObserver(fit);
      for (const each of [box.current, frame.current]) if (each) resized.observe(each);
      return () => {
        resized.disconnect();
        row.removeAttribute('data-edited');
        row.style.minHeight = '';
      };
    },
    [frame, id],
  );
  // The refetched list may have the row at another position.
  useLayoutEffect(function followRow() {
    fitInRow(frame.current, rowOf(frame.current, id), box.current);
  });
  return (
    <div ref={box} className="row-editor" onInput={onInput}>
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
