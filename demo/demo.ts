import { randomBytes } from 'node:crypto';
import { createLogin } from '../backend/auth/create-login.ts';
import { runAsSuperuser } from '../backend/database/as-superuser.ts';
import type { Queryable } from '../backend/database/database.ts';
import type { ConnectionSettings } from '../backend/database/superuser.ts';
import {
  storeFirstSignInCredentials,
  type FirstSignInCredentials,
} from '../backend/first-sign-in.ts';
import type { Platform } from '../backend/platform.ts';
import { listDemoFiles, toPublicUrl, withFileStore } from './files.ts';
import { insertRows, readProfiles, readTables } from './rows.ts';

/** The reason why the demonstration cannot be loaded or deleted, in Portuguese, for the terminal. */
export class DemoRefusedError extends Error {}

/**
 * Fills an empty database with the demonstration: the rows of data/, the files of pictures/, and two users with a
 * password. Inserts rows and logins in one transaction. Removes the files of a failed load, so that the next start can
 * try again.
 * @throws DemoRefusedError when the database is in use
 */
export async function loadDemo(
  platform: Platform,
  superuser: ConnectionSettings,
): Promise<FirstSignInCredentials> {
  const password = platform.config.DEMO_PASSWORD ?? randomBytes(9).toString('base64url');
  const people = await readProfiles();
  const signIn = {
    people: people.map(({ email, role }) => ({ email, role })),
    password,
    passwordWasGenerated: platform.config.DEMO_PASSWORD === undefined,
  };
  await withFileStore(platform, (files) =>
    runAsSuperuser(platform, superuser, async (tx) => {
      await demandEmptyDatabase(
        tx,
        people.map(({ email }) => email),
      );
      try {
        await fill(tx, platform, password);
        await files.storeAll();
        storeFirstSignInCredentials(platform.config.DATA_DIR, signIn);
      } catch (error) {
        await files
          .remove(await listDemoFiles())
          .catch((err: unknown) => platform.log.warn({ err }, 'files of a failed load stay'));
        throw error;
      }
    }),
  );
  return signIn;
}

async function fill(tx: Queryable, platform: Platform, password: string) {
  const { rows: plans } = await tx.query<{ id: string; name: string }>(
    'select id, name from public.plans',
  );
  const references = {
    urlOf: (file: string) => toPublicUrl(platform, file),
    planIds: new Map(plans.map(({ id, name }) => [name, id])),
  };
  for (const table of await readTables()) await insertRows(tx, table, references);
  const people = await readProfiles();
  const cost = platform.config.PASSWORD_COST;
  for (const { id, email } of people) await createLogin(tx, { id, email, password, cost });
  await insertRows(tx, ['profiles', people], references);
  // Mark the batch of all inserted rows as a load, which the history cannot undo.
  await tx.query(
    `update private.batches set kind = 'load', title = 'Demonstração'
     where id = current_setting('vitrine.batch')::bigint`,
  );
}

/**
 * Refuses a database that is in use: a table of the catalogue has a row, a user other than the first Administrador has
 * a profile, or a login has an e-mail of the demonstration. An advisory lock makes simultaneous starts wait, so that
 * all but one are refused.
 */
async function demandEmptyDatabase(tx: Queryable, emails: readonly string[]) {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('vitrine.demo', 0))");
  const { rows } = await tx.query<{ found: string | null }>(FOUND, [emails]);
  const found = rows[0]?.found;
  if (!found) return;
  throw new DemoRefusedError(
    `--demo só carrega a demonstração em um banco vazio, e este já tem ${found}.\n` +
      'Nada foi alterado: vale o que já existe. Para ver a demonstração, escolha outra pasta com DATA_DIR.',
  );
}

const FOUND = `select case
    when exists (select from public.products) then 'produtos'
    when exists (select from public.categories) then 'categorias'
    when exists (select from public.distribuidores) then 'distribuidores'
    when exists (select from public.parceiros) then 'parceiros'
    when exists (select from public.notificacoes) then 'notificações'
    when exists (select from public.banners) then 'banners'
    when (select count(*) > 1 or bool_or(role <> 'Administrador') from public.profiles) then 'usuários cadastrados'
    when exists (select from auth.users where lower(email) = any($1)) then 'os logins da demonstração'
  end as found`;
