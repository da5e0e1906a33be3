import { Children, createContext, use } from 'react';
import type { ReactNode } from 'react';
import { iconButtonClass } from '#ui/button.tsx';
import { Cell } from '#ui/table.tsx';
import { editAddress } from '../area.ts';
import type { Area } from '../area.ts';
import { takeBack } from '../messages.ts';
import type { NamedRow } from '../rows.ts';
import { statusClass } from '../status-badge.tsx';
import type { RowCommands } from './row-commands.ts';
import type { useOffered } from '../in-place/row-undo.ts';

export type RowProps = NamedRow & {
  /** In a column of its own before the name, or with `beside` in that of the name. */
  picture?: ReactNode;
  beside?: boolean;
  /** Under the name. */
  note?: string;
  /** The `<Cell>`s between the name and the actions, one for each column. */
  children: ReactNode;
};

/** A record in a list, which opens wherever its row is pressed; its name is the link. */
export function Row({ id, name, picture, beside, note, children }: RowProps) {
  const { area, edits, selects, keeps, hiddenAt } = use(RowsContext);
  const kept = keeps?.(id) ?? false;
  const hasColumn = picture && !beside;
  const ownCell = hasColumn && !hiddenAt.has(0);
  const check = selects && !kept && (
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
          // For browsers that know no CSS for it; see table.css.
          <a href={editAddress(area, id)} draggable={false} className="row-link">
            {name}
          </a>
        ) : (
          <strong className="font-semibold">{name}</strong>
        )}
        {note && <span className="row-note">{note}</span>}
      </Cell>
      {hiddenAt.size > 0 ? without(hiddenAt, hasColumn ? 2 : 1, children) : children}
      <ActionsCell id={id} name={name} kept={kept} />
    </tr>
  );
}

/** The cells at these places fall away; `from` is that of the first one. */
function without(places: ReadonlySet<number>, from: number, cells: ReactNode) {
  return Children.toArray(cells).filter((_, index) => !places.has(from + index));
}

type ActionsCellProps = NamedRow & { kept: boolean };

function ActionsCell(row: ActionsCellProps) {
  const { area, edits, offered, duplicate, remove, openMenu } = use(RowsContext);
  const undo = offered?.get(row.id);
  if (!edits && !duplicate && !remove) return null;
  if (openMenu)
    return (
      <Cell place="actions">
        <button
          type="button"
          aria-label={`Opções de ${row.name}`}
          aria-haspopup="menu"
          className={`${iconButtonClass()} row-sign sign-dots size-11`}
          onClick={({ currentTarget }) => openMenu({ ...row, button: currentTarget })}
        />
      </Cell>
    );
  return (
    <Cell place="actions">
      {undo && (
        <button
          type="button"
          {...icon(`Desfazer a gravação de ${row.name}`, 'sign-undo always')}
          onClick={() => void takeBack(undo)}
        />
      )}
      {edits && (
        // Its name is its label.
        // oxlint-disable-next-line jsx-a11y/anchor-has-content
        <a href={editAddress(area, row.id)} {...icon(`Editar ${row.name}`, 'sign-edit')} />
      )}
      {duplicate && (
        <button
          type="button"
          {...icon(`Duplicar ${row.name}`, 'sign-copy')}
          onClick={() => duplicate(row)}
        />
      )}
      {remove && !row.kept && (
        <button
          type="button"
          {...icon(`Excluir ${row.name}`, 'sign-remove', 'danger')}
          onClick={() => remove(row)}
        />
      )}
    </Cell>
  );
}

/** One element, drawn by CSS, that shows under the pointer and the focus. */
function icon(label: string, sign: string, tone?: 'danger') {
  const className = `${iconButtonClass(tone)} row-action row-sign ${sign}`;
  return { 'aria-label': label, title: label, className };
}

/** The cell of a status, which is the badge itself. */
export function StatusCell({ children }: { children: string }) {
  return (
    <Cell place="status" className={statusClass(children)}>
      {children}
    </Cell>
  );
}

/** What the rows of a list have in common; `<Rows>` gives it. */
type RowsContextValue = {
  area: Pick<Area, 'edit'>;
  edits: boolean;
  /** Each row has a checkbox; selection/row-selection.tsx listens to all of them. */
  selects?: boolean;
  /** What was saved without a word and can be taken back here. */
  offered?: ReturnType<typeof useOffered>;
  duplicate?: (row: NamedRow) => void;
  remove?: (row: NamedRow) => void;
  keeps?: RowCommands['keeps'];
  /** Places of columns that are not shown, the first one at 0. */
  hiddenAt: ReadonlySet<number>;
  /** Absent where icons stand in each row instead. */
  openMenu?: (menu: OpenedMenu) => void;
};

export type OpenedMenu = ActionsCellProps & { button: HTMLElement };

export const RowsContext = createContext<RowsContextValue>({
  area: { edit: '/nada/$id' },
  edits: false,
  hiddenAt: new Set(),
});
