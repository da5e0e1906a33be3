import { useSyncExternalStore } from 'react';
import { invalidateInAllTabs } from '#data/query-client.ts';
import type { UndoableRecord } from '#data/query-client.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { formatCountWithNoun } from '#lib/text.ts';
import { createStore } from '#lib/create-store.ts';
import { onUserChange, createSameUserCheck } from '#lib/user-change.ts';
import { toast, removeToasts } from '#ui/toast.ts';
import type { ToastAction } from '#ui/toast.ts';
import { fetchBatchId, restoreRecord, undoBatch } from './history.queries.ts';
import type {
  HistoryEntry,
  UndoConflict,
  UndoDecisions,
  RecordNames,
  UndoResponse,
} from './history.queries.ts';
import { fetchAuthors } from './record-authors.queries.ts';
import type { Authors } from './record-authors.queries.ts';
import { createShrinkingStepRunner } from '#data/shrinking-steps.ts';

/**
 * Undoes saved changes, which are given oldest first, and shows the result. After a failure, or if only a part was
 * undone, the message offers `again`, which repeats the undo. Resolves with true if nothing is left to undo.
 */
export function undoSavedChanges(
  saved: readonly UndoableRecord[],
  again: () => void,
): Promise<boolean> {
  const about = saved.flatMap(({ table, id, version }) => [table, id, version]);
  return runAndShowResult({ about, again }, async () => {
    const undos = await Promise.all(
      saved.map(async ({ table, id, version }) => {
        const batch = await fetchBatchId(table, id, version);
        // Undo a deletion only for this record, because its batch can contain other deleted records. Undo a save for
        // all records of its batch, because a save can move other records too.
        return { batch, only: version === undefined ? String(id) : undefined };
      }),
    );
    // A save without changes has no batch.
    return undoEach(undos.flatMap(({ batch, only }) => (batch === null ? [] : { batch, only })));
  });
}

/** The batch to undo. With `only`, the undo changes only the record with this id. */
type Undo = { batch: number; only?: string };

/**
 * The result of one undo: 'stopped' if it was stopped between two steps, 'contested' after 10 responses with conflicts,
 * undefined if the user cancelled a question or the user of this tab changed.
 */
type Result = UndoResponse | 'stopped' | 'contested' | undefined;

/**
 * Runs the undos, newest first, because a later change of a record must be undone before an earlier change. After the
 * user stops or cancels an undo, the remaining undos do not run. Returns the results of the undos that ran.
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
  return !result || result === 'stopped' || result === 'contested';
}

/** Undoes a batch, or with `only` its changes of one record, and shows the result; `done` is the success message. */
export function undoEntry(batch: number, only?: string, done?: string): Promise<boolean> {
  const again = () => void undoEntry(batch, only, done);
  return runAndShowResult({ about: [batch, only], again, done }, () =>
    undoAskingConflicts(batch, only),
  );
}

/** Restores a record or a column of it, as `restoreRecord` does, and shows the result. */
export function restoreEntry(entry: HistoryEntry, column?: string): Promise<boolean> {
  const { area, record_id, batch } = entry;
  const about = [area, record_id, batch, column];
  const again = () => void restoreEntry(entry, column);
  const done = column ? 'Campo restaurado.' : 'Versão restaurada.';
  // The message if nothing changes. For example, an earlier attempt restored the record, but its response was lost.
  const nothing = 'O registro já está assim.';
  return runAndShowResult({ about, again, done, nothing }, () => restoreRecord(entry, column));
}

/** The open question of an undo. */
export type UndoQuestion = {
  conflicts: readonly UndoConflict[];
  names: RecordNames;
  /** The authors of the changes after the batch to undo. */
  authors: Authors;
  answer: (decisions: UndoDecisions | undefined) => void;
};

/** A running undo of many records. `records` is the number of records in the finished steps. */
export type UndoRun = { records: number; stop: () => void };

/**
 * Returns the first open question. If there is none, returns the running undo that reported progress last; undefined if
 * no undo runs.
 */
export function useCurrentUndo(): UndoQuestion | UndoRun | undefined {
  const all = useSyncExternalStore(waiting.subscribe, waiting.get);
  return all.find((each) => 'answer' in each) ?? all.at(-1);
}

/**
 * Undoes a batch. After each response with conflicts, asks the user and repeats the request with the user's decisions:
 * at most 10 requests.
 */
async function undoAskingConflicts(batch: number, only?: string): Promise<Result> {
  let decisions: UndoDecisions = {};
  const run = createShrinkingStepRunner(1000);
  const isSameUser = createSameUserCheck();
  // Each attempt can have new conflicts, because other users change the records meanwhile.
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
    const more = await new Promise<UndoDecisions | undefined>((resolve) => {
      const question = {
        conflicts,
        names,
        authors,
        answer: (chosen?: UndoDecisions) => (end(), resolve(chosen)),
      };
      const end = show(question);
    });
    if (!more) return undefined;
    decisions = { ...decisions, ...more };
  }
  return 'contested';
}

/**
 * Returns the authors who changed the records in conflict after the batch. Reads only the records in the area of the
 * first conflict. Returns no authors if the request fails.
 */
