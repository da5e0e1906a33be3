import { allAreas } from '#areas/index.ts';
import { discardChosen, restoreChosen } from '#crud/history/trash.queries.ts';
import type { TrashedRecord } from '#crud/history/trash.queries.ts';
import { undoEntry } from '#crud/history/undo.ts';
import { errorText } from '#lib/error-text.ts';
import { countOf, formatCount } from '#lib/text.ts';
import { confirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast.ts';

type Rows = readonly TrashedRecord[];
type Going = { onStep: (done: number) => void; signal: AbortSignal };

const alone: Going = { onStep() {}, signal: new AbortController().signal };

/** Restores several records and shows their number; true unless it failed. */
export async function restoreMany(rows: Rows, going: Going = alone): Promise<boolean> {
  let done = 0;
  const counted = { ...going, onStep: (now: number) => going.onStep((done = now)) };
  return saying(
    'Não foi possível restaurar',
    () => void restoreMany(rows, going),
    async () => {
      const { left, batches } = await restoreChosen(rows, counted);
      const back = done - left;
      const [batch] = batches;
      const action =
        batches.length === 1 && batch !== undefined && back > 0
          ? { label: 'Desfazer', run: () => void undoEntry(batch) }
          : undefined;
      if (back > 0)
        toast.success(
          `${countedRows(rows, back)} ${back === 1 ? 'voltou' : 'voltaram'} da Lixeira.`,
          {
            action,
          },
        );
      if (left > 0)
        toast.warning(
          left === 1
            ? `${countedRows(rows, left)} ficou na Lixeira: outro produto já tem esse SKU. Restaure-o sozinho para escolher outro SKU.`
            : `${countedRows(rows, left)} ficaram na Lixeira: outros produtos já têm esses SKUs. Restaure um de cada vez para escolher outro SKU.`,
        );
    },
  );
}

/** Asks, deletes permanently and shows the result; true on success. */
export async function discardMany(rows: Rows, going: Going = alone): Promise<boolean> {
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
  const counted = { ...going, onStep: (now: number) => going.onStep((done = now)) };
  return saying(
    'Não foi possível apagar de vez',
    () => void discardMany(rows, going),
    async () => {
      await discardChosen(rows, counted);
      toast.success(
        `Você apagou ${isOne ? `"${first?.title ?? 'um registro'}"` : countedRows(rows, done)} de vez.`,
      );
    },
  );
}

/** '12 produtos', or '12 registros' if they are of several areas. */
function countedRows(rows: Rows, count = rows.length): string {
  const areas = new Set(rows.map(({ area }) => area));
  return countedRecords({ count, area: rows[0]?.area ?? '', mixed: areas.size > 1 });
}

export function countedRecords({
  count,
  area,
  mixed,
}: {
  count: number;
  area: string;
  mixed: boolean;
}) {
  const found = mixed ? undefined : allAreas.find(({ table }) => table === area);
  const [one, many] = found?.count ?? (['registro', 'registros'] as const);
  return countOf(count, one, many);
}

async function saying(failure: string, again: () => void, work: () => Promise<void>) {
  try {
    await work();
    return true;
  } catch (error) {
    toast.error(`${failure}: ${errorText(error)}`, {
      action: { label: 'Tentar novamente', run: again },
    });
    return false;
  }
}
