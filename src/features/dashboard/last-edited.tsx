import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getEditPath } from '#crud/area.ts';
import { Card } from '#ui/card.tsx';
import { RelativeTime } from '#ui/relative-time.tsx';
import { lastEditedRecordsQuery } from './last-edited.queries.ts';

/** Renders the last five changed records with the authors of the changes; nothing if there are none. */
export function LastEditedCard() {
  const edited = useQuery(lastEditedRecordsQuery).data?.slice(0, 5) ?? [];
  useEffect(function sweep() {
    // Run the daily maintenance when an Administrador opens this page. If its code cannot be loaded, the next visit
    // runs it.
    import('#crud/history/daily-maintenance.queries.ts')
      .then(({ runDailyMaintenance }) => runDailyMaintenance())
      .catch(() => {});
  }, []);
  if (edited.length === 0) return null;
  const all = (
    <Link to="/atividade" className="text-xs font-medium text-accent hover:underline">
      Abrir a Atividade
    </Link>
  );
  return (
    <Card title="Alterados recentemente" actions={all} className="">
      <ul className="divide-y divide-line">
        {edited.map(({ entry, area }) => (
          <li key={entry.batch} className="flex flex-wrap gap-x-4 px-4 py-2.5 sm:px-5">
            <Link
              to={getEditPath(area, entry.record_id)}
              className="min-w-0 flex-1 basis-40 rounded-sm font-medium wrap-anywhere hover:text-accent hover:underline"
            >
              {entry.title}
            </Link>
            <span className="text-muted">
              {entry.actor ?? 'O sistema'} · <RelativeTime at={entry.at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