async function laterAuthors(conflicts: readonly UndoConflict[], batch: number): Promise<Authors> {
  const [first] = conflicts;
  if (!first) return [];
  const own = conflicts.filter(({ area }) => area === first.area);
  // The key of a conflict begins with 'table/id'.
  const ids = new Set(own.map(({ key }) => key.split('/')[1] ?? ''));
  return fetchAuthors(first.area, [...ids], { batch }).then(
    ({ authors }) => authors,
    () => [],
  );
}

type Step = Extract<UndoResponse, { status: 'undoing' }>;

/**
 * Runs the steps after the first step, with the same decisions, and shows the progress. If the user stops, the finished
 * steps stay undone, and a later undo of the same batch continues with the remaining records.
 */
async function continueUndo(
  batch: number,
  decisions: UndoDecisions,
  first: Step,
  run: ReturnType<typeof createShrinkingStepRunner>,
): Promise<Result> {
  const running = new AbortController();
  const isSameUser = createSameUserCheck();
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
      invalidateInAllTabs();
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

type Done = Extract<UndoResponse, { batch: number | null }>;

const undoneText = 'Desfeito.';
const redoneText = 'Refeito.';
const undonePart = ['Só uma parte foi desfeita.', 'Desfazer o resto'] as const;
const redonePart = ['Só uma parte foi refeita.', 'Refazer o resto'] as const;
const verbs: Readonly<Record<string, string>> = {
  [undoneText]: 'desfazer',
  [redoneText]: 'refazer',
};

type ResultTexts = {
  /** The subject of the messages: a success removes the earlier error messages about the same subject. */
  about: readonly unknown[];
  again: () => void;
  done?: string;
  nothing?: string;
};

/**
 * Runs an undo or a restoration (`work`) and shows its result. After a failure, the message offers a retry. If only a
 * part was undone, the message offers to undo the remaining changes. Returns true if nothing is left to undo.
 */
async function runAndShowResult(
  { about, again, done = undoneText, nothing = 'Não há mais nada para desfazer.' }: ResultTexts,
  work: () => Promise<Result | Result[]>,
) {
  const subject = ['undo', ...about];
  const isSameUser = createSameUserCheck();
  try {
    const results = [await work()].flat();
    const isPart = results.some(isUnfinished);
    const undone = results.filter((result) => isDone(result));
    const isWritten = undone.length > 0 || results.includes('stopped');
    if (!isSameUser()) return false;
    if (!isWritten && results.includes('contested'))
      throw new Error('outras pessoas estão alterando os mesmos registros.');
    if (isPart && !isWritten) return false;
    removeToasts(subject, 'error');
    if (!isWritten) {
      toast.success(nothing);
      return true;
    }
    const batches = undone.flatMap(({ batch }) => batch ?? []);
    const detail = undone.length > 1 ? `${undone.length} alterações` : undefined;
    const action = batches.length > 0 ? revertAction(batches, done) : undefined;
    if (isPart) {
      // `again` does not change batches that are already undone, and continues with the cancelled or stopped undo.
      const [text, label] = done === redoneText ? redonePart : undonePart;
      const rest = { label, run: again };
      toast.warning(text, action ? { detail, action, also: rest } : { action: rest });
    } else toast.success(done, { detail, action });
    if (undone.some(({ closed_logins }) => closed_logins)) toast.warning(passwordNotRestoredText);
    warnOfLostPictures(undone.reduce((lost, { lost_pictures = 0 }) => lost + lost_pictures, 0));
    return !isPart;
  } catch (error) {
    if (!isSameUser()) return false;
    const message = getErrorMessage(error);
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
      `${formatCountWithNoun(records, 'registro não foi alterado', 'registros não foram alterados')}: houve outras alterações depois.`,
    );
}

/** Shows how many pictures were not restored, if any. */
export function warnOfLostPictures(pictures = 0) {
  if (pictures > 0)
    toast.warning(
      `${formatCountWithNoun(pictures, 'imagem não foi restaurada', 'imagens não foram restauradas')}: depois de 30 dias na Lixeira, os arquivos são apagados.`,
    );
}

/** The last sentence of a warning after users were restored. The sentence lists the user data that is not restored. */
export const userDataNotRestoredText =
  'Também não voltam a verificação em duas etapas, as visualizações próprias e as preferências das listas.';

/** The warning after a user was restored without a password. */
export const passwordNotRestoredText = `A senha do usuário não foi restaurada: para entrar, a pessoa pede uma nova em "Esqueceu a senha?". ${userDataNotRestoredText}`;

/** The questions and the progress of the running undos; new progress is at the end. See `useCurrentUndo`. */
const waiting = createStore<readonly (UndoQuestion | UndoRun)[]>([]);

/** Shows a question or a running undo. Returns a function that hides it again. */
function show(what: UndoQuestion | UndoRun): () => void {
  waiting.set([...waiting.get(), what]);
  return () => waiting.set(waiting.get().filter((each) => each !== what));
}

onUserChange(() => {
  for (const each of waiting.get())
    if ('answer' in each) each.answer(undefined);
    else each.stop();
});
