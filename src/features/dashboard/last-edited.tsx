import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { areaOf } from '#areas/index.ts';
import { editAddress } from '#crud/area.ts';
import { lastEntries } from '#crud/history/history.queries.ts';
import type { HistoryEntry } from '#crud/history/history.queries.ts';
import { tellInstant } from '#lib/date.ts';
import { Card } from '#ui/card.tsx';

/** The last changes with their authors. Hidden while there are none. */
export function LastEdited() {
  const { data } = useQuery(lastEntries(20));
  useEffect(function sweep() {
    // The maintenance runs when an Administrador opens this page; without a connection it runs another time.
    import('#crud/history/sweep.queries.ts')
      .then(({ sweepOnceADay }) => sweepOnceADay())
      .catch(() => {});
  }, []);
  const edited = newestOfEach(data?.entries ?? []).slice(0, 5);
  if (edited.length === 0) return null;
  const all = (
    <Link to="/atividade" className="text-xs font-medium text-accent hover:underline">
      Abrir a Atividade
    </Link>
  );
  return (
    <Card title="Alterados recentemente" actions={all} className="">
      <ul className="divide-y divide-line">
        {edited.map(({ entry, to }) => (
          <li key={entry.batch} className="flex flex-wrap gap-x-4 px-4 py-2.5 sm:px-5">
            <Link
              to={to}
              className="min-w-0 flex-1 basis-40 rounded-sm font-medium wrap-anywhere hover:text-accent hover:underline"
            >
              {entry.title}
            </Link>
            <span className="text-muted">
              {entry.actor ?? 'O sistema'} ·{' '}
              <time dateTime={entry.at}>{tellInstant(entry.at)}</time>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** One line for each record that still exists, in an area with a page. */
function newestOfEach(entries: readonly HistoryEntry[]) {
  const seen = new Set<string>();
  return entries.flatMap((entry) => {
    const area = areaOf(entry.area);
    const key = `${entry.area}/${entry.record_id}`;
    if (!area || !entry.title || seen.has(key)) return [];
    seen.add(key);
    const isGone = entry.kind === 'delete' || entry.kind === 'discard';
    return isGone ? [] : [{ entry, to: editAddress(area, entry.record_id) }];
  });
}
