import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, makeProductRow, toPictureFiles } from './records.ts';

type TrashedRecord = { batch: number; area: string; record_id: string; title: string };

const PICTURE = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/a.png';

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openTestDatabase();
  category = await insertCategory(db);
});
beforeEach(() => db.sql('truncate public.products, public.banners cascade'));
afterAll(() => db.drop());

async function trash(person: TestCaller = 'administrador') {
  const [row] = await db.as<{ gone: TrashedRecord[] }>(person, 'select public.trash() as gone');
  return row?.gone ?? [];
}

async function deleteNewProduct(sku: string) {
  const product = JSON.stringify(makeProductRow({ sku, name: sku, category_id: category }));
  const images = JSON.stringify([{ url: PICTURE, is_main: true }]);
  const [row] = await db.as<{ id: string }>(
    'colaborador',
    `select public.save_product($1, $2) -> 'product' ->> 'id' as id`,
    [product, images],
  );
  await db.as('colaborador', 'select public.delete_product($1)', [row?.id]);
  return row?.id ?? '';
}

describe('the trash', () => {
  it('lists deleted records, newest first, until they are restored', async () => {
    const [first, second] = [await deleteNewProduct('LIXO-1'), await deleteNewProduct('LIXO-2')];
    const found = (await trash('colaborador')).slice(0, 2);
    expect(found).toMatchObject([
      { area: 'products', record_id: second, title: 'LIXO-2' },
      { area: 'products', record_id: first, title: 'LIXO-1' },
    ]);
    await db.as('colaborador', 'select public.undo_batch($1)', [found[0]?.batch]);
    expect((await trash()).map(({ title }) => title)).not.toContain('LIXO-2');
    await db.as('colaborador', 'select public.delete_product($1)', [second]);
    expect((await trash())[0]?.title).toBe('LIXO-2');
  });

  it('shows a Colaborador only records that a Colaborador may delete, and an anonymous client nothing', async () => {
    await db.as('administrador', `insert into public.banners (titulo) values ('Verão')`);
    await db.as('administrador', 'delete from public.banners');
    expect((await trash())[0]).toMatchObject({ area: 'banners', title: 'Verão' });
    expect((await trash('colaborador')).map(({ area }) => area)).not.toContain('banners');
    for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect((await db.attempt(person, 'select public.trash()')).code).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('restores a single record of several deleted together', async () => {
    await db.sql(`insert into public.banners (titulo) values ('Um'), ('Dois')`);
    await db.as('administrador', 'delete from public.banners');
    const [gone] = (await trash()).filter(({ title }) => title === 'Um');
    await db.as('administrador', `select public.undo_batch($1, '{}', $2)`, [
      gone?.batch,
      gone?.record_id,
    ]);
    expect(await db.sql('select titulo from public.banners')).toEqual([{ titulo: 'Um' }]);
    expect((await trash())[0]?.title).toBe('Dois');
  });

  it('is not hidden by a sign-in that precedes the deletion', async () => {
    await db.sql(`insert into private.batches (at, actor, area, record_id, kind)
      values (now() - interval '29 days', null, 'profiles', '', 'sign_in')`);
    await db.sql(`insert into public.banners (titulo) values ('Depois da entrada')`);
    await db.as('administrador', `delete from public.banners where titulo = 'Depois da entrada'`);
    expect((await trash()).map(({ title }) => title)).toContain('Depois da entrada');
  });

  it('restores no discarded record, and lists no file that another deleted record has', async () => {
    const id = await deleteNewProduct('LIXO-3');
    await db.sql(`insert into storage.objects (bucket_id, name) values
      ('lixeira', 'product-images/main/a.png'), ('lixeira', 'product-images/main/a.small.webp')`);
    const [gone] = await trash();
    const discard = 'select public.discard_records($1, array[$2::text]) as result';
    const [row] = await db.as<{ result: unknown }>('colaborador', discard, [gone?.batch, id]);
    // No file is listed: other deleted products had the same picture.
    expect(row?.result).toEqual({ status: 'discarded', discarded: 1, trashed_files: [] });
    expect((await trash()).map(({ title }) => title)).not.toContain('LIXO-3');
    const again = await db.attempt<{ result: unknown }>('colaborador', discard, [gone?.batch, id]);
    expect(again.rows).toEqual([
      { result: { status: 'missing', discarded: 1, trashed_files: [] } },
    ]);
    await expect(
      db.as('administrador', 'select public.undo_batch($1)', [gone?.batch]),
    ).rejects.toThrow('Este registro foi apagado de vez.');
  });

  it('lists no file of a discarded banner that the history of its original restores', async () => {
    const [first, second] = ['shared', 'other'].map((name) =>
      PICTURE.replace('a.png', `${name}.png`),
    );
    const insert = 'insert into public.banners (titulo, imagem_url) values ($1, $2) returning id';
    const [banner] = await db.as<{ id: string }>('administrador', insert, ['Verão', first]);
    await db.as('administrador', 'select public.duplicate_banner($1)', [banner?.id]);
    const save = 'update public.banners set imagem_url = $1 where id = $2';
    await db.as('administrador', save, [second, banner?.id]);
    await db.as('administrador', 'delete from public.banners where id <> $1', [banner?.id]);
    await db.sql(`insert into storage.objects (bucket_id, name)
      values ('lixeira', 'product-images/main/shared.png')`);
    const [gone] = await trash();
    const discard = 'select public.discard_records($1, array[$2::text]) as result';
    const [row] = await db.as('administrador', discard, [gone?.batch, gone?.record_id]);
    expect(row?.['result']).toEqual({ status: 'discarded', discarded: 1, trashed_files: [] });
  });

  it('lists the pictures of discarded records as unused if no other record has them', async () => {
    const url = PICTURE.replace('main/a.png', 'main/only.png');
    await db.as(
      'administrador',
      'insert into public.banners (titulo, imagem_url) values ($1, $2)',
      ['Só', url],
    );
    await db.as('administrador', 'delete from public.banners');
    await db.sql(`insert into storage.objects (bucket_id, name)
      values ('lixeira', 'product-images/main/only.png')`);
    const [gone] = await trash();
    const [row] = await db.as<{ result: { trashed_files: string[] } }>(
      'administrador',
      'select public.discard_records($1, array[$2::text]) as result',
      [gone?.batch, gone?.record_id],
    );
    expect(row?.result.trashed_files).toEqual(['product-images/main/only.png']);
  });
});

describe('many records of the trash', () => {
  type Group = {
    batch: number;
    may_discard: boolean;
    actor: string;
    records: { count: number; area: string; mixed: boolean };
    rows: TrashedRecord[];
  };

  /** Creates products and deletes them in one batch. @returns the batch and the ids */
  async function deleteTogether(person: TestCaller, name: string, many = 5) {
    await db.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
       select $1 || ' ' || n, 's', 'm', 'd', $1 || '-' || n, $2, 10 from generate_series(1, $3::integer) as n`,
      [name, category, many],
    );
    await db.as(person, `delete from public.products where name like $1 || ' %'`, [name]);
    const [group] = await groups('administrador', name);
    const rows = await db.as<{ rows: TrashedRecord[] }>(
      person,
      'select public.trash(batch => $1, size => 1000) as rows',
      [group?.batch],
    );
    return { batch: group?.batch ?? 0, ids: rows[0]!.rows.map(({ record_id }) => record_id) };
  }

  async function groups(person: TestCaller, search = '') {
    const [row] = await db.as<{ found: Group[] }>(
      person,
      'select public.trash_groups(search => $1, size => 100) as found',
      [search],
    );
    return row!.found;
  }

  const names = (name: string) =>
    db.sql<{ name: string }>(
      `select name from public.products where name like $1 || ' %' order by name`,
      [name],
    );
  const restore = (person: TestCaller, batch: number, ids: string[], continued?: number | null) =>
    db.as<{ result: { status: string; batch: number | null; left: number } }>(
      person,
      'select public.restore_trashed($1, $2, $3) as result',
      [batch, ids, continued ?? null],
    );
  const discard = 'select public.discard_records($1, $2) as result';

  it('are grouped by the batch that deleted them, with the first three of each', async () => {
    await deleteTogether('administrador', 'Grupo A', 12);
    await deleteTogether('colaborador', 'Grupo B', 2);
    const found = (await groups('administrador')).slice(0, 2);
    expect(found).toMatchObject([
      {
        actor: 'Bruno Lima',
        may_discard: true,
        records: { count: 2, area: 'products', mixed: false },
      },
      { actor: 'Ana Souza', may_discard: true, records: { count: 12, area: 'products' } },
    ]);
    expect(found.map(({ rows }) => rows.length)).toEqual([2, 3]);
    expect((await groups('colaborador')).slice(0, 2)).toMatchObject([
      { may_discard: true },
      { may_discard: false },
    ]);
    expect(await groups('administrador', 'grupo b 2')).toMatchObject([
      { records: { count: 1 }, rows: [{ title: 'Grupo B 2', detail: 'Grupo B-2' }] },
    ]);
    expect(await groups('administrador', '100%_')).toEqual([]);
    const [older] = await db.as<{ found: Group[] }>(
      'administrador',
      'select public.trash_groups(before => $1, size => 1) as found',
      [found[0]!.batch],
    );
    expect(older!.found).toMatchObject([{ batch: found[1]!.batch }]);
  });

  it('are restored in steps that are one batch, and a repeated step restores nothing twice', async () => {
    const { batch, ids } = await deleteTogether('administrador', 'Volta');
    const [first] = await restore('colaborador', batch, ids.slice(0, 3));
    expect(first!.result).toMatchObject({ status: 'undone', left: 0 });
    expect(await names('Volta')).toHaveLength(3);
    const [again] = await restore('colaborador', batch, ids.slice(0, 3));
    expect(again!.result).toMatchObject({ status: 'undone', left: 0, batch: first!.result.batch });
    const [rest] = await restore('colaborador', batch, ids, again!.result.batch);
    expect(rest!.result).toMatchObject({ left: 0, batch: first!.result.batch });
    expect(await names('Volta')).toHaveLength(5);
    expect((await groups('administrador')).map((group) => group.batch)).not.toContain(batch);
    // One undo moves all restored records back to the trash.
    await db.as('colaborador', 'select public.undo_batch($1)', [first!.result.batch]);
    expect(await names('Volta')).toHaveLength(0);
  });

  it('are moved back to the trash without those that the same user restored before', async () => {
    const { batch, ids } = await deleteTogether('administrador', 'Antes');
    await restore('colaborador', batch, ids.slice(0, 1));
    const before = await names('Antes');
    const [rest] = await restore('colaborador', batch, ids.slice(1));
    await db.as('colaborador', 'select public.undo_batch($1)', [rest!.result.batch]);
    expect(before).toHaveLength(1);
    expect(await names('Antes')).toEqual(before);
  });

  it('are not moved back to the trash by a user who repeats the restoration of another one', async () => {
    const { batch, ids } = await deleteTogether('administrador', 'Ambos');
    await restore('administrador', batch, ids.slice(0, 1));
    await restore('colaborador', batch, ids.slice(1));
    const [stale] = await restore('administrador', batch, ids.slice(1));
    expect(stale!.result).toMatchObject({ status: 'undone', batch: null, left: 0 });
  });

  it('are not restored into a batch of another user, or of another deletion', async () => {
    const { batch, ids } = await deleteTogether('administrador', 'Alheio');
    const other = await deleteTogether('administrador', 'Outro');
    const [ofAna] = await restore('administrador', batch, ids.slice(0, 1));
    const [ofOther] = await restore('colaborador', other.batch, other.ids);
    for (const [place, foreign] of [ofAna!, ofOther!].entries()) {
      const some = ids.slice(place + 1, place + 2);
      const [own] = await restore('colaborador', batch, some, foreign.result.batch);
      expect(own!.result.batch).toBeGreaterThan(ofOther!.result.batch ?? 0);
    }
  });

  it('are not restored if another product has the SKU now, and are counted', async () => {
    const { batch, ids } = await deleteTogether('administrador', 'Tomado', 3);
    await db.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
       values ('Outro dono', 's', 'm', 'd', 'tomado-2', $1, 1)`,
      [category],
    );
    const [row] = await restore('administrador', batch, ids);
    expect(row!.result).toMatchObject({ status: 'undone', left: 1, taken: 1 });
    expect(await names('Tomado')).toEqual([{ name: 'Tomado 1' }, { name: 'Tomado 3' }]);
  });

  it.each(['taken', 'discarded'])(
    'keep their batch if a response is lost, although one of them is %s',
    async (how) => {
      const { batch, ids } = await deleteTogether('administrador', `Parte ${how}`, 4);
      if (how === 'discarded') await db.as('administrador', discard, [batch, ids.slice(0, 1)]);
      else
        await db.sql(
          `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
          select 'Dono', 's', 'm', 'd', before ->> 'sku', $1, 1 from private.changes where batch = $2 and record_id = $3`,
          [category, batch, ids[0]],
        );
      const [first] = await restore('administrador', batch, ids.slice(0, 2));
      const [again] = await restore('administrador', batch, ids.slice(0, 2));
      expect(first!.result.batch).not.toBeNull();
      expect(again!.result).toMatchObject({ batch: first!.result.batch, left: 1 });
      const [rest] = await restore('administrador', batch, ids.slice(2), again!.result.batch);
      expect(rest!.result).toMatchObject({ batch: first!.result.batch, left: 0 });
    },
  );

  it('are counted as left if another user discarded them meanwhile', async () => {
    const { batch, ids } = await deleteTogether('administrador', 'Sumido', 3);
    await db.as('administrador', discard, [batch, ids.slice(0, 1)]);
    const [row] = await restore('colaborador', batch, ids);
    expect(row!.result).toMatchObject({ status: 'undone', left: 1 });
    expect(await names('Sumido')).toHaveLength(2);
  });

  it.each([
    ['smallest', 'together'],
    ['greatest', 'together'],
    ['smallest', 'one by one'],
    ['greatest', 'one by one'],
  ])(
    'leave nothing to undo if the one with the %s id is discarded and the others are restored %s',
    async (which, how) => {
      const { batch, ids } = await deleteTogether('administrador', `Resto ${which} ${how}`, 3);
      const sorted = ids.toSorted();
      const gone = which === 'smallest' ? sorted.slice(0, 1) : sorted.slice(-1);
      const others = sorted.filter((id) => !gone.includes(id));
      await db.as('administrador', discard, [batch, gone]);
      if (how === 'together') await restore('administrador', batch, others);
      else
        for (const id of others)
          await db.as('administrador', `select public.undo_batch($1, '{}', $2)`, [batch, id]);
      const root = 'select is_reverted from private.batches where id = $1';
      expect(await db.sql(root, [batch])).toEqual([{ is_reverted: true }]);
    },
  );

  it('can be discarded by the user who deleted them, or by an Administrador', async () => {
    const byAna = await deleteTogether('administrador', 'Dela', 4);
    const refused = await db.attempt('colaborador', discard, [byAna.batch, byAna.ids]);
    expect(refused).toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    expect((await groups('administrador', 'dela'))[0]?.records.count).toBe(4);
    const byBruno = await deleteTogether('colaborador', 'Dele', 4);
    for (const [person, ids] of [
      ['colaborador', byBruno.ids.slice(0, 2)],
      ['administrador', byBruno.ids],
    ] as const)
      expect(await db.as(person, discard, [byBruno.batch, ids])).toMatchObject([
        { result: { status: 'discarded' } },
      ]);
    expect(await groups('administrador', 'dele ')).toEqual([]);
    await expect(restore('administrador', byBruno.batch, byBruno.ids)).rejects.toThrow(
      'Este registro foi apagado de vez.',
    );
    for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect((await db.attempt(person, discard, [byBruno.batch, byBruno.ids])).code).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
  });

  it('are counted when they are discarded, without the restored ones; a repeated step counts the same', async () => {
    const { batch, ids } = await deleteTogether('administrador', 'Contado', 4);
    await restore('administrador', batch, ids.slice(0, 1));
    for (const status of ['discarded', 'missing'])
      expect(await db.as('administrador', discard, [batch, ids.slice(0, 3)])).toEqual([
        { result: { status, discarded: 2, trashed_files: [] } },
      ]);
    expect(await db.as('administrador', discard, [batch, ids])).toMatchObject([
      { result: { status: 'discarded', discarded: 3 } },
    ]);
    expect(await names('Contado')).toHaveLength(1);
  });

  it('list their files again to a client that lost the response', async () => {
    const { batch, ids } = await deleteTogether('administrador', 'Perdida', 1);
    await db.sql('alter table private.changes disable trigger user');
    await db.sql(
      `update private.changes set before = before || jsonb_build_object('image_url', $2::text)
       where batch = $1`,
      [batch, PICTURE.replace('main/a.png', 'main/perdida.png')],
    );
    await db.sql('alter table private.changes enable trigger user');
    await db.sql(
      `insert into storage.objects (bucket_id, name) values ('lixeira', 'product-images/main/perdida.png')`,
    );
    const files = ['product-images/main/perdida.png'];
    for (const status of ['discarded', 'missing'])
      expect(await db.as('administrador', discard, [batch, ids])).toEqual([
        { result: { status, discarded: 1, trashed_files: files } },
      ]);
  });

  it('are restored and discarded a thousand at a time, well below the limit of a request', async () => {
    const { batch, ids } = await deleteTogether('administrador', 'Milhar', 1000);
    const start = performance.now();
    await restore('administrador', batch, ids.slice(0, 500));
    const restored = performance.now();
    await db.as('administrador', discard, [batch, ids.slice(500)]);
    expect(restored - start).toBeLessThan(8000);
    expect(performance.now() - restored).toBeLessThan(8000);
    expect(await names('Milhar')).toHaveLength(500);
  }, 60_000);
});

