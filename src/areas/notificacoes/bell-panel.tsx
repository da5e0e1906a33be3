import { Link } from '@tanstack/react-router';
import X from 'lucide-react/icons/x';
import { useMay } from '#features/auth/profile.queries.ts';
import { formatAge } from '#lib/date.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { closePopover } from '#ui/popover.tsx';
import { toast } from '#ui/toast.ts';
import { useTimeDependentValue } from '#ui/use-time-dependent-value.ts';
import { clearNotificacoes } from './cleared.ts';
import type { PanelNotificacao } from './queries.ts';

export type BellPanelProps = {
  shown: PanelNotificacao[] | undefined;
  failed: boolean;
  onRetry: () => void;
};

export function BellPanel({ shown, failed, onRetry }: BellPanelProps) {
  const may = useMay();
  const isEmpty = !shown || shown.length === 0;
  function clear() {
    if (isEmpty) return;
    const undo = clearNotificacoes(shown);
    const text = shown.length === 1 ? 'Notificação removida' : 'Notificações removidas';
    toast.success(`${text} do sino`, { action: { label: 'Desfazer', run: undo } });
  }
  return (
    <>
      <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="flex-1 font-semibold">Notificações</h2>
        <Button
          variant="ghost"
          size="sm"
          // Use `aria-disabled` instead of `disabled`, because a disabled button would lose the focus after the click.
          aria-disabled={isEmpty}
          onClick={clear}
        >
          Limpar
        </Button>
        <IconButton label="Fechar" icon={<X />} onClick={closePopover} />
      </header>
      <div className="max-h-[min(26rem,60dvh)] overflow-y-auto overscroll-contain" tabIndex={-1}>
        {shown ? (
          <Items shown={shown} />
        ) : failed ? (
          <Failure onRetry={onRetry} />
        ) : (
          <Hint>Carregando notificações...</Hint>
        )}
      </div>
      {may('update', 'notificacoes') && (
        <footer className="border-t border-line p-1">
          <Link
            to="/notificacoes"
            onClick={closePopover}
            className="block rounded-control px-3 py-2 text-center font-medium text-accent hover:bg-hover"
          >
            Ver todas as notificações
          </Link>
        </footer>
      )}
    </>
  );
}

function Items({ shown }: { shown: PanelNotificacao[] }) {
  // Render again each minute, because the ages change.
  useTimeDependentValue(() => Math.floor(Date.now() / 60_000));
  if (shown.length === 0) return <Hint>Nenhuma notificação disponível.</Hint>;
  return (
    <ul className="divide-y divide-line">
      {shown.map((notificacao) => (
        <li key={notificacao.id} className="px-4 py-3">
          <div className="flex items-baseline justify-between gap-3">
            <p className="min-w-0 font-medium">{notificacao.titulo}</p>
            <time dateTime={notificacao.published_at} className="shrink-0 text-xs text-muted">
              {formatAge(notificacao.published_at)}
            </time>
          </div>
          <p className="mt-0.5 whitespace-pre-line text-muted">{notificacao.conteudo}</p>
        </li>
      ))}
    </ul>
  );
}

function Failure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="p-3">
      <ErrorBox onRetry={onRetry}>Falha ao carregar notificações. Tente novamente.</ErrorBox>
    </div>
  );
}

function Hint({ children }: { children: string }) {
  return (
    <p role="status" className="px-4 py-10 text-center text-muted">
      {children}
    </p>
  );
}
