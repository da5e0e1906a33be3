import Pencil from 'lucide-react/icons/pencil';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentType, ReactNode, RefObject } from 'react';
import { IconButton } from '#ui/button.tsx';
import { useUnsavedGuard } from '../unsaved-guard.ts';
import type { NamedRow } from '../rows.ts';
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
  /** Around the list; the editor stands in it, over the row. */
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
    onAnswered();
    setTypedIn(undefined);
    setOpen(found && { id: found.id, field: to?.field });
    if (found) next?.scrollIntoView({ block: 'nearest' });
    else tr?.querySelector<HTMLElement>('.row-link')?.focus({ preventScroll: true });
  }
  const pencil = rows.find(({ id }) => id === pointed);
  return (
    <>
      {pencil && !row && (
        <OverRow frame={frame} id={pencil.id} className="row-pencil">
          <IconButton
            label={`${label} (F2)`}
            icon={<Pencil />}
            tabIndex={-1}
            className="size-6!"
            onClick={() => setOpen({ id: pencil.id })}
          />
        </OverRow>
      )}
      {row && place && (
        <OverRow
          frame={frame}
          id={row.id}
          className="row-editor"
          onInput={() => setTypedIn(row.id)}
        >
          {children(row.id, { field: place.field, onLeave: leave })}
        </OverRow>
      )}
    </>
  );
}

type OverRowProps = {
  frame: RefObject<HTMLElement | null>;
  id: NamedRow['id'];
  className: string;
  onInput?: () => void;
  children: ReactNode;
};

/** Stands over a row, wherever that goes when the list is read again. */
function OverRow({ frame, id, className, onInput, children }: OverRowProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    function markRow() {
      const row = className === 'row-editor' && rowOf(frame.current, id);
      if (!row) return;
      row.setAttribute('data-edited', '');
      return () => row.removeAttribute('data-edited');
    },
    [frame, id, className],
  );
  useLayoutEffect(function standOverRow() {
    const [row, around] = [rowOf(frame.current, id), frame.current].map((each) =>
      each?.getBoundingClientRect(),
    );
    if (!row || !around || !box.current) return;
    box.current.style.top = `${row.top + row.height / 2 - around.top}px`;
    const amount = rowOf(frame.current, id)?.querySelector('.amount')?.getBoundingClientRect();
    box.current.style.setProperty('--amount', `${(amount ?? row).left - around.left}px`);
  });
  return (
    <div ref={box} className={className} onInput={onInput}>
      {children}
    </div>
  );
}

function rowOf(frame: HTMLElement | null, id: NamedRow['id']): Element | null {
  return frame?.querySelector(`.row-link[href$="/${id}"]`)?.closest('tr') ?? null;
}
