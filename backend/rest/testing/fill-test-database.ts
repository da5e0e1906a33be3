import { BRUNO_ID, CAIO_ID, TEST_CALLERS } from '../../../supabase/tests/people.ts';
import { fillEveryTable, insertStagedBatches } from '../../../supabase/tests/records.ts';
import type { TestServer } from '../../testing/server.ts';
import type { RowIds } from './permission-requests.ts';

type Sql = Pick<TestServer, 'sql'>;

/**
 * Inserts the rows of three files: a file in the trash, an expired file in the trash, and a file that no record uses.
 * Also creates a trigger that protects the files in the trash from the sweep, because the server runs the sweep at some
 * time after its start. Call this function only once for each database.
 */
export async function insertStorageRows({ sql }: Sql) {
  await sql(`alter table storage.objects disable trigger update_objects_updated_at`);
  await sql(`insert into storage.objects (bucket_id, name, updated_at)
    values ('lixeira', 'product-images/main/a.png', now()),
      ('lixeira', 'logos/parceiros/velho.png', now() - interval '31 days'),
      ('logos', 'parceiros/a.png', now())`);
  await sql(
    `create function vitrine_backend.skip() returns trigger language plpgsql as 'begin return null; end'`,
  );
  await sql(`create trigger aaa_protect_trash before update or delete on storage.objects
    for each row when (old.bucket_id = 'lixeira') execute function vitrine_backend.skip()`);
}

/**
 * Fills every table (`fillEveryTable`). Also adds staged batches, Dora's profile, a change of a product, and a category
 * that Bruno deleted. Replaces the rows of an earlier call.
 * @returns the ids that the requests of permission-requests.ts need
 */
export async function fillTestDatabase(server: Sql): Promise<RowIds> {
  await server.sql(`insert into auth.users (id, email)
    select gen_random_uuid(), 'dora@vitrine.exemplo'
    where not exists (select from auth.users where email = 'dora@vitrine.exemplo')`);
  await server.sql(`delete from public.profiles where id = '${CAIO_ID}'`);
  // `login_without_profile` finds only logins that are in `private.known_logins`, so record there that Caio's login had
  // a profile.
  await server.sql(
    'insert into private.known_logins (id, had_profile) values ($1, true) on conflict do nothing',
    [CAIO_ID],
  );
  // A tested request can have created Caio's profile. The deletion above then ended Caio's session, so open the session
  // again.
  await server.sql(
    `insert into auth.sessions (id, user_id, created_at) values ($1, $2, now()) on conflict do nothing`,
    [TEST_CALLERS.loginWithoutProfile.claims.session_id, CAIO_ID],
  );
  // Use delete, which is faster here than truncate: truncate makes new files for each table and index.
  await server.sql(
    `delete from public.products; delete from public.categories; delete from public.distribuidores;
    delete from public.parceiros; delete from public.notificacoes; delete from public.banners;
    delete from public.list_settings; delete from public.list_views`,
  );
  await fillEveryTable(server);
  await insertStagedBatches(server);
  await server.sql(`insert into public.profiles (id, name, email)
    select id, 'Dora', email from auth.users where email = 'dora@vitrine.exemplo'
    on conflict (id) do update set name = 'Dora'`);
  await server.sql(`update public.products set name = 'Açaí 1 litro'`);
  await server.sql(`update public.catalogue_readers set todos = 'quem_entrou'`);
  await server.sql(`insert into public.categories (name) values ('Apagada')`);
  // Delete the category as Bruno: a Colaborador can discard only records that they have deleted.
  await server.sql(`do $$ begin
    perform set_config('request.jwt.claims', '{"sub": "${BRUNO_ID}"}', true);
    delete from public.categories where name = 'Apagada';
  end $$`);
  const [row] = await server.sql<RowIds>(`select
    (select max(id) from private.batches where area = 'products' and kind = 'update') as batch,
    (select record_id from private.batches where kind = 'delete' order by id desc limit 1) as gone,
    (select max(id) from private.batches where kind = 'delete') as deletion,
    (select id from public.categories where name = 'Bebidas') as category,
    (select id from public.products) as product, (select id from public.banners) as banner,
    (select id from public.plans where name = 'Pro') as plan,
    (select id from public.parceiros) as parceiro`);
  if (row === undefined) throw new Error('The database was not filled.');
  return row;
}
