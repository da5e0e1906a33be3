import { useQuery } from '@tanstack/react-query';
import BellIcon from 'lucide-react/icons/bell';
import { useId, useRef } from 'react';
import { useSession } from '#data/session.ts';
import { laterPart } from '#ui/later-part.tsx';
import { openBelow } from '#ui/open-below.ts';
import { SpinnerArea } from '#ui/spinner.tsx';
import { useCleared } from './cleared.ts';
import { panelNotificacoes } from './notificacoes.queries.ts';

/** The bell of the header: a badge with the number of notifications not cleared yet, and their list. */
export function Bell() {
  const session = useSession();
  const userId = 'userId' in session ? session.userId : '';
  const query = useQuery({ ...panelNotificacoes(), enabled: session.status === 'signedIn' });
  const cleared = useCleared(userId);
  const shown = query.data?.filter((notificacao) => !cleared.has(notificacao.id));
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const unread = shown?.length ?? 0;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={
          unread === 0
            ? 'Notificações'
            : `Notificações: ${unread} ${unread === 1 ? 'não lida' : 'não lidas'}`
        }
        aria-haspopup="dialog"
        popoverTarget={panelId}
        className="relative inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-hover hover:text-ink"
      >
        <BellIcon aria-hidden="true" className="size-4.5" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-0.5 -right-0.5 min-w-4.5 rounded-full border-2 border-surface bg-danger px-1 text-center text-[0.6875rem] leading-3.5 font-semibold text-on-danger"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
      <div
        id={panelId}
        popover="auto"
        role="dialog"
        aria-label="Notificações"
        className="fixed inset-auto m-0 w-[min(24rem,calc(100vw-1rem))] rounded-card border border-line bg-surface text-ink shadow-floating"
        onToggle={(event) =>
          event.newState === 'open' && openBelow(button.current, event.currentTarget)
        }
      >
        <BellPanel
          userId={userId}
          shown={shown}
          failed={query.isError}
          onRetry={() => void query.refetch()}
          onClose={() => document.getElementById(panelId)?.hidePopover()}
        />
      </div>
    </>
  );
}

// Nobody opens it before the page has shown itself.
const BellPanel = laterPart(
  async () => (await import('./bell-panel.tsx')).BellPanel,
  () => <SpinnerArea label="Carregando notificações..." className="min-h-40" />,
  'resting',
);
