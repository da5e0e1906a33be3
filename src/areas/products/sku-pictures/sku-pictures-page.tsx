import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { products as area } from '../area.ts';
import { BackLink } from '#crud/form/form-head.tsx';
import {
  deleteStagedBatchInBackground,
  toBatchPlan,
  countRemaining,
  countWritten,
} from '#crud/many/batch.queries.ts';
import type { BatchPlan } from '#crud/many/batch.queries.ts';
import { BatchResult } from '#crud/many/batch-result.tsx';
import { useBatchFlow } from '#crud/many/use-batch.ts';
import type { EndedBatch } from '#crud/many/use-batch.ts';
import { useFocusOnStepChange } from '#crud/many/use-focus-on-step-change.ts';
import { UnfinishedBatchList } from '#crud/many/unfinished-batch-list.tsx';
import { ProgressCard } from '#crud/many/progress-panel.tsx';
import { formatCountWithNoun, formatCount } from '#lib/text.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { toast } from '#ui/toast.ts';
import { PictureChooser } from './choose-pictures.tsx';
import { IgnoredFilesDownloadButton } from './ignored.tsx';
import { PictureRows, PictureReview } from './review-pictures.tsx';
import type { ChosenFile } from './sku-pictures-files.ts';
import {
  findProductsByFileName,
  findUnfinishedBatch,
  createPictureRows,
  PictureStepRunner,
  planPictures,
} from './sku-pictures.queries.ts';
import type { FileMatchResult } from './sku-pictures.queries.ts';
import type { IgnoredFile, PictureMode } from './sku-pictures.ts';

/**
 * Renders the page /produtos/importar/imagens, which imports pictures whose file names contain the SKUs of their
 * products.
 */
export function SkuPicturesPage() {
  const { flow, found, mode, steps, ...doing } = useSkuPictures();
  const { at } = flow;
  const page = useFocusOnStepChange(at.step);
  return (
    <>
      <PageTitle
        title="Imagens por SKU"
        back={<BackLink path="/produtos/importar" title="Importar Produtos" />}
      />
      <div ref={page} tabIndex={-1} className="grid max-w-6xl grid-cols-1 gap-4 outline-none">
        {flow.problem && <ErrorBox>{flow.problem}</ErrorBox>}
        {at.step === 'ask' && (
          <>
            <PictureChooser onChosen={(chosen) => void doing.findAndPlan(chosen)} />
            <UnfinishedBatchList isShown={({ kind }) => kind === 'pictures'} count={area.count} />
          </>
        )}
        {at.step === 'work' && (
          <ProgressCard what={at.what} done={at.done ?? 0} onStop={flow.stop} />
        )}
        {at.step === 'review' && found && (
          <PictureReview
            key={at.plan.id}
            {...{ found, mode, plan: at.plan }}
            onMode={(chosen) => void doing.plan(found, chosen, at.plan.source)}
            onTotals={(totals) => flow.review({ ...at.plan, ...totals })}
            onApply={() => void flow.apply(at.plan)}
            onBack={doing.restart}
          />
        )}
        {at.step === 'apply' && (
          <ProgressCard
            what={`Incluindo imagens: ${formatCount(at.total - countRemaining(at.plan))} de ${formatCountWithNoun(at.total, ...area.count)}`}
            done={1 - countRemaining(at.plan) / at.total}
            onStop={flow.stop}
          />
        )}
        {at.step === 'end' && (
          <PicturesEnd
            ended={at}
            {...{ steps }}
            onContinue={() => void flow.apply(at.plan)}
            onRetry={doing.again}
            onAgain={doing.restart}
          />
        )}
      </div>
    </>
  );
}

