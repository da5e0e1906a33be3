import { useQuery } from '@tanstack/react-query';
import BellIcon from 'lucide-react/icons/bell';
import { useSession } from '#data/session.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { Popover } from '#ui/popover.tsx';
import { CenteredSpinner } from '#ui/spinner.tsx';
import { useIsNotificacaoCleared } from './cleared.ts';
import { panelNotificacoesQuery } from './queries.ts';

/**
 * Renders the bell of the header: a badge with the number of notifications that are not cleared, and a popover with
 * their list.
 */
export function Bell() {
  const session = useSession();
  const query = useQuery({ ...panelNotificacoesQuery(), enabled: session.status === 'signedIn' });
  const isCleared = useIsNotificacaoCleared();
  const shown = query.data?.filter((notificacao) => !isCleared(notificacao));
  const unread = shown?.length ?? 0;
  const count = unread === 1 ? '1 não lida' : `${unread} não lidas`;
  return (
    <Popover
      label={unread === 0 ? 'Notificações' : `Notificações: ${count}`}
      title="Notificações"
      trigger={
        <>
          <BellIcon className="size-4.5" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full border-2 border-surface bg-danger px-1 text-center text-[0.6875rem] leading-3.5 font-semibold text-on-danger"
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </>
      }
      triggerClass="relative inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
      className="w-96"
    >
      <BellPanel shown={shown} failed={query.isError} onRetry={() => void query.refetch()} />
    </Popover>
  );
}

// Lazy: users open the popover only after the page has rendered.
const BellPanel = lazyComponent(
  async () => (await import('./bell-panel.tsx')).BellPanel,
  'idle',
  () => <CenteredSpinner label="Carregando notificações..." className="min-h-40" />,
);
