import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { readOrCreateSecrets } from '../secrets.ts';
import { OperatorError } from './operator-error.ts';
import { withSetupLock, withClient, type ConnectionSettings } from './superuser.ts';

/** Name of a file in the folder files/. It contains an id for all uploaded files of a data folder together. */
export const FILES_ID_FILE = 'installation-id';

type Noted = { signingKeyId: string; filesId: string; folder: string };

/**
 * Refuses a data folder whose keys or files differ from those that the database has recorded: two backends with
 * different folders on one database would reject each other's sessions and miss each other's pictures. Accepts any
 * folder if nothing is recorded. Only reads.
 * @throws OperatorError that names both folders
 */
export async function refuseMismatchedDataFolder(superuser: ConnectionSettings, dataDir: string) {
  const noted = await withClient(superuser, readNoted);
  if (!noted) return;
  const here = { signingKeyId: await keyIdIn(dataDir), filesId: await filesIdIn(dataDir) };
  if (here.signingKeyId !== noted.signingKeyId)
    throw new OperatorError(refusal(noted, dataDir, 'tem outras chaves (secrets.json)'));
  if (here.filesId !== noted.filesId)
    throw new OperatorError(refusal(noted, dataDir, 'tem outros arquivos (files/)'));
}

/**
 * Records the data folder in the database, and creates the id of the folder's files if they have none. If several
 * processes start at once, they record the folder one after the other.
 * @throws OperatorError when a folder with other keys or files is recorded
 */
export async function recordInstallation(superuser: ConnectionSettings, dataDir: string) {
  await withSetupLock(superuser, async (client) => {
    await refuseMismatchedDataFolder(superuser, dataDir);
    const { signingKey } = await readOrCreateSecrets(dataDir);
    const values = [signingKey.kid, await readOrCreateFilesId(dataDir), placeOf(dataDir)];
    await client.query(INSERT_INSTALLATION, values);
  });
}

async function readNoted(client: pg.Client): Promise<Noted | undefined> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('vitrine_backend.installation') is not null as exists`,
  );
  return rows[0]?.exists ? (await client.query<Noted>(SELECT_INSTALLATION)).rows[0] : undefined;
}

async function keyIdIn(dataDir: string) {
  const text = await readFile(join(dataDir, 'secrets.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (await readOrCreateSecrets(dataDir)).signingKey.kid;
}

async function filesIdIn(dataDir: string) {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => undefined);
  return text?.trim();
}

/**
 * Returns the id of the uploaded files of a data folder; creates the id if it is missing. Backups do not contain this
 * id. The file is created atomically, so that two processes that create it at once get the same id.
 */
export async function readOrCreateFilesId(dataDir: string) {
  const known = await filesIdIn(dataDir);
  if (known) return known;
  const file = fileIn(dataDir);
  const draft = `${file}.${randomUUID()}`;
  await mkdir(join(dataDir, 'files'), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, `${randomUUID()}\n`, { mode: 0o600, flush: true });
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return filesIdIn(dataDir);
}

function fileIn(dataDir: string) {
  return join(dataDir, 'files', FILES_ID_FILE);
}

function placeOf(dataDir: string) {
  return `${hostname()}:${dataDir}`;
}

function refusal({ folder }: Noted, dataDir: string, why: string) {
  return (
    `O banco de DATABASE_URL é da pasta ${folder}; a pasta ${placeOf(dataDir)} ${why}. Nada foi alterado.\n` +
    'Diga com DATA_DIR a pasta deste banco (vários processos têm em comum secrets.json e files/), ou use um banco vazio.\n' +
    'Se aquela pasta se perdeu: docs/operations.md, "A PostgreSQL of your own".'
  );
}

const SELECT_INSTALLATION = `select signing_key_id as "signingKeyId", files_id as "filesId", folder
  from vitrine_backend.installation`;

const INSERT_INSTALLATION = `insert into vitrine_backend.installation (signing_key_id, files_id, folder) values ($1, $2, $3)
  on conflict (is_only) do update set folder = excluded.folder
  where installation.folder <> excluded.folder`;
