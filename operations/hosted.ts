import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { SqlFileChecksum } from '../backend/database/applied-files.ts';
import { listSqlFiles } from '../backend/database/setup.ts';
import { OperatorError } from '../backend/database/operator-error.ts';
import type { ConnectionSettings } from '../backend/database/superuser.ts';
import type { BackupSource, StoredFile } from './source.ts';
import { listTables, type Table } from './tables.ts';

/** A project of the hosted platform: its database, the URL of its storage, and the key that bypasses every policy. */
export type HostedProject = { connection: ConnectionSettings; storage: string; key: string };

/** The columns of the platform's tables that this program transfers; the tables have more columns. */
export const TRANSFERRED_COLUMNS: Record<string, string> = {
  'auth.users': `instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, invited_at, confirmation_token, confirmation_sent_at, recovery_token, recovery_sent_at, email_change_token_new, email_change, email_change_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data, is_super_admin, created_at, updated_at, phone, phone_confirmed_at, phone_change, phone_change_token, phone_change_sent_at, email_change_token_current, email_change_confirm_status, banned_until, reauthentication_token, reauthentication_sent_at, is_sso_user, deleted_at, is_anonymous`,
  'auth.identities': `provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at, id`,
  'auth.mfa_factors': `id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone, last_challenged_at, web_authn_credential, web_authn_aaguid, last_webauthn_challenge_data`,
  'storage.objects': `id, bucket_id, name, owner, created_at, updated_at, last_accessed_at, metadata, version, owner_id, user_metadata`,
};
const TRIES = 4;
const FIRST_PAUSE_MS = 500;
const RESPONSE_LIMIT_MS = 120_000;
/** The status of a request without a complete response. */
const NO_RESPONSE = 0;

/**
 * Returns whether the rows of a table are transferred.
 * - Yes: logins with their second factors, and the tables of the schemas public and private, with the history.
 * - No: sessions and other data of the platform; the results of backups; the tables of the move (`private.moving…`).
 * - No: buckets and `storage.objects`, because the migrations and the uploads create their rows.
 */
export function isTransferredTable(table: string) {
  return (
    table === 'auth.users' ||
    table === 'auth.identities' ||
    table === 'auth.mfa_factors' ||
    (/^(public|private)\./.test(table) &&
      table !== 'private.backups' &&
      !table.startsWith('private.moving'))
  );
}

/**
 * Returns a project as the source of a backup. In the backup, the `version` of a file is the `id` of its row in
 * `storage.objects`: the built-in backend needs a UUID, and the platform can use other versions.
 * @param folder folder for the downloaded files; the caller deletes it
 */
export function createHostedSource(project: HostedProject, folder: string): BackupSource {
  return {
    connection: project.connection,
    secrets: null,
    version: 'id::text',
    schemas: ['public', 'private'],
    async tables(client) {
      const found = await listTables(client);
      return found.flatMap((table) =>
        isTransferredTable(table.table) || table.table === 'storage.objects'
          ? [withTransferredColumns(table)]
          : [],
      );
    },
    applied: listAppliedProjectFiles,
    openFile: (file) => download(project, folder, file),
  };
}

function withTransferredColumns(table: Table): Table {
  const columns = TRANSFERRED_COLUMNS[table.table] ?? table.columns;
  return table.table === 'storage.objects'
    ? { ...table, columns, select: columns.replace(' version,', ' id::text as version,') }
    : { ...table, columns };
}

/**
 * Lists the SQL files that count as applied in a project: all files of the kind `platform` of this program, then the
 * migrations that the project has applied.
 * @throws OperatorError unless the applied migrations are the first migrations of this program
 */
export async function listAppliedProjectFiles(client: pg.Client): Promise<SqlFileChecksum[]> {
  const { rows } = await client
    .query<{ version: string }>('select version from supabase_migrations.schema_migrations')
    .catch((error: unknown) => {
      if (!isMissingTable(error)) throw error;
      throw new OperatorError(
        'Nesse banco não rodou nenhuma migração: faça antes "supabase db push --remote".',
        { cause: error },
      );
    });
  const versions = new Set(rows.map(({ version }) => version));
  const all = await listSqlFiles();
  const applied = all.filter(
    ({ kind, name }) => kind === 'platform' || versions.has(name.split('_')[0] ?? ''),
  );
  const last = applied.at(-1)?.name ?? '';
  const isBeginning = all.every(
    ({ kind, name }) =>
      kind === 'platform' || name > last || versions.has(name.split('_')[0] ?? ''),
  );
  const migrations = applied.filter(({ kind }) => kind === 'migration').length;
  if (migrations === versions.size && isBeginning) return applied;
  throw new OperatorError(
    'As migrações desse banco não são as deste programa: faça antes "supabase db push --remote".',
  );
}

