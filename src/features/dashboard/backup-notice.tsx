import { useQuery } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { formatRelativeDateTime } from '#lib/date.ts';
import { useTimeDependentValue } from '#ui/use-time-dependent-value.ts';
import { backupNoticeQuery, type BackupState as Notice } from './dashboard.queries.ts';

/**
 * Renders the problem of the server's backups, for an Administrador: a failed backup, or a warning about the last
 * backup. Renders nothing without a problem, or if another system makes the backups.
 */
export function BackupNotice() {
  const { data } = useQuery(backupNoticeQuery);
  const text = useTimeDependentValue(() => (data?.problem ? noticeText(data) : ''));
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

function noticeText({ failed_at: failed, made_at: made, problem }: Notice) {
  if (!failed) return `${problem} Avise quem cuida do servidor.`;
  const last = made
    ? `O último que deu certo é de ${formatRelativeDateTime(made)}.`
    : 'Nenhum deu certo ainda.';
  return `O backup falhou ${formatRelativeDateTime(failed)}: ${problem} ${last} Avise quem cuida do servidor.`;
}
