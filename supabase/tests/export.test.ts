import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { PRODUCT_SORT_ORDERS } from './panel-areas.ts';
import { insertCategory } from './records.ts';

type Row = { sku: string; name: string; [column: string]: unknown };
type Step = { rows: Row[]; next: unknown };

describe('export_products', () => {
  let db: TestDatabase;
  const count = 10_000;

  beforeAll(async () => {
    db = await openTestDatabase();
    const category = await insertCategory(db, 'Bebidas');
    await db.sql(
      `insert into public.products
        (name, subtitle, mini_description, description, sku, category_id, real_price, promo_price, status, created_at, button_link)
      select 'Polpa ' || chr(65 + i % 26) || ' ' || i % 700, 'Da casa', 'Polpa', E'Linha 1\\n' || i, '00' || i, $1,
        i / 100.0, case when i % 3 = 0 then i / 200.0 end, case when i % 4 = 0 then 'Inativo' else 'Ativo' end,
        now() - i % 50 * interval '1 hour', case when i % 5 = 0 then 'https://exemplo.com/' || i end
      from generate_series(1, $2::integer) as i`,
      [category, count],
    );
    await db.sql('analyze');
  }, 120_000);
  afterAll(() => db.drop());

  async function exportAll(order: string, search = '', filters = {}, size = 1000) {
    const rows: Row[] = [];
    let after: unknown = null;
    for (let steps = 0; steps < 200; steps += 1) {
      const [row] = await db.as<{ step: Step }>(
        'colaborador',
        'select public.export_products($1, $2, $3, $4, $5) as step',
        [search, filters, order, after && JSON.stringify(after), size],
      );
      rows.push(...row!.step.rows);
      after = row!.step.next;
      if (!after) return rows;
    }
    throw new Error('The export does not end');
  }

  it.each(PRODUCT_SORT_ORDERS)(
    'returns every product once, in the order %s of the list',
    async (order) => {
      const rows = await exportAll(order);
      const page = async (number: number) => {
        const [row] = await db.as<{ found: { rows: Row[] } }>(
          'colaborador',
          `select public.find_products('', '{}', $1, $2, 100) as found`,
          [order, number],
        );
        return row!.found.rows.map(({ sku }) => sku);
      };
      expect(new Set(rows.map(({ sku }) => sku)).size).toBe(count);
      expect(rows).toHaveLength(count);
      expect(rows.slice(0, 100).map(({ sku }) => sku)).toEqual(await page(1));
      expect(rows.slice(4900, 5000).map(({ sku }) => sku)).toEqual(await page(50));
    },
    60_000,
  );

  it.each([
    ['polpa b', { status: 'Ativo' }],
    ['po', {}],
    ['0077', { status: 'Inativo' }],
  ])('returns the matches of the search %j with %j only', async (search, filters) => {
    const rows = await exportAll('name', search, filters, 333);
    const [row] = await db.as<{ found: { total: number } }>(
      'colaborador',
      `select public.find_products($1, $2) as found`,
      [search, filters],
    );
    expect(rows).toHaveLength(row!.found.total);
    expect(new Set(rows.map(({ sku }) => sku)).size).toBe(rows.length);
  });

  it('returns the selected products: the listed ids, or all matches except excluded ones', async () => {
    const all = await db.sql<{ id: string; sku: string }>(
      `select id, sku from public.products where status = 'Inativo' order by name, id limit 30`,
    );
    const ids = all.map(({ id }) => id);
    const exportedSkus = async (statement: string, values: unknown[]) => {
      const [row] = await db.as<{ step: Step }>(
        'colaborador',
        `select public.export_products(${statement}) as step`,
        values,
      );
      return row!.step.rows.map(({ sku }) => sku);
    };
    const selected = await exportedSkus('ids => $1', [ids]);
    expect(selected.toSorted()).toEqual(all.map(({ sku }) => sku).toSorted());
    expect(await exportedSkus('ids => $1, "except" => $2', [ids, ids.slice(1)])).toEqual([
      all[0]!.sku,
    ]);
    expect(await exportedSkus('ids => $1', [[]])).toEqual([]);
    const found = await exportedSkus(`'', '{"status": "Inativo"}', "except" => $1`, [ids]);
    expect(found).toHaveLength(1000);
    expect(found.filter((sku) => selected.includes(sku))).toEqual([]);
  });

  it('can be imported again without a change', async () => {
    const rows = await exportAll('name');
    const id = randomUUID();
    const opening = JSON.stringify({ id, area: 'products', file_name: 'p.xlsx', total: count });
    for (let from = 0; from < count; from += 1000) {
      const part = rows
        .slice(from, from + 1000)
        .map((cells, place) => ({ place: from + place + 2, cells }));
      await db.as('colaborador', 'select public.stage_rows($1, $2)', [
        opening,
        JSON.stringify(part),
      ]);
      await db.as('colaborador', 'select public.plan_import($1)', [id]);
    }
    const [row] = await db.as('colaborador', 'select public.plan_import($1) as planned', [id]);
    expect(row?.['planned']).toMatchObject({ status: 'planned', rows: 0, counts: { keep: count } });
  }, 120_000);

  it('returns fewer rows per step if texts are long, and also a row longer than the limit', async () => {
    await db.sql(
      `update public.products set description = repeat('ç', 20000) where sku <= '00150'`,
    );
    expect(await exportAll('sku')).toHaveLength(count);
  }, 60_000);

  it('is for staff only', async () => {
    for (const person of ['loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect((await db.attempt(person, 'select public.export_products()')).code).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
  });

  it('does not execute a cursor as SQL', async () => {
    const forged = { part: 1, keys: ["x') or true --", 'y'] };
    const statement = `select public.export_products('', '{}', 'name', $1)`;
    const { code } = await db.attempt('colaborador', statement, [JSON.stringify(forged)]);
    expect(code).toBe('22P02');
    const beyond = await db.attempt('colaborador', statement, [JSON.stringify({ part: 7 })]);
    expect(beyond.code).toBe('22023');
  });
});
