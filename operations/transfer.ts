import { createHash } from 'node:crypto';
import type pg from 'pg';
import { countAllUnappliedFiles } from '../backend/database/setup.ts';
import { OperatorError } from '../backend/database/operator-error.ts';
import { withClient } from '../backend/database/superuser.ts';
import { computeTableChecksum } from './checksums.ts';
import { copyIn } from './copy.ts';
import {
  listAppliedProjectFiles,
  isTransferredTable,
  downloadFileFromProject,
  deleteFileFromProject,
  uploadFileToProject,
  type HostedProject,
} from './hosted.ts';
import type { Manifest } from './manifest.ts';
import { readBackup } from './read-backup.ts';
import { listTables, setSequences, setCopySettings } from './tables.ts';

/** Maximum number of files that are uploaded at once: each of these files is completely in memory. */
const FILES_AT_ONCE = 4;

type Transferred = { rows: number; tables: number; files: number };
type Given = {
  file: string;
  passphrase: string | undefined;
  manifest: Manifest;
  /** Throws an OperatorError if transferred rows of the installation were changed after the backup. */
  requireUnchanged(): Promise<void>;
};
type Named = { bucket: string; name: string; type: string; cacheControl: string; checked: boolean };

/**
 * Loads a backup into a project that has the same migrations and, before the first run, no logins. After an
 * interruption, the caller makes a new backup and calls this function again. This call sends only the tables that
 * differ, and the files that have not arrived: the table `private.moving_objects` in the project records which files
 * have arrived. At the end, compares the checksum of every transferred table with the backup.
 * @throws OperatorError
 * - when the project has different migrations, or an unfinished move of another installation
 * - when the project has logins before the first run
 * - when the project differs from the backup at the end
 * - when the installation was changed meanwhile
 */
export async function transferToProject(
  project: HostedProject,
  given: Given,
): Promise<Transferred> {
  return withClient(project.connection, async (client) => {
    await setCopySettings(client);
    await client.query('set session_replication_role = replica').catch((error: unknown) => {
      throw new OperatorError(
        `Esse banco não deixa desligar os gatilhos: entre como "postgres" (${String(error)}).`,
        { cause: error },
      );
    });
    await demandSameVersion(client, given.manifest);
    await begin(client, given.manifest);
    await noteFiles(client, project, given);
    const files = await transferFiles(client, project, given);
    const tables = given.manifest.tables.filter(({ table }) => isTransferredTable(table));
    await transferRows(client, given, tables);
    await setSequences(
      client,
      given.manifest.sequences.filter(({ sequence }) => /^(public|private)\./.test(sequence)),
    );
    await checkEverything(client, tables);
    await given.requireUnchanged();
    await client.query('drop table private.moving, private.moving_objects');
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), tables: tables.length, files };
  });
}

async function demandSameVersion(client: pg.Client, manifest: Manifest) {
  if ((await countAllUnappliedFiles(manifest.applied)) > 0)
    throw new OperatorError(
      'Esta instalação ainda não foi atualizada: inicie-a uma vez com este programa, pare-a e repita o comando.',
    );
  const names = (list: { kind: string; name: string }[]) =>
    list
      .filter(({ kind }) => kind === 'migration')
      .map(({ name }) => name)
      .join();
  if (names(await listAppliedProjectFiles(client)) === names(manifest.applied)) return;
  throw new OperatorError(
    'O banco de destino não tem as mesmas migrações: faça antes "supabase db push --remote".',
  );
}

/**
 * Records in the project which installation moves to it. The checksum of the secrets identifies the installation.
 * @throws OperatorError when the project has an unfinished move of another installation, or logins before the first run
 */
