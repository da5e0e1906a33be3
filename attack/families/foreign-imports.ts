import { randomUUID } from 'node:crypto';
import type { Family, AssertionRecorder } from '../family.ts';
import type { User } from '../user.ts';
import type { AttackTarget } from '../attack-target.ts';

/** Calls the API with another user's import or pictures, with protected columns, and with too many rows or pictures. */
export const foreignImports: Family = {
  name: 'foreign imports',
  async attack(world, holds) {
    await tryOthersBatch(world, holds);
    await smuggleColumns(world, holds);
    await sendTooMuch(world, holds);
    await tryOthersPictures(world, holds);
  },
};

type StagedRow = { place: number; cells: Record<string, unknown> };

function opening(more: Record<string, unknown> = {}) {
  return { id: randomUUID(), area: 'categories', file_name: 'a.csv', total: 10, ...more };
}

async function tryOthersBatch(world: AttackTarget, holds: AssertionRecorder) {
  const { rpc } = world;
  const { bruno, carla, ana, davi, ended } = world.users;
  const mine = opening();
  const rows: StagedRow[] = [{ place: 2, cells: { name: 'De Bruno' } }];
  const staged = await rpc(bruno, 'stage_rows', { batch: mine, rows });
  holds('bruno stages an import', staged.status === 200, staged);
  const calls: [string, Record<string, unknown>][] = [
    ['plan_import', { batch_id: mine.id }],
    ['apply_batch', { batch_id: mine.id, step: 1 }],
    ['batch_rows', { batch_id: mine.id, outcomes: ['create'] }],
    ['drop_batch', { batch_id: mine.id }],
    ['open_batches', {}],
    ['stage_rows', { batch: mine, rows: [{ place: 3, cells: { name: 'De outro' } }] }],
  ];
  await rpc(bruno, 'plan_import', { batch_id: mine.id });
  for (const [who, user] of Object.entries({ carla, ana, davi, ended, anonymous: undefined })) {
    for (const [name, body] of calls) {
      const { status, text } = await rpc(user, name, body);
      const isNothing = status >= 400 || text === '[]' || text.includes('"missing"');
      holds(
        `${name} returns nothing of bruno's batch to ${who}`,
        isNothing && !text.includes('De Bruno'),
        text,
      );
    }
  }
  const [left] = await world.sql<{ rows: number }>(
    'select count(*)::int as rows from private.staged_batch_rows where batch_id = $1 and outcome = $2',
    [mine.id, 'create'],
  );
  holds("bruno's batch has only bruno's row", left?.rows === 1, left);
  await rpc(bruno, 'drop_batch', { batch_id: mine.id });
}

async function smuggleColumns(world: AttackTarget, holds: AssertionRecorder) {
  const { rpc } = world;
  const { bruno } = world.users;
  const mine = opening({ total: 1, owner: world.users.ana.id, bytes: -9e9 });
  const name = `Contrabando ${mine.id}`;
  const id = randomUUID();
  const cells = {
    name,
    id,
    version: 99,
    'name") values (null); --': 'x',
    created_at: '2001-01-01',
  };
  await rpc(bruno, 'stage_rows', { batch: mine, rows: [{ place: 2, cells }] });
  await rpc(bruno, 'plan_import', { batch_id: mine.id });
  await rpc(bruno, 'apply_batch', { batch_id: mine.id, step: 1 });
  const made = await world.sql<{ id: string; version: number; old: boolean }>(
    `select id, version, created_at < now() - interval '1 day' as old from public.categories where name = $1`,
    [name],
  );
  const [only] = made;
  const isNewRecord = made.length === 1 && only?.id !== id && only?.version === 1 && !only?.old;
  holds('a row writes no protected column', isNewRecord, made);
  for (const area of [
    'profiles',
    'banners',
    'private.staged_batches',
    'categories; drop table x',
  ]) {
    const body = { batch: opening({ area }), rows: [{ place: 2, cells: { name: 'x' } }] };
    const { status } = await rpc(bruno, 'stage_rows', body);
    holds(`nothing is imported into ${area}`, status >= 400 && status < 500, status);
  }
  await rpc(bruno, 'drop_batch', { batch_id: mine.id });
}

