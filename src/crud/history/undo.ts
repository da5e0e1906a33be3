import { useSyncExternalStore } from 'react';
import { refetchChanged } from '#data/query-client.ts';
import type { Undoable } from '#data/query-client.ts';
import { errorText } from '#lib/error-text.ts';
import { countOf } from '#lib/text.ts';
import { shared } from '#lib/shared.ts';
import { onUserChange, sameUser } from '#lib/user-change.ts';
import { toast, removeMessages } from '#ui/toast.ts';
import type { ToastAction } from '#ui/toast.ts';
import { fetchBatchId, restoreRecord, undoBatch } from './history.queries.ts';
import type { HistoryEntry, Conflict, Decisions, Names, UndoAnswer } from './history.queries.ts';
import { recordAuthors } from './record-authors.queries.ts';
import type { Authors } from './record-authors.queries.ts';
import { createSizedRunner } from '#data/sized-steps.ts';

/**
 * Undoes saved changes, which are given oldest first, and shows the result. If a part remains, the message offers
 * `again`, which undoes it. Resolves with true if nothing is left to undo.
 */
export function undoSavedChanges(saved: readonly Undoable[], again: () => void): Promise<boolean> {
  const about = saved.flatMap(({ table, id, version }) => [table, id, version]);
  return runAndShowResult({ about, again }, async () => {
    const undos = await Promise.all(
      saved.map(async ({ table, id, version }) => {
        const batch = await fetchBatchId(table, id, version);
        // Of a deletion, undo only this record: its batch can have many. Of a save, undo also the records it moved.
        return { batch, only: version === undefined ? String(id) : undefined };
      }),
    );
    // A save without changes has no batch.
    return undoEach(undos.flatMap(({ batch, only }) => (batch === null ? [] : { batch, only })));
  });
}

/** The undo of a batch, or only of its changes of one record. */
type Undo = { batch: number; only?: string };

/** The result of one undo: 'stopped' between two steps; undefined if a question was cancelled or the user changed. */
type Result = UndoAnswer | 'stopped' | undefined;

/**
 * Runs the undos, newest first: a later change of the same record must be undone before an earlier one. After the user
 * stops or cancels one, no further undo runs; the finished ones stay undone. Returns the results.
 */
async function undoEach(undos: readonly Undo[]): Promise<Result[]> {
  const results: Result[] = [];
  for (const { batch, only } of undos.toReversed()) {
    const result = await undoAskingConflicts(batch, only);
    results.push(result);
    if (isUnfinished(result)) break;
  }
  return results;
}

function isUnfinished(result: Result) {
  return !result || result === 'stopped';
}

/** Undoes a batch, or with `only` its changes of one record, and shows the result; `done` is the text of a success. */
export function undoEntry(batch: number, only?: string, done?: string): Promise<boolean> {
  const again = () => void undoEntry(batch, only, done);
  return runAndShowResult({ about: [batch, only], again, done }, () =>
    undoAskingConflicts(batch, only),
  );
}

/** Restores a record to its state after the entry's batch, or a column to its value before it. Shows the result. */
export function restoreEntry(entry: HistoryEntry, column?: string): Promise<boolean> {
  const { area, record_id, batch } = entry;
  const about = [area, record_id, batch, column];
  const again = () => void restoreEntry(entry, column);
  const done = column ? 'Campo restaurado.' : 'Versão restaurada.';
  // The text if nothing changes: an earlier attempt, whose response was lost, may have restored the record.
  const nothing = 'O registro já está assim.';
  return runAndShowResult({ about, again, done, nothing }, () => restoreRecord(entry, column));
}

/** The open question of an undo. */
export type UndoQuestion = {
  conflicts: readonly Conflict[];
  names: Names;
  /** The authors of the changes after the undone batch. */
  authors: Authors;
  answer: (decisions: Decisions | undefined) => void;
};

/** A running undo of many records. `records` is the number of records in the finished steps. */
export type Undoing = { records: number; stop: () => void };

