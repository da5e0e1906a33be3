import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { countOf } from '#lib/text.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { ImportArea } from './import-area.ts';
import type { Counts, Opening } from './staged-import.ts';
import { downloadRefused } from './template.ts';

export type ImportDoneProps = {
  importing: ImportArea;
  opening: Opening;
  counts: Counts;
  onAgain: () => void;
};

/** What came of it. */
export function ImportDone({ importing, opening, counts, onAgain }: ImportDoneProps) {
  const { area } = importing;
  const { created = 0, changed = 0, keep = 0, refuse = 0 } = counts;
  return (
    <Card title="Importação concluída" description={opening.file_name}>
      <div role="status">
        <ul className="space-y-1">
          <li>Criados: {countOf(created, ...area.count)}</li>
          <li>Mudados: {countOf(changed, ...area.count)}</li>
          {keep > 0 && <li>Sem mudança: {countOf(keep, ...area.count)}</li>}
          {refuse > 0 && (
            <li className="text-danger">Recusadas: {countOf(refuse, 'linha', 'linhas')}</li>
          )}
        </ul>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Link to={area.path} className={buttonClass('primary')}>
          Ver {area.title}
        </Link>
        {refuse > 0 && (
          <Button icon={<Download />} onClick={() => void downloadRefused(importing, opening)}>
            Baixar recusadas
          </Button>
        )}
        <Button onClick={onAgain}>Importar outra planilha</Button>
      </div>
    </Card>
  );
}
