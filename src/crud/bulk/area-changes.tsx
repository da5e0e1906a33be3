import { laterPart } from '#ui/later-part.tsx';
import type { Area } from '../area.ts';
import type { Exported } from '../export/export-menu.tsx';
import type { ListParams } from '../list-search.ts';
import type { BulkProps } from '../selection/selection-bar.tsx';
import type { Activity } from './bulk-words.ts';

/**
 * The commands of an area's selection bar: activate and deactivate (if the area has such a column), delete, export.
 * Their code loads with the first selection.
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
        // A selection without ids cannot occur here: only loaded rows can be selected.
        const ids = 'ids' in selection ? selection.ids : [];
        // The selection bar shows the parameters of this area's list.
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