describe('users and distribuidores of the trash', () => {
  const login = (id: string) =>
    db.sql(`insert into auth.users (id, email) values ($1, $2)`, [id, `${id}@exemplo.com`]);
  const restore = (batch: number, ids: string[]) =>
    db.as('administrador', 'select public.restore_trashed($1, $2)', [batch, ids]);

  /** Creates two users and deletes them with one statement. @returns their ids and the batch */
  async function deleteTwoUsers() {
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      await login(id);
      await db.as(
        'administrador',
        `insert into public.profiles (id, name, email) values ($1, 'Apagado', $2)`,
        [id, `${id}@exemplo.com`],
      );
    }
    await db.as('administrador', 'delete from public.profiles where id = any ($1)', [ids]);
    const [deleted] = await trash();
    return { ids: ids as [string, string], batch: deleted?.batch ?? 0 };
  }

  const stored = async (ids: string[]) =>
    (await db.sql('select id from public.profiles where id = any ($1)', [ids])).map(
      (row) => row['id'],
    );

  it('are restored without the users whose login was removed since', async () => {
    const { ids, batch } = await deleteTwoUsers();
    await db.sql('delete from auth.users where id = $1', [ids[0]]);
    await restore(batch, ids);
    expect(await stored(ids)).toEqual([ids[1]]);
    await expect(restore(batch, [ids[0]])).rejects.toMatchObject({
      message: 'O login de "Apagado" não existe mais. Cadastre o usuário de novo.',
    });
  });

  it('are restored with the e-mail that their login has now', async () => {
    const { ids, batch } = await deleteTwoUsers();
    await db.sql(`update auth.users set email = $2 where id = $1`, [
      ids[0],
      `novo-${ids[0]}@exemplo.com`,
    ]);
    await restore(batch, ids);
    const [row] = await db.sql('select email from public.profiles where id = $1', [ids[0]]);
    expect(row).toEqual({ email: `novo-${ids[0]}@exemplo.com` });
  });

  it('are restored without the distribuidores whose plan was removed since', async () => {
    const plans = await db.sql<{ id: string }>(
      `insert into public.plans (name, background_color, text_color)
      values ('Antigo', '#000000', '#ffffff'), ('Novo', '#000000', '#ffffff') returning id`,
    );
    const ids = (
      await db.as<{ id: string }>(
        'administrador',
        `insert into public.distribuidores (name, email, phone, address, plan_id)
        select 'D', plan || '@exemplo.com', '1', 'nº 1', plan from unnest($1::uuid[]) as plan returning id`,
        [plans.map(({ id }) => id)],
      )
    ).map(({ id }) => id);
    await db.as('administrador', 'delete from public.distribuidores where id = any ($1)', [ids]);
    const batch = (await trash())[0]?.batch ?? 0;
    await db.sql(`delete from public.plans where name = 'Antigo'`);
    await restore(batch, ids);
    expect(await db.sql('select id from public.distribuidores where id = any ($1)', [ids])).toEqual(
      [{ id: ids[1] }],
    );
    await expect(restore(batch, [ids[0]!])).rejects.toMatchObject({
      message: 'O plano de "D" não existe mais.',
    });
  });

  it('report a removed plan also when the change to another plan is undone', async () => {
    const [before, after] = await db.sql<{ id: string }>(
      `insert into public.plans (name, background_color, text_color)
      values ('Extinto', '#000000', '#ffffff'), ('Vigente', '#000000', '#ffffff') returning id`,
    );
    const [one] = await db.as<{ id: string }>(
      'administrador',
      `insert into public.distribuidores (name, email, phone, address, plan_id)
      values ('Mudou', 'mudou@exemplo.com', '1', 'nº 1', $1) returning id`,
      [before?.id],
    );
    const [changed] = await db.as<{ version: number }>(
      'administrador',
      'update public.distribuidores set plan_id = $1 where id = $2 returning version',
      [after?.id, one?.id],
    );
    const [found] = await db.as<{ batch: number }>(
      'administrador',
      `select public.batch_of('distribuidores', $1, $2) as batch`,
      [one?.id, changed?.version],
    );
    await db.sql('delete from public.plans where id = $1', [before?.id]);
    const refusal = { message: 'O plano de "Mudou" não existe mais.' };
    await expect(
      db.as('administrador', 'select public.undo_batch($1)', [found?.batch]),
    ).rejects.toMatchObject(refusal);
    await expect(
      db.as('administrador', `select public.restore_record('distribuidores', $1, $2, 'plan_id')`, [
        one?.id,
        found?.batch,
      ]),
    ).rejects.toMatchObject(refusal);
  });

  it('return to the plan of an earlier version, although a plan between them was removed', async () => {
    const [first, second, third] = await db.sql<{ id: string }>(
      `insert into public.plans (name, background_color, text_color)
      select name, '#000000', '#ffffff' from unnest(array['Mantido', 'Removido', 'Atual']) as name returning id`,
    );
    const [one] = await db.as<{ id: string }>(
      'administrador',
      `insert into public.distribuidores (name, email, phone, address, plan_id)
      values ('Voltou', 'voltou@exemplo.com', '1', 'nº 1', $1) returning id`,
      [first?.id],
    );
    for (const plan of [second, third])
      await db.as('administrador', 'update public.distribuidores set plan_id = $1 where id = $2', [
        plan?.id,
        one?.id,
      ]);
    await db.sql('delete from public.plans where id = $1', [second?.id]);
    const [created] = await db.as<{ batch: number }>(
      'administrador',
      `select public.batch_of('distribuidores', $1, 1) as batch`,
      [one?.id],
    );
    await db.as('administrador', `select public.restore_record('distribuidores', $1, $2)`, [
      one?.id,
      created?.batch,
    ]);
    const plan = 'select plan_id as id from public.distribuidores where id = $1';
    expect(await db.sql(plan, [one?.id])).toEqual([{ id: first?.id }]);
  });
});

