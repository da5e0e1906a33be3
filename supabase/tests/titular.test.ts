import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginTransactionAs,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import { ANA_ID, BRUNO_ID, type TestCaller } from './people.ts';
import { insertStorageObjects } from './records.ts';

/** Personal values that occur nowhere else in the database. */
const DATA = {
  name: 'Quitéria Vasconcelos',
  email: 'quiteria.vasconcelos@particular.exemplo',
  phone: '(83) 98765-0101',
  address: 'nº 4711, Tambaú',
  cep: '58039-000',
  logradouro: 'Avenida Olinda',
  cidade: 'Cabedelo',
  instagram: 'quiteria.v',
};
const LOGO = 'https://vitrine.exemplo/storage/v1/object/public/logos/parceiros/quiteria.png';
const OLD_LOGO = LOGO.replace('quiteria.png', 'antiga-quiteria.png');
const TRACES = [...Object.values(DATA), 'quiteria', 'vasconcelos', '98765-0'];

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.drop());

const call = async <T>(person: TestCaller, name: string, area: string, id: string) => {
  const [row] = await db.as<{ result: T }>(person, `select public.${name}($1, $2) as result`, [
    area,
    id,
  ]);
  return row?.result ?? expect.unreachable('no result');
};
const anonymise = (area: string, id: string, person: TestCaller = 'administrador') =>
  call<{ status: string; files: { bucket: string; path: string }[] }>(
    person,
    'anonymise',
    area,
    id,
  );

