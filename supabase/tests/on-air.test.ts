import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { become, OK, openDatabase, REFUSED, type TestDatabase } from './database.ts';
import type { Person } from './people.ts';
import { VIEWS } from './permission-table.ts';
import { aCategory } from './records.ts';

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openDatabase();
});
beforeEach(async () => {
  await db.sql(
    'truncate public.products, public.categories, public.banners, public.notificacoes cascade',
  );
  category = await aCategory(db);
});
afterAll(() => db.drop());

async function open(readers: 'ninguem' | 'quem_entrou' | 'todos') {
  await db.sql('update public.catalogue_readers set readers = $1', [readers]);
}

async function product(sku: string, more: Record<string, unknown> = {}) {
  const columns = {
    name: sku,
    subtitle: 'a',
    mini_description: 'a',
    description: 'a',
    sku,
    category_id: category,
    real_price: 10,
    ...more,
  };
  const names = Object.keys(columns);
  const [row] = await db.sql<{ id: string }>(
    `insert into public.products (${names.join(', ')})
     values (${names.map((_, place) => `$${place + 1}`).join(', ')}) returning id`,
    Object.values(columns),
  );
  return row!.id;
}

async function banner(titulo: string, more: Record<string, unknown> = {}) {
  const names = Object.keys(more);
  await db.sql(
    `insert into public.banners (titulo${names.map((name) => `, ${name}`).join('')})
     values ($1${names.map((_, place) => `, $${place + 2}`).join('')})`,
    [titulo, ...Object.values(more)],
  );
}

const read = (view = 'produtos_no_ar', columns = 'sku') =>
  db.sql(`select ${columns} from public.${view} order by 1`);
const skus = async () => (await read()).map(({ sku }) => sku);
const titles = async () => (await read('banners_no_ar', 'titulo')).map(({ titulo }) => titulo);
const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

const STAFF: Person[] = ['administrador', 'colaborador'];
const OTHERS: Person[] = ['anon', 'loginWithoutProfile', 'signedOutAdministrador'];
const EVERYBODY = [...STAFF, ...OTHERS];

describe.each(VIEWS)('%s', (view) => {
  it('is closed to every client, whatever the setting says', async () => {
    await product('A');
    await banner('A');
    for (const readers of ['ninguem', 'quem_entrou', 'todos'] as const) {
      await open(readers);
      for (const person of EVERYBODY) {
        expect((await db.attempt(person, `select 1 from public.${view}`)).code).toBe(REFUSED);
        expect((await db.attempt(person, `delete from public.${view}`)).code).toBeOneOf([
          REFUSED,
          '55000', // a view of several tables
        ]);
      }
    }
  });
});

describe('a condition of a client', () => {
  // A pattern that ends with a backslash fails on each row that matches up to there, and only on those rows.
  const PATTERN = `'Rascunho Z\\'`;

  const codesOf = async (person: Person) => {
    const conditions = [
      ['produtos_no_ar', 'name'],
      ['banners_no_ar', 'titulo'],
      ['banners', 'titulo'],
      ['notificacoes', 'titulo'],
    ];
    const codes: string[] = [];
    for (const [relation, column] of conditions) {
      const text = `select from public.${relation} where ${column} like ${PATTERN}`;
      codes.push((await db.attempt(person, text)).code);
    }
    return codes;
  };

  it.each(EVERYBODY.filter((person) => person !== 'administrador'))(
    'does not tell %s whether a hidden row exists',
    async (person) => {
      await open('todos');
      const before = await codesOf(person);
      await product('A', { name: 'Rascunho Zero', status: 'Inativo' });
      await product('B', { name: 'Rascunho Zero', visibility: 'menu_parceiros' });
      await banner('Rascunho Zero', { starts_at: at(5) });
      await db.sql(`insert into public.notificacoes (titulo, conteudo, status)
        values ('Rascunho Zero', 'a', 'Inativa'), ('Rascunho Zero', 'a', 'Ativa')`);
      await db.sql(
        `update public.notificacoes set visibilidade = 'menu_parceiros' where status = 'Ativa'`,
      );
      expect(await codesOf(person)).toEqual(before);
    },
  );
});