describe('the bucket of the trash', () => {
  const name = 'product-images/main/m.png';
  const move = `update storage.objects set bucket_id = $1, name = $2 where name = $3 returning name`;
  const use = (url: string) =>
    db.sql(`insert into public.categories (name, image_url) values ('Com imagem', $1)`, [url]);

  it('accepts files that no record uses, and returns them only for a record', async () => {
    await db.sql(`insert into storage.objects (bucket_id, name)
      values ('product-images', 'main/m.png') on conflict do nothing`);
    const url = PICTURE.replace('main/a.png', 'main/m.png');
    await use(url);
    expect((await db.attempt('colaborador', move, ['lixeira', name, 'main/m.png'])).rows).toEqual(
      [],
    );
    await db.sql(`delete from public.categories where name = 'Com imagem'`);
    await db.as('colaborador', move, ['lixeira', name, 'main/m.png']);

    const back = ['product-images', 'main/m.png', name];
    expect((await db.attempt('colaborador', move, back)).code).toBe(INSUFFICIENT_PRIVILEGE);
    await use(url);
    expect(
      await db.as('colaborador', 'select * from private.restorable_files($1)', [[url]]),
    ).toEqual(toPictureFiles(url).slice(0, 1));
    expect((await db.attempt('colaborador', move, back)).rows).toHaveLength(1);
  });

  it('does not let a file be deleted that a record uses again, and lists it to be moved back', async () => {
    const [used, unused] = ['product-images/main/again.png', 'product-images/main/unused.png'];
    await db.sql(`alter table storage.objects disable trigger user`);
    await db.sql(
      `insert into storage.objects (bucket_id, name, updated_at)
       select 'lixeira', name, now() - interval '31 days' from unnest($1::text[]) as name`,
      [[used, unused]],
    );
    await db.sql(`alter table storage.objects enable trigger user`);
    await db.sql(`delete from public.categories where name = 'Com imagem'`);
    await use(PICTURE.replace('main/a.png', 'main/again.png'));
    for (const person of ['colaborador', 'administrador'] as const) {
      const { rows } = await db.attempt(
        person,
        'delete from storage.objects where name = any($1) returning name',
        [[used, unused]],
      );
      expect(rows, person).toEqual([{ name: unused }]);
    }
    const pageAfter = (after: string, size: number) =>
      db.as<{ page: { files: { path: string }[]; next: string | null } }>(
        'administrador',
        'select public.files_to_restore($1, $2) as page',
        [after, size],
      );
    expect((await pageAfter('', 1000))[0]?.page).toEqual({
      files: [{ bucket: 'product-images', path: 'main/again.png' }],
      next: null,
    });
    const found: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const [row] = await pageAfter(after, 1);
      found.push(...(row?.page.files ?? []).map(({ path }) => path));
      after = row?.page.next ?? null;
    }
    expect(found).toEqual(['main/again.png']);
    expect((await db.attempt('colaborador', 'select public.files_to_restore()')).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
    const expired = await db.as('administrador', 'select name from public.expired_files() as name');
    expect(expired).toEqual([{ name: unused }]);
    await db.sql(`set storage.allow_delete_query = 'true'`);
    await db.sql('delete from storage.objects where name = any($1)', [[used, unused]]);
  });

  it('hides from a Colaborador the files of banners', async () => {
    await db.sql(
      `insert into storage.objects (bucket_id, name) values ('lixeira', 'images/banners/x.png')`,
    );
    const read = `select name from storage.objects where name = 'images/banners/x.png'`;
    expect((await db.attempt('colaborador', read)).rows).toEqual([]);
    expect((await db.attempt('administrador', read)).rows).toHaveLength(1);
  });

  it('lists the files that have been in it for more than 30 days', async () => {
    await db.sql(`alter table storage.objects disable trigger user`);
    await db.sql(`insert into storage.objects (bucket_id, name, updated_at)
      values ('lixeira', 'logos/parceiros/velho.png', now() - interval '31 days')`);
    await db.sql(`alter table storage.objects enable trigger user`);
    const statement = 'select name from public.expired_files() as name';
    expect((await db.attempt('administrador', statement)).rows).toEqual([
      { name: 'logos/parceiros/velho.png' },
    ]);
    expect((await db.attempt('colaborador', statement)).code).toBe(INSUFFICIENT_PRIVILEGE);
  });
});

