import { Link, useLocation, useRouter } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { BackLink } from '#crud/form/form-head.tsx';
import { createRandomHex } from '#lib/random-name.ts';
import { formatCountWithNoun } from '#lib/text.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { toast } from '#ui/toast.ts';
import { adaptToGender } from '../area.ts';
import {
  deleteStagedBatchInBackground,
  toBatchPlan,
  countRemaining,
  countWritten,
} from '../many/batch.queries.ts';
import type { UnfinishedBatch, BatchPlan, PlanTotals } from '../many/batch.queries.ts';
import { BatchResult } from '../many/batch-result.tsx';
import { planImport, stageRows } from './import.queries.ts';
import { BatchReview } from '../many/review.tsx';
import { useBatchFlow } from '../many/use-batch.ts';
import type { EndedBatch } from '../many/use-batch.ts';
import { useFocusOnStepChange } from '../many/use-focus-on-step-change.ts';
import { ProgressCard } from '../many/progress-panel.tsx';
import { UnfinishedBatchList } from '../many/unfinished-batch-list.tsx';
import { ChooseFile } from './choose-file.tsx';
import { getImportPath } from './import-link.tsx';
import type { AreaImport } from './import-area.ts';
import { MapColumns } from './map-columns.tsx';
import type { MapColumnsProps, MappedSheet } from './map-columns.tsx';
import { convertSheetRows, rememberMapping } from './mapping.ts';
import { SheetRows } from './sheet-rows.tsx';
import { readSheetFile } from './sheet.ts';
import type { SheetFile } from './sheet.ts';
import { downloadRefusedRows } from './template.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The result of an import that ended after the user had left its page. */
    imported?: EndedBatch;
  }
}

export type ImportPageProps = {
  importing: AreaImport;
  /** Links to the other kinds of import of the area, shown before and after the import of a spreadsheet. */
  also?: ReactNode;
};

/** Renders the steps of an import: choose a file, map its columns, review the rows, import them, undo the import. */
export function ImportPage(props: ImportPageProps) {
  const imported = useLocation({ select: ({ state }) => state.imported });
  return <ImportSteps key={imported?.plan.id} {...props} imported={imported} />;
}

/** The steps of the page before the rows are sent: the choice of a file, and the mapping of its columns. */
type ImportDraft =
  | { step: 'choose' }
  | ({ step: 'map'; fileName: string; known: MapColumnsProps['known'] } & SheetFile);

function ImportSteps({ importing, also, imported }: ImportPageProps & { imported?: EndedBatch }) {
  const { area } = importing;
  const { flow, draft, ...doing } = useImport(importing, imported);
  const { at } = flow;
  const step = at.step === 'ask' ? draft.step : at.step;
  const steps = useFocusOnStepChange(step);
  return (
    <>
      <PageTitle
        title={`Importar ${area.title}`}
        back={<BackLink path={area.path} title={area.title} />}
      />
      <div ref={steps} tabIndex={-1} className="grid max-w-6xl grid-cols-1 gap-4 outline-none">
        {flow.problem && <ErrorBox>{flow.problem}</ErrorBox>}
        {step === 'choose' && <ChooseFile importing={importing} onFile={doing.open} />}
        {at.step === 'ask' && draft.step === 'map' && (
          <MapColumns
            importing={importing}
            rows={draft.rows}
            sheets={draft.sheets}
            known={draft.known}
            fileName={draft.fileName}
            onBack={doing.restart}
            onReady={(mapped) => void doing.send(draft.fileName, mapped)}
          />
        )}
        {at.step === 'work' && (
          <ProgressCard what={at.what} done={at.done ?? 0} onStop={flow.stop} />
        )}
        {at.step === 'review' && (
          <ImportReview
            {...{ importing, plan: at.plan, onBack: doing.restart }}
            onTotals={(totals) => flow.review({ ...at.plan, ...totals })}
            onApply={() => void flow.apply(at.plan)}
          />
        )}
        {at.step === 'apply' && (
          <ProgressCard
            what="Importando"
            done={1 - countRemaining(at.plan) / at.total}
            onStop={at.total > 5000 ? flow.stop : undefined}
          />
        )}
        {at.step === 'end' && (
          <ImportEnd
            {...{ importing, ended: at, onAgain: doing.restart }}
            onRetry={() => void flow.apply(at.plan)}
          />
        )}
        {(step === 'choose' || step === 'end') && also}
        {step === 'choose' && (
          // At the end of the page: the list appears later, and must not move the other commands.
          <UnfinishedBatchList
            isShown={(batch) => batch.kind === 'import' && batch.area === area.table}
            onContinue={doing.resume}
          />
        )}
      </div>
    </>
  );
}

