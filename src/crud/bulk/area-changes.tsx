import { laterPart } from '#ui/later-part.tsx';
import type { Area } from '../area.ts';
import type { BulkProps } from '../list/selection-bar.tsx';
import type { Activity } from './bulk-words.ts';

/**
 * What the bar of a selection offers in an area: to activate, to deactivate where there is such a column, and to
 * delete. The code comes when something is selected.
 */
export function areaChanges(area: Area, activity?: Activity) {
  return laterPart<BulkProps>(
    async () => {
      const { BulkActions, deletion, statusActions } = await import('./bulk-actions.tsx');
      const actions = [...(activity ? statusActions(activity) : []), deletion];
      return function AreaChanges({ selection, onDone }: BulkProps) {
        // Only rows that were seen can be selected: their ids are all there is.
        const ids = 'ids' in selection ? selection.ids.map(String) : [];
        return <BulkActions {...{ area, actions, onDone }} selection={{ ids }} />;
      };
    },
    undefined,
    'asked',
  );
}
