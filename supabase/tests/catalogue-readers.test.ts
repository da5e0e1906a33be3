import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  SUCCESSFUL_COMPLETION,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory } from './records.ts';

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.sql(
    'delete from public.products; delete from public.categories; delete from public.banners; delete from public.notificacoes',
  );
  await db.sql(
    `update public.catalogue_readers
     set todos = 'ninguem', menu_parceiros = 'ninguem', catalogo_distribuidores = 'ninguem'`,
  );
  category = await insertCategory(db);
});
afterAll(() => db.drop());

const AUDIENCES = ['todos', 'menu_parceiros', 'catalogo_distribuidores'] as const;
const SETTINGS = ['ninguem', 'quem_entrou', 'todos'] as const;
type Audience = (typeof AUDIENCES)[number];
type Setting = (typeof SETTINGS)[number];

const STAFF: TestCaller[] = ['administrador', 'colaborador'];
const OTHERS: TestCaller[] = ['anon', 'loginWithoutProfile', 'signedOutAdministrador'];

const CALLS = {
  catalogo_produtos: (audience: string) => `public.catalogo_produtos('${audience}')`,
  catalogo_produto: (audience: string) => `public.catalogo_produto('${audience}', 'A')`,
  catalogo_categorias: (audience: string) => `public.catalogo_categorias('${audience}')`,
  catalogo_banners: (audience: string) => `public.catalogo_banners('${audience}')`,
  catalogo_notificacoes: (audience: string) => `public.catalogo_notificacoes('${audience}')`,
};

const open = (audience: Audience, setting: Setting) =>
  db.sql(`update public.catalogue_readers set ${audience} = $1`, [setting]);