function useImport(importing: AreaImport, imported?: EndedBatch) {
  const { area } = importing;
  const router = useRouter();
  const [draft, setDraft] = useState<ImportDraft>({ step: 'choose' });
  const flow = useBatchFlow({ first: imported && { step: 'end', ...imported }, onEndAfterLeave });

  /** Shows the result of the import in a message on the user's current page. A button opens the import page. */
  function onEndAfterLeave(ended: EndedBatch) {
    const { source } = ended.plan;
    const to = getImportPath(area);
    const isDone = !ended.failure && countRemaining(ended.plan) === 0;
    const open = () => void router.navigate({ to, state: isDone ? { imported: ended } : {} });
    if (isDone)
      toast.success(`Importação de ${source} concluída!`, {
        action: { label: 'Ver o resultado', run: open },
      });
    else
      toast.warning(`A importação de ${source} não terminou. O restante está pendente.`, {
        action: { label: 'Ver a importação', run: open },
      });
  }

  async function plan(staged: Parameters<typeof planImport>[0]) {
    const planned = await flow.work('Conferindo as linhas', (work) => planImport(staged, work));
    if (planned) flow.review(planned);
  }

  return {
    flow,
    draft,
    restart() {
      setDraft({ step: 'choose' });
      flow.ask();
    },
    async open(file: File) {
      // Load the known names before the next step: the default of its checkbox must not change after it is visible.
      const read = await flow.work('Lendo o arquivo', ({ signal }) =>
        Promise.all([
          readSheetFile(file, signal),
          importing.reference?.known().catch(() => undefined),
        ]),
      );
      if (!read) return;
      const [sheetFile, known] = read;
      setDraft({ step: 'map', fileName: file.name, known, ...sheetFile });
      flow.ask();
    },
    async send(fileName: string, { sheet, mapping, empty, creates }: MappedSheet) {
      rememberMapping(importing, sheet.headers, mapping);
      const batch = {
        id: createRandomHex(),
        area: area.table,
        file_name: fileName.slice(-255),
        total: sheet.rows.length,
        ...(importing.reference && { [importing.reference.creates]: creates }),
      };
      const isStaged = await flow.work('Enviando as linhas', async (work) => {
        try {
          await stageRows(batch, convertSheetRows(importing, sheet, mapping, empty), work);
          return true;
        } catch (error) {
          // Delete the staged batch: its rows are incomplete, and the user cannot continue it without the file.
          deleteStagedBatchInBackground(batch.id);
          throw error;
        }
      });
      if (!isStaged) return;
      setDraft({ step: 'choose' });
      await plan(batch);
    },
    /** Continues an import whose staged batch is on the server: plans its rows if necessary, then shows the review. */
    async resume(open: UnfinishedBatch) {
      const opened = toBatchPlan(open);
      if (open.counts.untried)
        await plan({ id: open.id, file_name: opened.source, total: open.total });
      else flow.review(opened);
    },
  };
}

type ImportReviewProps = {
  importing: AreaImport;
  plan: BatchPlan;
  onTotals: (totals: PlanTotals) => void;
  onApply: () => void;
  onBack: () => void;
};

function ImportReview({ importing, plan, onTotals, onApply, onBack }: ImportReviewProps) {
  const done = countWritten(plan);
  return (
    <BatchReview
      plan={plan}
      words={{
        area: importing.area,
        apply: 'Importar',
        place: 'page',
        back: 'Voltar',
        doubts: importing.doubts,
        parts: {
          refuse: ['recusada', 'recusadas'],
          out: ['removida', 'removidas'],
        },
      }}
      renderRows={(part) => <SheetRows {...{ importing, plan, onTotals }} {...part} />}
      actions={!!plan.counts.refuse && <RefusedButton importing={importing} plan={plan} />}
      onApply={onApply}
      onBack={onBack}
    >
      <div role="status">
        <h2 className="font-semibold">Conferência</h2>
        <p className="text-muted wrap-anywhere">
          {plan.source}:{' '}
          {done === 0
            ? 'nada foi alterado ainda.'
            : `${formatCountWithNoun(done, 'linha já foi importada', 'linhas já foram importadas')}.`}
        </p>
        {countRemaining(plan) === 0 && <p>Não há nada para importar desta planilha.</p>}
      </div>
    </BatchReview>
  );
}

type ImportEndProps = {
  importing: AreaImport;
  ended: EndedBatch;
  onRetry: () => void;
  onAgain: () => void;
};

function ImportEnd({ importing, ended, onRetry, onAgain }: ImportEndProps) {
  const { area } = importing;
  const { plan } = ended;
  const { created = 0, changed = 0, keep = 0, refuse = 0, stale = 0 } = plan.counts;
  const isWhole = countRemaining(plan) === 0;
  return (
    <Card
      title={isWhole ? 'Importação concluída' : 'Importação interrompida'}
      description={plan.source}
    >
      <BatchResult
        ended={ended}
        words={{
          area,
          written: (
            <ul className="space-y-1">
              <li>
                {adaptToGender(area, 'Criados')}: {formatCountWithNoun(created, ...area.count)}
              </li>
              <li>
                {adaptToGender(area, 'Alterados')}: {formatCountWithNoun(changed, ...area.count)}
              </li>
              {keep > 0 && <li>Sem alteração: {formatCountWithNoun(keep, ...area.count)}</li>}
            </ul>
          ),
          refused: `Recusadas: ${formatCountWithNoun(refuse, 'linha', 'linhas')}`,
        }}
        onRetry={onRetry}
      >
        <Link to={area.path} className={buttonClass('primary')}>
          Ver {area.title}
        </Link>
        {refuse + stale > 0 && <RefusedButton importing={importing} plan={plan} />}
        <Button onClick={onAgain}>Importar outra planilha</Button>
      </BatchResult>
    </Card>
  );
}

function RefusedButton({ importing, plan }: { importing: AreaImport; plan: BatchPlan }) {
  return (
    <Button icon={<Download />} onClick={() => void downloadRefusedRows(importing, plan)}>
      Baixar recusadas
    </Button>
  );
}
