import { runAsSuperuser } from '../backend/database/as-superuser.ts';
import type { Queryable } from '../backend/database/database.ts';
import type { ConnectionSettings } from '../backend/database/superuser.ts';
import type { Platform } from '../backend/platform.ts';
import { DemoRefusedError } from './demo.ts';
import { listDemoFiles, withFileStore } from './files.ts';
import { readProfiles, readTables, type DemoTable } from './rows.ts';

/** The numbers of deleted logins, rows and files. */
export type ClearedCounts = { people: number; rows: number; files: number };

/**
 * Deletes only the demonstration: the rows and users with the ids of data/, even if they were changed. Then deletes the
 * files of the demonstration, except files to which a record refers. Keeps a category if products from outside the
 * demonstration are in it. A second call does nothing.
 * @throws DemoRefusedError when only users of the demonstration are Administradores
 */
export async function clearDemo(
  platform: Platform,
  superuser: ConnectionSettings,
): Promise<ClearedCounts> {
  const people = (await readProfiles()).map(({ id }) => id);
  const deleted = await runAsSuperuser(platform, superuser, async (tx) => {
    await demandAnotherAdministrador(tx, people);
    const rows = await deleteRows(tx);
    const logins = await tx.query('delete from auth.users where id = any($1)', [people]);
    await discardRows(tx, people);
    return { rows, people: logins.rowCount };
  });
  // Delete the files after the commit: a rollback would restore rows without their files.
  const files = await runAsSuperuser(platform, superuser, async (tx) => findFiles(tx, people));
  await withFileStore(platform, (stored) => stored.remove(files));
  return { ...deleted, files: files.length };
}

async function demandAnotherAdministrador(tx: Queryable, people: string[]) {
  const { rowCount } = await tx.query(
    `select from public.profiles where role = 'Administrador' and id <> all($1) limit 1`,
    [people],
  );
  if (rowCount > 0) return;
  throw new DemoRefusedError(
    'Só a demonstração tem um Administrador: cadastre antes o seu, em Usuários. Nada foi alterado.',
  );
}

/** Deletes the rows of data/, referencing rows first. Returns their number. */
async function deleteRows(tx: Queryable) {
  let count = 0;
  for (const [table, rows] of (await readTables()).toReversed()) {
    const { rowCount } = await tx.query(
      `delete from public.${table} as mine where id::text = any($1)${table === 'categories' ? UNUSED : ''}`,
      [idsOf(rows)],
    );
    count += rowCount;
  }
  return count;
}

function idsOf(rows: Record<string, unknown>[]) {
  return rows
    .map(({ id }) => id)
    .filter((id) => id !== undefined)
    .map(String);
}

/** Discards the deleted records from the trash, because a restored record would lack its files. */
async function discardRows(tx: Queryable, people: string[]) {
  // Clear the id of the current batch, so that `open_batch` opens a new batch, as for a discard in the panel.
  await tx.query(`select set_config('vitrine.batch', '', true)`);
  const all: DemoTable[] = [...(await readTables()), ['profiles', people.map((id) => ({ id }))]];
  for (const [area, rows] of all) await tx.query(DISCARD, [area, idsOf(rows)]);
}

const DISCARD = `insert into private.changes (batch, table_name, row_id, area, record_id, kind, version)
  select
    private.open_batch(area, record_id, 'discard', private.title_of(area, before), false),
    table_name, row_id, area, record_id, 'discard', version
  from private.trashed_records
  where area = $1 and record_id = any($2::text[])`;

const UNUSED = ' and not exists (select from public.products where category_id = mine.id)';

/** Lists the files of the demonstration and the avatars of its users, except files to which a record refers. */
async function findFiles(tx: Queryable, people: string[]) {
  const { rows } = await tx.query<{ file: string }>(
    `select object.bucket_id || '/' || object.name as file
     from storage.objects as object
     where (
         object.bucket_id || '/' || object.name = any($1)
         or object.bucket_id = 'avatars' and split_part(object.name, '/', 1) = any($2)
       )
       and not private.is_used_file(object.bucket_id, object.name)`,
    [await listDemoFiles(), people],
  );
  return rows.map(({ file }) => file);
}