/** Returns the first open question, or without one the undo that was started last; undefined if there is none. */
export function useShownUndo(): UndoQuestion | Undoing | undefined {
  const all = useSyncExternalStore(waiting.subscribe, waiting.get);
  return all.find((each) => 'answer' in each) ?? all.at(-1);
}

/** Undoes a batch. After each conflict, asks the user and tries again with the decisions, at most 10 times. */
async function undoAskingConflicts(batch: number, only?: string): Promise<Result> {
  let decisions: Decisions = {};
  const run = createSizedRunner(1000);
  const isSameUser = sameUser();
  // Each round can have new conflicts, because other users change the records meanwhile.
  for (let round = 0; round < 10; round += 1) {
    const sent = decisions;
    const answer = await run((size) => undoBatch(batch, sent, { only, size }));
    if (!isSameUser()) return undefined;
    if (answer.status === 'undoing') return continueUndo(batch, sent, answer, run);
    if (answer.status !== 'conflict') {
      warnOfUnchanged(answer.left);
      return answer;
    }
    const { conflicts, names } = answer;
    const authors = await laterAuthors(conflicts, batch);
    if (!isSameUser()) return undefined;
    const more = await new Promise<Decisions | undefined>((resolve) => {
      const question = {
        conflicts,
        names,
        authors,
        answer: (chosen?: Decisions) => (end(), resolve(chosen)),
      };
      const end = show(question);
    });
    if (!more) return undefined;
    decisions = { ...decisions, ...more };
  }
  return undefined;
}

/** Returns the authors of the changes after the batch that conflict with its undo; none if the request fails. */
async function laterAuthors(conflicts: readonly Conflict[], batch: number): Promise<Authors> {
  const [first] = conflicts;
  if (!first) return [];
  const own = conflicts.filter(({ area }) => area === first.area);
  // A key begins with the table and the id.
  const ids = new Set(own.map(({ key }) => key.split('/')[1] ?? ''));
  return recordAuthors(first.area, [...ids], { batch }).then(
    ({ authors }) => authors,
    () => [],
  );
}

type Step = Extract<UndoAnswer, { status: 'undoing' }>;

/**
 * Runs the steps after the first, with the same decisions. After a stop, the finished steps stay undone; another undo
 * continues with the remaining records.
 */
async function continueUndo(
  batch: number,
  decisions: Decisions,
  first: Step,
  run: ReturnType<typeof createSizedRunner>,
): Promise<Result> {
  const running = new AbortController();
  const isSameUser = sameUser();
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
      const answer = await run((size) => undoBatch(batch, decisions, { after: last, size }));
      if (answer.status === 'conflict') return answer;
      left += answer.left ?? 0;
      lost += answer.lost_pictures ?? 0;
      if (answer.status !== 'undoing') return { ...answer, lost_pictures: 0 };
      after = answer.after;
      records += answer.records;
    }
  } finally {
    end();
    if (isSameUser()) {
      refetchChanged();
      warnOfUnchanged(left);
      warnOfLostPictures(lost);
    }
  }
  return 'stopped';
}

/** Returns the action that reverts these batches: 'Refazer' after an undo, otherwise 'Desfazer'. */
function revertAction(batches: readonly number[], done: string): ToastAction {
  const [label, next] = done === undoneText ? ['Refazer', redoneText] : ['Desfazer', undoneText];
  const undos = batches.map((batch) => ({ batch }));
  const run = () =>
    void runAndShowResult({ about: batches, again: run, done: next }, () => undoEach(undos));
  return { label, run };
}

type Done = Extract<UndoAnswer, { batch: number | null }>;

const undoneText = 'Desfeito.';
const redoneText = 'Refeito.';
const undonePart = ['Só uma parte foi desfeita.', 'Desfazer o resto'] as const;
const redonePart = ['Só uma parte foi refeita.', 'Refazer o resto'] as const;
const verbs: Readonly<Record<string, string>> = {
  [undoneText]: 'desfazer',
  [redoneText]: 'refazer',
};

