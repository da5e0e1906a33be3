import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { allAreas } from '#areas/index.ts';
import { editAddress } from '#crud/area.ts';
import { lastActs } from '#crud/history/acts.queries.ts';
import type { Act } from '#crud/history/acts.queries.ts';
import { tellInstant } from '#lib/date.ts';
import { Card } from '#ui/card.tsx';

/** The last changes with their authors. Hidden while there are none. */
export function LastEdited() {
  const { data } = useQuery(lastActs(20));
  useEffect(function sweep() {
    // An Administrador starts the maintenance here; without a connection it runs another time.
    import('#crud/history/sweep.queries.ts')
      .then(({ sweepOnceADay }) => sweepOnceADay())
      .catch(() => {});
  }, []);
  const edited = newestOfEach(data?.entries ?? []).slice(0, 5);
  if (edited.length === 0) return null;
  const all = (
    <Link to="/atividade" className="text-xs font-medium text-accent hover:underline">
      Ver atividade
    </Link>
  );
  return (
    <Card title="Editados por último" actions={all} className="">
      <ul className="divide-y divide-line">
        {edited.map(({ act, to }) => (
          <li key={act.batch} className="flex flex-wrap gap-x-4 px-4 py-2.5 sm:px-5">
            <Link
              to={to}
              className="min-w-0 flex-1 basis-40 rounded-sm font-medium wrap-anywhere hover:text-accent hover:underline"
            >
              {act.title}
            </Link>
            <span className="text-muted">
              {act.actor ?? 'O sistema'} · <time dateTime={act.at}>{tellInstant(act.at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One line for each record that still exists, in an area with a page. */
function newestOfEach(acts: readonly Act[]) {
  const seen = new Set<string>();
  return acts.flatMap((act) => {
    const area = allAreas.find(({ table }) => table === act.area);
    const key = `${act.area}/${act.record_id}`;
    if (!area || !act.title || seen.has(key)) return [];
    seen.add(key);
    const isGone = act.kind === 'delete' || act.kind === 'discard';
    return isGone ? [] : [{ act, to: editAddress(area, act.record_id) }];
  });
}
