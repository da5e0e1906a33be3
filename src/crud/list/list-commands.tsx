import { lazyComponent } from '#ui/lazy-component.tsx';
import type { Area } from '../area.ts';
import type { Activity, AreaChanges } from '../bulk/bulk-words.ts';
import { ExportMenu } from '../export/export-menu.tsx';
import type { Exported, ExportMenuProps } from '../export/export-menu.tsx';
import type { ListRequest } from '../export/list-export.queries.ts';
import type { ExportColumn } from '../export/sheet-cell.ts';
import { ImportLink } from '../import/import-link.tsx';
import type { ListParams, ParamsOf } from '../list-search.ts';
import type { BulkProps } from '../selection/selection-bar.tsx';
import { AddLink } from './add-link.tsx';

/** Loads the list's query, and the columns of its spreadsheet. */
type Sheet<P extends ListParams> = {
  query: () => ListRequest<P> | Promise<ListRequest<P>>;
  columns: () => Promise<readonly ExportColumn[]>;
};

export type ListCommandSettings<P extends ListParams> = {
  /** Whether the area can import spreadsheets. */
  imports?: true;
  /** The column for active and inactive records, if there is one. */
  activity?: Activity;
  /** Loads the changes that the area offers for selected rows, in place of `usualChanges`. */
  changes?: () => Promise<AreaChanges>;
} & (Sheet<P> | { exported: (params: P) => Promise<Exported> });

type ActionsProps = {
  list: NonNullable<ExportMenuProps['list']> & { params: ListParams };
  /** Whether the user may add records; true by default. */
  adds?: boolean;
};

/**
 * Returns the commands of an area's list as components: `Actions` beside the title, and `Changes` for selected rows.
 * The code of `Changes` loads with the first selection.
 */
export function listCommands<A extends Area>(area: A, settings: ListCommandSettings<ParamsOf<A>>) {
  const { imports, activity, changes } = settings;
  // The cast is safe: the list of this area passes its own parameters.
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
  const Changes = lazyComponent<BulkProps>(async () => {
    const [{ BulkActions }, { usualChanges }, own] = await Promise.all([
      import('../bulk/bulk-dialog.tsx'),
      import('../bulk/bulk-words.ts'),
      changes?.(),
    ]);
    const { selected, ...offered } = own ?? usualChanges(activity);
    return function Changing({ selection, params, onDone }: BulkProps) {
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
): Promise<Exported> {
  if ('exported' in settings) return settings.exported(params);
  const code = import('../export/list-export.queries.ts');
  const [{ listExport }, query, columns] = await Promise.all([
    code,
    settings.query(),
    settings.columns(),
  ]);
  return listExport(area, query, columns, params);
}
