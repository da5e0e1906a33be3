import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Json } from '#data/database.types.ts';
import { rest } from '#data/rest-client.ts';
import { unwrap } from '#data/unwrap.ts';
import { sizedSteps } from '../steps.ts';

// A spreadsheet on the server, as the functions of the schema keep it: staged, tried, applied.

export type Outcome = 'create' | 'change' | 'keep' | 'refuse' | 'created' | 'changed' | 'stale';
/** `doubtful`: how many of the rows to be written have a price that has to be confirmed. */
export type Counts = Partial<Record<Outcome | 'untried' | 'doubtful', number>>;

/** Why the server refuses a row; `code` is an SQLSTATE or one of plan_import's own. */
export type Refusal = {
  code: string;
  field?: string | null;
  message?: string;
  place?: number;
  uses?: number;
};

/** What a row would write, and what the browser found wrong with it: words by column. */
export type SentRow = {
  place: number;
  cells: Record<string, unknown>;
  problems: Record<string, string>;
};

export type StagedRow = SentRow & {
  outcome: Outcome;
  refusal: Refusal | null;
  /** The columns that change. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** What is doubtful in its prices. */
  doubts: string[];
};

export type OpenImport = {
  id: string;
  area: string;
  file_name: string;
  creates_categories: boolean;
  total: number;
  /** How many steps were applied. */
  steps: number;
  created_at: string;
  counts: Counts;
};

export type Opening = Pick<
  OpenImport,
  'id' | 'area' | 'file_name' | 'creates_categories' | 'total' | 'steps'
>;

// The functions return json and jsonb: their definitions in the schema say what is in it.

/** The imports of this person that wait, the newest first. */
export function openImports() {
  return queryOptions({
    queryKey: ['imports', 'open'],
    queryFn: async ({ signal }) => {
      const answer = await unwrap(rest.rpc('open_batches').abortSignal(signal));
      const batches = answer as unknown as (Omit<OpenImport, 'counts'> &
        Totals & { kind: string; source: Pick<OpenImport, 'file_name' | 'creates_categories'> })[];
      return batches
        .filter(({ kind }) => kind === 'import')
        .map(({ source, ...one }): OpenImport => ({ ...one, ...source, counts: countsOf(one) }));
    },
    staleTime: 0,
  });
}

export const dropImport = mutationOptions({
  mutationFn: drop,
  meta: {
    invalidates: [['imports']],
    failure: (message) => `Falha ao descartar a importação: ${message}`,
  },
});

/** Forgets an import; what it has written stays. */
export async function drop(batch_id: string) {
  await unwrap(rest.rpc('drop_batch', { batch_id }));
}

/** Rows with these outcomes after a line: as many as one answer holds, none at the end. */
export async function stagedRows(
  batch_id: string,
  outcomes: readonly Outcome[],
  after: number,
  size: number,
): Promise<StagedRow[]> {
  const asked = outcomes.flatMap((one) => (one === 'refuse' ? ['refuse', 'stale'] : [one]));
  const rows = await unwrap(rest.rpc('batch_rows', { batch_id, outcomes: asked, after, size }));
  return (rows as unknown as StagedRow[]).map((row) =>
    row.outcome === 'stale' ? { ...row, refusal: { code: 'stale' } } : row,
  );
}

/** Called after each step with how far it is, from 0 to 1. */
export type OnProgress = (done: number) => void;

/** Sends the rows in parts that any platform takes. One that was sent twice counts once. */
export async function stage(
  opening: Opening,
  rows: readonly SentRow[],
  onProgress: OnProgress,
  signal: AbortSignal,
) {
  let sent = 0;
  const { steps: _, ...described } = opening;
  for (const part of parts(rows)) {
    signal.throwIfAborted();
    await unwrap(
      rest
        .rpc('stage_rows', { batch: described, rows: part as unknown as Json })
        .abortSignal(signal),
    );
    sent += part.length;
    onProgress(sent / rows.length);
  }
}

function* parts(rows: readonly SentRow[]) {
  let part: SentRow[] = [];
  let size = 0;
  for (const row of rows) {
    // Characters of more than one byte: a body of 1 MB is what the server takes unless it is told otherwise.
    const bytes = JSON.stringify(row).length * 1.5;
    if (part.length === 1000 || (part.length > 0 && size + bytes > 600_000)) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(row);
    size += bytes;
  }
  if (part.length > 0) yield part;
}

type Totals = { counts: Counts; doubtful: number };
type Step = { status: string; rows: number } & Partial<Totals>;

/** Rows whose record somebody changed since count as refused. */
function countsOf({ counts = {}, doubtful = 0 }: Partial<Totals>): Counts {
  const { stale = 0, ...others } = counts;
  const refuse = (counts.refuse ?? 0) + stale;
  return { ...others, ...(refuse > 0 && { refuse }), doubtful };
}

/** Tries all rows, step by step. */
export async function tryAll(
  { id, total }: Opening,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Counts> {
  const step = async (size: number) =>
    (await unwrap(rest.rpc('plan_import', { batch_id: id, size }).abortSignal(signal))) as Step;
  return everyStep(step, { last: 'planned', size: 1000, total }, onProgress, signal);
}

/**
 * Applies what was tried: up to 5,000 rows in one transaction, more in steps of 1,000, between which it may be
 * stopped. Nothing is lost by a stop: the rest is still there. All steps are one action of the history. It counts
 * the steps in `opening`: after a lost response, call it again with the same one, and the server repeats its result.
 */
export async function applyAll(
  opening: Opening,
  counts: Counts,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Counts> {
  const total = (counts.create ?? 0) + (counts.change ?? 0);
  // Not aborted in the middle: what is written would be unknown.
  const step = async (size: number) => {
    const request = { size, confirmed: counts.doubtful ?? 0, step: opening.steps + 1 };
    const answer = await unwrap(rest.rpc('apply_batch', { batch_id: opening.id, ...request }));
    opening.steps += 1;
    return answer as Step;
  };
  return everyStep(
    step,
    { last: 'done', size: total <= 5000 ? 5000 : 1000, total },
    onProgress,
    signal,
  );
}

type Steps = { last: string; size: number; total: number };

async function everyStep(
  step: (size: number) => Promise<Step>,
  { last, size, total }: Steps,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<Counts> {
  let rows = 0;
  const run = sizedSteps(size);
  for (;;) {
    signal.throwIfAborted();
    const answer = await run(step);
    if (answer.status === 'missing')
      throw new Error('Esta importação não existe mais. Comece de novo com o arquivo.');
    rows += answer.rows;
    onProgress(total === 0 ? 1 : Math.min(1, rows / total));
    if (answer.status === last) return countsOf(answer);
  }
}
