import Download from 'lucide-react/icons/download';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { AreaImport } from './import-area.ts';
import { FileDropZone } from './file-zone.tsx';
import { downloadTemplate } from './template.ts';

export type ChooseFileProps = {
  importing: AreaImport;
  onFile: (file: File) => void;
};

/** Renders the first step of an import: the choice of a file. */
export function ChooseFile({ importing, onFile }: ChooseFileProps) {
  return (
    <Card
      title="Planilha"
      description="XLSX ou CSV, com os nomes das colunas em uma das primeiras linhas."
    >
      <FileDropZone
        accept=".xlsx,.csv,.tsv,.txt,text/csv"
        onFiles={([file]) => file && onFile(file)}
      >
        a planilha
      </FileDropZone>
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
        Nada é alterado antes da conferência: depois de escolher o arquivo, você vê o que seria
        criado, alterado e recusado. O que já existe é reconhecido por {keyLabel(importing)}.
      </p>
    </Card>
  );
}

function keyLabel({ columns, key }: AreaImport): string {
  return columns.find(({ name }) => name === key)?.label ?? '';
}
