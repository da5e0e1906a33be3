import { createElement, use } from 'react';
import type { ReactNode } from 'react';
import { Cell } from '#ui/table.tsx';
import { getEditPath } from '../area.ts';
import type { NamedRow } from '../rows.queries.ts';
import { statusBadgeClass } from '../status-badge.tsx';
import { ActionsCell, RowsContext } from './row-actions.tsx';
import type { RowsContextValue } from './row-actions.tsx';

export type RowProps = NamedRow & {
  /**
   * The cells before the actions. They are created outside this component: when `RowsContext` changes, React renders
   * only the cells that read the context.
   */
  cells: readonly ReactNode[];
};

/** Renders the row of a record. A click anywhere in the row opens the record; the link is only the record's name. */
export function Row({ id, name, cells }: RowProps) {
  const { isProtected } = use(RowsContext);
  // Pass the cells as arguments, because in an array they would need keys.
  return createElement(
    'tr',
    null,
    ...cells,
    <ActionsCell key="actions" id={id} name={name} isProtected={isProtected?.(id) ?? false} />,
  );
}

export type NameCellProps = {
  row: NamedRow;
  /** A picture in the column of the name. */
  picture?: ReactNode;
  /** Text under the name. */
  note?: string;
};

/** Renders the cell of the name: the link to the record, or only the text if the user cannot edit records. */
export function NameCell({ row, picture, note }: NameCellProps) {
  const context = use(RowsContext);
  const { area, edits, checkPlace } = context;
  const { id, name } = row;
  return (
    <Cell place="name" className={picture ? 'with-picture' : ''}>
      {picture}
      {checkPlace === 'name' && rowCheck(context, row)}
      {edits ? (
        // The attribute `draggable` is for browsers without the CSS property -webkit-user-drag (table.css).
        <a href={getEditPath(area, id)} draggable={false} className="row-link">
          {name}
        </a>
      ) : (
        <strong className="font-semibold">{name}</strong>
      )}
      {note && <span className="row-note">{note}</span>}
    </Cell>
  );
}

/** Renders the cell of the picture column, which is the column before the name. */
export function PictureCell({ row, children }: { row: NamedRow; children: ReactNode }) {
  const context = use(RowsContext);
  return (
    <Cell place="picture">
      {children}
      {rowCheck(context, row)}
    </Cell>
  );
}

function rowCheck({ selects, isProtected }: RowsContextValue, { id, name }: NamedRow) {
  if (!selects || isProtected?.(id)) return null;
  return (
    <input type="checkbox" value={id} aria-label={`Selecionar ${name}`} className="row-check" />
  );
}

/** Renders the cell of a status. The cell itself is styled as a badge, so it needs no element inside. */
export function StatusCell({ children }: { children: string }) {
  return (
    <Cell place="status" className={statusBadgeClass(children)}>
      {children}
    </Cell>
  );
}
