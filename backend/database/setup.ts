import type pg from 'pg';
import { applyFiles } from './applied-files.ts';
import { renewCollations } from './collations.ts';
import { loginAs, setPasswords } from './login-roles.ts';
import { StartError } from './start-error.ts';
import { alone, asOneClient, type Superuser } from './superuser.ts';

const PLATFORM = new URL('./platform/', import.meta.url);
const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url);

/**
 * Brings a database, empty or not, to today's platform base and today's migrations. Processes that start
 * at once on one database do it one after the other.
 * @throws StartError when the database has another history than this program
 */
export async function setUpDatabase(superuser: Superuser, migrations = MIGRATIONS) {
  await alone(superuser, async (client) => {
    await client.query(HISTORY);
    await applyFiles(client, 'platform', PLATFORM);
    await setPasswords(client, superuser);
    await asOneClient(loginAs(superuser, 'postgres'), (owner) => migrate(owner, migrations));
    await renewCollations(client);
  });
}

/** What ran here, so that what is edited afterwards is noticed. */
const HISTORY = `create schema if not exists vitrine_backend;
  create table if not exists vitrine_backend.applied_files (
    kind text not null,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now(),
    primary key (kind, name)
  )`;

/** Recorded where the platform's command line records them too, which then has nothing left to push. */
async function migrate(client: pg.Client, folder: URL) {
  const { rows: foreign } = await client.query<{ version: string }>(
    `select version from supabase_migrations.schema_migrations where version not in (
      select split_part(name, '_', 1) from vitrine_backend.applied_files where kind = 'migration')`,
  );
  if (foreign.length > 0) {
    const versions = foreign.map(({ version }) => version).join(', ');
    throw new StartError(`Outro programa aplicou a este banco as migrações ${versions}.`);
  }
  await applyFiles(client, 'migration', folder, ({ name, text }) =>
    client.query(
      'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
      [name.split('_')[0], name.replace(/^\d+_|\.sql$/g, ''), [text]],
    ),
  );
}