type ResultTexts = {
  /** The subject of the messages: a success removes the earlier error messages about it. */
  about: readonly unknown[];
  again: () => void;
  done?: string;
  nothing?: string;
};

/**
 * Runs an undo or a restoration and shows its result. After a failure, the message offers a retry; if only a part is
 * undone, the rest. Returns true if nothing is left to undo.
 */
async function runAndShowResult(
  { about, again, done = undoneText, nothing = 'Não há mais nada para desfazer.' }: ResultTexts,
  work: () => Promise<Result | Result[]>,
) {
  const subject = ['undo', ...about];
  const isSameUser = sameUser();
  try {
    const results = [await work()].flat();
    const isPart = results.some(isUnfinished);
    const undone = results.filter((result) => isDone(result));
    const isWritten = undone.length > 0 || results.includes('stopped');
    if (!isSameUser() || (isPart && !isWritten)) return false;
    removeMessages(subject, 'error');
    if (!isWritten) {
      toast.success(nothing);
      return true;
    }
    const batches = undone.flatMap(({ batch }) => batch ?? []);
    const detail = undone.length > 1 ? `${undone.length} alterações` : undefined;
    const action = batches.length > 0 ? revertAction(batches, done) : undefined;
    if (isPart) {
      // `again` skips the undone batches, and continues with the cancelled or stopped one.
      const [text, label] = done === redoneText ? redonePart : undonePart;
      const rest = { label, run: again };
      toast.warning(text, action ? { detail, action, also: rest } : { action: rest });
    } else toast.success(done, { detail, action });
    if (undone.some(({ closed_logins }) => closed_logins)) toast.warning(passwordNotRestoredText);
    warnOfLostPictures(undone.reduce((lost, { lost_pictures = 0 }) => lost + lost_pictures, 0));
    return !isPart;
  } catch (error) {
    if (!isSameUser()) return false;
    const message = errorText(error);
    // Offer a retry, because the message that offered the undo has closed.
    const action = { label: 'Tentar novamente', run: again };
    toast.error(`Não foi possível ${verbs[done] ?? 'restaurar'}: ${message}`, {
      about: subject,
      action,
    });
    return false;
  }
}

function isDone(result: Result): result is Done {
  return typeof result === 'object' && result.status === 'undone';
}

function warnOfUnchanged(records = 0) {
  if (records > 0)
    toast.warning(
      `${countOf(records, 'registro não foi alterado', 'registros não foram alterados')}: houve outras alterações depois.`,
    );
}

/** Shows how many pictures were not restored, if any. */
export function warnOfLostPictures(pictures = 0) {
  if (pictures > 0)
    toast.warning(
      `${countOf(pictures, 'imagem não foi restaurada', 'imagens não foram restauradas')}: depois de 30 dias na Lixeira, os arquivos são apagados.`,
    );
}

/** The last sentence of a warning after users were restored: it names their deleted data that is not restored. */
export const notRestoredText =
  'Também não voltam a verificação em duas etapas, as visualizações próprias e as preferências das listas.';

/** The warning after a user was restored without a password. */
export const passwordNotRestoredText = `A senha do usuário não foi restaurada: para entrar, a pessoa pede uma nova em "Esqueceu a senha?". ${notRestoredText}`;

/** The questions and the progress of the running undos, oldest first; `useShownUndo` selects the one to show. */
const waiting = shared<readonly (UndoQuestion | Undoing)[]>([]);

/** Shows a question or a running undo. Returns a function that removes it. */
function show(what: UndoQuestion | Undoing): () => void {
  waiting.set([...waiting.get(), what]);
  return () => waiting.set(waiting.get().filter((each) => each !== what));
}

onUserChange(() => {
  for (const each of waiting.get())
    if ('answer' in each) each.answer(undefined);
    else each.stop();
});
