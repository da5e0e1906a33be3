import { useMutation, useQuery } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { formatDateTime } from '#lib/date.ts';
import { countOf } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { ImportArea } from './import-area.ts';
import { FileZone } from './file-zone.tsx';
import { downloadTemplate } from './template.ts';
import { dropImport, openImports } from './staged-import.ts';
import type { OpenImport } from './staged-import.ts';

export type ChooseFileProps = {
  importing: ImportArea;
  onFile: (file: File) => void;
  onContinue: (waiting: OpenImport) => void;
};

/** The first step: a file, or an import that was left before its end. */
export function ChooseFile({ importing, onFile, onContinue }: ChooseFileProps) {
  return (
    <>
      <WaitingImports importing={importing} onContinue={onContinue} />
      <Card title="Planilha" description="XLSX ou CSV, com os nomes das colunas na primeira linha.">
        <FileZone accept=".xlsx,.csv,.tsv,.txt,text/csv" onFiles={([file]) => file && onFile(file)}>
          a planilha
        </FileZone>
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button icon={<Download />} onClick={() => void downloadTemplate(importing, 'template')}>
            Baixar modelo
          </Button>
          <Button
            variant="ghost"
            icon={<Download />}
            onClick={() => void downloadTemplate(importing, 'example')}
          >
            Baixar exemplo
          </Button>
        </div>
        <p className="mt-3 max-w-prose text-xs text-muted">
          Nada muda antes da conferência: depois de escolher o arquivo você vê o que seria criado,
          mudado e recusado. O que já existe é reconhecido por {keyLabel(importing)}.
        </p>
      </Card>
    </>
  );
}

function keyLabel({ columns, key }: ImportArea): string {
  return columns.find(({ name }) => name === key)?.label ?? '';
}

function WaitingImports({
  importing,
  onContinue,
}: Pick<ChooseFileProps, 'importing' | 'onContinue'>) {
  const { data = [] } = useQuery(openImports());
  const drop = useMutation(dropImport);
  const waiting = data.filter(
    ({ area, counts }) =>
      area === importing.area.table && (counts.untried || counts.create || counts.change),
  );
  if (waiting.length === 0) return null;
  return (
    <Card title="À espera" className="">
      <ul>
        {waiting.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-b-0 sm:px-5"
          >
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-medium wrap-anywhere">{one.file_name}</p>
              <p className="text-xs text-muted">
                {countOf(one.total, 'linha', 'linhas')}, enviada em {formatDateTime(one.created_at)}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              {isWhole(one) && (
                <Button variant="primary" onClick={() => onContinue(one)}>
                  Continuar importação de {one.file_name}
                </Button>
              )}
              <Button
                onClick={() => drop.mutate(one.id)}
                busy={drop.isPending && drop.variables === one.id}
              >
                Descartar
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** All rows have arrived; else only the file itself can begin it again. */
function isWhole({ counts, total }: OpenImport): boolean {
  const { doubtful: _ofThese, ...outcomes } = counts;
  return Object.values(outcomes).reduce((sum, count) => sum + count, 0) === total;
}
