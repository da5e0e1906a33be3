import TextCursorInput from 'lucide-react/icons/text-cursor-input';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import { IconButton } from '#ui/button.tsx';
import { useUnsavedGuard } from '../unsaved-guard.ts';
import type { NamedRow } from '../rows.ts';
import { EditingHint } from './editing-hint.tsx';
import { rowIn } from './row-in.ts';

/** What can be changed of a row where it stands. */
export type RowEditing<Row> = {
  /** 'Alterar na lista'. */
  label: string;
  Editor: ComponentType<RowEditorProps<Row>>;
};

export type RowEditorProps<Row> = {
  row: Row;
  /** The field that has the focus first, by its name; the first one where it is not given. */
  field?: string;
  /** What was typed is on its way, or given up: go on in this field of the row above or below, or back to the list. */
  onLeave: (to?: { step: 1 | -1; field: string }) => void;
};

export type RowEditorHostProps = {
  /** Around the list; the editor stands in it, where the row is. */
  frame: RefObject<HTMLElement | null>;
  rows: readonly Pick<NamedRow, 'id'>[];
  label: string;
  /** The row that F2 or its menu asks for, and what to do once it is open. */
  asked: NamedRow['id'] | undefined;
  onAnswered: () => void;
  /** The editor of the row with this id. */
  children: (id: NamedRow['id'], props: Omit<RowEditorProps<unknown>, 'row'>) => ReactNode;
};

type Place = { id: NamedRow['id']; field?: string };

/**
 * Lets a row be changed in place: F2 anywhere in it or its menu ask for it, and so does the pencil under the pointer.
 * A link or Back asks first while something is typed that is not on its way.
 */
export function RowEditorHost(props: RowEditorHostProps) {
  const { frame, rows, label, asked, onAnswered, children } = props;
  const [open, setOpen] = useState<Place>();
  const [pointed, setPointed] = useState<NamedRow['id']>();
  const [typedIn, setTypedIn] = useState<NamedRow['id']>();
  const place = open ?? (asked === undefined ? undefined : { id: asked });
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
    // It hides what would get the focus.
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

/** In the room that is left for it: in the cell of the amount, before the actions of pairs of columns, or before both. */
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

/** Lies in its row, which is as high as it: the rows below move. It stays there when the list is read again. */
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
  // The list may have been read again, and the row stand elsewhere.
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

/** Where there is less, columns come in pairs, and then only the main ones: 62rem and 36rem, as in table.css. */
const roomForAllColumns = 992;
const roomForPairs = 576;

function rowOf(frame: HTMLElement | null, id: NamedRow['id']): HTMLElement | null {
  return frame?.querySelector(`.row-link[href$="/${id}"]`)?.closest('tr') ?? null;
}
