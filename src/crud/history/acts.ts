import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Json } from '#data/database.types.ts';
import type { StoredFile } from '#data/pictures.ts';
import { queryClient } from '#data/query-client.ts';
import { rest } from '#data/rest-client.ts';
import { removeFiles } from '#data/unused-pictures.ts';
import { unwrap } from '#data/unwrap.ts';

// What was done, and taking it back; see the functions of the same names in the schema.

/** A column's value as the history keeps it. */
export type Value = string | number | boolean | null;
export type Columns = Readonly<Record<string, Value>>;

export type Change = {
  table: string;
  row_id: string;
  kind: 'insert' | 'update' | 'delete' | 'discard' | 'anonymise' | 'export';
  before: Columns | null;
  after: Columns | null;
};

/** What an act can be, as the activity's filter names it. */
export const actKinds = {
  insert: 'Criação',
  update: 'Alteração',
  delete: 'Exclusão',
  discard: 'Exclusão definitiva',
  sign_in: 'Entrada',
  sign_out: 'Saída',
  failed: 'Senha errada',
  refused: 'Recusa',
  recovery: 'Pedido de nova senha',
  password: 'Troca de senha',
  sessions: 'Encerramento de sessão',
  factor_on: 'Ativação da verificação em duas etapas',
  factor_off: 'Remoção da verificação em duas etapas',
  factor_removed: 'Retirada da verificação em duas etapas',
  export: 'Exportação',
  read: 'Consulta de muitos registros',
  anonymise: 'Anonimização',
  load: 'Dados de demonstração',
  retention: 'Remoção de histórico antigo',
} as const;
export type ActKind = keyof typeof actKinds;

/** What somebody did at once: one save, one deletion, one change of many records. */
export type Act = {
  batch: number;
  /** ISO 8601. */
  at: string;
  /** The name that the person had; null for the system. */
  actor: string | null;
  area: string;
  record_id: string;
  kind: ActKind;
  title: string | null;
  undoes: number | null;
  /** What was done to many records at once, or how many doubtful prices were confirmed. */
  note: ActNote | null;
  undone: boolean;
  undoable: boolean;
  /** How often within an hour, or how many rows; only of what changes nothing. */
  amount: number | null;
  /** Counted up to 1,000. */
  records: { count: number; mixed: boolean };
  changes: readonly Change[];
  /** Addresses in the changes that answer no more. */
  pictures_gone: readonly string[];
};

export type ActNote = {
  bulk?: BulkChange;
  count?: number;
  confirmed?: number;
  /** The banner that was put elsewhere among the others, and its places. */
  moved?: { id: string; title: string; from: number; to: number };
  /** How many came in by the SKUs of their products. */
  pictures?: number;
  /** An import of a spreadsheet: how many records it created and changed. */
  import?: { created: number; changed: number };
};

/** A change of many records; see plan_change in the schema. */
export type BulkChange =
  | { kind: 'set'; column: string; value: Value }
  | {
      kind: 'price';
      by: 'percent' | 'amount' | 'to';
      value: number;
      /** What the new prices end in, in reais. */
      ending: 0 | 0.9 | 0.99 | null;
      /** Promotional prices stay, change by the same or are taken away. */
      promo: 'keep' | 'same' | 'none';
    }
  | { kind: 'delete' };

export type Told = {
  entries: readonly Act[];
  /** Of a record's history: where its next page begins; null at the end. */
  next?: number | null;
  /** Of categories and plans, by their ids. */ names: Names;
};
export type Names = Readonly<Record<string, string>>;

