import { Children, use } from 'react';
import type { ReactNode } from 'react';
import { Cell } from '#ui/table.tsx';
import { editAddress } from '../area.ts';
import type { NamedRow } from '../rows.queries.ts';
import { statusClass } from '../status-badge.tsx';
import { ActionsCell, RowsContext } from './row-actions.tsx';

export type RowProps = NamedRow & {
  /** A picture in its own column before the name, or with `beside` in the column of the name. */
  picture?: ReactNode;
  beside?: boolean;
  /** Text under the name. */
  note?: string;
  /** The `<Cell>`s between the name and the actions, one for each column. */
  children: ReactNode;
};

/** A record in a list. A press anywhere in the row opens it; its name is the link. */
export function Row({ id, name, picture, beside, note, children }: RowProps) {
  const { area, edits, selects, isProtected, hiddenAt } = use(RowsContext);
  const isRowProtected = isProtected?.(id) ?? false;
  const hasColumn = picture && !beside;
  const ownCell = hasColumn && !hiddenAt.has(0);
  const check = selects && !isRowProtected && (
    <input type="checkbox" value={id} aria-label={`Selecionar ${name}`} className="row-check" />
  );
  return (
    <tr>
      {ownCell && (
        <Cell place="picture">
          {picture}
          {check}
        </Cell>
      )}
      <Cell place="name" className={beside ? 'with-picture' : ''}>
        {beside && picture}
        {!ownCell && check}
        {edits ? (
          // The attribute is for browsers that lack the CSS property in table.css.
          <a href={editAddress(area, id)} draggable={false} className="row-link">
            {name}
          </a>
        ) : (
          <strong className="font-semibold">{name}</strong>
        )}
        {note && <span className="row-note">{note}</span>}
      </Cell>
      {hiddenAt.size > 0 ? without(hiddenAt, hasColumn ? 2 : 1, children) : children}
      <ActionsCell id={id} name={name} isProtected={isRowProtected} />
    </tr>
  );
}

/** Removes the cells at the hidden indexes; `from` is the index of the first cell. */
function without(places: ReadonlySet<number>, from: number, cells: ReactNode) {
  return Children.toArray(cells).filter((_, index) => !places.has(from + index));
}

/** The cell of a status. The cell itself is styled as the badge. */
export function StatusCell({ children }: { children: string }) {
  return (
    <Cell place="status" className={statusClass(children)}>
      {children}
    </Cell>
  );
}
