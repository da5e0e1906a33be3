import { allAreas } from '#areas/index.ts';
import { agreeing } from '#crud/area.ts';
import type { Area } from '#crud/area.ts';
import { discardChosen, restoreChosen } from '#crud/history/trash.queries.ts';
import type { TrashedRecord } from '#crud/history/trash.queries.ts';
import { undoEntry } from '#crud/history/undo.ts';
import { errorText } from '#lib/error-text.ts';
import { countOf, formatCount } from '#lib/text.ts';
import { confirm } from '#ui/confirm.tsx';
import { toast, withdraw } from '#ui/toast.ts';

type Rows = readonly TrashedRecord[];
type Progress = { onStep: (done: number) => void; signal: AbortSignal };

const untracked: Progress = { onStep() {}, signal: new AbortController().signal };

/**
 * Restores several records and shows their number.
 * @returns false if it failed
 */
export async function restoreMany(rows: Rows, progress: Progress = untracked): Promise<boolean> {
  let done = 0;
  const counted = { ...progress, onStep: (now: number) => progress.onStep((done = now)) };
  return runOrShowFailure(
    'Não foi possível restaurar',
    rows,
    () => void restoreMany(rows, progress),
    async () => {
      const { left, batches } = await restoreChosen(rows, counted);
      const back = done - left;
      const [batch] = batches;
      const action =
        batches.length === 1 && batch !== undefined && back > 0
          ? { label: 'Desfazer', run: () => void undoEntry(batch) }
          : undefined;
      if (back > 0) toast.success(restoredRows(rows, back), { action });
      if (left > 0)
        toast.warning(
          left === 1
            ? `${countedRows(rows, left)} continua na Lixeira: outro produto já tem esse SKU. Restaure-o separadamente para escolher outro SKU.`
            : `${countedRows(rows, left)} continuam na Lixeira: outros produtos já têm esses SKUs. Restaure um de cada vez para escolher outro SKU.`,
        );
    },
  );
}

/**
 * Asks for a confirmation, deletes permanently and shows the result.
 * @returns true on success
 */
export async function discardMany(rows: Rows, progress: Progress = untracked): Promise<boolean> {
  const [first] = rows;
  const isOne = rows.length === 1;
  const agreed = await confirm({
    message: isOne
      ? 'Tem certeza que deseja apagar de vez? Não há como voltar atrás.'
      : `Apagar de vez ${countedRows(rows)}? Não há como voltar atrás.`,
    detail: isOne ? (first?.title ?? undefined) : undefined,
    action: 'Apagar de vez',
    // Deleting many records requires a typed confirmation.
    typed: isOne
      ? undefined
      : {
          label: `Digite ${formatCount(rows.length)} para confirmar`,
          is: (typed) => typed.replaceAll(/\D/g, '') === String(rows.length),
        },
  });
  if (!agreed) return false;
  let done = 0;
  const counted = { ...progress, onStep: (now: number) => progress.onStep((done = now)) };
  return runOrShowFailure(
    'Não foi possível apagar de vez',
    rows,
    () => void discardMany(rows, progress),
    async () => {
      await discardChosen(rows, counted);
      toast.success(
        `Você apagou ${isOne ? `"${first?.title ?? 'um registro'}"` : countedRows(rows, done)} de vez.`,
      );
    },
  );
}

/** '12 produtos restaurados.', '1 categoria restaurada.' */
function restoredRows(rows: Rows, count: number): string {
  const word = agreeing(commonArea(kindOf(rows)), count === 1 ? 'restaurado' : 'restaurados');
  return `${countedRows(rows, count)} ${word}.`;
}

function countedRows(rows: Rows, count = rows.length): string {
  return countedRecords({ count, ...kindOf(rows) });
}

/** '12 produtos', or '12 registros' if they are of several areas. */
export function countedRecords({ count, ...kind }: Kind & { count: number }) {
  return countOf(count, ...commonArea(kind).count);
}

type Kind = { area: string; mixed: boolean };

export function kindOf(rows: Rows): Kind {
  const areas = new Set(rows.map(({ area }) => area));
  return { area: rows[0]?.area ?? '', mixed: areas.size > 1 };
}

/** The area of the records; words for records in general if they are of several areas. */
export function commonArea({ area, mixed }: Kind): Pick<Area, 'count' | 'adding'> {
  const found = mixed ? undefined : allAreas.find(({ table }) => table === area);
  return found ?? { count: ['registro', 'registros'], adding: 'Novo registro' };
}

/** Runs the work and shows its failure with a retry. Returns whether it succeeded. */
async function runOrShowFailure(
  failure: string,
  rows: Rows,
  again: () => void,
  work: () => Promise<void>,
): Promise<boolean> {
  const about = [failure, ...rows.map(({ id }) => id)];
  try {
    await work();
    withdraw(about, 'error');
    return true;
  } catch (error) {
    toast.error(`${failure}: ${errorText(error)}`, {
      about,
      action: { label: 'Tentar novamente', run: again },
    });
    return false;
  }
}
