import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  SUCCESSFUL_COMPLETION,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import { ANA_ID, BRUNO_ID, type TestCaller } from './people.ts';

type Choices = {
  settings: Record<string, { hidden: string; size: number | null }>;
  views: { id: string; area: string; name: string; address: string; shared: boolean }[];
};

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => db.sql('truncate public.list_views, public.list_settings'));
afterAll(() => db.drop());

const ADD = `insert into public.list_views (owner, area, name, address) values ($1, 'products', $2, $3) returning id`;

async function add(person: string | null, name: string, address = '?status=Inativo') {
  const [row] = await db.sql<{ id: string }>(ADD, [person, name, address]);
  return row?.id ?? '';
}

async function choicesOf(person: TestCaller) {
  const [row] = await db.as<{ choices: Choices }>(
    person,
    'select public.list_choices() as choices',
  );
  return row?.choices ?? expect.unreachable('no result');
}

const namesOf = async (person: TestCaller) =>
  (await choicesOf(person)).views.map(({ name }) => name);

describe('saved views', () => {
  it('are visible to their owner; those for all are visible to every user', async () => {
    await add(BRUNO_ID, 'De Bruno');
    await add(ANA_ID, 'De Ana');
    await add(null, 'De todos');
    expect(await namesOf('colaborador')).toEqual(['De Bruno', 'De todos']);
    expect(await namesOf('administrador')).toEqual(['De Ana', 'De todos']);
    for (const person of ['anon', 'loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect((await db.attempt(person, 'select public.list_choices()')).code).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
  });

  it('for all are created, changed and deleted by an Administrador only', async () => {
    const shared = await add(null, 'De todos');
    const attempt = (person: TestCaller, text: string) => db.attempt(person, text);
    const create = `insert into public.list_views (owner, area, name) values (null, 'products', 'Nova') returning id`;
    const update = `update public.list_views set name = 'Outra' where id = '${shared}' returning id`;
    const remove = `delete from public.list_views where id = '${shared}' returning id`;
    expect((await attempt('colaborador', create)).code).toBe(INSUFFICIENT_PRIVILEGE);
    for (const text of [update, remove]) {
      expect((await attempt('colaborador', text)).rows).toEqual([]);
      expect((await attempt('administrador', text)).rows).toHaveLength(1);
    }
    expect((await attempt('administrador', create)).code).toBe(SUCCESSFUL_COMPLETION);
    const own = await add(BRUNO_ID, 'De Bruno');
    const share = `update public.list_views set owner = null where id = '${own}' returning id`;
    expect((await attempt('colaborador', share)).code).toBe(INSUFFICIENT_PRIVILEGE);
    expect((await attempt('administrador', share)).rows).toEqual([]); // the view belongs to another user
  });

  it('cannot be created for another user', async () => {
    expect((await db.attempt('administrador', ADD, [BRUNO_ID, 'X', ''])).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
    const given = `update public.list_views set owner = '${ANA_ID}' returning id`;
    await add(BRUNO_ID, 'De Bruno');
    expect((await db.attempt('colaborador', given)).code).toBe(INSUFFICIENT_PRIVILEGE);
  });

  it('have a unique name, and a limited number and size', async () => {
    await add(BRUNO_ID, 'Uma');
    expect((await db.attempt('colaborador', ADD, [BRUNO_ID, 'Uma', ''])).code).toBe('23505');
    expect((await db.attempt('colaborador', ADD, [BRUNO_ID, ' ', ''])).code).toBe('23514');
    expect((await db.attempt('colaborador', ADD, [BRUNO_ID, 'x'.repeat(41), ''])).code).toBe(
      '23514',
    );
    expect((await db.attempt('colaborador', ADD, [BRUNO_ID, 'X', 'x'.repeat(2001)])).code).toBe(
      '23514',
    );
    for (let number = 2; number <= 60; number += 1) await add(BRUNO_ID, `Visualização ${number}`);
    expect((await db.attempt('colaborador', ADD, [BRUNO_ID, 'Mais uma', ''])).code).toBe('P0001');
    await add(ANA_ID, 'De outra pessoa');
    await add(null, 'De todos');
  });

  it('are counted one after the other when two are created concurrently', async () => {
    for (let number = 1; number <= 59; number += 1) await add(BRUNO_ID, `Visualização ${number}`);
    const [first, other] = [await db.connect(), await db.connect()];
    await first.query('begin');
    await first.query(ADD, [BRUNO_ID, 'A sexagésima', '']);
    const second = other.query(ADD, [BRUNO_ID, 'Mais uma', '']).then(() => 'made', String);
    await db.waitForLock();
    await first.query('commit');
    expect(await second).toContain('Já existem 60 visualizações');
  });

  it('are stored in the given order, as far as the user may change them', async () => {
    const ids = [await add(BRUNO_ID, 'A'), await add(BRUNO_ID, 'B'), await add(null, 'C')];
    const order = 'select public.order_list_views($1) as moved';
    const all = await db.as('colaborador', order, [ids.toReversed()]);
    expect(all).toEqual([{ moved: 2 }]);
    expect(await namesOf('colaborador')).toEqual(['B', 'A', 'C']);
  });

  it('are deleted with their owner; those for all are not', async () => {
    await db.sql(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'eva@vitrine.exemplo')`,
    );
    await db.sql(`insert into public.profiles (id, name, email)
      select id, 'Eva', email from auth.users where email = 'eva@vitrine.exemplo'`);
    await db.sql(`insert into public.list_views (owner, area, name)
      select id, 'products', 'De Eva' from public.profiles where name = 'Eva'`);
    await db.sql(
      `insert into public.list_settings (owner, area) select id, 'products' from public.profiles where name = 'Eva'`,
    );
    await add(null, 'De todos');
    await db.sql(`delete from public.profiles where name = 'Eva'`);
    expect(await db.sql('select name from public.list_views')).toEqual([{ name: 'De todos' }]);
    expect(await db.sql('select from public.list_settings')).toEqual([]);
  });
});

describe('list settings', () => {
  const SET = 'select public.set_list($1, $2, $3) as settings';

  it('are stored per list and user, and omitted settings do not change', async () => {
    const first = await db.as('colaborador', SET, ['products', 'sku.tipo', null]);
    expect(first).toEqual([{ settings: { hidden: 'sku.tipo', size: null } }]);
    const settings = await db.as('colaborador', SET, ['products', null, 50]);
    expect(settings).toEqual([{ settings: { hidden: 'sku.tipo', size: 50 } }]);
    await db.as('colaborador', SET, ['banners', null, 25]);
    expect((await choicesOf('colaborador')).settings).toEqual({
      products: { hidden: 'sku.tipo', size: 50 },
      banners: { hidden: '', size: 25 },
    });
    expect((await choicesOf('administrador')).settings).toEqual({});
    expect((await db.attempt('administrador', 'select from public.list_settings')).rows).toEqual(
      [],
    );
  });

  it('are refused if they are invalid', async () => {
    const code = async (...values: unknown[]) =>
      (await db.attempt('colaborador', SET, values)).code;
    expect(await code('plans', '', 50)).toBe('23503');
    expect(await code('products', 'a; b', 50)).toBe('23514');
    expect(await code('products', 'x'.repeat(501), 50)).toBe('23514');
    expect(await code('products', '', 7)).toBe('23514');
    expect((await db.attempt('anon', SET, ['products', '', 50])).code).toBe(INSUFFICIENT_PRIVILEGE);
  });
});
