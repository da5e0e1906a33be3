import { nounsOf } from '#areas/nouns.ts';
import { adaptToGender } from '#crud/area.ts';
import {
  fetchTrashRows,
  discardTrashedRecords,
  restoreTrashedRecords,
} from '#crud/history/trash.queries.ts';
import type { TrashedRecord, TrashFilter } from '#crud/history/trash.queries.ts';
import {
  userDataNotRestoredText,
  passwordNotRestoredText,
  undoEntry,
  warnOfLostPictures,
} from '#crud/history/undo.ts';
import { getErrorMessage } from '#lib/error-message.ts';
import { formatCountWithNoun, formatCount } from '#lib/text.ts';
import { createSameUserCheck } from '#lib/user-change.ts';
import { askConfirmation } from '#ui/confirm.tsx';
import { toast, removeToasts } from '#ui/toast.ts';

type Rows = readonly TrashedRecord[];
type Progress = { onStep: (done: number) => void; signal: AbortSignal };

const untracked: Progress = { onStep() {}, signal: new AbortController().signal };

/**
 * Reads all records of a deletion that match the filter. The message of a failure offers 'Tentar novamente', which
 * calls `again`.
 * @returns undefined after a failure, or if the user has changed meanwhile
 */
export function readGroupRecords(
  batch: number,
  filter: TrashFilter,
  again: () => void,
): Promise<Rows | undefined> {
  const failure = 'Não foi possível ler os registros da Lixeira';
  return runOrShowFailure(failure, [batch], again, () => fetchTrashRows(batch, filter));
}

/**
 * Restores several records, and shows how many were restored and how many were not. The message of a failure offers
 * 'Tentar novamente', which calls `again`.
 * @returns false after a failure, or if the user has changed meanwhile
 */
export async function restoreRecords(
  rows: Rows,
  again: () => void,
  progress: Progress = untracked,
): Promise<boolean> {
  const done = await runOrShowFailure('Não foi possível restaurar', idsOf(rows), again, () =>
    restoreTrashedRecords(rows, progress),
  );
  if (!done) return false;
  const { restored, left, taken, batches, closedLogins, lostPictures } = done;
  const [batch] = batches;
  const action =
    batches.length === 1 && batch !== undefined && restored > 0
      ? { label: 'Desfazer', run: () => void undoEntry(batch) }
      : undefined;
  if (restored > 0) toast.success(restoredRows(rows, restored), { action });
  if (left > 0) toast.warning(`${countedRows(rows, left)} ${stayText(rows, left, taken)}`);
  if (closedLogins) toast.warning(restored === 1 ? passwordNotRestoredText : passwordsGone);
  warnOfLostPictures(lostPictures);
  return true;
}

/**
 * Asks for a confirmation, deletes records permanently and shows the result. The message of a failure offers 'Tentar
 * novamente', which calls `again`.
 * @returns false without a confirmation, after a failure, or if the user has changed meanwhile
 */
export async function discardRecords(
  rows: Rows,
  again: () => void,
  progress: Progress = untracked,
): Promise<boolean> {
  const [first] = rows;
  const isOne = rows.length === 1;
  const agreed = await askConfirmation({
    message: isOne
      ? 'Tem certeza que deseja apagar de vez? Não há como voltar atrás.'
      : `Apagar de vez ${countedRows(rows)}? Não há como voltar atrás.`,
    detail: isOne ? (first?.title ?? undefined) : undefined,
    action: 'Apagar de vez',
    // For several records, the user must type their number as a confirmation.
    typed: isOne
      ? undefined
      : {
          label: `Digite ${formatCount(rows.length)} para confirmar`,
          is: (typed) => typed.replaceAll(/\D/g, '') === String(rows.length),
        },
  });
  if (!agreed) return false;
  const done = await runOrShowFailure('Não foi possível apagar de vez', idsOf(rows), again, () =>
    discardTrashedRecords(rows, progress),
  );
  if (!done) return false;
  const { discarded, left } = done;
  const what = isOne ? `"${first?.title ?? 'um registro'}"` : countedRows(rows, discarded);
  if (discarded > 0) toast.success(`Você apagou ${what} de vez.`);
  if (left > 0) toast.warning(`${countedRows(rows, left)} ${goneText(rows, left)}`);
  return true;
}

/**
 * Returns the end of the message about records that stay in the trash. It states the reason only if other products have
 * the SKUs of all these records.
 */
function stayText(rows: Rows, left: number, taken: number): string {
  if (taken < left) {
    const words = left === 1 ? 'não foi restaurado' : 'não foram restaurados';
    return `${adaptToGender(nounsOfRows(rows), words)}. Para ver o motivo, restaure um de cada vez.`;
  }
  return left === 1
    ? 'continua na Lixeira: outro produto já tem esse SKU. Restaure-o separadamente para escolher outro SKU.'
    : 'continuam na Lixeira: outros produtos já têm esses SKUs. Restaure um de cada vez para escolher outro SKU.';
}

/**
 * Returns the end of the message about records that were not deleted permanently, because they were restored or
 * anonymised meanwhile.
 */
function goneText(rows: Rows, left: number): string {
  const words =
    left === 1
      ? 'não foi apagado de vez: não está mais na Lixeira.'
      : 'não foram apagados de vez: não estão mais na Lixeira.';
  return adaptToGender(nounsOfRows(rows), words);
}

/** Returns '12 produtos restaurados.' or '1 categoria restaurada.' */
function restoredRows(rows: Rows, count: number): string {
  const word = adaptToGender(nounsOfRows(rows), count === 1 ? 'restaurado' : 'restaurados');
  return `${countedRows(rows, count)} ${word}.`;
}

/** Returns '12 produtos', or '12 registros' for records of several areas. */
function countedRows(rows: Rows, count = rows.length): string {
  return formatCountWithNoun(count, ...nounsOfRows(rows).count);
}

export function nounsOfRows(rows: Rows) {
  const [area = '', ...others] = new Set(rows.map((row) => row.area));
  return nounsOf({ area, mixed: others.length > 0 });
}

function idsOf(rows: Rows): number[] {
  return rows.map(({ id }) => id);
}

/**
 * Runs `work` and returns its result. After a failure, shows the failure with a retry and returns undefined. If the
 * user has changed meanwhile, returns undefined and shows nothing: the result belongs to the earlier user.
 */
async function runOrShowFailure<Result extends object>(
  failure: string,
  ids: readonly number[],
  again: () => void,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  const about = [failure, ...ids];
  const isSameUser = createSameUserCheck();
  try {
    const result = await work();
    if (!isSameUser()) return undefined;
    removeToasts(about, 'error');
    return result;
  } catch (error) {
    if (!isSameUser()) return undefined;
    toast.error(`${failure}: ${getErrorMessage(error)}`, {
      about,
      action: { label: 'Tentar novamente', run: again },
    });
    return undefined;
  }
}

const passwordsGone = `As senhas dos usuários não foram restauradas: para entrar, cada pessoa pede uma nova em "Esqueceu a senha?". ${userDataNotRestoredText}`;
