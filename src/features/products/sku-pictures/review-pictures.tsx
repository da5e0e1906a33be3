import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { Option } from '#crud/import/option.tsx';
import { countOf, formatCount } from '#lib/text.ts';
import { Badge } from '#ui/badge.tsx';
import type { BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { downloadLeftOut } from './sku-pictures-files.ts';
import type { Found } from './sku-pictures.queries.ts';
import { wantedPictures } from './sku-pictures.ts';
import type { LeftOut, Mode, PicturePlan, SkuPictures } from './sku-pictures.ts';

export type ReviewPicturesProps = {
  found: Found;
  /** What was chosen: 'fotos.zip'. */
  source: string;
  onApply: (plans: PicturePlan[]) => void;
  onBack: () => void;
};

/** The second step: whose the pictures are, before anything is stored. */
export function ReviewPictures({ found, source, onApply, onBack }: ReviewPicturesProps) {
  const { products, left } = found;
  const [mode, setMode] = useState<Mode>('add');
  const planned = products.map((one) => ({ one, wanted: wantedPictures(one, mode) }));
  const plans = planned.flatMap(({ one: { product }, wanted }) =>
    wanted ? [{ product, wanted }] : [],
  );
  const changed = planned.flatMap(({ one, wanted }) => (wanted ? [one] : []));
  const same = planned.flatMap(({ one, wanted }) => (wanted ? [] : [one]));
  const holders = products.filter(({ product }) => product.images.length > 0).length;
  return (
    <>
      <Card title="Conferência" description={`${source}: nada mudou ainda.`}>
        {holders > 0 && (
          <fieldset className="mb-4">
            <legend className="mb-1 font-medium">
              {countOf(holders, 'produto já tem imagens', 'produtos já têm imagens')}
            </legend>
            <Option name="mode" checked={mode === 'add'} onChange={() => setMode('add')}>
              Acrescentar: as de agora ficam, as novas vêm depois delas
            </Option>
            <Option name="mode" checked={mode === 'replace'} onChange={() => setMode('replace')}>
              Substituir: as novas tomam o lugar das de agora, que vão para a Lixeira
            </Option>
          </fieldset>
        )}
        <div className="flex flex-wrap gap-2">
          {plans.length > 0 && (
            <Button variant="primary" onClick={() => onApply(plans)}>
              Incluir imagens em {countOf(plans.length, 'produto', 'produtos')}
            </Button>
          )}
          {left.length > 0 && (
            <Button icon={<Download />} onClick={() => void downloadLeftOut(left)}>
              Baixar lista dos que ficam de fora
            </Button>
          )}
          <Button onClick={onBack}>Voltar</Button>
        </div>
        {plans.length === 0 && (
          <p className="mt-3 text-muted">
            {same.length > 0
              ? 'Os produtos já têm estas imagens.'
              : 'Nenhuma destas imagens é de um produto.'}
          </p>
        )}
      </Card>
      <Parts {...{ changed, same, left }} />
    </>
  );
}

type PartsProps = { changed: SkuPictures[]; same: SkuPictures[]; left: LeftOut[] };

/** The products that would change, those that have these pictures, the files that are nobody's: one kind at a time. */
function Parts({ changed, same, left }: PartsProps) {
  const parts: [count: number, words: string, tone: BadgeTone, rows: Line[]][] = [
    [changed.length, 'a mudar', 'blue', changed.map(productLine)],
    [same.length, 'sem mudança', 'neutral', same.map(productLine)],
    [
      left.length,
      left.length === 1 ? 'arquivo de fora' : 'arquivos de fora',
      'red',
      left.map(fileLine),
    ],
  ];
  const filled = parts.filter(([count]) => count > 0);
  const [chosen, setChosen] = useState<string>();
  const shown = filled.find(([, words]) => words === chosen) ?? filled[0];
  if (!shown) return null;
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {filled.map(([count, words, tone]) => (
          <li key={words}>
            <button
              type="button"
              aria-pressed={words === shown[1]}
              onClick={() => setChosen(words)}
              className="flex min-h-9 items-center gap-2 rounded-control border border-line bg-surface px-3 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
            >
              <Badge tone={tone}>{formatCount(count)}</Badge>
              {words}
            </button>
          </li>
        ))}
      </ul>
      <Lines key={shown[1]} lines={shown[3]} />
    </>
  );
}

type Line = { key: string; name: string; detail: string; files: string };

function productLine({ product, files }: SkuPictures): Line {
  const has = product.images.length;
  return {
    key: product.id,
    name: product.sku,
    detail: `${product.title}${has > 0 ? ` · já tem ${countOf(has, 'imagem', 'imagens')}` : ''}`,
    files: files.map(({ file }) => file.path).join(', '),
  };
}

function fileLine({ path, reason }: LeftOut): Line {
  return { key: path, name: path, detail: reason, files: '' };
}

const atOnce = 50;

function Lines({ lines }: { lines: Line[] }) {
  const [count, setCount] = useState(atOnce);
  return (
    <div className="min-w-0">
      <ol
        aria-label="Conferência das imagens"
        className="rounded-card border border-line bg-surface shadow-raised"
      >
        {lines.slice(0, count).map(({ key, name, detail, files }) => (
          <li
            key={key}
            className="grid gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 sm:grid-cols-[minmax(8rem,16rem)_1fr]"
          >
            <span className="font-medium wrap-anywhere">{name}</span>
            <div className="min-w-0 text-[0.8125rem] wrap-anywhere">
              <p>{detail}</p>
              {files && <p className="text-muted">{files}</p>}
            </div>
          </li>
        ))}
      </ol>
      {lines.length > count && (
        <Button className="mt-3" onClick={() => setCount(count + atOnce)}>
          Mostrar mais
        </Button>
      )}
    </div>
  );
}
