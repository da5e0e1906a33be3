import FolderOpen from 'lucide-react/icons/folder-open';
import { FileDropZone } from '#crud/import/file-zone.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { toChosenFiles, readDroppedFiles } from './sku-pictures-files.ts';
import type { ChosenFile } from './sku-pictures-files.ts';

export type PictureChooserProps = {
  onChosen: (chosen: readonly ChosenFile[] | Promise<readonly ChosenFile[]>) => void;
};

/**
 * Renders the first step of the import: the user chooses a ZIP, pictures or a folder. Examples show how a SKU
 * determines the name of a file.
 */
export function PictureChooser({ onChosen }: PictureChooserProps) {
  return (
    <Card
      title="Imagens"
      description="Um ZIP, uma pasta ou as próprias imagens, cada uma com o SKU do produto no nome."
    >
      <FileDropZone
        accept=".zip,application/zip,image/*"
        multiple
        onFiles={(files) => onChosen(toChosenFiles(files))}
        onDropped={(dropped) => onChosen(readDroppedFiles(dropped))}
      >
        o ZIP, a pasta ou as imagens
      </FileDropZone>
      <div className="mt-4">
        <FolderButton onFiles={(files) => onChosen(toChosenFiles(files))} />
      </div>
      <dl className="mt-4 grid max-w-prose grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[0.8125rem]">
        {examples.map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt>
              <code className="rounded-control bg-sunken px-1.5 py-0.5">{name}</code>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 max-w-prose text-xs text-muted">
        Maiúsculas, acentos e espaços não fazem diferença, nem a pasta em que o arquivo está. Onde o
        SKU tem uma barra, o nome traz um sublinhado: A/1 é A_1.jpg. Nada é alterado antes da
        conferência.
      </p>
    </Card>
  );
}

const examples = [
  ['CAFE-250.jpg', 'a imagem principal do SKU CAFE-250'],
  ['CAFE-250-2.jpg', 'a primeira imagem adicional'],
  ['CAFE-250-3.png', 'a segunda, e assim por diante'],
] as const;

/** Renders the button that chooses a folder. It has its own input: one input cannot accept files and folders. */
function FolderButton({ onFiles }: { onFiles: (files: FileList) => void }) {
  return (
    <label
      className={`${buttonClass()} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <FolderOpen />
      Escolher pasta
      <input
        type="file"
        // Spread, because React has no type for this attribute.
        {...{ webkitdirectory: '' }}
        className="sr-only"
        onChange={({ target }) => {
          if (target.files && target.files.length > 0) onFiles(target.files);
          target.value = '';
        }}
      />
    </label>
  );
}