it('reads a page of a long trash from its newest end, whatever the number of deletions', async () => {
  const other = await openTestDatabase();
  // The proportions of a real history: few batches are deletions, and most batches are older than 30 days.
  await other.sql(`insert into private.batches (at, area, record_id, kind)
    select
      now() - (60000 - n) * interval '2 minutes', (array['products', 'categories', 'parceiros'])[1 + n % 3],
      gen_random_uuid()::text, case when n % 29 = 0 then 'delete' else 'update' end
    from generate_series(1, 60000) as n`);
  await other.sql(`insert into private.changes (batch, table_name, row_id, area, record_id, kind, before)
    select id, area, record_id, area, record_id, kind, '{"name": "Antiga"}' from private.batches
    where title is null order by id`);
  await other.sql('analyze private.batches, private.changes');
  const before = await changesRead(other);
  const [page] = await other.as<{ groups: unknown[] }>(
    'administrador',
    'select public.trash_groups() as groups',
  );
  expect(page?.groups).toHaveLength(20);
  const read = (await changesRead(other)) - before;
  await other.drop();
  // `trash_groups` runs three queries for each of the 20 groups: for its newest record, the number of its records, and
  // its first records. Each query also looks for later changes of these records.
  expect(read).toBeGreaterThan(20);
  expect(read).toBeLessThan(400);
});

