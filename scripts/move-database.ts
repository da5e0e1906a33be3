import { chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { readConfig } from '../backend/config.ts';
import { findAccount } from '../backend/database/account.ts';
import { startCluster } from '../backend/database/cluster.ts';
import { openDataFolder } from '../backend/database/data-folder.ts';
import { setUpDatabase } from '../backend/database/setup.ts';
import { StartError } from '../backend/database/start-error.ts';
import { asOneClient, type Superuser } from '../backend/database/superuser.ts';
import { explainAndExit } from '../backend/main.ts';
import { readSecrets } from '../backend/secrets.ts';
import { loadEnv } from './load-env.ts';

/**
 * Carries the embedded database to the next major version of PostgreSQL, for which no pg_dump is embedded:
 * `out` writes every row into files beside it, `in` makes an empty database and reads them (docs/operations.md).
 * Both need the data folder for themselves.
 */
if (import.meta.main) {
  loadEnv();
  const [, , direction] = process.argv;
  move(direction, readConfig(process.env).DATA_DIR).then(console.log, explainAndExit);
}

type Table = { table: string; columns: string; rows: number };

/** @returns what was done, for the terminal */
export async function move(direction: string | undefined, configured: string | undefined) {
  if (direction !== 'out' && direction !== 'in')
    throw new StartError('Diga "out" (grava as linhas em arquivos) ou "in" (lê os arquivos).');
  const dataDir = await openDataFolder(configured);
  const { databasePassword } = await readSecrets(dataDir);
  const directory = join(dataDir, 'postgres');
  const cluster = await startCluster({ directory, password: databasePassword });
  try {
    const superuser = { ...cluster.connection, database: 'postgres' };
    const tables = await (direction === 'out' ? writeOut : readIn)(
      superuser,
      join(dataDir, 'moved'),
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return `${rows} linhas de ${tables.length} tabelas ${direction === 'out' ? 'gravadas' : 'lidas'}.`;
  } finally {
    await cluster.stop();
  }
}

async function writeOut(superuser: Superuser, folder: string) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  const account = await findAccount(join(folder, '..', 'postgres'));
  if (account) await chown(folder, account.uid, account.gid); // the server writes there
  const tables = await asOneClient(superuser, async (client) => {
    await client.query('begin isolation level repeatable read');
    const found = (await client.query<{ table: string; columns: string }>(TABLES)).rows;
    const written: Table[] = [];
    for (const { table, columns } of found) {
      const { rowCount } = await client.query(
        `copy ${table} (${columns}) to ${file(client, folder, table)}`,
      );
      written.push({ table, columns, rows: rowCount ?? 0 });
    }
    return written;
  });
  await writeFile(join(folder, 'tables.json'), JSON.stringify(tables), { mode: 0o600 });
  return tables;
}

/** All or nothing. Constraints and triggers have seen these rows before; indexes and types still look at them. */
async function readIn(superuser: Superuser, folder: string) {
  // Written by `out`, above.
  const tables = JSON.parse(await readFile(join(folder, 'tables.json'), 'utf8')) as Table[];
  await setUpDatabase(superuser);
  await asOneClient(superuser, async (client) => {
    await client.query('begin; set local session_replication_role = replica');
    const { rows: used } = await client.query('select from auth.users limit 1');
    if (used.length > 0) throw new StartError('O banco novo já tem dados: nada foi lido.');
    await client.query(`truncate ${tables.map(({ table }) => table).join(', ')}`);
    for (const { table, columns, rows } of tables) {
      const { rowCount } = await client.query(
        `copy ${table} (${columns}) from ${file(client, folder, table)}`,
      );
      if (rowCount !== rows)
        throw new StartError(`${table}: ${rowCount} linhas em vez de ${rows}.`);
    }
    await client.query(SEQUENCES);
    await client.query('commit; analyze');
  });
  return tables;
}

function file(client: pg.Client, folder: string, table: string) {
  return client.escapeLiteral(join(folder, `${table.replaceAll('"', '')}.copy`));
}

/** What the platform's base and the migrations write themselves into a new database is not carried. */
const TABLES = `
  select c.oid::regclass::text as table,
    string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and c.relnamespace::regnamespace::text in ('auth', 'public', 'storage', 'vitrine_backend', 'private')
    and c.oid <> 'vitrine_backend.applied_files'::regclass
  group by c.oid order by 1`;

const SEQUENCES = `do $$
declare own record;
begin
  for own in
    select c.oid::regclass::text as table, a.attname as column,
      pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and a.attnum > 0
      and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null
      and c.relnamespace::regnamespace::text in ('auth', 'public', 'storage', 'vitrine_backend', 'private')
  loop
    execute format('select setval(%L, coalesce((select max(%I) from %s), 0) + 1, false)',
      own.sequence, own.column, own.table);
  end loop;
end $$`;
