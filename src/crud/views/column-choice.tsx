import { Button } from '#ui/button.tsx';
import { LabeledCheckbox } from '#ui/labeled-checkbox.tsx';
import type { ListState } from './filters.ts';
import { findNameColumn } from './columns.ts';

export type ColumnChoiceProps = {
  list: Pick<ListState, 'area' | 'hidden' | 'setHidden'>;
  columns: Readonly<Record<string, unknown>>;
};

/**
 * Renders a checkbox for each column of a list except the name, which cannot be hidden. If a view is open, `setHidden`
 * changes only the URL; otherwise it stores the choice for the user.
 */
export function ColumnChoice({ list, columns }: ColumnChoiceProps) {
  const { area, hidden, setHidden } = list;
  const name = findNameColumn(columns);
  const names = Object.keys(columns).filter((each) => each !== name);
  const toggle = (column: string, isShown: boolean) =>
    setHidden(names.filter((each) => (each === column ? !isShown : hidden.has(each))));
  return (
    <fieldset>
      <legend className="sr-only">Colunas exibidas</legend>
      {names.map((column) => (
        <LabeledCheckbox
          key={column}
          label={area.labels[column] ?? column}
          checked={!hidden.has(column)}
          onChange={(isShown) => toggle(column, isShown)}
        />
      ))}
      <Button
        size="sm"
        className="mt-2 w-full"
        disabled={!names.some((each) => hidden.has(each))}
        onClick={() => setHidden([])}
      >
        Mostrar todas
      </Button>
    </fieldset>
  );
}
