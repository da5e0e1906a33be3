import { Link, useLocation } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import { areas } from '#areas/index.ts';
import { Card } from '#ui/card.tsx';
import type { FirstStep } from './dashboard.queries.ts';

type FirstStepsProps = { done: Partial<Record<FirstStep, boolean>> };

/** Renders the steps of a new installation, instead of the records that need attention. */
export function FirstSteps({ done }: FirstStepsProps) {
  const isBackupLinked = useLocation({ select: ({ hash }) => hash === backupHash });
  const mine = steps.filter(({ step }) => done[step] !== undefined);
  const left = mine.filter(({ step }) => !done[step]).length;
  return (
    <Card
      title="Primeiros passos"
      actions={
        <span className="text-xs text-muted">
          {mine.length - left} de {mine.length}
        </span>
      }
      className="py-1"
    >
      <ol>
        {mine.map(({ step, label, link }) => (
          <li key={step}>
            <Link
              {...link}
              activeProps={{ 'aria-current': undefined }}
              className="flex min-h-10 items-center gap-3 px-4 py-1.5 hover:bg-hover sm:px-5"
            >
              {done[step] ? (
                <CircleCheck className="size-5 shrink-0 text-success" />
              ) : (
                <Circle className="size-5 shrink-0 text-muted" />
              )}
              <span className={`min-w-0 flex-1 ${done[step] ? 'text-muted' : 'font-medium'}`}>
                {label}
              </span>
              {done[step] && <span className="text-xs text-muted">Feito</span>}
            </Link>
            {step === 'backup' && isBackupLinked && (
              <p role="status" className="px-4 pb-2 pl-12 text-xs text-muted sm:px-5 sm:pl-13">
                Peça a quem cuida do servidor que escolha a hora do backup (BACKUP_AT). Este passo é
                concluído quando o primeiro backup for feito.
              </p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}

const backupHash = 'backup';

/** The steps with their links. The texts differ from the quick actions, because the page shows both. */
const steps: readonly { step: FirstStep; label: string; link: LinkProps }[] = [
  { step: 'password', label: 'Alterar a sua senha', link: { to: '/perfil' } },
  { step: 'category', label: 'Cadastrar a primeira categoria', link: { to: areas.categories.add } },
  { step: 'product', label: 'Cadastrar o primeiro produto', link: { to: areas.products.add } },
  {
    step: 'people',
    label: 'Cadastrar quem trabalha com você',
    link: { to: areas.usuarios.add },
  },
  {
    step: 'backup',
    label: 'Ativar o backup automático',
    link: { to: '/dashboard', hash: backupHash },
  },
];