async function sendTooMuch(world: AttackTarget, holds: AssertionRecorder) {
  const { rpc } = world;
  const { bruno } = world.users;
  const row = { place: 2, cells: { name: 'x' } };
  const many = Array.from({ length: 1001 }, (_, place) => ({ ...row, place: place + 2 }));
  const refused: [string, Record<string, unknown>][] = [
    [
      'a cell of 200,000 letters',
      { batch: opening(), rows: [{ place: 2, cells: { name: 'x'.repeat(200_000) } }] },
    ],
    ['1,001 rows at once', { batch: opening({ total: 1001 }), rows: many }],
    ['a million rows announced', { batch: opening({ total: 1_000_000 }), rows: [row] }],
    ['more rows than announced', { batch: opening({ total: 1 }), rows: many.slice(0, 9) }],
    ['rows that are no array', { batch: opening(), rows: 'x' }],
    ['no batch', { batch: null, rows: [row] }],
  ];
  for (const [what, body] of refused) {
    const { status, text } = await rpc(bruno, 'stage_rows', body);
    holds(`${what}: refused with 4xx`, status >= 400 && status < 500, [status, text]);
  }
  const statuses: number[] = [];
  for (let sent = 0; sent < 8; sent += 1) {
    const body = { batch: opening({ total: 30_000 }), rows: [row] };
    statuses.push((await rpc(bruno, 'stage_rows', body)).status);
  }
  const accepted = statuses.filter((status) => status === 200).length;
  holds('a user has five spreadsheets at most', accepted === 5, statuses);
  const [stored] = await world.sql<{ bytes: number }>(
    'select coalesce(sum(bytes), 0)::int as bytes from private.staged_batches',
  );
  holds('refused rows are not stored', (stored?.bytes ?? 0) < 10_000, stored);
  await world.sql('delete from private.staged_batches');
}

async function tryOthersPictures(world: AttackTarget, holds: AssertionRecorder) {
  const { rpc } = world;
  const { bruno, carla, davi, ended } = world.users;
  const [product] = await world.sql<{ id: string }>(
    `with category as (insert into public.categories (name) values ('Imagens alheias') returning id)
    insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'x', 'x', 'x', 'x', 'ALHEIA', id, 1 from category returning id`,
  );
  const product_id = product?.id;
  const url = '/storage/v1/object/public/product-images/main/a.png';
  const picture = { before: { images: [] }, after: { images: [{ file: 'a.png' }] } };
  const plan = (record_id = product_id) => ({
    batch: { id: randomUUID(), file_name: 'a.zip', total: 1 },
    rows: [{ place: 1, record_id, ...picture }],
  });
  const mine = plan();
  await rpc(bruno, 'plan_pictures', mine);
  const apply = (user: User | undefined, pictures: unknown) =>
    rpc(user, 'apply_batch', { batch_id: mine.batch.id, step: 1, pictures });
  for (const [who, user] of Object.entries({ carla, davi, ended, anonymous: undefined })) {
    const { status, text } = await apply(user, [{ place: 1, images: [{ url }] }]);
    holds(
      `${who} does not apply bruno's pictures`,
      status >= 400 || text.includes('missing'),
      text,
    );
    const joined = await rpc(user, 'plan_pictures', mine);
    holds(`${who} adds nothing to bruno's pictures`, joined.status >= 400, joined.text);
  }
  for (const [who, user] of Object.entries({ davi, ended, anonymous: undefined })) {
    for (const [name, body] of [
      ['products_by_file_name', { names: ['ALHEIA'] }],
      ['plan_pictures', plan()],
    ] as const) {
      const { status, text } = await rpc(user, name, body);
      holds(`${name}: ${who} gets nothing`, status >= 400 && !text.includes('ALHEIA'), text);
    }
  }
  const refused: [string, unknown][] = [
    ['201 pictures', [{ place: 1, images: Array.from({ length: 201 }, () => ({ url })) }]],
    ['101 products', Array.from({ length: 101 }, () => ({ place: 1, images: [] }))],
    ['pictures that are no array', 'x'],
  ];
  for (const [what, pictures] of refused) {
    const { status } = await apply(bruno, pictures);
    holds(`${what}: refused with 4xx`, status >= 400 && status < 500, status);
  }
  const elsewhere = [{ url: '/storage/v1/object/public/x/../../auth' }];
  const traversal = await apply(bruno, [{ place: 1, images: elsewhere }]);
  holds(
    'a path that leads elsewhere: refused',
    traversal.text.includes('"refuse": 1'),
    traversal.text,
  );
  const names = Array.from({ length: 501 }, String);
  const many = await rpc(bruno, 'products_by_file_name', { names });
  holds('501 names: refused with 4xx', many.status >= 400 && many.status < 500, many.status);
  const [left] = await world.sql<{ pictures: number }>(
    'select count(*)::int as pictures from public.product_images where product_id = $1',
    [product_id],
  );
  holds('refused pictures are not stored', left?.pictures === 0, left);
}