async function fill(hidden = false) {
  await db.sql(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price, status)
     values ($1, 'a', 'a', 'a', $1, $2, 10, $3)`,
    [hidden ? 'Rascunho Zero' : 'A', category, hidden ? 'Inativo' : 'Ativo'],
  );
}

describe.each(Object.entries(CALLS))('%s', (_name, call) => {
  it('is closed by default, for every audience and every caller except the service role', async () => {
    await fill();
    for (const audience of AUDIENCES) {
      for (const person of [...STAFF, ...OTHERS])
        expect((await db.attempt(person, `select ${call(audience)}`)).code).toBe(
          INSUFFICIENT_PRIVILEGE,
        );
      expect(await asService(call(audience))).toBeDefined();
    }
  });

  it.each(AUDIENCES.flatMap((audience) => SETTINGS.map((setting) => [audience, setting] as const)))(
    'of %s, open to %s, can be read by those callers only [ROLE-15]',
    async (audience, setting) => {
      await fill();
      await open(audience, setting);
      for (const other of AUDIENCES) {
        for (const person of [...STAFF, ...OTHERS]) {
          const mayRead =
            other === audience &&
            (setting === 'todos' || (setting === 'quem_entrou' && STAFF.includes(person)));
          const { code } = await db.attempt(person, `select ${call(other)}`);
          expect([other, person, code]).toEqual([
            other,
            person,
            mayRead ? SUCCESSFUL_COMPLETION : INSUFFICIENT_PRIVILEGE,
          ]);
        }
      }
    },
  );

  it('refuses an unknown or missing audience with a message', async () => {
    await open('todos', 'todos');
    for (const audience of ['', 'parceiros', 'ninguem', 'TODOS', "todos' or '1"]) {
      const quoted = call('X').replace("'X'", '$1');
      expect((await db.attempt('anon', `select ${quoted}`, [audience])).code).toBe('22023');
    }
    const none = call('X').replace("'X'", 'null');
    expect((await db.attempt('anon', `select ${none}`)).code).toBe('22023');
  });
});

async function asService(call: string) {
  await db.sql('begin');
  try {
    await db.sql(`set local role service_role`);
    const [row] = await db.sql<{ body: unknown }>(`select ${call} as body`);
    return row?.body;
  } finally {
    await db.sql('rollback');
  }
}

describe('arguments', () => {
  beforeEach(() => open('todos', 'todos'));
  const codeOf = async (call: string, values: unknown[] = []) =>
    (await db.attempt('anon', `select ${call}`, values)).code;

  it.each([
    ['tamanho => null'],
    ['tamanho => 0'],
    ['tamanho => -1'],
    ['tamanho => 101'],
    ['tamanho => 2147483647'],
    [`depois_nome => 'A'`],
    [`depois_id => gen_random_uuid()`],
    [`depois_nome => repeat('a', 256), depois_id => gen_random_uuid()`],
    ['busca => null'],
    [`busca => repeat('a', 201)`],
  ])('out of their limits are refused: %s', async (argument) => {
    expect(await codeOf(`public.catalogo_produtos('todos', ${argument})`)).toBe('22023');
  });

  it('that are not a SKU are refused', async () => {
    for (const sku of ['null', `''`, `repeat('a', 256)`])
      expect(await codeOf(`public.catalogo_produto('todos', ${sku})`)).toBe('22023');
    expect(await codeOf(`public.catalogo_produto('todos', 'nenhum')`)).toBe('PT404');
  });

  it('that are null or unusual cause no error', async () => {
    for (const argument of [
      'categoria => null, depois_nome => null, depois_id => null',
      `busca => '%_\\ ''"; --'`,
      `busca => E'\\u0001 \\U0001F600 ß ı'`,
      `depois_nome => E'\\\\', depois_id => gen_random_uuid()`,
      `categoria => gen_random_uuid()`,
    ])
      expect(await codeOf(`public.catalogo_produtos('todos', ${argument})`)).toBe(
        SUCCESSFUL_COMPLETION,
      );
  });

  it('reveal nothing about hidden rows', async () => {
    const attempts = [
      `busca => 'Rascunho Z\\'`,
      `busca => 'Rascunho Zero'`,
      `busca => 'r'`,
      `categoria => '${category}'`,
      `depois_nome => 'Rascunho', depois_id => '${category}'`,
      'tamanho => 1',
    ];
    const results = async () => {
      const found: unknown[] = [];
      for (const each of attempts) {
        const call = `select public.catalogo_produtos('todos', ${each})`;
        found.push(await db.attempt('anon', call));
      }
      found.push(
        await db.attempt('anon', `select public.catalogo_produto('todos', 'rascunho zero')`),
      );
      found.push(await db.attempt('anon', `select public.catalogo_categorias('todos')`));
      return found;
    };
    const before = await results();
    await fill(true);
    expect(await results()).toEqual(before);
  });
});

describe('the setting of the readers of the catalogue', () => {
  it('is changed by an Administrador, per audience, and recorded in the history', async () => {
    const set = `update public.catalogue_readers set menu_parceiros = 'todos' returning id`;
    expect(await db.attempt('colaborador', set)).toEqual({ rows: [], code: SUCCESSFUL_COMPLETION });
    expect((await db.attempt('anon', set)).code).toBe(INSUFFICIENT_PRIVILEGE);
    await db.as('administrador', set);
    const [batch] = await db.sql(
      'select id, area, actor_name from private.batches order by id desc limit 1',
    );
    expect(batch).toMatchObject({ area: 'catalogue_readers', actor_name: 'Ana Souza' });
    const [undone] = await db.as<{ result: object }>(
      'administrador',
      'select public.undo_batch($1) as result',
      [batch?.['id']],
    );
    expect(undone?.result).toMatchObject({ status: 'undone' });
    expect(await db.sql('select menu_parceiros from public.catalogue_readers')).toEqual([
      { menu_parceiros: 'ninguem' },
    ]);
  });

  it('accepts three values only', async () => {
    const set = `update public.catalogue_readers set todos = 'parceiros'`;
    expect((await db.attempt('administrador', set)).code).toBe('23514');
  });
});

describe('a condition of a client', () => {
  // A pattern that ends with a backslash. PostgreSQL refuses it only when a row matches the part before the backslash:
  // the error would reveal that this row exists.
  const PATTERN = `'Rascunho Z\\\\'`;

  const codesOf = async (person: TestCaller) => {
    const codes: string[] = [];
    for (const relation of ['banners', 'notificacoes']) {
      const text = `select from public.${relation} where titulo like ${PATTERN}`;
      codes.push((await db.attempt(person, text)).code);
    }
    return codes;
  };

  it.each([...OTHERS, 'colaborador' as const])(
    'does not reveal to %s whether a hidden row exists',
    async (person) => {
      const before = await codesOf(person);
      await db.sql(`insert into public.banners (titulo, starts_at)
        values ('Rascunho Zero', now() + interval '1 day')`);
      await db.sql(`insert into public.notificacoes (titulo, conteudo, status, visibilidade) values
        ('Rascunho Zero', 'a', 'Inativa', 'todos'), ('Rascunho Zero', 'a', 'Ativa', 'menu_parceiros')`);
      expect(await codesOf(person)).toEqual(before);
    },
  );
});
