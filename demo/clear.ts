import { asSuperuser } from '../backend/database/as-superuser.ts';
import type { Queryable } from '../backend/database/database.ts';
import type { Superuser } from '../backend/database/superuser.ts';
import type { Platform } from '../backend/platform.ts';
import { DemoRefused } from './demo.ts';
import { listFiles, withFiles } from './files.ts';
import { readPeople, readTables } from './rows.ts';

/** The numbers of deleted logins, rows and files. */
export type Cleared = { people: number; rows: number; files: number };

/**
 * Deletes only the demonstration: the rows and users with the ids of data/, also if they were changed, then its files
 * that no record refers to. A category with other products is not deleted. A second run does nothing.
 * @throws DemoRefused when only the demonstration's users are Administradores
 */
export async function clearDemo(platform: Platform, superuser: Superuser): Promise<Cleared> {
  const people = (await readPeople()).map(({ id }) => id);
  const deleted = await asSuperuser(platform, superuser, async (tx) => {
    await demandAnotherAdministrador(tx, people);
    const rows = await deleteRows(tx);
    const logins = await tx.query('delete from auth.users where id = any($1)', [people]);
    return { rows, people: logins.rowCount };
  });
  // Delete the files after the commit: a rollback would restore rows without their files.
  const files = await asSuperuser(platform, superuser, async (tx) => findFiles(tx, people));
  await withFiles(platform, (stored) => stored.remove(files));
  return { ...deleted, files: files.length };
}

async function demandAnotherAdministrador(tx: Queryable, people: string[]) {
  const { rowCount } = await tx.query(
    `select from public.profiles where role = 'Administrador' and id <> all($1) limit 1`,
    [people],
  );
  if (rowCount > 0) return;
  throw new DemoRefused(
    'Só a demonstração tem um Administrador: cadastre antes o seu, em Usuários. Nada foi alterado.',
  );
}

/** Deletes the rows of data/, referencing rows first. Returns their number. */
async function deleteRows(tx: Queryable) {
  let count = 0;
  for (const [table, rows] of (await readTables()).toReversed()) {
    const ids = rows.map((row) => row['id']).filter((id) => id !== undefined);
    const { rowCount } = await tx.query(
      `delete from public.${table} as mine where id::text = any($1)${table === 'categories' ? UNUSED : ''}`,
      [ids.map(String)],
    );
    count += rowCount;
  }
  return count;
}

const UNUSED = ' and not exists (select from public.products where category_id = mine.id)';

/** The demonstration's own files and the uploads of its users, except files to which a record refers. */
async function findFiles(tx: Queryable, people: string[]) {
  const { rows } = await tx.query<{ file: string }>(
    `select object.bucket_id || '/' || object.name as file
     from storage.objects as object
     where (
         object.bucket_id || '/' || object.name = any($1)
         or object.bucket_id = 'avatars' and split_part(object.name, '/', 1) = any($2)
       )
       and not private.is_used_file(object.bucket_id, object.name)`,
    [await listFiles(), people],
  );
  return rows.map(({ file }) => file);
}