it('passes over restored deletions, and finds the files of discarded ones, with no function call for each', async () => {
  const other = await openTestDatabase();
  const own = await insertCategory(other);
  const create = (prefix: string) =>
    other.sql(
      `with created as (
        insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
        select $2 || n, 's', 'm', 'd', $2 || n, $1, 10 from generate_series(1, 300) as n
        returning id, sku
      )
      insert into public.product_images (product_id, url)
      select id, 'https://fotos.exemplo/' || sku || '.png' from created`,
      [own, prefix],
    );
  const discard = async () => {
    await other.as('administrador', 'delete from public.products');
    const [deleted] = await other.sql<{ batch: number }>(
      'select max(id)::int as batch from private.batches',
    );
    return deleted?.batch;
  };
  await create('A');
  const restored = await discard();
  await other.as('administrador', 'select public.undo_batch($1)', [restored]);
  await other.as('administrador', `delete from public.products where sku <> 'A1'`);
  const batch = await discard();
  await other.sql(`set track_functions = 'all'`);
  const [{ groups } = { groups: [] }] = await other.as<{ groups: { batch: number }[] }>(
    'administrador',
    'select public.trash_groups() as groups',
  );
  expect(groups.map((group) => group.batch)).not.toContain(restored);
  const [one] = await other.sql<{ id: string }>(
    `select record_id as id from private.changes where batch = $1 and table_name = 'products'`,
    [batch],
  );
  await other.as('administrador', 'select public.discard_records($1, $2)', [batch, [one?.id]]);
  await other.sql('select pg_stat_force_next_flush()');
  const called = await other.sql(
    'select funcname from pg_stat_user_functions where calls >= 100 order by calls desc',
  );
  await other.drop();
  expect(called).toEqual([]);
});

/** Returns the number of rows of `private.changes` that statements have read so far. */
async function changesRead(database: TestDatabase): Promise<number> {
  await database.sql('select pg_stat_force_next_flush()');
  const [counted] = await database.sql<{ rows: number }>(
    `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_user_tables where relid = 'private.changes'::regclass`,
  );
  return counted?.rows ?? 0;
}
