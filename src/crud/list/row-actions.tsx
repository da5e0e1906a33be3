import Copy from 'lucide-react/icons/copy';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { iconButtonClass } from '#ui/button.tsx';
import { MenuItem, MenuList, menuItemClass } from '#ui/menu.tsx';
import { Cell } from '#ui/table.tsx';
import { getEditPath } from '../area.ts';
import type { Area } from '../area.ts';
import type { useUndoOffers } from '../in-place/row-undo.ts';
import { undoChanges } from '../messages.ts';
import type { NamedRow } from '../rows.queries.ts';
import { createSelectionPredicate, selectRow, selectionOf } from '../selection/selection.ts';
import type { RowCommands } from './row-commands.ts';

type ActionsCellProps = NamedRow & { isProtected: boolean };

/** Renders the commands of a row: as icons that show on hover and focus, or as the button '⋯' that opens a menu. */
export function ActionsCell(row: ActionsCellProps) {
  const { area, edits, offered, duplicate, remove, openMenu } = use(RowsContext);
  const undo = offered.get(row.id);
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
          {...icon(`Desfazer a alteração de ${row.name}`, 'sign-undo always')}
          onClick={() => void undoChanges(undo)}
        />
      )}
      {edits && (
        // The link's name is its aria-label.
        // oxlint-disable-next-line jsx-a11y/anchor-has-content
        <a href={getEditPath(area, row.id)} {...icon(`Editar ${row.name}`, 'sign-edit')} />
      )}
      {duplicate && (
        <button
          type="button"
          {...icon(`Duplicar ${row.name}`, 'sign-copy')}
          onClick={() => duplicate(row)}
        />
      )}
      {remove && !row.isProtected && (
        <button
          type="button"
          {...icon(`Excluir ${row.name}`, 'sign-remove', 'danger')}
          onClick={() => remove(row)}
        />
      )}
    </Cell>
  );
}

/** Returns the attributes of a command's icon, which CSS renders and shows on hover and focus. */
function icon(label: string, sign: string, tone?: 'danger') {
  const className = `${iconButtonClass(tone)} size-7! row-action row-sign ${sign}`;
  return { 'aria-label': label, title: label, className };
}

export type RowMenuProps = {
  row: RowMenuTarget;
  /** Renders the area's own `<MenuItem>`s. */
  more: RowCommands['more'];
  /** The label and the icon of the command that edits the row in place, and the function that starts the edit. */
  editing: { label: string; icon: ReactNode; begin: () => void } | undefined;
  onClosed: () => void;
};

/**
 * Renders the commands of a row as a menu, for touch screens and for narrow screens, where three icons would take the
 * space of the name.
 */
export function RowMenu({ row, more, editing, onClosed }: RowMenuProps) {
  const { area, edits, selects, offered, duplicate, remove } = use(RowsContext);
  const { id, name, isProtected, button } = row;
  const undo = offered.get(id);
  return (
    <MenuList isOpen label={`Opções de ${name}`} below={() => button} onClosed={onClosed}>
      {edits && (
        <a role="menuitem" href={getEditPath(area, id)} className={menuItemClass}>
          <Pencil />
          Editar
        </a>
      )}
      {undo && (
        <MenuItem
          icon={<i className="row-sign sign-undo" />}
          onSelect={() => void undoChanges(undo)}
        >
          Desfazer a alteração
        </MenuItem>
      )}
      {editing && (
        <MenuItem icon={editing.icon} keys="F2" onSelect={editing.begin}>
          {editing.label}
        </MenuItem>
      )}
      {selects && !isProtected && <SelectItem list={area.path} id={id} />}
      {duplicate && (
        <MenuItem icon={<Copy />} onSelect={() => duplicate(row)}>
          Duplicar
        </MenuItem>
      )}
      {more?.(row)}
      {remove && !isProtected && (
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => remove(row)}>
          Excluir
        </MenuItem>
      )}
    </MenuList>
  );
}

/**
 * Renders the menu item that selects or deselects the row. Touch and narrow screens need this item, because they hide
 * the checkboxes until a row is selected.
 */
function SelectItem({ list, id }: { list: string; id: NamedRow['id'] }) {
  const on = createSelectionPredicate(selectionOf(list))(id);
  return (
    <MenuItem icon={<ListChecks />} onSelect={() => selectRow(list, id, !on)}>
      {on ? 'Remover da seleção' : 'Selecionar'}
    </MenuItem>
  );
}

/** The values that all rows of a list share; `<Rows>` provides them. */
export type RowsContextValue = {
  area: Pick<Area, 'edit' | 'path'>;
  edits: boolean;
  /** Whether rows have checkboxes; selection/row-selection.tsx handles their events. */
  selects: boolean;
  /** The undo offers of saves that showed no message, keyed by row id. */
  offered: ReturnType<typeof useUndoOffers>;
  duplicate?: (row: NamedRow) => void;
  remove?: (row: NamedRow) => void;
  isProtected?: RowCommands['isProtected'];
  /** The cell that has the checkbox: the picture cell if the picture column is visible, otherwise the name cell. */
  checkPlace: 'picture' | 'name';
  /** Opens the menu of a row. Absent if each row has icons instead of a menu. */
  openMenu?: (menu: RowMenuTarget) => void;
};

export type RowMenuTarget = ActionsCellProps & { button: HTMLElement };

// The default value is never used: a row is always rendered inside `<Rows>`.
export const RowsContext = createContext<RowsContextValue>(undefined as never);
