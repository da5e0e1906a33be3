import { laterPart } from '#ui/later-part.tsx';
import type { Area } from '../area.ts';
import type { Exported } from '../export/export-menu.tsx';
import type { ListParams } from '../list-search.ts';
import type { BulkProps } from '../selection/selection-bar.tsx';
import type { Activity } from './bulk-words.ts';

/**
 * What the bar of a selection offers in an area: to activate, to deactivate where there is such a column, to
 * delete and to export. The code comes when something is selected.
 */
export function areaChanges<P extends ListParams>(
  area: Area<P>,
  load: (params: P) => Promise<Exported>,
  activity?: Activity,
) {
  return laterPart<BulkProps>(
    async () => {
      const [{ BulkActions, deletion, statusActions }, { ExportMenu }] = await Promise.all([
        import('./bulk-actions.tsx'),
        import('../export/export-menu.tsx'),
      ]);
      const actions = [...(activity ? statusActions(activity) : []), deletion];
      return function AreaChanges({ selection, params, onDone }: BulkProps) {
        // Only rows that were seen can be selected: their ids are all there is.
        const ids = 'ids' in selection ? selection.ids : [];
        // The bar is that of the area's own list.
        const exported = () => load(params as P);
        return (
          <>
            <BulkActions {...{ area, actions, onDone }} selection={{ ids: ids.map(String) }} />
            <ExportMenu area={area} selection={selection} load={exported} />
          </>
        );
      };
    },
    undefined,
    'asked',
  );
}
