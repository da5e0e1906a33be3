import { createHash } from 'node:crypto';
import type pg from 'pg';
import {
  applyFiles,
  countUnappliedFiles,
  listAppliedFiles,
  listSqlFilesInFolder,
  type SqlFileChecksum,
} from './applied-files.ts';
import { rebuildIndexesAfterIcuChange } from './collations.ts';
import { refuseForeignDatabase } from './foreign-database.ts';
import { deriveLoginRoleSettings, setLoginRolePasswords } from './login-roles.ts';
import { OperatorError } from './operator-error.ts';
import { withSetupLock, withClient, type ConnectionSettings } from './superuser.ts';

const PLATFORM = new URL('./platform/', import.meta.url);
const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);

/**
 * Applies the platform base and the migrations to a database, empty or not. If several processes set up one database at
 * once, they do it one after the other.
 * @param upTo the files that the source of a backup had applied: this database gets the same files and no newer ones
 * @throws OperatorError when the database has applied other files than those of this program, or cannot be set up
 */
export async function setUpDatabase(
  superuser: ConnectionSettings,
  migrations = MIGRATIONS,
  upTo?: SqlFileChecksum[],
) {
  await withSetupLock(superuser, async (client) => {
    await refuseForeignDatabase(client);
    await client.query(HISTORY);
    await applyFiles(client, 'platform', PLATFORM, { upTo });
    await setLoginRolePasswords(client, superuser);
    await withClient(deriveLoginRoleSettings(superuser, 'postgres'), (owner) =>
      migrate(owner, migrations, upTo),
    );
    await rebuildIndexesAfterIcuChange(client);
  });
}

/** Returns whether a database that has applied migrations lacks SQL files of this program; false for a new database. */
export async function isMigrationNeeded(superuser: ConnectionSettings, migrations = MIGRATIONS) {
  return withClient(superuser, async (client) => {
    const { rows } = await client.query<{ isSetUp: boolean }>(
      `select to_regclass('vitrine_backend.applied_files') is not null as "isSetUp"`,
    );
    const applied = rows[0]?.isSetUp ? await listAppliedFiles(client) : [];
    const hasRun = applied.some(({ kind }) => kind === 'migration');
    return hasRun && (await countAllUnappliedFiles(applied, migrations)) > 0;
  });
}

/** Returns the SQL files that set up a database: the files of the platform, then the migrations. */
export async function listSqlFiles(migrations = MIGRATIONS) {
  return [
    ...(await listSqlFilesInFolder('platform', PLATFORM)),
    ...(await listSqlFilesInFolder('migration', migrations)),
  ];
}

/**
 * Returns the version to which this program migrates: the number of its last migration, and a checksum of all SQL
 * files.
 */
export async function computeTargetVersion(migrations = MIGRATIONS) {
  const all = await listSqlFiles(migrations);
  const lines = all.map(({ kind, name, sha256 }) => `${kind} ${name} ${sha256}\n`).join('');
  const checksum = createHash('sha256').update(lines).digest('hex').slice(0, 8);
  return `${all.at(-1)?.name.split('_')[0] ?? ''}-${checksum}`;
}

/**
 * Returns the number of SQL files of this program that a database lacks.
 * @param applied the files that the database has applied
 * @throws OperatorError unless the applied files are the first files of this program, in the same order
 */
export async function countAllUnappliedFiles(applied: SqlFileChecksum[], migrations = MIGRATIONS) {
  return (
    (await countUnappliedFiles(applied, 'platform', PLATFORM)) +
    (await countUnappliedFiles(applied, 'migration', migrations))
  );
}

/** SQL that creates the table of the applied files. The checksum of a file reveals a later edit. */
const HISTORY = `create schema if not exists vitrine_backend;
  create table if not exists vitrine_backend.applied_files (
    kind text not null,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now(),
    primary key (kind, name)
  )`;

/**
 * Applies the migrations. Also records them in the table of Supabase's command line, which then finds nothing to push.
 */
async function migrate(client: pg.Client, folder: URL, upTo?: SqlFileChecksum[]) {
  const { rows: foreign } = await client.query<{ version: string }>(
    `select version from supabase_migrations.schema_migrations where version not in (
      select split_part(name, '_', 1) from vitrine_backend.applied_files where kind = 'migration')`,
  );
  if (foreign.length > 0) {
    const versions = foreign.map(({ version }) => version).join(', ');
    throw new OperatorError(`Outro programa aplicou a este banco as migrações ${versions}.`);
  }
  await applyFiles(client, 'migration', folder, {
    upTo,
    record: ({ name, text }) =>
      client.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
        [name.split('_')[0], name.replace(/^\d+_|\.sql$/g, ''), [text]],
      ),
  });
}