describe('who reads what is on air', () => {
  it('is for an Administrador to say, and stands in the history', async () => {
    const set = `update public.catalogue_readers set readers = 'todos' returning id`;
    await open('ninguem');
    expect(await db.attempt('colaborador', set)).toEqual({ rows: [], code: OK });
    expect((await db.attempt('anon', set)).code).toBe(REFUSED);
    await db.as('administrador', set);
    const [act] = await db.sql(
      'select id, area, actor_name from private.batches order by id desc limit 1',
    );
    expect(act).toMatchObject({ area: 'catalogue_readers', actor_name: 'Ana Souza' });
    const [undone] = await db.as<{ answer: object }>(
      'administrador',
      'select public.undo_batch($1) as answer',
      [act?.['id']],
    );
    expect(undone?.answer).toMatchObject({ status: 'undone' });
    expect(await db.sql('select readers from public.catalogue_readers')).toEqual([
      { readers: 'ninguem' },
    ]);
  });

  it('is one of three', async () => {
    const set = `update public.catalogue_readers set readers = 'parceiros'`;
    expect((await db.attempt('administrador', set)).code).toBe('23514');
  });
});

describe('the products on air', () => {
  it('are the active ones of active categories', async () => {
    await product('A');
    await product('B', { status: 'Inativo' });
    const [hidden] = await db.sql<{ id: string }>(
      `insert into public.categories (name, is_active) values ('Oculta', false) returning id`,
    );
    await product('C', { category_id: hidden?.id });
    expect(await skus()).toEqual(['A']);
  });

  it('have their promotional price only while it counts', async () => {
    const promo = { promo_price: 8 };
    await product('A', promo);
    await product('B', { ...promo, promo_starts_at: at(-5), promo_ends_at: at(5) });
    await product('C', { ...promo, promo_starts_at: at(5) });
    await product('D', { ...promo, promo_ends_at: at(-5) });
    await product('E');
    const rows = await read(
      'produtos_no_ar',
      'sku, real_price::float as real, promo_price::float as promo, promo_ends_at is not null as ends',
    );
    const real = 10;
    expect(rows).toEqual([
      { sku: 'A', real, promo: 8, ends: false },
      { sku: 'B', real, promo: 8, ends: true },
      { sku: 'C', real, promo: null, ends: false },
      { sku: 'D', real, promo: null, ends: false },
      { sku: 'E', real, promo: null, ends: false },
    ]);
  });

  it('have their pictures in order, the main one first', async () => {
    const id = await product('A');
    const url = (name: string) => `https://exemplo.com/${name}.png`;
    await db.sql(
      `insert into public.product_images (product_id, url, is_main, position, alt)
       values ($1, $2, false, 0, ''), ($1, $3, true, 1, 'Frente'), ($1, $4, false, 2, '')`,
      [id, url('b'), url('a'), url('c')],
    );
    await product('B');
    const rows = await read('produtos_no_ar', 'sku, main_image_url, images');
    expect(rows).toEqual([
      {
        sku: 'A',
        main_image_url: url('a'),
        images: [
          { url: url('a'), alt: 'Frente', is_main: true },
          { url: url('b'), alt: '', is_main: false },
          { url: url('c'), alt: '', is_main: false },
        ],
      },
      { sku: 'B', main_image_url: null, images: [] },
    ]);
  });

  it('have these columns, which other systems rely on', async () => {
    const columns = await db.sql<{ name: string; columns: string }>(
      `select table_name as name, string_agg(column_name, ' ' order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'public' and table_name = any ($1)
       group by 1 order by 1`,
      [VIEWS],
    );
    expect(columns.map((view) => view.columns)).toEqual([
      'id titulo descricao cta_texto cta_link imagem_url posicao tipo ordem ends_at',
      'id name subtitle mini_description description sku tipo category_id category visibility real_price promo_price promo_ends_at button_color button_link video_embed main_image_url images',
    ]);
  });
});

