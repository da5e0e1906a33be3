import { useSyncExternalStore } from 'react';
import { queryClient } from '#data/query-client.ts';
import type { Undoable } from '#data/query-client.ts';
import { errorText } from '#lib/error-text.ts';
import { countOf } from '#lib/text.ts';
import { shared } from '#lib/shared.ts';
import { toast } from '#ui/toast.ts';
import { restoredText } from '../area.ts';
import type { Area } from '../area.ts';
import { batchOf, restoreRecord, undoBatch } from './acts.ts';
import type { Act, Conflict, Decisions, Names, UndoAnswer } from './acts.ts';
import { sizedSteps } from '../steps.ts';

/**
 * Takes back what a message or a row offers to; says how it went, and after a failure offers it `again`. False when it
 * stays as it is.
 */
export function undoSaved(undo: Undoable, again = () => void undoSaved(undo)): Promise<boolean> {
  const { table, id, version } = undo;
  return saying(async () => {
    const batch = await batchOf(table, id, version);
    // A save that changed nothing left nothing to take back.
    return batch === null ? { status: 'nothing', batch: null } : settle(batch);
  }, again);
}

/** Takes an act back, or only what it did to one record; asks about what was changed since. Says how it went. */
export function undoAct(batch: number, only?: string): Promise<boolean> {
  return saying(
    () => settle(batch, only),
    () => void undoAct(batch, only),
  );
}

/** Restores a deleted record: undoes its deletion. Says so. */
export function restoreDeleted(area: Area, batch: number, only: string): Promise<boolean> {
  return saying(
    () => settle(batch, only),
    () => void restoreDeleted(area, batch, only),
    restoredText(area),
  );
}

/** The record as it was after an act, or one column as it was before it. Says how it went. */
export function restoreAct(act: Act, column?: string): Promise<boolean> {
  return saying(
    () => restoreRecord(act, column),
    () => void restoreAct(act, column),
    column ? 'Campo restaurado.' : 'Versão restaurada.',
  );
}

/** The question that an undo waits for. */
export type Asked = {
  conflicts: readonly Conflict[];
  names: Names;
  answer: (decisions: Decisions | undefined) => void;
};

/** An undo of many records that is running: how many are done. */
export type Undoing = { records: number; stop: () => void };

/** The question that waits for an answer now, the first of several; without one, the undo that goes on. */
export function useAsked(): Asked | Undoing | undefined {
  const all = useSyncExternalStore(waiting.subscribe, waiting.get);
  return all.find((each) => 'answer' in each) ?? all.at(-1);
}

/** Undoes, and asks for as long as something stands in the way; undefined when the person gave up. */
async function settle(batch: number, only?: string): Promise<UndoAnswer | undefined> {
  let decisions: Decisions = {};
  const run = sizedSteps(1000);
  // Each round somebody may have changed something again.
  for (let round = 0; round < 10; round += 1) {
    const sent = decisions;
    const answer = await run((size) => undoBatch(batch, sent, { only, size }));
    if (answer.status === 'undoing') return goOn(batch, answer, run);
    if (answer.status !== 'conflict') return answer;
    const { conflicts, names } = answer;
    const more = await new Promise<Decisions | undefined>((resolve) => {
      const asked = { conflicts, names, answer: (chosen?: Decisions) => (end(), resolve(chosen)) };
      const end = show(asked);
    });
    if (!more) return undefined;
    decisions = { ...decisions, ...more };
  }
  return undefined;
}

type Step = Extract<UndoAnswer, { status: 'undoing' }>;

/** The steps after the first; a stop leaves what was done, and undoing again goes on with the rest. */
async function goOn(
  batch: number,
  first: Step,
  run: ReturnType<typeof sizedSteps>,
): Promise<UndoAnswer | undefined> {
  const running = new AbortController();
  let left = first.left;
  let lost = first.lost_pictures ?? 0;
  let after = first.after;
  const stop = () => running.abort();
  let end = () => {};
  try {
    for (let records = first.records; !running.signal.aborted;) {
      end();
      end = show({ records, stop });
      const last = after;
      const answer = await run((size) => undoBatch(batch, {}, { after: last, size }));
      if (answer.status === 'conflict') return answer;
      left += answer.left ?? 0;
      lost += answer.lost_pictures ?? 0;
      if (answer.status !== 'undoing') return { ...answer, lost_pictures: 0 };
      after = answer.after;
      records += answer.records;
    }
  } finally {
    end();
    void queryClient.invalidateQueries();
    if (left > 0)
      toast.warning(
        `${countOf(left, 'registro ficou como está', 'registros ficaram como estão')}: houve outras alterações depois.`,
      );
    sayLost(lost);
  }
  toast.warning('Só uma parte foi desfeita.', {
    action: { label: 'Desfazer o resto', run: () => void undoAct(batch) },
  });
  return undefined;
}

const undone = 'Desfeito.';

async function saying(
  work: () => Promise<UndoAnswer | undefined>,
  again: () => void,
  done = undone,
) {
  try {
    const answer = await work();
    if (!answer) return false;
    if (answer.status !== 'undone') {
      toast.success('Não há nada a desfazer.');
      return true;
    }
    const { batch } = answer;
    const action = batch ? { label: 'Refazer', run: () => void undoAct(batch) } : undefined;
    toast.success(done, { action });
    if (answer.closed_logins) toast.warning(passwordGone);
    sayLost(answer.lost_pictures);
    return true;
  } catch (error) {
    const message = errorText(error);
    // The message that offered it is gone.
    const action = { label: 'Tentar novamente', run: again };
    toast.error(`Não foi possível ${done === undone ? 'desfazer' : 'restaurar'}: ${message}`, {
      action,
    });
    return false;
  }
}

function sayLost(pictures = 0) {
  if (pictures > 0)
    toast.warning(
      `${countOf(pictures, 'imagem não voltou', 'imagens não voltaram')}: depois de 30 dias na Lixeira, os arquivos são apagados.`,
    );
}

const passwordGone =
  'A senha do usuário não voltou: para entrar, a pessoa pede uma nova em "Esqueceu a senha?".';

/** Questions and progress of the running undos, oldest first. One never replaces another. */
const waiting = shared<readonly (Asked | Undoing)[]>([]);

/** Shows it, until the returned function is called. */
function show(what: Asked | Undoing): () => void {
  waiting.set([...waiting.get(), what]);
  return () => waiting.set(waiting.get().filter((each) => each !== what));
}
