import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillEveryTable } from './records.ts';

describe('categories', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    await fillEveryTable(db);
  });
  afterAll(() => db.drop());

  const codeOf = async (text: string) => (await db.attempt('administrador', text)).code;

  it('stores every field, active by default [CAT-16, CAT-18]', async () => {
    const rows = await db.sql(
      `select name, description, image_url, is_active from public.categories where name = 'Bebidas'`,
    );
    expect(rows).toEqual([
      { name: 'Bebidas', description: null, image_url: null, is_active: true },
    ]);
  });

  it('refuses a category without a name [CAT-19]', async () => {
    expect(await codeOf(`insert into public.categories (name) values (' ')`)).toBe('23514');
    expect(await codeOf(`insert into public.categories (description) values ('x')`)).toBe('23502');
  });

  it('refuses to delete a category in use, with the number of products [CAT-24]', async () => {
    const remove = db.as('colaborador', `delete from public.categories where name = 'Bebidas'`);
    await expect(remove).rejects.toMatchObject({
      code: '23503',
      message: '1 produto usa esta categoria.',
      detail: '1',
    });
  });

  it('is found by name and description, without accents', async () => {
    await db.sql(
      `insert into public.categories (name, description) values ('Café', 'Grãos torrados')`,
    );
    for (const term of ['cafe', 'graos']) {
      const { rows } = await db.attempt(
        'colaborador',
        `select name from public.categories where search_text ilike '%${term}%'`,
      );
      expect(rows).toEqual([{ name: 'Café' }]);
    }
  });
});