/** Lists all rows, of any table in any schema, that contain one of the words. */
async function traces(words: readonly string[] = TRACES): Promise<string[]> {
  const tables = await db.sql<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind in ('r', 'p', 'm') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
       and relname not like 'pg_toast%'`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'auth.users',
      'private.changes',
      'private.staged_batch_rows',
      'storage.objects',
    ]),
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.sql<{ line: string }>(
      `select line from (select to_jsonb(t)::text as line from ${name} as t) as all_rows
       where lower(line) like any (array(select '%' || lower(word) || '%' from unnest($1::text[]) as word))`,
      [words],
    );
    found.push(...rows.map(({ line }) => `${name}: ${line}`));
  }
  return found;
}

/** Creates a partner with a history, staged batches with its values, and two logos. */
async function aPartner(): Promise<string> {
  const [row] = await db.as<{ id: string }>(
    'colaborador',
    `insert into public.parceiros (name, email, phone, address, cep, logradouro, cidade, instagram, logo_url, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'Ativo') returning id`,
    [...Object.values(DATA), OLD_LOGO],
  );
  const id = row?.id ?? '';
  await insertStorageObjects(db, LOGO);
  await db.sql(
    `insert into storage.objects (bucket_id, name) values ('lixeira', 'logos/parceiros/antiga-quiteria.png')`,
  );
  await db.as(
    'colaborador',
    'update public.parceiros set logo_url = $2, phone = $3 where id = $1',
    [id, LOGO, '(83) 98765-0202'],
  );
  await db.as('administrador', `update public.parceiros set status = 'Inativo' where id = $1`, [
    id,
  ]);
  await db.sql(
    `with import as (
       insert into private.staged_batches (id, owner, kind, area, source, total)
       values (gen_random_uuid(), $1, 'import', 'parceiros', '{"file_name": "p.csv"}', 1) returning id
     )
     insert into private.staged_batch_rows (batch_id, place, key, cells, outcome)
     select id, 2, $2, jsonb_build_object('name', 'Quitéria', 'email', $2::text), 'change' from import`,
    [ANA_ID, DATA.email],
  );
  await db.sql(
    `with change as (
       insert into private.staged_batches (id, owner, kind, area, source, total)
       values (gen_random_uuid(), $1, 'change', 'parceiros', '{}', 1) returning id
     )
     insert into private.staged_batch_rows (batch_id, place, record_id, title, detail, version, before, after, outcome)
     select id, 1, $2, $3, $4, 1, jsonb_build_object('name', $3::text), '{}', 'change' from change`,
    [ANA_ID, id, DATA.name, DATA.email],
  );
  return id;
}

it('anonymising does not change texts of other records, counts those with the values, and counts them again in a retry', async () => {
  const [other = { id: '' }] = await db.sql<{ id: string }>(
    `insert into public.parceiros (name, email, phone, address)
    values ('Fulgêncio Prado', 'prado@particular.exemplo', '1', 'nº 1') returning id`,
  );
  await db.sql(
    `insert into public.banners (titulo, descricao) values ('A', 'COM FULGÊNCIO PRADO')`,
  );
  await db.sql(`insert into public.categories (name) values ('prado@particular.exemplo'), ('Sem')`);
  await db.sql(
    `insert into public.parceiros (name, email, phone, address)
    values ('Irmã', 'irma@particular.exemplo', '2', 'Com Fulgêncio Prado, nº 1')`,
  );
  const counts = { not_reached: { banners: 1, categories: 1, parceiros: 1 } };
  expect(await anonymise('parceiros', other.id)).toMatchObject(counts);
  expect(await anonymise('parceiros', other.id)).toMatchObject({ status: 'anonymised', ...counts });
  expect(await db.sql('select descricao from public.banners')).toEqual([
    { descricao: 'COM FULGÊNCIO PRADO' },
  ]);
});

it('anonymising counts whole words, not their parts', async () => {
  const [other = { id: '' }] = await db.sql<{ id: string }>(
    `insert into public.parceiros (name, email, phone, address)
    values ('Bel', 'bel@particular.exemplo', '1', 'nº 1') returning id`,
  );
  await db.sql(`insert into public.categories (name) values ('Sabonete Belém'), ('Da Bel')`);
  expect(await anonymise('parceiros', other.id)).toMatchObject({ not_reached: { categories: 1 } });
});

it('anonymising counts texts with a name that has quotation marks or a backslash', async () => {
  const name = String.raw`Casa "Da Ilha" \ Filial`;
  const [other = { id: '' }] = await db.sql<{ id: string }>(
    `insert into public.parceiros (name, email, phone, address)
    values ($1, 'ilha@particular.exemplo', '1', 'nº 1') returning id`,
    [name],
  );
  await db.sql(`insert into public.categories (name) values ('Da ' || $1), ('Casa Da Ilha')`, [
    name,
  ]);
  expect(await anonymise('parceiros', other.id)).toMatchObject({ not_reached: { categories: 1 } });
});

it('the export says whether the history, or the actions of a user, are longer than its 5,000 entries', async () => {
  const [person = { id: '' }] = await db.sql<{ id: string }>(
    `insert into public.parceiros (name, email, phone, address)
    values ('Longa História', 'longa@particular.exemplo', '1', 'nº 1') returning id`,
  );
  type Data = { history: unknown[]; batches: unknown[]; has_more: Record<string, boolean> };
  const read = (area: string, id: string) => call<Data>('administrador', 'personal_data', area, id);
  expect((await read('parceiros', person.id)).has_more).toEqual({ history: false, batches: false });
  await db.sql(
    `insert into private.changes (batch, table_name, row_id, area, record_id, kind)
    select latest.batch, 'parceiros', $1, 'parceiros', $1, 'export'
    from (select max(batch) as batch from private.changes) as latest, generate_series(1, 5000)`,
    [person.id],
  );
  const long = await read('parceiros', person.id);
  expect([long.history.length, long.has_more]).toEqual([5000, { history: true, batches: false }]);
  await db.sql(
    `insert into private.batches (actor, actor_name, area, record_id, kind)
    select $1::uuid, 'Bruno Lima', 'profiles', $1::text, 'sign_in' from generate_series(1, 5001)`,
    [BRUNO_ID],
  );
  const busy = await read('profiles', BRUNO_ID);
  expect([busy.batches.length, busy.has_more]).toEqual([5000, { history: false, batches: true }]);
});

it('many exports of one titular within an hour add 20 entries to the activity and the history', async () => {
  const [person = { id: '' }] = await db.sql<{ id: string }>(
    `insert into public.parceiros (name, email, phone, address)
    values ('Muitas Vezes', 'vezes@particular.exemplo', '1', 'nº 1') returning id`,
  );
  const lines = async () => {
    const [result] = await db.sql(
      `select
        (select count(*)::int from private.batches where record_id = $1 and kind = 'export') as batches,
        (select count(*)::int from private.changes where record_id = $1 and kind = 'export') as changes`,
      [person.id],
    );
    return result;
  };
  for (let time = 0; time < 25; time += 1)
    await call('administrador', 'personal_data', 'parceiros', person.id);
  expect(await lines()).toEqual({ batches: 20, changes: 20 });
  await db.sql('alter table private.batches disable trigger refuse_rewriting');
  await db.sql(`update private.batches set at = at - interval '61 minutes' where record_id = $1`, [
    person.id,
  ]);
  await db.sql('alter table private.batches enable trigger refuse_rewriting');
  await call('administrador', 'personal_data', 'parceiros', person.id);
  expect(await lines()).toEqual({ batches: 21, changes: 21 });
});

it('the export of a distribuidor names all plans of the history', async () => {
  const [made = { id: '' }] = await db.sql<{ id: string }>(
    `insert into public.distribuidores (name, email, phone, address, plan_id)
    select 'De Planos', 'planos@particular.exemplo', '1', 'nº 1', id from public.plans where name = 'Pro' returning id`,
  );
  await db.sql(
    `update public.distribuidores
    set plan_id = (select id from public.plans where name <> 'Pro' order by name limit 1) where id = $1`,
    [made.id],
  );
  const { names } = await call<{ names: object }>(
    'administrador',
    'personal_data',
    'distribuidores',
    made.id,
  );
  const plans = await db.sql<{ id: string; name: string }>(
    `select id, name from public.plans where name = 'Pro'
    union (select id, name from public.plans where name <> 'Pro' order by name limit 1)`,
  );
  expect(names).toEqual(Object.fromEntries(plans.map((plan) => [plan.id, plan.name])));
});

describe('anonymising a partner', () => {
  let id: string;
  beforeEach(async () => {
    await db.sql('delete from private.staged_batches');
    await db.sql(`select set_config('storage.allow_delete_query', 'true', false)`);
    await db.sql('delete from storage.objects');
    id = await aPartner();
  });

  it('leaves no personal value in any table, history and imports included; impersonal columns stay', async () => {
    expect((await traces()).length).toBeGreaterThan(5);
    const { status, files } = await anonymise('parceiros', id);
    expect(status).toBe('anonymised');
    expect(files).toEqual([
      { bucket: 'lixeira', path: 'logos/parceiros/antiga-quiteria.png' },
      { bucket: 'logos', path: 'parceiros/quiteria.png' },
      { bucket: 'logos', path: 'parceiros/quiteria.small.webp' },
    ]);
    // Delete all files. The panel would delete the files that `anonymise` lists, through the storage protocol.
    await db.sql('delete from storage.objects');
    expect(await traces()).toEqual([]);
    expect(
      await db.sql('select name, status, logo_url from public.parceiros where id = $1', [id]),
    ).toEqual([{ name: 'Titular anonimizado', status: 'Inativo', logo_url: null }]);
  });

  it('finds the history and the imports also by an id in another spelling, before and after', async () => {
    const spelled = `{${id.toUpperCase()}}`;
    const { history } = await call<{ history: unknown[] }>(
      'administrador',
      'personal_data',
      'parceiros',
      spelled,
    );
    expect(history).toHaveLength(4); // the creation, two changes, and this export
    await anonymise('parceiros', spelled);
    await db.sql('delete from storage.objects');
    expect(await traces()).toEqual([]);
  });

  it('deletes the saved views of other users that name or search for the titular, and no other', async () => {
    await db.sql('delete from public.list_views');
    await db.sql(
      `insert into public.list_views (owner, area, name, address) values
        ($1, 'parceiros', 'Da Quitéria', ''),
        ($2, 'products', 'Da reunião', '?busca=Quit%C3%A9ria+Vasconcelos'),
        ($2, 'products', 'De todos', '?status=ativo')`,
      [ANA_ID, BRUNO_ID],
    );
    await db.sql(`update public.list_views set name = $1 where area = 'parceiros'`, [DATA.name]);
    expect(await anonymise('parceiros', id)).toMatchObject({ views: 2, not_reached: {} });
    expect(await db.sql('select name from public.list_views')).toEqual([{ name: 'De todos' }]);
  });

  it('keeps the views that only contain a short name within a word', async () => {
    await db.sql('delete from public.list_views');
    await db.sql(
      `update public.parceiros set name = 'Sol', email = 'sol@particular.exemplo' where id = $1`,
      [id],
    );
    await db.sql(
      `insert into public.list_views (owner, area, name, address) values
        ($1, 'parceiros', 'Consolidado', '?busca=Solano'),
        ($1, 'parceiros', 'Da Sól', ''),
        ($1, 'parceiros', 'Buscados', '?busca=sol&status=ativo'),
        ($1, 'parceiros', 'Por e-mail', '?busca=sol%40particular.exemplo')`,
      [BRUNO_ID],
    );
    expect(await anonymise('parceiros', id)).toMatchObject({ views: 3 });
    expect(await db.sql('select name from public.list_views')).toEqual([{ name: 'Consolidado' }]);
  });

  it('keeps the views of all users if a name has only accents', async () => {
    await db.sql(
      `insert into public.list_views (owner, area, name) values ($1, 'parceiros', 'Todos')`,
      [BRUNO_ID],
    );
    await db.sql(`update public.parceiros set name = E'\\u0301\\u0301\\u0301' where id = $1`, [id]);
    await anonymise('parceiros', id);
    expect(await db.sql(`select from public.list_views where name = 'Todos'`)).toHaveLength(1);
  });

  it('is recorded in the history and the activity, and cannot be undone', async () => {
    await anonymise('parceiros', id);
    type Entries = { entries: { batch: number; kind: string; actor: string; undoable: boolean }[] };
    const { entries } = await call<Entries>('administrador', 'record_history', 'parceiros', id);
    expect(entries.map(({ kind, actor, undoable }) => [kind, actor, undoable])).toEqual([
      ['anonymise', 'Ana Souza', false],
      ['update', 'Ana Souza', true],
      ['update', 'Bruno Lima', true],
      ['insert', 'Bruno Lima', true],
    ]);
    for (const { batch } of entries.slice(0, 3)) {
      await db.as('administrador', 'select public.undo_batch($1)', [batch]);
      await db.as('administrador', 'select public.restore_record($1, $2, $3)', [
        'parceiros',
        id,
        batch,
      ]);
    }
    await db.sql('delete from storage.objects');
    expect(await traces()).toEqual([]);
    const [activity] = await db.as<{ result: Entries }>(
      'administrador',
      `select public.activity('{"kind": "anonymise"}') as result`,
    );
    expect(activity?.result.entries[0]?.actor).toBe('Ana Souza');
  });

  it('leaves nothing to undo in a change without any other value, also when the record was deleted since', async () => {
    await db.as('colaborador', `update public.parceiros set name = 'Outra' where id = $1`, [id]);
    const [change] = await db.sql<{ batch: string }>(
      'select max(batch) as batch from private.changes where record_id = $1',
      [id],
    );
    const undo = () =>
      db.as('administrador', `select public.undo_batch($1) ->> 'status' as status`, [
        change?.batch,
      ]);
    await anonymise('parceiros', id);
    expect(await undo()).toEqual([{ status: 'nothing' }]);
    await db.as('colaborador', 'delete from public.parceiros where id = $1', [id]);
    expect(await undo()).toEqual([{ status: 'nothing' }]);
  });

  it('waits for a restoration from the trash, and includes the restored record', async () => {
    await db.as('colaborador', 'delete from public.parceiros where id = $1', [id]);
    const [deletion] = await db.sql<{ batch: number }>(
      `select batch::int from private.changes where record_id = $1 and kind = 'delete'`,
      [id],
    );
    const [restorer, anonymiser] = [await db.connect(), await db.connect()];
    await beginTransactionAs(restorer, 'colaborador');
    await restorer.query('select public.restore_trashed($1, array[$2])', [deletion?.batch, id]);
    await beginTransactionAs(anonymiser, 'administrador');
    const anonymised = anonymiser.query(`select public.anonymise('parceiros', $1)`, [id]);
    await db.waitForLock();
    await restorer.query('commit');
    await anonymised;
    await anonymiser.query('commit');
    await db.sql('delete from storage.objects');
    expect(await traces()).toEqual([]);
    expect(await db.sql('select name from public.parceiros where id = $1', [id])).toEqual([
      { name: 'Titular anonimizado' },
    ]);
  });

  it('is done again if the record has personal data, although the last change anonymised it', async () => {
    await db.as('colaborador', 'delete from public.parceiros where id = $1', [id]);
    await anonymise('parceiros', id);
    await db.sql('set session_replication_role = replica');
    await db.sql(
      'insert into public.parceiros (id, name, email, phone, address) values ($1, $2, $3, $4, $5)',
      [id, DATA.name, DATA.email, DATA.phone, DATA.address],
    );
    await db.sql('reset session_replication_role');
    await anonymise('parceiros', id);
    await db.sql('delete from storage.objects');
    expect(await traces()).toEqual([]);
  });

  it('includes records in the trash, and removes them from it', async () => {
    await db.as('colaborador', 'delete from public.parceiros where id = $1', [id]);
    await anonymise('parceiros', id);
    await db.sql('delete from storage.objects');
    expect(await traces()).toEqual([]);
    const [trash] = await db.as<{ rows: { record_id: string }[] }>(
      'administrador',
      `select public.trash('parceiros') as rows`,
    );
    expect(trash?.rows.map(({ record_id }) => record_id)).not.toContain(id);
    const [deletion] = await db.sql<{ batch: number }>(
      `select batch from private.changes where record_id = $1 and kind = 'delete'`,
      [id],
    );
    await expect(
      db.as('administrador', 'select public.undo_batch($1)', [deletion?.batch]),
    ).rejects.toThrow();
    expect(await db.sql('select from public.parceiros where id = $1', [id])).toEqual([]);
  });

  it('lists the same files when repeated after a lost response and an export, until they are deleted', async () => {
    const first = await anonymise('parceiros', id);
    expect((await anonymise('parceiros', id)).files).toEqual(first.files);
    await call('administrador', 'personal_data', 'parceiros', id);
    expect(await anonymise('parceiros', id)).toEqual({ ...first, views: 0 });
    await db.sql('delete from storage.objects');
    expect(await anonymise('parceiros', id)).toMatchObject({ status: 'anonymised', files: [] });
  });

  it('does not change other records', async () => {
    const before = await db.sql(`select * from public.profiles order by id`);
    const [other] = await db.sql<{ id: string }>(
      `insert into public.parceiros (name, email, phone, address) values ('Outra', 'outra@exemplo.com', '1', 'nº 1') returning id`,
    );
    await anonymise('parceiros', id);
    expect(await db.sql('select name from public.parceiros where id = $1', [other?.id])).toEqual([
      { name: 'Outra' },
    ]);
    expect(
      await db.sql(`select after ->> 'name' as name from private.changes where record_id = $1`, [
        other?.id,
      ]),
    ).toEqual([{ name: 'Outra' }]);
    expect(await db.sql(`select * from public.profiles order by id`)).toEqual(before);
  });

  it('is for an Administrador only, and only for areas of people', async () => {
    for (const person of [
      'anon',
      'loginWithoutProfile',
      'signedOutAdministrador',
      'colaborador',
    ] as TestCaller[]) {
      for (const name of ['anonymise', 'personal_data']) {
        const { code } = await db.attempt(person, `select public.${name}('parceiros', $1)`, [id]);
        expect(code, `${person} ${name}`).toBe(INSUFFICIENT_PRIVILEGE);
      }
    }
    expect(
      await db.attempt('administrador', `select public.anonymise('products', $1)`, [id]),
    ).toMatchObject({
      code: '22023',
    });
    const unknown = '00000000-0000-4000-8000-0000000000ee';
    expect(await anonymise('parceiros', unknown)).toEqual({ status: 'missing' });
  });
});

describe('anonymising a user', () => {
  const id = '00000000-0000-4000-8000-0000000000dd';

  beforeAll(async () => {
    await db.drop();
    db = await openTestDatabase();
    await db.sql(
      `insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
      values ($1, $2, 'x', jsonb_build_object('name', $3::text))`,
      [id, DATA.email, DATA.name],
    );
    await db.sql(
      `insert into auth.identities (id, provider_id, user_id, identity_data, provider)
      values (gen_random_uuid(), $1::uuid::text, $1::uuid, jsonb_build_object('email', $2::text), 'email')`,
      [id, DATA.email],
    );
    await db.sql(
      `insert into public.profiles (id, name, email, phone, role) values ($1, $2, $3, $4, 'Administrador')`,
      [id, DATA.name, DATA.email, DATA.phone],
    );
    await db.sql(
      `insert into auth.sessions (id, user_id, created_at, user_agent) values (gen_random_uuid(), $1, now(), 'Quiteria/1')`,
      [id],
    );
    await db.sql(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
      values (gen_random_uuid(), $1, 'recovery_token', 'h', $2)`,
      [id, DATA.email],
    );
    await db.sql(
      `insert into auth.audit_log_entries (id, payload, created_at)
      values (gen_random_uuid(), json_build_object('action', 'login', 'actor_id', $1::text, 'actor_username', $2::text), now())`,
      [id, DATA.email],
    );
    await db.sql(`select private.note_failed_sign_in($1, 'failed')`, [DATA.email]);
    await db.sql(`insert into public.list_views (owner, area, name) values ($1, 'products', $2)`, [
      id,
      `Visualização de ${DATA.name}`,
    ]);
    await db.sql(`insert into public.list_settings (owner, area) values ($1, 'products')`, [id]);
    await db.sql(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values (gen_random_uuid(), $1, 'Celular de Quitéria', 'totp', 'verified', '2026-05-04', '2026-05-04', 'JBSWY3DPEHPK3PXP'),
         (gen_random_uuid(), $1, 'Sem código', 'totp', 'unverified', now(), now(), 'JBSWY3DPEHPK3PXQ')`,
      [id],
    );
    // Insert a batch in which Ana ended a session of this user. The batch does not change a record.
    await db.sql(`select private.note_event($1, 'sessions', 'profiles', $2, $3, 1)`, [
      ANA_ID,
      id,
      DATA.name,
    ]);
  });

  it('first exports the stored record, login, sessions, history and sign-ins, and records the export', async () => {
    const data = await call<Record<string, never>>(
      'administrador',
      'personal_data',
      'profiles',
      id,
    );
    expect(data).toMatchObject({
      status: 'found',
      record: { name: DATA.name, email: DATA.email, phone: DATA.phone },
      login: {
        email: DATA.email,
        sessions: [{ with: 'Quiteria/1' }],
        factors: [{ name: 'Celular de Quitéria', since: expect.stringMatching(/^2026-05-04T/) }],
      },
      views: [{ area: 'products', name: `Visualização de ${DATA.name}` }],
      batches: [{ kind: 'failed' }, { kind: 'sign_in' }],
      history: [
        { kind: 'export', actor: 'Ana Souza' },
        { kind: 'insert', after: { name: DATA.name } },
      ],
    });
    expect(JSON.stringify(data)).not.toContain('JBSWY3DPEHPK3PX');
    const [row] = await db.sql<{ kind: string; title: string }>(
      'select kind, title from private.batches order by id desc limit 1',
    );
    expect(row).toEqual({ kind: 'export', title: DATA.name });
  });

  it('disables the login and leaves no personal value; the profile stays, without rights', async () => {
    expect((await traces()).length).toBeGreaterThan(5);
    await anonymise('profiles', id);
    expect(await traces()).toEqual([]);
    expect(await db.sql('select from auth.mfa_factors')).toEqual([]);
    expect(await db.sql('select name, role from public.profiles where id = $1', [id])).toEqual([
      { name: 'Titular anonimizado', role: 'Colaborador' },
    ]);
    expect(
      await db.sql(
        `select encrypted_password, banned_until > now() as banned from auth.users where id = $1`,
        [id],
      ),
    ).toEqual([{ encrypted_password: '', banned: true }]);
  });

  it('leaves no role that an undo, a version or a direct change could return', async () => {
    const user = randomUUID();
    await db.sql('insert into auth.users (id, email) values ($1, $2)', [user, 'x@exemplo.com']);
    await db.sql(
      `insert into public.profiles (id, name, email, role) values ($1, 'X', 'x@exemplo.com', 'Administrador')`,
      [user],
    );
    const [demoted] = await db.as<{ version: number }>(
      'administrador',
      `update public.profiles set role = 'Colaborador' where id = $1 returning version`,
      [user],
    );
    const [{ batch }] = (await db.as<{ batch: number }>(
      'administrador',
      `select public.batch_of('profiles', $1, $2) as batch`,
      [user, demoted?.version],
    )) as [{ batch: number }];
    await anonymise('profiles', user);
    await db.as('administrador', 'select public.undo_batch($1)', [batch]);
    await db.as('administrador', `select public.restore_record('profiles', $1, $2, 'role')`, [
      user,
      batch,
    ]);
    await expect(
      db.as('administrador', `update public.profiles set role = 'Administrador' where id = $1`, [
        user,
      ]),
    ).rejects.toMatchObject({ hint: 'anonymised' });
    const [row] = await db.sql('select role from public.profiles where id = $1', [user]);
    expect(row).toEqual({ role: 'Colaborador' });
  });

  it("is refused for the caller's own profile, and accepted for a colleague's profile", async () => {
    expect(
      (await db.attempt('administrador', `select public.anonymise('profiles', $1)`, [ANA_ID])).code,
    ).toBe('P0001');
    expect(
      (await db.attempt('administrador', `select public.anonymise('profiles', $1)`, [BRUNO_ID]))
        .code,
    ).toBe('00000');
  });
});

it('anonymising names the areas that it could not read in three seconds, and anonymises all the same', async () => {
  const [slow = { id: '' }] = await db.sql<{ id: string }>(
    `insert into public.parceiros (name, email, phone, address)
    values ('Vagarosa', 'vagarosa@particular.exemplo', '1', 'nº 1') returning id`,
  );
  const [stored = { sql: '' }] = await db.sql<{ sql: string }>(
    `select pg_get_functiondef('private.word_patterns(text[])'::regprocedure) as sql`,
  );
  await db.sql(`create or replace function private.word_patterns("values" text[]) returns text[]
    language sql as $$ select pg_sleep(3.1); select array['x'] $$`);
  const areas = await db.sql<{ name: string }>('select name from private.areas');
  const done = await anonymise('parceiros', slow.id);
  await db.sql(stored.sql);
  expect(done).toMatchObject({ status: 'anonymised' });
  const unread = Object.entries(done).flatMap(([name, value]) =>
    name === 'not_reached' ? Object.values(value) : [],
  );
  expect(unread).toEqual(areas.slice(1).map(() => null));
});
