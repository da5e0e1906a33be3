import { useEffect, useRef, useState } from 'react';
import { BackLink } from '#crud/form/form-head.tsx';
import { useFocusOfStep } from '#crud/import/use-focus-of-step.ts';
import { Working } from '#crud/import/working.tsx';
import { kept } from '#lib/kept.ts';
import { countOf, formatCount } from '#lib/text.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { ChoosePictures } from './choose-pictures.tsx';
import type { Chosen } from './sku-pictures-files.ts';
import { PicturesDone } from './pictures-done.tsx';
import { ReviewPictures } from './review-pictures.tsx';
import { findProducts, storePictures } from './sku-pictures.queries.ts';
import type { Found, Made } from './sku-pictures.queries.ts';
import type { PicturePlan } from './sku-pictures.ts';

/** Where it stands. The chosen files stay where they are: a closed tab loses none, and the same ones go on. */
type At =
  | { step: 'choose' }
  | { step: 'work'; what: string; done: number }
  | { step: 'review'; chosen: readonly Chosen[]; found: Found }
  | { step: 'done'; chosen: readonly Chosen[]; made: Made };

/** /produtos/importar/imagens: a ZIP or a folder of pictures, whose names are the SKUs of their products. */
export function SkuPicturesPage() {
  const { at, problem, ...flow } = useSkuPictures();
  const steps = useFocusOfStep(at.step);
  return (
    <>
      <PageTitle
        title="Imagens por SKU"
        back={<BackLink path="/produtos/importar" title="Importar Produtos" />}
      />
      <div ref={steps} tabIndex={-1} className="grid max-w-6xl grid-cols-1 gap-4 outline-none">
        {problem && <ErrorBox>{problem}</ErrorBox>}
        {at.step === 'choose' && <ChoosePictures onChosen={flow.look} />}
        {at.step === 'work' && <Working what={at.what} done={at.done} onStop={flow.stop} />}
        {at.step === 'review' && (
          <ReviewPictures
            found={at.found}
            source={sourceOf(at.chosen)}
            onApply={(plans) => flow.store(at.chosen, plans)}
            onBack={flow.restart}
          />
        )}
        {at.step === 'done' && (
          <PicturesDone
            made={at.made}
            onContinue={() => flow.store(at.chosen, at.made.rest, at.made)}
            onRetry={() => flow.look(at.chosen)}
            onAgain={flow.restart}
          />
        )}
      </div>
    </>
  );
}

function useSkuPictures() {
  const [at, setAt] = useState<At>({ step: 'choose' });
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(null);
  useEffect(function stopWithThePage() {
    return () => running.current?.abort();
  }, []);

  function begin(): AbortSignal {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    return controller.signal;
  }

  return {
    at,
    problem,
    stop: () => running.current?.abort(),
    restart: () => (setProblem(undefined), setAt({ step: 'choose' })),
    /** Says whose the files are, before anything is stored. */
    async look(given: readonly Chosen[] | Promise<readonly Chosen[]>) {
      const signal = begin();
      const onProgress = (done: number) =>
        setAt({ step: 'work', what: 'Conferindo as imagens', done: Math.min(1, done) });
      onProgress(0);
      try {
        const chosen = await given;
        const found = await findProducts(chosen, onProgress, signal);
        setAt({ step: 'review', chosen, found });
      } catch (error) {
        if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
        setAt({ step: 'choose' });
      }
    },
    /** Stores what was looked at, or the rest of it after a stop. */
    async store(chosen: readonly Chosen[], plans: readonly PicturePlan[], earlier?: Made) {
      const signal = begin();
      const all = plans.length;
      const told = ({ products, problems }: Made) => {
        const done = Math.min(all, products + problems.length);
        const what = `Incluindo imagens: ${formatCount(done)} de ${countOf(all, 'produto', 'produtos')}`;
        setAt({ step: 'work', what, done: done / all });
      };
      const staged = earlier?.staged ?? rememberedBatch(chosen);
      told({ batch: undefined, products: 0, pictures: 0, problems: [], rest: [] });
      const made = await storePictures(plans, staged, told, signal);
      made.batch ??= earlier?.batch;
      if (made.staged) rememberBatch(chosen, made.staged.id);
      setAt({ step: 'done', chosen, made: earlier ? together(earlier, made) : made });
    },
  };
}

function together(one: Made, other: Made): Made {
  return {
    ...other,
    products: one.products + other.products,
    pictures: one.pictures + other.pictures,
    problems: [...one.problems, ...other.problems],
  };
}

/** 'fotos.zip', 'verao' or '12 arquivos'. */
function sourceOf(chosen: readonly Chosen[]): string {
  const [first, ...others] = chosen;
  if (first && others.length === 0) return first.path;
  const folders = new Set(chosen.map(({ path }) => path.split('/')[0]));
  const [folder] = folders;
  return folder && folders.size === 1 && first?.path.includes('/')
    ? folder
    : countOf(chosen.length, 'arquivo', 'arquivos');
}

// The same files, chosen again after the tab was closed, continue the batch that they began.

function rememberedBatch(chosen: readonly Chosen[]): string | undefined {
  const [files, batch] = kept.get(batchKey)?.split('\n') ?? [];
  return files === named(chosen) ? batch : undefined;
}

function rememberBatch(chosen: readonly Chosen[], batch: string) {
  kept.set(batchKey, `${named(chosen)}\n${batch}`);
}

function named(chosen: readonly Chosen[]): string {
  const bytes = chosen.reduce((sum, { file }) => sum + file.size, 0);
  return `${sourceOf(chosen)}|${chosen.length}|${bytes}`;
}

const batchKey = 'vitrine:imagens-por-sku';
