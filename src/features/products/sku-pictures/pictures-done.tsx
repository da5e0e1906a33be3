import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { areas } from '#app/areas.ts';
import { undoAct } from '#crud/history/undo.ts';
import { countOf } from '#lib/text.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { downloadLeftOut } from './sku-pictures-files.ts';
import type { Made } from './sku-pictures.queries.ts';

export type PicturesDoneProps = {
  made: Made;
  /** Goes on with the rest, after it was stopped. */
  onContinue: () => void;
  /** Looks at the same files once more. */
  onRetry: () => void;
  onAgain: () => void;
};

/** What came of it. */
export function PicturesDone({ made, onContinue, onRetry, onAgain }: PicturesDoneProps) {
  const { batch, products, pictures, problems, rest, failure } = made;
  const count = ['produto', 'produtos'] as const;
  return (
    <Card title={rest.length > 0 ? 'Interrompido' : 'Imagens incluídas'}>
      <div role="status" className="space-y-1">
        <p>
          {countOf(pictures, 'imagem', 'imagens')} em {countOf(products, ...count)}.
        </p>
        {rest.length > 0 && (
          <p>
            {countOf(rest.length, ...count)} {rest.length === 1 ? 'ficou' : 'ficaram'} por fazer. O
            que foi feito está feito.
          </p>
        )}
        {failure && <p className="text-danger">{failure}</p>}
        {problems.length > 0 && (
          <p className="text-danger">
            {countOf(problems.length, 'imagem ficou', 'imagens ficaram')} de fora:
          </p>
        )}
      </div>
      {problems.length > 0 && (
        <ul className="mt-2 space-y-1 text-[0.8125rem]">
          {problems.slice(0, 50).map(({ path, reason }) => (
            <li key={path} className="wrap-anywhere">
              <b className="font-medium">{path}</b>: {reason}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {rest.length > 0 && (
          <Button variant="primary" onClick={onContinue}>
            Continuar
          </Button>
        )}
        <Link
          to={areas.products.path}
          className={buttonClass(rest.length > 0 ? 'secondary' : 'primary')}
        >
          Ver {areas.products.title}
        </Link>
        {problems.length > 0 && (
          <>
            <Button onClick={onRetry}>Tentar de novo</Button>
            <Button icon={<Download />} onClick={() => void downloadLeftOut(problems)}>
              Baixar lista
            </Button>
          </>
        )}
        {batch !== undefined && products > 0 && (
          <Button onClick={() => void undoAct(batch)}>Desfazer o que foi feito</Button>
        )}
        <Button onClick={onAgain}>Incluir outras imagens</Button>
      </div>
    </Card>
  );
}
