import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { BackLink } from '#crud/form/form-head.tsx';
import { randomName } from '#lib/random-name.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { toast } from '#ui/toast.ts';
import { ChooseFile } from './choose-file.tsx';
import { ImportDone } from './import-done.tsx';
import { importAddress } from './import-link.tsx';
import type { ImportArea } from './import-area.ts';
import { MapColumns } from './map-columns.tsx';
import type { Mapped } from './map-columns.tsx';
import { readRows, rememberMapping } from './mapping.ts';
import { Working } from './working.tsx';
import { ReviewImport } from './review-import.tsx';
import { readSheet } from './sheet.ts';
import type { Sheet } from './sheet.ts';
import { applyAll, drop, stage, tryAll } from './staged-import.ts';
import type { Counts, OnProgress, OpenImport, Opening } from './staged-import.ts';
import { useFocusOfStep } from './use-focus-of-step.ts';

/** Where an import stands; what it works on is on the server from 'review' on. */
type At =
  | { step: 'choose' }
  | { step: 'map'; fileName: string; sheet: Sheet }
  | { step: 'work'; what: string; done: number; canStop: boolean }
  | { step: 'review'; opening: Opening; counts: Counts }
  | { step: 'done'; opening: Opening; counts: Counts };

/** What came of an import. */
type Imported = { opening: Opening; counts: Counts };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** An import that ended after its page was left: what the page is to show. */
    imported?: Imported;
  }
}

export type ImportPageProps = {
  importing: ImportArea;
  /** What the area takes in beside a spreadsheet; offered before it and after. */
  also?: ReactNode;
};

/** /produtos/importar and its like: choose a file, say what its columns are, look at what would happen, do it. */
export function ImportPage(props: ImportPageProps) {
  const imported = useLocation({ select: ({ state }) => state.imported });
  return <ImportSteps key={imported?.opening.id} {...props} imported={imported} />;
}

function ImportSteps({ importing, also, imported }: ImportPageProps & { imported?: Imported }) {
  const { area } = importing;
  const flow = useImport(importing, imported);
  const { at } = flow;
  const steps = useFocusOfStep(at.step);
  return (
    <>
      <PageTitle
        title={`Importar ${area.title}`}
        back={<BackLink path={area.path} title={area.title} />}
      />
      <div ref={steps} tabIndex={-1} className="grid max-w-6xl grid-cols-1 gap-4 outline-none">
        {flow.problem && <ErrorBox>{flow.problem}</ErrorBox>}
        {at.step === 'choose' && (
          <ChooseFile importing={importing} onFile={flow.open} onContinue={flow.resume} />
        )}
        {at.step === 'map' && (
          <MapColumns
            importing={importing}
            sheet={at.sheet}
            fileName={at.fileName}
            onBack={flow.restart}
            onReady={(mapped) => flow.send(at.fileName, at.sheet, mapped)}
          />
        )}
        {at.step === 'work' && (
          <Working what={at.what} done={at.done} onStop={at.canStop ? flow.stop : undefined} />
        )}
        {at.step === 'review' && (
          <ReviewImport
            importing={importing}
            opening={at.opening}
            counts={at.counts}
            onApply={() => flow.apply(at.opening, at.counts)}
            onBack={flow.restart}
          />
        )}
        {at.step === 'done' && (
          <ImportDone
            importing={importing}
            opening={at.opening}
            counts={at.counts}
            onAgain={flow.restart}
          />
        )}
        {(at.step === 'choose' || at.step === 'done') && also}
      </div>
    </>
  );
}

function useImport(importing: ImportArea, imported?: Imported) {
  const client = useQueryClient();
  const router = useRouter();
  const [at, setAt] = useState<At>(imported ? { step: 'done', ...imported } : { step: 'choose' });
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController>(null);
  useEffect(function stopWithThePage() {
    return () => running.current?.abort(pageLeft);
  }, []);

  /** One piece of work, with its progress; where it ends badly `back` is where the person finds it again. */
  async function work(
    what: string,
    back: At,
    task: (onProgress: OnProgress, signal: AbortSignal) => Promise<At>,
    canStop = true,
  ) {
    const controller = new AbortController();
    running.current = controller;
    setProblem(undefined);
    const onProgress = (done: number) => setAt({ step: 'work', what, done, canStop });
    onProgress(0);
    try {
      setAt(await task(onProgress, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted)
        setProblem(error instanceof Error ? error.message : String(error));
      setAt(back);
    } finally {
      void client.invalidateQueries({ queryKey: ['imports'] });
    }
  }

  /** To whoever is somewhere else by now. */
  function sayElsewhere(say: typeof toast.success, text: string, label: string, result?: Imported) {
    const to = importAddress(importing.area);
    const run = () => void router.navigate({ to, state: { imported: result } });
    say(text, { action: { label, run } });
  }

  const restart = () => (setProblem(undefined), setAt({ step: 'choose' }));

  const prove = (opening: Opening) =>
    work('Conferindo as linhas', { step: 'choose' }, async (onProgress, signal) => {
      return { step: 'review', opening, counts: await tryAll(opening, onProgress, signal) };
    });

  return {
    at,
    problem,
    restart,
    stop: () => running.current?.abort(),
    open: (file: File) =>
      work('Lendo o arquivo', { step: 'choose' }, async (_onProgress, signal) => {
        return { step: 'map', fileName: file.name, sheet: await readSheet(file, signal) };
      }),
    async send(fileName: string, sheet: Sheet, { mapping, empty, createsCategories }: Mapped) {
      rememberMapping(importing, sheet.headers, mapping);
      const opening: Opening = {
        id: randomName(),
        area: importing.area.table,
        file_name: fileName.slice(-255),
        creates_categories: createsCategories,
        total: sheet.rows.length,
        steps: 0,
      };
      let isSent = false;
      await work(
        'Enviando as linhas',
        { step: 'map', fileName, sheet },
        async (onProgress, signal) => {
          await stage(opening, readRows(importing, sheet, mapping, empty), onProgress, signal);
          isSent = true;
          return { step: 'work', what: 'Conferindo as linhas', done: 0, canStop: true };
        },
      );
      // What arrived in part could not be gone on with.
      if (isSent) await prove(opening);
      else await drop(opening.id).catch(() => undefined);
    },
    /** An import that waits on the server: where it was left. */
    async resume(waiting: OpenImport) {
      const { counts } = waiting;
      if (counts.untried) await prove(waiting);
      else setAt({ step: 'review', opening: waiting, counts });
    },
    apply: (opening: Opening, counts: Counts) =>
      work('Importando', { step: 'review', opening, counts }, async (onProgress, signal) => {
        const { file_name } = opening;
        try {
          const result = { opening, counts: await applyAll(opening, counts, onProgress, signal) };
          if (signal.reason === pageLeft)
            sayElsewhere(
              toast.success,
              `Importação de ${file_name} concluída!`,
              'Ver o resultado',
              result,
            );
          return { step: 'done', ...result };
        } catch (error) {
          if (signal.reason === pageLeft)
            sayElsewhere(
              toast.warning,
              `A importação de ${file_name} não terminou. O que falta está à espera.`,
              'Ver a importação',
            );
          throw error;
        } finally {
          for (const table of importing.changes)
            void client.invalidateQueries({ queryKey: [table] });
        }
      }),
  };
}

/** Why an import is stopped that nobody stopped. */
const pageLeft = new Error('The page was left');
