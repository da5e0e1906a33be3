import { randomUUID } from 'node:crypto';
import type { Family, Holds } from '../family.ts';
import type { Person } from '../person.ts';
import type { World } from '../world.ts';

/** Somebody else's spreadsheet or pictures, and more of either than is right: past the panel, straight to the API. */
export const foreignImports: Family = {
  name: 'foreign imports',
  async attack(world, holds) {
    await reachForAnothers(world, holds);
    await smuggleColumns(world, holds);
    await sendTooMuch(world, holds);
    await joinAnothersPictures(world, holds);
  },
};

type Given = { line: number; cells: Record<string, unknown> };

function caller({ as }: World) {
  return async (person: Person | undefined, name: string, body: Record<string, unknown>) => {
    const { status, text } = await as(person)('POST', `/rest/v1/rpc/${name}`, { body });
    return { status, text };
  };
}

function opening(more: Record<string, unknown> = {}) {
  return { id: randomUUID(), area: 'categories', file_name: 'a.csv', total: 10, ...more };
}

async function reachForAnothers(world: World, holds: Holds) {
  const call = caller(world);
  const { bruno, carla, ana, davi, ended } = world.people;
  const mine = opening();
  const rows: Given[] = [{ line: 2, cells: { name: 'De Bruno' } }];
  const staged = await call(bruno, 'stage_import', { import: mine, rows });
  holds('bruno stages an import', staged.status === 200, staged);
  const acts: [string, Record<string, unknown>][] = [
    ['try_import', { import_id: mine.id }],
    ['apply_import', { import_id: mine.id }],
    ['imported_rows', { import_id: mine.id, outcomes: ['create'] }],
    ['drop_import', { import_id: mine.id }],
    ['open_imports', {}],
    ['stage_import', { import: mine, rows: [{ line: 3, cells: { name: 'De outro' } }] }],
  ];
  await call(bruno, 'try_import', { import_id: mine.id });
  for (const [who, person] of Object.entries({ carla, ana, davi, ended, nobody: undefined })) {
    for (const [name, body] of acts) {
      const { status, text } = await call(person, name, body);
      const isNothing = status >= 400 || text === '[]' || text.includes('"missing"');
      holds(
        `${name}: ${who} gets nothing of bruno's`,
        isNothing && !text.includes('De Bruno'),
        text,
      );
    }
  }
  const [left] = await world.sql<{ rows: number }>(
    'select count(*)::int as rows from private.import_rows where import_id = $1 and outcome = $2',
    [mine.id, 'create'],
  );
  holds("bruno's row is still there, and no other", left?.rows === 1, left);
  await call(bruno, 'drop_import', { import_id: mine.id });
}

async function smuggleColumns(world: World, holds: Holds) {
  const call = caller(world);
  const { bruno } = world.people;
  const mine = opening({ total: 1, owner: world.people.ana.id, bytes: -9e9 });
  const name = `Contrabando ${mine.id}`;
  const id = randomUUID();
  const cells = {
    name,
    id,
    version: 99,
    'name") values (null); --': 'x',
    created_at: '2001-01-01',
  };
  await call(bruno, 'stage_import', { import: mine, rows: [{ line: 2, cells }] });
  await call(bruno, 'try_import', { import_id: mine.id });
  await call(bruno, 'apply_import', { import_id: mine.id });
  const made = await world.sql<{ id: string; version: number; old: boolean }>(
    `select id, version, created_at < now() - interval '1 day' as old from public.categories where name = $1`,
    [name],
  );
  const [only] = made;
  const isPlain = made.length === 1 && only?.id !== id && only?.version === 1 && !only?.old;
  holds('a row writes no column that nobody writes', isPlain, made);
  for (const area of ['profiles', 'banners', 'private.imports', 'categories; drop table x']) {
    const body = { import: opening({ area }), rows: [{ line: 2, cells: { name: 'x' } }] };
    const { status } = await call(bruno, 'stage_import', body);
    holds(`nothing is imported into ${area}`, status >= 400 && status < 500, status);
  }
  await call(bruno, 'drop_import', { import_id: mine.id });
}

