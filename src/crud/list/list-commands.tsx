import { lazyComponent } from '#ui/lazy-component.tsx';
import type { Area } from '../area.ts';
import type { Activity } from '../bulk/bulk-words.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import type { ExportMenuProps } from '../export/export-menu.tsx';
import type { ListRequest } from '../export/list-export.queries.ts';
import type { ExportColumn } from '../export/sheet-cell.ts';
import { ImportLink } from '../import/import-link.tsx';
import type { ListParams, ParamsOf } from '../list-search.ts';
import type { BulkProps } from '../selection/selection-bar.tsx';
import { AddLink } from './add-link.tsx';

export type ListCommandSettings<P extends ListParams> = {
  /** The list's query, and the columns of its spreadsheet. */
  query: () => ListRequest<P> | Promise<ListRequest<P>>;
  columns: () => Promise<readonly ExportColumn[]>;
  /** Whether the area can import spreadsheets. */
  imports?: true;
  /** The column for active and inactive records, if there is one. */
  activity?: Activity;
};

type ActionsProps = {
  list: NonNullable<ExportMenuProps['list']> & { params: ListParams };
  /** Whether the user may add records; true by default. */
  adds?: boolean;
};

/**
 * The commands of an area's list, as components: `Actions` beside the title, and `Changes` for selected rows, which
 * load with the first selection.
 */
export function listCommands<A extends Area>(
  area: A,
  { query: queryOf, columns, imports, activity }: ListCommandSettings<ParamsOf<A>>,
) {
  // the parameters are those of this area's list
  const load = async (params: ListParams) => {
    const code = import('../export/list-export.queries.ts');
    const [{ listExport }, query, sheet] = await Promise.all([code, queryOf(), columns()]);
    return listExport(area, query, sheet, params as ParamsOf<A>);
  };
  function Actions({ list, adds = true }: ActionsProps) {
    return (
      <>
        <ExportMenu area={area} list={list} load={() => load(list.params)} />
        {imports && <ImportLink area={area} />}
        {adds && <AddLink to={area.add} />}
      </>
    );
  }
  const Changes = lazyComponent<BulkProps>(async () => {
    const [{ BulkActions }, { deletion, statusActions }] = await Promise.all([
      import('../bulk/bulk-dialog.tsx'),
      import('../bulk/bulk-words.ts'),
    ]);
    const actions = [...(activity ? statusActions(activity) : []), deletion];
    return function AreaChanges({ selection, params, onDone }: BulkProps) {
      // A selection without ids cannot occur here: only loaded rows can be selected.
      const ids = 'ids' in selection ? selection.ids : [];
      return (
        <>
          <BulkActions {...{ area, actions, onDone }} selection={{ ids: ids.map(String) }} />
          <ExportMenu area={area} selection={selection} load={() => load(params)} />
        </>
      );
    };
  }, 'used');
  return { Actions, Changes };
}