/** Whether an error is PostgreSQL's `undefined_table`, which it also reports for a table in a missing schema. */
function isMissingTable(error: unknown) {
  return error instanceof pg.DatabaseError && error.code === '42P01';
}

/**
 * Opens a file of the project. Downloads the file, unless an interrupted earlier run has stored it in the folder.
 * Returns undefined when the project does not have the file.
 */
async function download(project: HostedProject, folder: string, file: StoredFile) {
  // The file name includes the time `changed`: the project can later store different bytes under the same id.
  const cached = join(folder, `${file.version}-${Date.parse(file.changed)}`);
  const bytes =
    (await readFile(cached).catch(() => undefined)) ?? (await fetchOnce(project, cached, file));
  return bytes && { size: bytes.length, bytes: pieces(bytes), close: async () => undefined };
}

async function fetchOnce(project: HostedProject, cached: string, file: StoredFile) {
  const bytes = await downloadFileFromProject(project, file);
  if (!bytes) return undefined;
  // Write under another name and then rename, so that a file with the name `cached` is always complete.
  await writeFile(`${cached}.part`, bytes, { mode: 0o600, flush: true });
  await rename(`${cached}.part`, cached);
  return bytes;
}

async function* pieces(bytes: Buffer) {
  yield bytes;
}

/** Reads the bytes of a stored file, also in a private bucket. Returns undefined when there is no such file. */
export async function downloadFileFromProject(project: HostedProject, { bucket, name }: Named) {
  const path = `${bucket}/${encodePath(name)}`;
  return (
    (await request(project, `object/public/${path}`)) ??
    (await request(project, `object/authenticated/${path}`))
  );
}

type Named = Pick<StoredFile, 'bucket' | 'name'>;

/** Uploads a file. Does nothing if the project has a file with this name. */
export async function uploadFileToProject(
  project: HostedProject,
  { bucket, name }: Named,
  file: { bytes: Buffer; type: string; cacheControl: string },
) {
  await request(project, `object/${bucket}/${encodePath(name)}`, {
    method: 'POST',
    headers: { 'content-type': file.type, 'cache-control': file.cacheControl },
    body: new Uint8Array(file.bytes),
  });
}

export async function deleteFileFromProject(project: HostedProject, { bucket, name }: Named) {
  await request(project, `object/${bucket}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: [name] }),
  });
}

function encodePath(name: string) {
  return name.split('/').map(encodeURIComponent).join('/');
}

type RequestOptions = {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

/**
 * Sends a request to the storage with the key. Retries transient failures.
 * @returns the body of the response; undefined when the file is missing, or exists already
 * @throws OperatorError for every other error response, and after the last retry
 */
async function request({ storage, key }: HostedProject, path: string, init: RequestOptions = {}) {
  const url = `${storage.replace(/\/+$/, '')}/storage/v1/${path}`;
  const headers = { ...init.headers, apikey: key, authorization: `Bearer ${key}` };
  for (let left = TRIES - 1; ; left -= 1) {
    const result = await fetchWhole(url, { ...init, headers });
    if (result.status >= 200 && result.status < 300) return result.body;
    const text = result.body.toString();
    if (isExpected(result.status, text)) return undefined;
    const isTransient =
      result.status === NO_RESPONSE || result.status === 429 || result.status >= 500;
    if (left === 0 || !isTransient)
      throw new OperatorError(`O armazenamento não aceitou ${path}: ${text.slice(0, 300)}`);
    await wait(FIRST_PAUSE_MS * 2 ** (TRIES - 1 - left));
  }
}

/**
 * Sends a request and reads the whole response. Without a complete response within RESPONSE_LIMIT_MS, the status is
 * `NO_RESPONSE` and the body is the text of the error.
 */
async function fetchWhole(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(RESPONSE_LIMIT_MS) });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  } catch (error) {
    return { status: NO_RESPONSE, body: Buffer.from(String(error)) };
  }
}

/** Returns whether the file is missing or exists already. storage-api can send status 400 with the code in the body. */
function isExpected(status: number, text: string) {
  return status === 404 || status === 409 || /"statusCode":\s*"(404|409)"/.test(text);
}