describe('the banners on air', () => {
  it('are the active ones within their period', async () => {
    await banner('A');
    await banner('B', { starts_at: at(-5), ends_at: at(5) });
    await banner('C', { starts_at: at(5) });
    await banner('D', { ends_at: at(-5) });
    await banner('E', { status: 'Inativo' });
    expect(await titles()).toEqual(['A', 'B']);
  });
});

describe('the order of banners', () => {
  type Answer = { status: string; left?: { id: number; version: number } | null };
  let ids: number[];
  beforeEach(async () => {
    for (const titulo of ['A', 'B', 'C', 'D']) await banner(titulo);
    const rows = await db.sql<{ id: string }>('select id from public.banners order by id');
    ids = rows.map(({ id }) => Number(id));
  });

  async function order(seen: number[], wanted: number[]) {
    const [row] = await db.as<{ answer: Answer }>(
      'administrador',
      'select public.order_banners($1, $2) as answer',
      [seen, wanted],
    );
    return row!.answer;
  }
  const pick = (letters: string) => [...letters].map((letter) => ids['ABCD'.indexOf(letter)]!);
  const stored = async () => {
    const rows = await db.sql<{ titulo: string; ordem: number }>(
      'select titulo, ordem from public.banners order by ordem, id',
    );
    return rows.map(({ titulo, ordem }) => `${titulo}${ordem}`).join(' ');
  };

  it('is numbered anew by one act, which goes back as one', async () => {
    const { status, left } = await order(pick('ABCD'), pick('BACD'));
    expect(status).toBe('saved');
    expect(await stored()).toBe('B1 A2 C3 D4');
    const [act] = await db.as<{ batch: string }>(
      'administrador',
      `select public.batch_of('banners', $1, $2) as batch`,
      [left?.id, left?.version],
    );
    await db.as('administrador', 'select public.undo_batch($1)', [act?.batch]);
    expect(await stored()).toBe('A0 B0 C0 D0');
  });

  it('writes those alone whose number changes', async () => {
    await order(pick('ABCD'), pick('BACD'));
    await order(pick('BACD'), pick('BADC'));
    expect(await stored()).toBe('B1 A2 D3 C4');
    expect(
      await db.sql(
        `select string_agg(version::text, ' ' order by titulo) as versions from public.banners`,
      ),
    ).toEqual([{ versions: '2 2 3 3' }]);
    expect(await order(pick('BADC'), pick('BADC'))).toEqual({ status: 'saved', left: null });
  });

  it('leaves banners that were not seen where they are', async () => {
    await order(pick('ABCD'), pick('ABCD'));
    await order(pick('AD'), pick('DA'));
    expect(await stored()).toBe('D1 B2 C3 A4');
  });

  it('is left alone where somebody moved meanwhile, or deleted one', async () => {
    await order(pick('ABCD'), pick('DABC'));
    expect(await order(pick('ABCD'), pick('BACD'))).toEqual({ status: 'conflict' });
    await db.sql(`delete from public.banners where titulo = 'C'`);
    expect(await order(pick('DABC'), pick('ABCD'))).toEqual({ status: 'conflict' });
    expect(await stored()).toBe('D1 A2 B3');
  });

  it('waits for whoever moves at the same moment, and then sees what they left', async () => {
    const [first, second] = [await db.connect(), await db.connect()];
    await first.query('begin');
    await first.query(`update public.banners set ordem = 9 where titulo = 'A'`);
    await become(second, 'administrador');
    const answer = second.query<{ answer: Answer }>(
      'select public.order_banners($1, $2) as answer',
      [pick('ABCD'), pick('BACD')],
    );
    await db.untilOneWaits();
    await first.query('commit');
    expect((await answer).rows).toEqual([{ answer: { status: 'conflict' } }]);
    await second.query('commit');
  });

  it('takes no other banners than were seen, and is nobody else’s to change', async () => {
    const call = 'select public.order_banners($1, $2)';
    const codeOf = async (person: Person, seen: number[], wanted: number[]) =>
      (await db.attempt(person, call, [seen, wanted])).code;
    expect(await codeOf('administrador', pick('AB'), pick('AC'))).toBe('22023');
    expect(await codeOf('administrador', pick('AB'), pick('AA'))).toBe('22023');
    expect(await codeOf('administrador', [], [])).toBe('22023');
    expect(await codeOf('colaborador', pick('AB'), pick('BA'))).toBe(REFUSED);
  });
});

