import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, REFUSED, type TestDatabase } from './database.ts';
import type { Person } from './people.ts';
import { aCategory, aProduct, filesOf } from './records.ts';

type Gone = { batch: number; area: string; record_id: string; title: string };

const PICTURE = 'https://vitrine.exemplo/storage/v1/object/public/product-images/main/a.png';

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openDatabase();
  category = await aCategory(db);
});
beforeEach(() => db.sql('truncate public.products, public.banners cascade'));
afterAll(() => db.drop());

async function trash(person: Person = 'administrador') {
  const [row] = await db.as<{ gone: Gone[] }>(person, 'select public.trash() as gone');
  return row?.gone ?? [];
}

async function deletedProduct(sku: string) {
  const product = JSON.stringify(aProduct({ sku, name: sku, category_id: category }));
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
  it('shows what was deleted, newest first, until it is back', async () => {
    const [first, second] = [await deletedProduct('LIXO-1'), await deletedProduct('LIXO-2')];
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

  it('shows a Colaborador only what is theirs to delete, and strangers nothing', async () => {
    await db.as('administrador', `insert into public.banners (titulo) values ('Verão')`);
    await db.as('administrador', 'delete from public.banners');
    expect((await trash())[0]).toMatchObject({ area: 'banners', title: 'Verão' });
    expect((await trash('colaborador')).map(({ area }) => area)).not.toContain('banners');
    for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect((await db.attempt(person, 'select public.trash()')).code).toBe(REFUSED);
  });

  it('of several records deleted at once gives back one alone', async () => {
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

  it('is not hidden by somebody who came in before anything was deleted', async () => {
    await db.sql(`insert into private.batches (at, actor, area, record_id, kind)
      values (now() - interval '29 days', null, 'profiles', '', 'sign_in')`);
    await db.sql(`insert into public.banners (titulo) values ('Depois da entrada')`);
    await db.as('administrador', `delete from public.banners where titulo = 'Depois da entrada'`);
    expect((await trash()).map(({ title }) => title)).toContain('Depois da entrada');
  });

  it('gives nothing back after it was emptied for good, and names the files that go', async () => {
    const id = await deletedProduct('LIXO-3');
    await db.sql(`insert into storage.objects (bucket_id, name) values
      ('lixeira', 'product-images/main/a.png'), ('lixeira', 'product-images/main/a.small.webp')`);
    const [gone] = await trash();
    const discard = 'select public.discard_record($1, $2) as answer';
    const [row] = await db.as<{ answer: unknown }>('colaborador', discard, [gone?.batch, id]);
    // Other products that were deleted just now had the same picture.
    expect(row?.answer).toEqual({ status: 'discarded', trashed_files: [] });
    expect((await trash()).map(({ title }) => title)).not.toContain('LIXO-3');
    const again = await db.attempt<{ answer: unknown }>('colaborador', discard, [gone?.batch, id]);
    expect(again.rows).toEqual([{ answer: { status: 'missing' } }]);
    await expect(
      db.as('administrador', 'select public.undo_batch($1)', [gone?.batch]),
    ).rejects.toThrow('Este registro foi excluído definitivamente.');
  });

  it('frees the pictures of what is deleted for good when nothing else had them', async () => {
    const address = PICTURE.replace('main/a.png', 'main/only.png');
    await db.as(
      'administrador',
      'insert into public.banners (titulo, imagem_url) values ($1, $2)',
      ['Só', address],
    );
    await db.as('administrador', 'delete from public.banners');
    await db.sql(`insert into storage.objects (bucket_id, name)
      values ('lixeira', 'product-images/main/only.png')`);
    const [gone] = await trash();
    const [row] = await db.as<{ answer: { trashed_files: string[] } }>(
      'administrador',
      'select public.discard_record($1, $2) as answer',
      [gone?.batch, gone?.record_id],
    );
    expect(row?.answer.trashed_files).toEqual(['product-images/main/only.png']);
  });
});

describe('the bucket of the trash', () => {
  const name = 'product-images/main/m.png';
  const move = `update storage.objects set bucket_id = $1, name = $2 where name = $3 returning name`;
  const use = (url: string) =>
    db.sql(`insert into public.categories (name, image_url) values ('Com imagem', $1)`, [url]);

  it('takes files that no record uses, and gives them back to a record only', async () => {
    await db.sql(`insert into storage.objects (bucket_id, name)
      values ('product-images', 'main/m.png') on conflict do nothing`);
    const address = PICTURE.replace('main/a.png', 'main/m.png');
    await use(address);
    expect((await db.attempt('colaborador', move, ['lixeira', name, 'main/m.png'])).rows).toEqual(
      [],
    );
    await db.sql(`delete from public.categories where name = 'Com imagem'`);
    await db.as('colaborador', move, ['lixeira', name, 'main/m.png']);

    const back = ['product-images', 'main/m.png', name];
    expect((await db.attempt('colaborador', move, back)).code).toBe(REFUSED);
    await use(address);
    expect(
      await db.as('colaborador', 'select * from public.trashed_files($1)', [[address]]),
    ).toEqual(filesOf(address).slice(0, 1));
    expect((await db.attempt('colaborador', move, back)).rows).toHaveLength(1);
  });

  it('keeps what a record uses again from being deleted, and names it for whoever moves it back', async () => {
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
    const ask = (after: string, size: number) =>
      db.as<{ page: { files: { path: string }[]; next: string | null } }>(
        'administrador',
        'select public.files_to_return($1, $2) as page',
        [after, size],
      );
    expect((await ask('', 1000))[0]?.page).toEqual({
      files: [{ bucket: 'product-images', path: 'main/again.png' }],
      next: null,
    });
    const found: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const [row] = await ask(after, 1);
      found.push(...(row?.page.files ?? []).map(({ path }) => path));
      after = row?.page.next ?? null;
    }
    expect(found).toEqual(['main/again.png']);
    expect((await db.attempt('colaborador', 'select public.files_to_return()')).code).toBe(REFUSED);
    const expired = await db.as('administrador', 'select name from public.expired_files() as name');
    expect(expired).toEqual([{ name: unused }]);
    await db.sql(`set storage.allow_delete_query = 'true'`);
    await db.sql('delete from storage.objects where name = any($1)', [[used, unused]]);
  });

  it('hides from a Colaborador what came from banners', async () => {
    await db.sql(
      `insert into storage.objects (bucket_id, name) values ('lixeira', 'images/banners/x.png')`,
    );
    const read = `select name from storage.objects where name = 'images/banners/x.png'`;
    expect((await db.attempt('colaborador', read)).rows).toEqual([]);
    expect((await db.attempt('administrador', read)).rows).toHaveLength(1);
  });

  it('names what has lain there for more than 30 days', async () => {
    await db.sql(`alter table storage.objects disable trigger user`);
    await db.sql(`insert into storage.objects (bucket_id, name, updated_at)
      values ('lixeira', 'logos/parceiros/velho.png', now() - interval '31 days')`);
    await db.sql(`alter table storage.objects enable trigger user`);
    const ask = 'select name from public.expired_files() as name';
    expect((await db.attempt('administrador', ask)).rows).toEqual([
      { name: 'logos/parceiros/velho.png' },
    ]);
    expect((await db.attempt('colaborador', ask)).code).toBe(REFUSED);
  });
});
