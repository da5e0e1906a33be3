import { useSyncExternalStore } from 'react';
import { queryClient } from '#data/query-client.ts';
import type { Undoable } from '#data/query-client.ts';
import { errorText } from '#lib/error-text.ts';
import { countOf } from '#lib/text.ts';
import { shared } from '#lib/shared.ts';
import { toast } from '#ui/toast.ts';
import type { ToastAction } from '#ui/toast.ts';
import { restoredText } from '../area.ts';
import type { Area } from '../area.ts';
import { batchOf, restoreRecord, undoBatch } from './acts.ts';
import type { Act, Conflict, Decisions, Names, UndoAnswer } from './acts.ts';
import { recordAuthors } from './record-authors.ts';
import type { Authors } from './record-authors.ts';
import { sizedSteps } from '../steps.ts';

/**
 * Takes back what a message or a row offers to, oldest first; says how it went, and after a failure offers it `again`.
 * False when it stays as it is.
 */
export function undoSaved(saved: readonly Undoable[], again: () => void): Promise<boolean> {
  return saying(async () => {
    const batches = await Promise.all(
      saved.map(({ table, id, version }) => batchOf(table, id, version)),
    );
    // A save that changed nothing left nothing to take back.
    return undoEach(batches.filter((batch) => batch !== null));
  }, again);
}

/** Undoes the batches, newest first: an older change of a record stands under the newer one. */
async function undoEach(batches: readonly number[]): Promise<UndoAnswer[] | undefined> {
  const answers: UndoAnswer[] = [];
  for (const batch of batches.toReversed()) {
    const answer = await settle(batch);
    if (!answer) return undefined;
    answers.push(answer);
  }
  return answers;
}

/** Takes an act back, or only what it did to one record; asks about what was changed since. Says how it went. */
export function undoAct(batch: number, only?: string): Promise<boolean> {
  return saying(
    () => one(settle(batch, only)),
    () => void undoAct(batch, only),
  );
}

/** Restores a deleted record: undoes its deletion. Says so. */
export function restoreDeleted(area: Area, batch: number, only: string): Promise<boolean> {
  return saying(
    () => one(settle(batch, only)),
    () => void restoreDeleted(area, batch, only),
    restoredText(area),
  );
}

/** The record as it was after an act, or one column as it was before it. Says how it went. */
export function restoreAct(act: Act, column?: string): Promise<boolean> {
  return saying(
    () => one(restoreRecord(act, column)),
    () => void restoreAct(act, column),
    column ? 'Campo restaurado.' : 'Versão restaurada.',
  );
}

/** The question that an undo waits for. */
export type Asked = {
  conflicts: readonly Conflict[];
  names: Names;
  /** The people who changed it later. */
  authors: Authors;
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
    const authors = await laterAuthors(conflicts, batch);
    const more = await new Promise<Decisions | undefined>((resolve) => {
      const asked = {
        conflicts,
        names,
        authors,
        answer: (chosen?: Decisions) => (end(), resolve(chosen)),
      };
      const end = show(asked);
    });
    if (!more) return undefined;
    decisions = { ...decisions, ...more };
  }
  return undefined;
}

/** It only names people: without an answer the question is asked all the same. */
async function laterAuthors(conflicts: readonly Conflict[], batch: number): Promise<Authors> {
  const [first] = conflicts;
  if (!first) return [];
  // A key begins with the table and the id.
  const own = conflicts.filter(({ area }) => area === first.area);
  const ids = new Set(own.map(({ key }) => key.split('/')[1] ?? ''));
  return recordAuthors(first.area, [...ids], { batch }).then(
    ({ authors }) => authors,
    () => [],
  );
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

/** Undoes these undos, or these redos. */
function turning(batches: readonly number[], done: string): ToastAction {
  const [label, next] = done === redoneText ? ['Desfazer', undoneText] : ['Refazer', redoneText];
  const run = () => void saying(() => undoEach(batches), run, next);
  return { label, run };
}

async function one(answer: Promise<UndoAnswer | undefined>): Promise<UndoAnswer[] | undefined> {
  const given = await answer;
  return given && [given];
}

type Done = Extract<UndoAnswer, { batch: number | null }>;

const undoneText = 'Desfeito.';
const redoneText = 'Refeito.';
const verbs: Readonly<Record<string, string>> = {
  [undoneText]: 'desfazer',
  [redoneText]: 'refazer',
};

async function saying(
  work: () => Promise<readonly UndoAnswer[] | undefined>,
  again: () => void,
  done = undoneText,
) {
  try {
    const answers = await work();
    if (!answers) return false;
    const undone = answers.filter((answer): answer is Done => answer.status === 'undone');
    if (undone.length === 0) {
      toast.success('Não há mais nada para desfazer.');
      return true;
    }
    const batches = undone.flatMap(({ batch }) => batch ?? []);
    const detail = undone.length > 1 ? `${undone.length} alterações` : undefined;
    const action = batches.length > 0 ? turning(batches, done) : undefined;
    toast.success(done, { detail, action });
    if (undone.some(({ closed_logins }) => closed_logins)) toast.warning(passwordGone);
    sayLost(undone.reduce((lost, { lost_pictures = 0 }) => lost + lost_pictures, 0));
    return true;
  } catch (error) {
    const message = errorText(error);
    // The message that offered it is gone.
    const action = { label: 'Tentar novamente', run: again };
    toast.error(`Não foi possível ${verbs[done] ?? 'restaurar'}: ${message}`, { action });
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
