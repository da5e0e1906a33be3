import { useSyncExternalStore } from 'react';
import { draftKey, removeDrafts } from '#data/drafts.ts';
import { invalidateInAllTabs } from '#data/query-client.ts';
import { removeRecentRecord } from '#data/recent-records.ts';
import { rest } from '#data/rest-client.ts';
import { deleteFiles, loadStorageClient } from '#data/unused-pictures.ts';
import type { Command, TableName } from '#data/permissions.ts';
import type { StoredFile } from '#data/pictures.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { unwrap, unwrapAs } from '#data/unwrap.ts';
import { unionByStatus, isObject } from '#lib/shape.ts';
import { createStore } from '#lib/create-store.ts';
import { onUserChange } from '#lib/user-change.ts';
import { getEditPath } from '#crud/area.ts';
import type { Area } from '#crud/area.ts';
import type {
  EntryKind,
  RecordChange,
  ColumnValues,
  RecordNames,
} from '#crud/history/history.queries.ts';

/** A distribuidor, parceiro or user as the subject of personal data: the titular of the law (LGPD). */
export type Titular = { area: Area; id: string; name: string };

/** The tables whose records are titulares, and the permission required for the commands about their data. */
export const titularRules = {
  tables: Object.entries(storedAreas).flatMap(([table, { isPersonal }]) =>
    isPersonal ? [table] : [],
  ),
  needs: ['update', 'profiles'] as const satisfies readonly [Command, TableName],
};

/** The name of an anonymised titular: the same as in the schema. */
export const anonymisedName = 'Titular anonimizado';

/** The stored data of a titular; see personal_data in the schema. */
export type PersonalData = {
  status: 'found';
  area: string;
  record_id: string;
  at: string;
  record: ColumnValues;
  plan: string | null;
  /** The names of the plans in the record and in its history, keyed by id. */
  names: RecordNames;
  login: {
    email: string;
    created_at: string;
    last_sign_in_at: string | null;
    sessions: readonly { since: string; from: string | null; with: string | null }[];
    /** The authenticator apps of the second factor. */
    factors: readonly { name: string | null; since: string }[];
  } | null;
  /** The saved views of the user. */
  views: readonly { area: string; name: string }[];
  history: readonly (Pick<RecordChange, 'kind' | 'before' | 'after'> & {
    at: string;
    actor: string | null;
  })[];
  batches: readonly { at: string; kind: EntryKind; area: string }[];
  /** Whether `history` and `batches` are incomplete: each contains at most the 5,000 newest entries. */
  has_more: { history: boolean; batches: boolean };
};

const isPersonalData = unionByStatus<PersonalData | { status: 'missing' }>({
  found: {
    record: isObject,
    names: isObject,
    views: Array.isArray,
    history: Array.isArray,
    batches: Array.isArray,
    has_more: isObject,
  },
  missing: {},
});

/**
 * Reads the stored data of a titular. The activity records up to 20 of these reads in an hour for each titular and
 * Administrador.
 */
export async function readPersonalData({ area, id }: Titular): Promise<PersonalData> {
  const request = rest.rpc('personal_data', { area: area.table, record_id: id });
  const response = await unwrapAs(request, isPersonalData);
  if (response.status === 'missing') throw new Error('Não há mais dados deste registro.');
  return response;
}

/**
 * The number of records in which a text still names the titular, keyed by table; null if the server could not read all
 * records of the table in time.
 */
export type RemainingTextCounts = Readonly<Partial<Record<TableName, number | null>>>;

const isAnonymised = unionByStatus<
  | { status: 'anonymised'; files: StoredFile[]; not_reached: RemainingTextCounts }
  | { status: 'missing' }
>({ anonymised: { files: Array.isArray, not_reached: isObject }, missing: {} });

/**
 * Anonymises all stored data of a titular, and deletes the files and the data in this browser's storage. Users cannot
 * undo this. Returns the numbers of records in which texts still name the titular: these texts are not changed.
 * @throws Error if a deleted record exists again, such as a user who was registered again with the same login
 */
export async function anonymiseTitular(
  { area, id }: Titular,
  isDeleted: boolean,
): Promise<RemainingTextCounts> {
  if (isDeleted && (await isStored(area, id)))
    throw new Error('este cadastro existe de novo. Anonimize-o no formulário dele.');
  // First load the code that deletes the files: if it cannot be loaded, nothing is anonymised. Otherwise the files
  // would remain.
  await loadStorageClient();
  const request = rest.rpc('anonymise', { area: area.table, record_id: id });
  const response = await unwrapAs(request, isAnonymised);
  removeDrafts(draftKey(getEditPath(area, id)));
  removeRecentRecord({ table: area.table, id });
  const isMissing = response.status === 'missing';
  await deleteFiles(isMissing ? [] : response.files);
  invalidateInAllTabs();
  return isMissing ? {} : response.not_reached;
}

async function isStored({ table }: Area, id: string): Promise<boolean> {
  const row = rest.from(table).select('id').eq('id', id).limit(1).maybeSingle();
  return (await unwrap(row)) !== null;
}

/**
 * The content of the dialog: an export or an anonymisation, or the result of an anonymisation. The result has, for each
 * table, the number of records in which a text still names the titular.
 */
export type TitularTask =
  | {
      what: 'export' | 'anonymise';
      titular: Titular;
      /** True for a deleted record: only the history has the data of the titular. */
      gone?: true;
      onDone?: () => void;
    }
  | { what: 'not_reached'; titular: Titular; notReached: RemainingTextCounts };

/** Opens the dialog of a task; `undefined` closes it. */
export function openTitularDialog(next: TitularTask | undefined) {
  task.set(next);
}

/** Returns the task of the open dialog; undefined if no dialog is open. */
export function useTitularTask(): TitularTask | undefined {
  return useSyncExternalStore(task.subscribe, task.get);
}

const task = createStore<TitularTask | undefined>(undefined);

onUserChange(() => openTitularDialog(undefined));