async function begin(client: pg.Client, { secrets }: Manifest) {
  if (await exists(client, 'private.moving')) {
    const { rows } = await client.query<{ installation: string }>(
      'select installation from private.moving',
    );
    if (rows[0]?.installation === secrets) return;
    throw new OperatorError(
      'A mudança de outra instalação para esse banco não terminou: termine-a com a pasta de dados dela, ou use um projeto vazio.',
    );
  }
  const { rowCount } = await client.query('select from auth.users limit 1');
  if (rowCount !== 0)
    throw new OperatorError('O banco de destino já tem logins: nada foi gravado.');
  const installation = client.escapeLiteral(secrets ?? '');
  await client.query(`create table private.moving as select ${installation} as installation`);
}

async function exists(client: pg.Client, table: string) {
  const { rows } = await client.query<{ exists: boolean }>(
    'select to_regclass($1) is not null as exists',
    [table],
  );
  return rows[0]?.exists === true;
}

/**
 * Copies the backup's rows of `storage.objects` to `private.moving_objects` in the project. Files that an earlier run
 * has sent stay `checked`, unless their row has changed (MARK_SENT). Files that the installation has deleted or renamed
 * after that run are deleted in the project.
 */
async function noteFiles(
  client: pg.Client,
  project: HostedProject,
  { file, passphrase, manifest }: Given,
) {
  const columns = manifest.tables.find(({ table }) => table === 'storage.objects')?.columns;
  await client.query('begin');
  if (!(await exists(client, 'private.moving_objects')))
    await client.query(`create table private.moving_objects as select ${columns} from storage.objects with no data;
      alter table private.moving_objects add column checked boolean not null default false;
      create index on private.moving_objects (version)`);
  await client.query(`create temporary table sent on commit drop as select * from private.moving_objects;
    truncate private.moving_objects`);
  const copy = await copyIn(client, `copy private.moving_objects (${columns}) from stdin`);
  await readBackup(file, passphrase, {
    rows: async (table, text) => {
      if (table === 'storage.objects') await copy.write(text);
    },
  });
  await copy.end();
  await client.query(MARK_SENT);
  const { rows: outdated } = await client.query<{ bucket: string; name: string }>(OUTDATED);
  for (const at of outdated) await deleteFileFromProject(project, at);
  await client.query('commit');
}

async function transferFiles(
  client: pg.Client,
  project: HostedProject,
  { file, passphrase }: Given,
) {
  const underWay = new Set<Promise<void>>();
  const arrived: string[] = [];
  let count = 0;

  async function noteArrived() {
    const versions = arrived.splice(0);
    const text = 'update private.moving_objects set checked = true where version = any($1)';
    if (versions.length > 0) await client.query(text, [versions]);
  }

  async function transfer(named: Named, version: string, content: AsyncIterable<Buffer>) {
    const bytes: Buffer[] = [];
    for await (const piece of content) bytes.push(piece);
    if (underWay.size >= FILES_AT_ONCE) await Promise.race(underWay);
    const transferring = transferFile(project, named, Buffer.concat(bytes));
    underWay.add(transferring);
    transferring.then(
      () => {
        underWay.delete(transferring);
        arrived.push(version);
      },
      () => undefined, // `Promise.all` throws the error
    );
  }

  try {
    await readBackup(file, passphrase, {
      async file(version, content) {
        await noteArrived();
        const { rows } = await client.query<Named>(NAMED, [version]);
        const [named] = rows;
        if (!named) return;
        count += 1;
        if (!named.checked) await transfer(named, version, content);
      },
    });
    await Promise.all(underWay);
  } finally {
    await noteArrived();
  }
  await client.query(RESTORE_OWNER_AND_DATES);
  return count;
}

/** Stores a file and reads it again. A different file with the same name is replaced. */
async function transferFile(
  project: HostedProject,
  { bucket, name, type, cacheControl }: Named,
  bytes: Buffer,
) {
  const at = { bucket, name };
  const file = { bytes, type, cacheControl };
  await uploadFileToProject(project, at, file);
  if (await isThere(project, at, bytes)) return;
  await deleteFileFromProject(project, at);
  await uploadFileToProject(project, at, file);
  if (await isThere(project, at, bytes)) return;
  throw new OperatorError(`O arquivo ${bucket}/${name} não chegou como saiu.`);
}