/** What was done to a record, newest first. */
export function recordHistory(area: string, id: string) {
  return infiniteQueryOptions({
    queryKey: ['history', area, id],
    queryFn: ({ pageParam, signal }) =>
      told(
        rest.rpc('record_history', { area, record_id: id, before: pageParam }).abortSignal(signal),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

export type ActivityFilters = Readonly<
  Partial<Record<'actor' | 'area' | 'kind' | 'from' | 'to' | 'changed', string>>
>;

/** What everybody did, newest first. */
export function activity(filters: ActivityFilters) {
  return infiniteQueryOptions({
    queryKey: ['history', 'activity', filters],
    queryFn: ({ pageParam, signal }) =>
      told(rest.rpc('activity', { filters, before: pageParam }).abortSignal(signal)),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.entries.length < 50 ? undefined : page.entries.at(-1)?.batch),
  });
}

/** The last few acts of everybody that changed something. */
export function lastActs(size: number) {
  return queryOptions({
    queryKey: ['history', 'last', size],
    queryFn: ({ signal }) =>
      told(rest.rpc('activity', { size, filters: { changed: true } }).abortSignal(signal)),
  });
}

/** The records of an act with their changes, in the order of their ids. */
export function batchRecords(batch: number) {
  return infiniteQueryOptions({
    queryKey: ['history', 'batch', batch],
    queryFn: ({ pageParam, signal }) =>
      told(
        rest
          .rpc('batch_records', { batch, after: pageParam, size: recordsAtOnce })
          .abortSignal(signal),
      ),
    initialPageParam: '',
    getNextPageParam: ({ entries }) =>
      entries.length < recordsAtOnce ? undefined : entries.at(-1)?.record_id,
  });
}

const recordsAtOnce = 50;

async function told(
  asked: PromiseLike<{ data: Json; error: null } | { data: null; error: unknown }>,
) {
  // The functions return jsonb.
  return (await unwrap(asked as PromiseLike<{ data: unknown; error: null }>)) as Told;
}

/** What stands in the way of an undo, to be decided under its key. */
export type Conflict = {
  key: string;
  /** `changed` again by somebody, a SKU that is `taken`, `pictures` changed again, a new record changed `later`. */
  kind: 'changed' | 'taken' | 'pictures' | 'later';
  area: string;
  title: string | null;
  column?: string;
  was?: Value;
  now?: Value;
  holder?: string;
};

export type Decisions = Record<string, 'keep' | 'restore' | { value: string }>;

type Files = {
  returning_files?: StoredFile[];
  removed_files?: StoredFile[];
  /** How many pictures stay away: their files are gone for good. */
  lost_pictures?: number;
};
type Undone = Files & {
  status: 'undone' | 'nothing';
  batch: number | null;
  /** As in `undoing`, of the last step. */
  left?: number;
  /** People are back whose password is not. */
  closed_logins?: boolean;
};
export type UndoAnswer =
  | Undone
  /** One step of an undo of many records. `left`: those of its records that stay, because somebody changed them later. */
  | (Files & { status: 'undoing'; records: number; left: number; after: string })
  | { status: 'conflict'; conflicts: Conflict[]; names: Names };

/** Takes an act back, or only what it did to one record; of thousands of records a step. With conflicts nothing is written. */
export async function undoBatch(
  batch: number,
  decisions: Decisions,
  { only, after, size }: { only?: string; after?: string; size?: number },
) {
  const asked = { batch, decisions, only_record: only, after, size };
  return settled((await unwrap(rest.rpc('undo_batch', asked))) as UndoAnswer);
}

/** The record as it was after an act, or one column as it was before it. */
export async function restoreRecord({ area, record_id, batch }: Act, column?: string) {
  const asked = { area, record_id, batch, column_name: column };
  return settled((await unwrap(rest.rpc('restore_record', asked))) as Undone);
}

/** The act that left a record at this version; without one, that deleted it. */
export async function batchOf(area: string, id: string | number, version?: number) {
  return unwrap(rest.rpc('batch_of', { area, record_id: String(id), version }));
}

/** Files follow their records; whatever is on the screen may have changed. */
async function settled<Answer extends UndoAnswer>(answer: Answer): Promise<Answer> {
  if (answer.status === 'undone' || answer.status === 'undoing') {
    const { bringBack } = await import('#data/trashed-pictures.ts');
    await bringBack(answer.returning_files ?? []);
    removeFiles(answer.removed_files ?? []);
    if (answer.status === 'undone') void queryClient.invalidateQueries();
  }
  return answer;
}
