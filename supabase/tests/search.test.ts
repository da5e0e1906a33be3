import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { fillEveryTable } from './records.ts';

describe('search_everything', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    await fillEveryTable(db);
    await db.sql(`update public.parceiros set name = 'Açougue 100%_Sul'`);
    await db.sql(
      `insert into public.categories (name) values ('Açaí'), ('Pré-açaí'), ('Sobremesas de açaí')`,
    );
    await db.sql(
      `insert into public.notificacoes (titulo, conteudo) values ('Promoção de açaí', 'x')`,
    );
    await db.sql(`insert into public.banners (titulo) values ('Açaí no verão')`);
  });
  afterAll(() => db.drop());

  async function search(person: TestCaller, term: string) {
    const rows = await db.as(person, 'select kind, title from public.search_everything($1)', [
      term,
    ]);
    return rows.map((row) => [row['kind'], row['title']].join(': '));
  }

  it('groups the matches, best match first, ignoring case and accents', async () => {
    expect(await search('colaborador', ' AÇAI ')).toEqual([
      'products: Açaí 500 ml',
      'categories: Açaí',
      'categories: Pré-açaí',
      'categories: Sobremesas de açaí',
    ]);
  });

  it('searches users, notifications and banners for an Administrador', async () => {
    expect((await search('administrador', 'acai')).slice(4)).toEqual([
      'notificacoes: Promoção de açaí',
      'banners: Açaí no verão',
    ]);
    expect(await search('administrador', 'bruno@')).toEqual(['profiles: Bruno Lima']);
    expect(await search('colaborador', 'bruno@')).toEqual([]);
  });

  it('ranks a product with that name before products in a category with it', async () => {
    await db.sql(`update public.categories set name = 'Açaí e polpas' where id = (
      select category_id from public.products where name = 'Açaí 500 ml')`);
    await db.sql(`insert into public.products
        (name, subtitle, mini_description, description, sku, tipo, category_id, real_price)
      select 'Base de limonada', 'x', 'x', 'x', 'BASE', 'Produto', category_id, 1
      from public.products where name = 'Açaí 500 ml'`);
    expect((await search('colaborador', 'acai')).slice(0, 2)).toEqual([
      'products: Açaí 500 ml',
      'products: Base de limonada',
    ]);
    await db.sql(`delete from public.products where sku = 'BASE'`);
    await db.sql(`update public.categories set name = 'Polpas' where name = 'Açaí e polpas'`);
  });

  it('returns the status of records that have one, and the price that customers pay', async () => {
    await db.sql('update public.products set real_price = 1234567.89, promo_price = null');
    await db.sql(`update public.categories set is_active = name <> 'Pré-açaí'`);
    const find = () =>
      db.as('administrador', `select kind, status, price from public.search_everything('acai')`);
    expect(await find()).toEqual([
      { kind: 'products', status: 'Ativo', price: '1234567.89' },
      { kind: 'categories', status: 'Ativa', price: null },
      { kind: 'categories', status: 'Inativa', price: null },
      { kind: 'categories', status: 'Ativa', price: null },
      { kind: 'notificacoes', status: 'Ativa', price: null },
      { kind: 'banners', status: 'Ativo', price: null },
    ]);
    await db.sql('update public.products set promo_price = 9.9');
    expect((await find())[0]).toMatchObject({ price: '9.90' });
  });

  it('treats wildcards as plain text', async () => {
    expect(await search('colaborador', '100%_')).toEqual(['parceiros: Açougue 100%_Sul']);
    expect(await search('colaborador', '%')).toEqual(['parceiros: Açougue 100%_Sul']);
    expect(await search('colaborador', '\\')).toEqual([]);
  });

  it('finds nothing for an empty search, and nothing for an anonymous client', async () => {
    expect(await search('administrador', '  ')).toEqual([]);
    expect(await search('loginWithoutProfile', 'acai')).toEqual([]);
    expect(await search('signedOutAdministrador', 'acai')).toEqual([]);
  });

  it('returns at most five records per area', async () => {
    await db.sql(
      `insert into public.categories (name) select 'Doce ' || n from generate_series(1, 9) as n`,
    );
    expect(await search('colaborador', 'doce')).toHaveLength(5);
  });
});