async function isThere(
  project: HostedProject,
  at: { bucket: string; name: string },
  bytes: Buffer,
) {
  const found = await downloadFileFromProject(project, at);
  return !!found && sha256(found) === sha256(bytes);
}

type Expected = Manifest['tables'][number];

/** Empties the tables that differ from the backup. Then loads them one by one, each in its own transaction. */
async function transferRows(client: pg.Client, { file, passphrase }: Given, tables: Expected[]) {
  const here = await listTables(client);
  const missing = new Set<string>();
  for (const expected of tables)
    if (!(await isSame(client, here, expected))) missing.add(expected.table);
  let current: { table: string; copy: Awaited<ReturnType<typeof copyIn>> } | undefined;

  async function end() {
    if (!current) return;
    await current.copy.end();
    await client.query('commit');
    current = undefined;
  }
  for (const table of missing) await client.query(`delete from ${table}`);
  await readBackup(file, passphrase, {
    async rows(table, text) {
      if (current?.table !== table) {
        await end();
        if (!missing.has(table)) return;
        const columns = tables.find((each) => each.table === table)?.columns;
        await client.query('begin');
        current = { table, copy: await copyIn(client, `copy ${table} (${columns}) from stdin`) };
      }
      await current.copy.write(text);
    },
  });
  await end();
}

async function checkEverything(client: pg.Client, tables: Expected[]) {
  const here = await listTables(client);
  for (const expected of tables) {
    if (!(await isSame(client, here, expected)))
      throw new OperatorError(
        `A tabela ${expected.table} não chegou como saiu: faça a mudança de novo.`,
      );
  }
  const { rows } = await client.query<{ name: string }>(UNSENT);
  if (rows[0])
    throw new OperatorError(`O arquivo ${rows[0].name} não chegou: faça a mudança de novo.`);
}

async function isSame(
  client: pg.Client,
  here: Awaited<ReturnType<typeof listTables>>,
  { table, columns, rows, sha256: expected }: Expected,
) {
  const known = here.find((each) => each.table === table);
  if (!known) throw new OperatorError(`O banco de destino não tem a tabela ${table}.`);
  const found = await computeTableChecksum(client, { ...known, columns });
  return found.rows === rows && found.sha256 === expected;
}

function sha256(bytes: Buffer) {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * SQL that marks files of an earlier run as sent, unless their bucket, name or metadata changed. The bytes of a version
 * never change.
 */
const MARK_SENT = `update private.moving_objects as now set checked = true
  from sent
  where sent.checked and sent.version = now.version
    and sent.bucket_id = now.bucket_id and sent.name = now.name
    and sent.metadata is not distinct from now.metadata`;

const OUTDATED = `select sent.bucket_id as bucket, sent.name
  from sent
  where sent.version is not null and not exists (
    select from private.moving_objects as now
    where now.bucket_id = sent.bucket_id and now.name = sent.name
  )`;

const NAMED = `select bucket_id as bucket, name, checked,
    coalesce(metadata ->> 'mimetype', 'application/octet-stream') as type,
    coalesce(metadata ->> 'cacheControl', 'max-age=3600') as "cacheControl"
  from private.moving_objects where version = $1`;

/**
 * SQL that restores the owner, the dates and the user metadata of the files. The trash needs the dates, because it
 * deletes old files.
 */
const RESTORE_OWNER_AND_DATES = `update storage.objects as stored set owner = was.owner, owner_id = was.owner_id,
    created_at = was.created_at, updated_at = was.updated_at, user_metadata = was.user_metadata
  from private.moving_objects as was
  where stored.bucket_id = was.bucket_id and stored.name = was.name`;

const UNSENT = `select was.bucket_id || '/' || was.name as name
  from private.moving_objects as was
  left join storage.objects as stored on stored.bucket_id = was.bucket_id and stored.name = was.name
  where was.version is not null
    and (not was.checked or (stored.metadata ->> 'size') is distinct from (was.metadata ->> 'size'))
  limit 1`;
