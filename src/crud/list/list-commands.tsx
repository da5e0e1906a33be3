import { lazyComponent } from '#ui/lazy-component.tsx';
import type { Area } from '../area.ts';
import type { StatusColumn, OfferedBulkChanges } from '../bulk/bulk-words.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import type { AreaExport, ExportMenuProps } from '../export/export-menu.tsx';
import type { ListExportQuery } from '../export/list-export.queries.ts';
import type { ExportColumn } from '../export/sheet-cell.ts';
import { ImportLink } from '../import/import-link.tsx';
import type { ListParams, ParamsOf } from '../list-search.ts';
import type { SelectionCommandProps } from '../selection/selection-bar.tsx';
import { AddLink } from './add-link.tsx';

/** The functions that load the query and the columns of the list's export. */
type Sheet<P extends ListParams> = {
  query: () => ListExportQuery<P> | Promise<ListExportQuery<P>>;
  columns: () => Promise<readonly ExportColumn[]>;
};

export type ListCommandSettings<P extends ListParams> = {
  /** Whether the area can import spreadsheets. */
  imports?: true;
  /** The column that distinguishes active from inactive records, and its two values; absent without such a column. */
  activity?: StatusColumn;
  /** Loads the changes that the area offers for selected rows, instead of `makeDefaultBulkChanges`. */
  changes?: () => Promise<OfferedBulkChanges>;
} & (Sheet<P> | { exported: (params: P) => Promise<AreaExport> });

type ActionsProps = {
  list: NonNullable<ExportMenuProps['list']> & { params: ListParams };
  /** Whether to show the link that adds a record; true by default. */
  adds?: boolean;
};

/**
 * Returns two components with the commands of an area's list: `Actions`, shown beside the title, and `Changes`, for the
 * selected rows. The code of `Changes` loads when the user selects the first row.
 */
export function makeListCommands<A extends Area>(
  area: A,
  settings: ListCommandSettings<ParamsOf<A>>,
) {
  const { imports, activity, changes } = settings;
  // The cast is safe: only the list of this area passes parameters to `load`.
  const load = (params: ListParams) => exportOf(area, settings, params as ParamsOf<A>);
  function Actions({ list, adds = true }: ActionsProps) {
    return (
      <>
        <ExportMenu area={area} list={list} load={() => load(list.params)} />
        {imports && <ImportLink area={area} />}
        {adds && <AddLink to={area.add} />}
      </>
    );
  }
  const Changes = lazyComponent<SelectionCommandProps>(async () => {
    const [{ BulkActions }, { makeDefaultBulkChanges }, own] = await Promise.all([
      import('../bulk/bulk-actions.tsx'),
      import('../bulk/bulk-words.ts'),
      changes?.(),
    ]);
    const { selected, ...offered } = own ?? makeDefaultBulkChanges(activity);
    return function Changing({ selection, params, onDone }: SelectionCommandProps) {
      return (
        <>
          <BulkActions {...{ area, ...offered, onDone }} selection={selected(selection)} />
          <ExportMenu area={area} selection={selection} load={() => load(params)} />
        </>
      );
    };
  }, 'used');
  return { Actions, Changes };
}

async function exportOf<A extends Area>(
  area: A,
  settings: ListCommandSettings<ParamsOf<A>>,
  params: ParamsOf<A>,
): Promise<AreaExport> {
  if ('exported' in settings) return settings.exported(params);
  const code = import('../export/list-export.queries.ts');
  const [{ createListExport }, query, columns] = await Promise.all([
    code,
    settings.query(),
    settings.columns(),
  ]);
  return createListExport(area, query, columns, params);
}
