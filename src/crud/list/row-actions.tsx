import CircleDollarSign from 'lucide-react/icons/circle-dollar-sign';
import Copy from 'lucide-react/icons/copy';
import ListChecks from 'lucide-react/icons/list-checks';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { createContext, use } from 'react';
import { iconButtonClass } from '#ui/button.tsx';
import { MenuItem, MenuList, menuItemClass } from '#ui/menu.tsx';
import { Cell } from '#ui/table.tsx';
import { editAddress } from '../area.ts';
import type { Area } from '../area.ts';
import type { useOffered } from '../in-place/row-undo.ts';
import { takeBack } from '../messages.ts';
import type { NamedRow } from '../rows.ts';
import { isSelected, selectRow, selectionOf } from '../selection/selection.ts';
import type { RowCommands } from './row-commands.ts';

type ActionsCellProps = NamedRow & { kept: boolean };

/** What may be done with a row, as icons that show under the pointer and the focus, or behind '⋯'. */
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
  const className = `${iconButtonClass(tone)} size-7! row-action row-sign ${sign}`;
  return { 'aria-label': label, title: label, className };
}

export type RowMenuProps = {
  row: OpenedMenu;
  /** `<MenuItem>`s of the area's own. */
  more: RowCommands['more'];
  /** What is changed in place, and the way there. */
  editing: { label: string; begin: () => void } | undefined;
  onClosed: () => void;
};

/** The same where nothing hovers, and three icons would take the room of the name. */
export function RowMenu({ row, more, editing, onClosed }: RowMenuProps) {
  const { area, edits, selects, offered, duplicate, remove } = use(RowsContext);
  const { id, name, kept, button } = row;
  const undo = offered.get(id);
  return (
    <MenuList ref={show} label={`Opções de ${name}`} below={() => button} onClosed={onClosed}>
      {edits && (
        <a role="menuitem" href={editAddress(area, id)} className={menuItemClass}>
          <Pencil />
          Editar
        </a>
      )}
      {undo && (
        <MenuItem icon={<i className="row-sign sign-undo" />} onSelect={() => void takeBack(undo)}>
          Desfazer a alteração
        </MenuItem>
      )}
      {editing && (
        <MenuItem icon={<CircleDollarSign />} keys="F2" onSelect={editing.begin}>
          {editing.label}
        </MenuItem>
      )}
      {selects && !kept && <SelectItem list={area.path} id={id} />}
      {duplicate && (
        <MenuItem icon={<Copy />} onSelect={() => duplicate(row)}>
          Duplicar
        </MenuItem>
      )}
      {more?.(row)}
      {remove && !kept && (
        <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => remove(row)}>
          Excluir
        </MenuItem>
      )}
    </MenuList>
  );
}

/** One function: another one at each rendering would open a menu again that has just closed. */
function show(list: HTMLElement | null) {
  list?.showPopover();
}

/** Where the checkboxes take no room until something is selected. */
function SelectItem({ list, id }: { list: string; id: NamedRow['id'] }) {
  const on = isSelected(selectionOf(list))(id);
  return (
    <MenuItem icon={<ListChecks />} onSelect={() => selectRow(list, id, !on)}>
      {on ? 'Remover da seleção' : 'Selecionar'}
    </MenuItem>
  );
}

/** What the rows of a list have in common; `<Rows>` gives it. */
type RowsContextValue = {
  area: Pick<Area, 'edit' | 'path'>;
  edits: boolean;
  /** Each row has a checkbox; selection/row-selection.tsx listens to all of them. */
  selects: boolean;
  /** What was saved without a word and can be taken back here. */
  offered: ReturnType<typeof useOffered>;
  duplicate?: (row: NamedRow) => void;
  remove?: (row: NamedRow) => void;
  keeps?: RowCommands['keeps'];
  /** Places of columns that are not shown, the first one at 0. */
  hiddenAt: ReadonlySet<number>;
  /** Absent where icons stand in each row instead. */
  openMenu?: (menu: OpenedMenu) => void;
};

export type OpenedMenu = ActionsCellProps & { button: HTMLElement };

// A row stands in `<Rows>`.
export const RowsContext = createContext<RowsContextValue>(undefined as never);