async function sendTooMuch(world: World, holds: Holds) {
  const call = caller(world);
  const { bruno } = world.people;
  const row = { line: 2, cells: { name: 'x' } };
  const many = Array.from({ length: 1001 }, (_, place) => ({ ...row, line: place + 2 }));
  const refused: [string, Record<string, unknown>][] = [
    [
      'a cell of 200,000 letters',
      { import: opening(), rows: [{ line: 2, cells: { name: 'x'.repeat(200_000) } }] },
    ],
    ['1,001 rows at once', { import: opening({ total: 1001 }), rows: many }],
    ['a million rows announced', { import: opening({ total: 1_000_000 }), rows: [row] }],
    ['more rows than announced', { import: opening({ total: 1 }), rows: many.slice(0, 9) }],
    ['rows that are none', { import: opening(), rows: 'x' }],
    ['no import at all', { import: null, rows: [row] }],
  ];
  for (const [what, body] of refused) {
    const { status, text } = await call(bruno, 'stage_import', body);
    holds(`${what}: refused in words`, status >= 400 && status < 500, [status, text]);
  }
  const statuses: number[] = [];
  for (let held = 0; held < 8; held += 1) {
    const body = { import: opening({ total: 30_000 }), rows: [row] };
    statuses.push((await call(bruno, 'stage_import', body)).status);
  }
  const held = statuses.filter((status) => status === 200).length;
  holds('one person holds 100,000 rows at most', held === 3, statuses);
  const [kept] = await world.sql<{ bytes: number }>(
    'select coalesce(sum(bytes), 0)::int as bytes from private.imports',
  );
  holds('what was refused is not kept', (kept?.bytes ?? 0) < 10_000, kept);
  await world.sql('delete from private.imports');
}

async function joinAnothersPictures(world: World, holds: Holds) {
  const call = caller(world);
  const { bruno, carla, davi, ended } = world.people;
  const [product] = await world.sql<{ id: string }>(
    `with category as (insert into public.categories (name) values ('Imagens alheias') returning id)
    insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'x', 'x', 'x', 'x', 'ALHEIA', id, 1 from category returning id`,
  );
  const product_id = product?.id;
  const save = (person: Person | undefined, images: unknown, seen: string[], more = {}) =>
    call(person, 'save_product_pictures', { product_id, images, seen, ...more });
  const url = '/storage/v1/object/public/product-images/main/a.png';
  const batchIn = ({ text }: { text: string }) => /"batch": ?(\d+)/.exec(text)?.[1];
  const mine = await save(bruno, [{ url }], []);
  const theirs = await save(carla, [], [url], { batch: Number(batchIn(mine)) });
  const isTheirOwn = !!batchIn(theirs) && batchIn(theirs) !== batchIn(mine);
  holds("nobody goes on with bruno's act", isTheirOwn, [mine.text, theirs.text]);
  for (const [who, person] of Object.entries({ davi, ended, nobody: undefined })) {
    for (const [name, body] of [
      ['products_named', { names: ['ALHEIA'] }],
      ['save_product_pictures', { product_id, images: [{ url }], seen: [] }],
    ] as const) {
      const { status, text } = await call(person, name, body);
      holds(`${name}: ${who} gets nothing`, status >= 400 && !text.includes('ALHEIA'), text);
    }
  }
  const refused: [string, unknown][] = [
    ['201 pictures', Array.from({ length: 201 }, () => ({ url }))],
    ['an address that leads elsewhere', [{ url: '/storage/v1/object/public/x/../../auth' }]],
    ['pictures that are none', 'x'],
  ];
  for (const [what, images] of refused) {
    const { status } = await save(bruno, images, []);
    holds(`${what}: refused in words`, status >= 400 && status < 500, status);
  }
  const names = Array.from({ length: 501 }, String);
  const many = await call(bruno, 'products_named', { names });
  holds('501 names: refused in words', many.status >= 400 && many.status < 500, many.status);
  const [left] = await world.sql<{ pictures: number }>(
    'select count(*)::int as pictures from public.product_images where product_id = $1',
    [product_id],
  );
  holds('what was refused is not stored', left?.pictures === 0, left);
}