describe('a banner that is saved under a number', () => {
  beforeEach(async () => {
    await db.sql(
      `insert into public.banners (titulo, ordem) values ('A', 0), ('B', 1), ('C', 2), ('D', 5)`,
    );
  });

  const stored = async () => {
    const rows = await db.sql<{ titulo: string; ordem: number }>(
      'select titulo, ordem from public.banners order by ordem, id',
    );
    return rows.map(({ titulo, ordem }) => `${titulo}${ordem}`).join(' ');
  };
  const save = (text: string) => db.as('administrador', text);
  const make = (ordem: number) =>
    save(`insert into public.banners (titulo, ordem) values ('N', ${ordem})`);

  it('stands there; who had that number goes on, up to the first number that is free', async () => {
    await make(1);
    expect(await stored()).toBe('A0 N1 B2 C3 D5');
    await save(`update public.banners set ordem = 1, titulo = 'D!' where titulo = 'D'`);
    expect(await stored()).toBe('A0 D!1 N2 B3 C4');
  });

  it('moves nobody where that number is free, where it stays the same, or is the 0 that every banner has at first', async () => {
    await make(4);
    await make(0);
    await save(`update public.banners set titulo = 'B!' where titulo = 'B'`);
    expect(await stored()).toBe('A0 N0 B!1 C2 N4 D5');
  });

  it('is one act with those that it moved, which goes back as one', async () => {
    await make(1);
    const [act] = await db.sql<{ id: string }>(
      'select id from private.batches order by id desc limit 1',
    );
    await db.as('administrador', 'select public.undo_batch($1)', [act?.id]);
    expect(await stored()).toBe('A0 B1 C2 D5');
  });

  it('moves nobody when it comes back from the trash, as a copy, or with others', async () => {
    await db.as('administrador', `delete from public.banners where titulo = 'B'`);
    const [act] = await db.sql<{ id: string }>(
      'select id from private.batches order by id desc limit 1',
    );
    await make(1);
    await db.as('administrador', 'select public.undo_batch($1)', [act?.id]);
    expect(await stored()).toBe('A0 B1 N1 C2 D5');
    await save(`select public.duplicate_banner(id) from public.banners where titulo = 'C'`);
    expect(await stored()).toBe('A0 B1 N1 C2 C (Cópia)2 D5');
    await save(`update public.banners set ordem = 5 where titulo in ('A', 'B')`);
    expect(await stored()).toBe('N1 C2 C (Cópia)2 A5 B5 D5');
  });

  it('waits for whoever orders them at the same moment', async () => {
    const [first, second] = [await db.connect(), await db.connect()];
    await become(first, 'administrador');
    await first.query(`insert into public.banners (titulo, ordem) values ('X', 1)`);
    await become(second, 'administrador');
    const later = second.query(`insert into public.banners (titulo, ordem) values ('Y', 1)`);
    await db.untilOneWaits();
    await first.query('commit');
    await later;
    await second.query('commit');
    expect(await stored()).toBe('A0 Y1 X2 B3 C4 D5');
  });
});
