import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { tellInstant } from '#lib/date.ts';
import { useNow } from '#ui/use-now.ts';
import { backupNotice, type BackupNotice as Notice } from './dashboard.queries.ts';

/**
 * Renders a warning about the server's backups, for an Administrador; nothing while they succeed, or if another system
 * makes them.
 */
export function BackupNotice() {
  const { data } = useQuery(backupNotice);
  const text = useNow(() => (data?.problem ? tell(data) : ''));
  if (!text) return null;
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center gap-3 rounded-card bg-warning-soft px-4 py-3 text-warning"
    >
      <TriangleAlert className="size-4.5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{text}</p>
    </div>
  );
}

function tell({ failed_at: failed, made_at: made, problem }: Notice) {
  if (!failed) return `${problem} Avise quem cuida do servidor.`;
  const last = made
    ? `O último que deu certo é de ${tellInstant(made)}.`
    : 'Nenhum deu certo ainda.';
  return `O backup falhou ${tellInstant(failed)}: ${problem} ${last} Avise quem cuida do servidor.`;
}