function useSkuPictures() {
  const [chosen, setChosen] = useState<readonly ChosenFile[]>([]);
  const [found, setFound] = useState<FileMatchResult>();
  const [mode, setMode] = useState<PictureMode>('add');
  const [steps, setSteps] = useState<PictureStepRunner>();
  const flow = useBatchFlow({
    step: (plan, send, signal) => {
      if (!steps) throw new Error('The files are not known');
      return steps.step(plan, send, signal);
    },
    onEndAfterLeave({ plan, failure }) {
      steps?.end();
      if (failure || countRemaining(plan) > 0)
        toast.warning('A inclusão de imagens não terminou. O restante está pendente.');
      else toast.success(writtenText(plan));
    },
  });

  async function planFiles(files: FileMatchResult, how: PictureMode, source: string) {
    if (flow.at.step === 'review') deleteStagedBatchInBackground(flow.at.plan.id);
    setMode(how);
    const rows = createPictureRows(files, how);
    const planned = await flow.work('Conferindo as imagens', async (work) => {
      // If the same files are chosen again after the tab was closed, continue their batch. If no step of this batch was
      // applied, plan the files again.
      const same = await findUnfinishedBatch(source, rows);
      if (same?.steps && countRemaining(same) > 0) return toBatchPlan(same);
      if (same) deleteStagedBatchInBackground(same.id);
      return planPictures(source, rows, work);
    });
    if (planned) flow.review(planned);
  }

  /** Finds the products of the chosen files, and plans the batch for review. */
  async function findAndPlan(given: readonly ChosenFile[] | Promise<readonly ChosenFile[]>) {
    const result = await flow.work('Conferindo as imagens', async (work) => {
      const files = await given;
      return { files, found: await findProductsByFileName(files, work) };
    });
    if (!result) return;
    setChosen(result.files);
    setFound(result.found);
    setSteps(new PictureStepRunner(result.found));
    await planFiles(result.found, 'add', sourceOf(result.files));
  }

  return {
    flow,
    found,
    mode,
    steps,
    plan: planFiles,
    findAndPlan,
    again: () => (steps?.end(), void findAndPlan(chosen)),
    restart() {
      steps?.end();
      if (flow.at.step === 'review' && flow.at.plan.steps === 0)
        deleteStagedBatchInBackground(flow.at.plan.id);
      flow.ask();
    },
  };
}

/** Returns the name of the batch: the only file's path, the common folder, or the number of files ('12 arquivos'). */
function sourceOf(chosen: readonly ChosenFile[]): string {
  const [first, ...others] = chosen;
  if (first && others.length === 0) return first.path;
  const folders = new Set(chosen.map(({ path }) => path.split('/')[0]));
  const [folder] = folders;
  return folder && folders.size === 1 && first?.path.includes('/')
    ? folder
    : formatCountWithNoun(chosen.length, 'arquivo', 'arquivos');
}

function writtenText(plan: BatchPlan): string {
  const products = formatCountWithNoun(countWritten(plan), ...area.count);
  return `${formatCountWithNoun(plan.pictures, 'imagem', 'imagens')} em ${products}.`;
}

type PicturesEndProps = {
  ended: EndedBatch;
  steps?: PictureStepRunner;
  onContinue: () => void;
  /** Called to review the same files again. */
  onRetry: () => void;
  onAgain: () => void;
};

function PicturesEnd({ ended, steps, onContinue, onRetry, onAgain }: PicturesEndProps) {
  const { plan } = ended;
  const isWhole = countRemaining(plan) === 0;
  const { refuse = 0, stale = 0 } = plan.counts;
  const problems = steps?.problems ?? [];
  const hasIgnored = refuse + stale + problems.length > 0;
  return (
    <Card title={isWhole ? 'Imagens incluídas' : 'Inclusão interrompida'} description={plan.source}>
      <BatchResult
        ended={ended}
        words={{
          area,
          written: <WrittenPictures {...{ plan, problems }} />,
          refused: formatCountWithNoun(refuse, 'arquivo ignorado', 'arquivos ignorados'),
        }}
        renderRows={(part) => <PictureRows {...part} plan={plan} />}
        onRetry={onContinue}
      >
        <Link
          to={area.path}
          className={buttonClass(isWhole && countWritten(plan) > 0 ? 'primary' : 'secondary')}
        >
          Ver {area.title}
        </Link>
        {isWhole && hasIgnored && (
          <>
            <Button onClick={onRetry}>Conferir novamente</Button>
            <IgnoredFilesDownloadButton plan={plan} problems={problems} />
          </>
        )}
        <Button onClick={onAgain}>Incluir outras imagens</Button>
      </BatchResult>
    </Card>
  );
}

type WrittenPicturesProps = { plan: BatchPlan; problems: readonly IgnoredFile[] };

function WrittenPictures({ plan, problems }: WrittenPicturesProps) {
  return (
    <>
      <p>{writtenText(plan)}</p>
      {problems.length > 0 && (
        <>
          <p className="text-danger">
            {formatCountWithNoun(
              problems.length,
              'imagem não foi incluída',
              'imagens não foram incluídas',
            )}
            :
          </p>
          <ul className="space-y-1 text-[0.8125rem]">
            {problems.slice(0, 50).map(({ path, reason }) => (
              <li key={path} className="wrap-anywhere">
                <b className="font-medium">{path}</b>: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
