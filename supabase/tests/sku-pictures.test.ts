import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, REFUSED, type TestDatabase } from './database.ts';
import type { Person } from './people.ts';
import { aCategory, filesOf, storeFiles } from './records.ts';

type Image = { url: string; is_main?: boolean; alt?: string };
type Saved = { status: string; batch: number; removed_files: object[] };
type Named = { name: string; exact: boolean; sku: string; id: string; images: Image[] };

const url = (name: string) => `/storage/v1/object/public/product-images/${name}.jpg`;
const [OLD, SIDE, NEW] = [url('main/old'), url('additional/side'), url('main/new')];

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openDatabase();
  category = await aCategory(db);
});
beforeEach(async () => {
  await db.sql('truncate public.products cascade');
});
afterAll(() => db.drop());

async function products(...skus: string[]): Promise<string[]> {
  const rows = await db.sql<{ id: string }>(
    `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
    select 'Produto ' || sku, 's', 'm', 'd', sku, $2, 10 from unnest($1::text[]) with ordinality as given (sku, place)
    order by place returning id`,
    [skus, category],
  );
  return rows.map(({ id }) => id);
}

async function save(
  id: string | undefined,
  images: Image[],
  seen: string[],
  batch: number | null = null,
  person: Person = 'colaborador',
) {
  const [row] = await db.as<{ saved: Saved }>(
    person,
    'select public.save_product_pictures($1, $2, $3, $4) as saved',
    [id, JSON.stringify(images), seen, batch],
  );
  return row!.saved;
}

async function pictures(id: string | undefined) {
  return db.sql<Image>(
    'select url, is_main, alt from public.product_images where product_id = $1 order by position',
    [id],
  );
}

describe('pictures whose response was lost', () => {
  it('are stored once when the client sends them again, and are one action', async () => {
    const [id] = await products('PERDIDO-1');
    const first = await save(id, [{ url: NEW, is_main: true }], []);
    expect(await save(id, [{ url: NEW, is_main: true }], [])).toMatchObject({
      status: 'saved',
      batch: first.batch,
    });
    expect(await save(id, [{ url: NEW, is_main: true }], [], null, 'administrador')).toEqual({
      status: 'stale',
    });
    expect(await pictures(id)).toHaveLength(1);
  });
});

describe('the products that names of files mean', () => {
  async function named(...names: string[]) {
    const [row] = await db.as<{ found: Named[] }>(
      'colaborador',
      'select public.products_named($1) as found',
      [names],
    );
    return row!.found.map(({ name, sku, exact }) => [name, sku, exact]);
  }

  it('are those of the SKU in whatever case, and of what file names make of one', async () => {
    await products('CAFE-250', 'Açaí 1/2', 'A-1', 'A-1-2', 'a_1');
    expect(await named('cafe-250', 'CAFÉ-250', 'Acai 1_2', 'a-1', 'A-1-2', 'A 1', 'nada')).toEqual([
      ['A 1', 'a_1', false],
      ['a-1', 'A-1', true],
      ['A-1-2', 'A-1-2', true],
      ['Acai 1_2', 'Açaí 1/2', false],
      ['cafe-250', 'CAFE-250', true],
      ['CAFÉ-250', 'CAFE-250', false],
    ]);
    // As an Apple writes names.
    expect(await named('Açaí 1_2'.normalize('NFD'))).toHaveLength(1);
    expect(await named('CAFE-25', 'AFE-250', '%', '')).toEqual([]);
  });

  it('are all that a name may mean', async () => {
    await products('Pão', 'Pao');
    expect(await named('pão')).toEqual([
      ['pão', 'Pao', false],
      ['pão', 'Pão', true],
    ]);
  });

  it('come with their pictures, for staff alone, by indexes and 500 at a time', async () => {
    const [id] = await products('COM-1');
    await save(id, [{ url: SIDE }, { url: OLD, is_main: true }], []);
    const [row] = await db.as<{ found: Named[] }>(
      'administrador',
      'select public.products_named($1) as found',
      [['com-1']],
    );
    expect(row!.found).toEqual([
      {
        name: 'com-1',
        exact: true,
        id,
        sku: 'COM-1',
        title: 'Produto COM-1',
        images: [
          { url: SIDE, is_main: false },
          { url: OLD, is_main: true },
        ],
      },
    ]);
    for (const person of ['loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect((await db.attempt(person, `select public.products_named('{a}')`)).code).toBe(REFUSED);
    const many = await db.attempt('colaborador', 'select public.products_named($1)', [
      Array.from({ length: 501 }, String),
    ]);
    expect(many.code).toBe('22023');
  });
});

describe('save_product_pictures', () => {
  it('gives many products their pictures as one act, undone as one, with the old files back', async () => {
    const [one, two, other] = await products('UM', 'DOIS', 'OUTRO');
    await storeFiles(db, OLD, SIDE, NEW);
    await save(one, [{ url: OLD, is_main: true, alt: 'Frente' }, { url: SIDE }], []);
    const first = await save(one, [{ url: NEW, is_main: true }, { url: SIDE }], [OLD, SIDE]);
    expect(first).toMatchObject({ status: 'saved', removed_files: filesOf(OLD) });
    const second = await save(two, [{ url: NEW, is_main: true }], [], first.batch);
    const again = await save(two, [{ url: NEW, is_main: true }, { url: SIDE }], [NEW], first.batch);
    expect([second.batch, again.batch]).toEqual([first.batch, first.batch]);
    const [act] = await db.sql(
      'select kind, area, actor_name, note from private.batches where id = $1',
      [first.batch],
    );
    expect(act).toEqual({
      kind: 'update',
      area: 'products',
      actor_name: 'Bruno Lima',
      note: { pictures: 3, count: 2 },
    });
    const versions = await db.sql('select version from public.products order by sku');
    expect(versions).toEqual([{ version: 3 }, { version: 1 }, { version: 3 }]);
    expect(await pictures(other)).toEqual([]);

    // The browser has moved the old picture to the trash.
    await db.sql(
      `update storage.objects set bucket_id = 'lixeira', name = bucket_id || '/' || name where name like 'main/old%'`,
    );
    const [undo] = await db.as<{ undone: Record<string, unknown> }>(
      'colaborador',
      'select public.undo_batch($1) as undone',
      [first.batch],
    );
    expect(undo?.undone).toMatchObject({
      status: 'undone',
      returning_files: filesOf(OLD),
      removed_files: filesOf(NEW),
    });
    expect(await pictures(one)).toEqual([
      { url: OLD, is_main: true, alt: 'Frente' },
      { url: SIDE, is_main: false, alt: '' },
    ]);
    expect(await pictures(two)).toEqual([]);
    // What was undone is not gone on with.
    expect((await save(two, [{ url: NEW }], [], first.batch)).batch).not.toBe(first.batch);
  });

  it('overwrites nothing that was not seen, and says what is gone', async () => {
    const [one] = await products('UM');
    await save(one, [{ url: OLD, is_main: true }], []);
    expect(await save(one, [{ url: NEW, is_main: true }], [])).toEqual({ status: 'stale' });
    expect(await save(one, [{ url: NEW, is_main: true }], [OLD, SIDE])).toEqual({
      status: 'stale',
    });
    expect(await pictures(one)).toMatchObject([{ url: OLD }]);
    await db.sql('delete from public.products');
    expect(await save(one, [{ url: NEW }], [OLD])).toEqual({ status: 'missing' });
  });

  it("goes on with no act of somebody else's, of another kind or of the day before", async () => {
    const [one, two, three] = await products('UM', 'DOIS', 'TRES');
    const mine = await save(one, [{ url: NEW }], []);
    expect((await save(two, [{ url: NEW }], [], mine.batch, 'administrador')).batch).not.toBe(
      mine.batch,
    );
    await db.as('colaborador', `update public.products set name = 'Outro nome' where id = $1`, [
      three,
    ]);
    const [own] = await db.sql<{ id: number }>('select max(id)::int as id from private.batches');
    expect((await save(three, [{ url: NEW }], [], own!.id)).batch).not.toBe(own!.id);
    await db.sql(`begin; set local session_replication_role = replica;
      update private.batches set at = at - interval '25 hours' where id = ${mine.batch}; commit`);
    expect((await save(one, [], [NEW], mine.batch)).batch).not.toBe(mine.batch);
  });

  it('keeps the rules of pictures, and is for staff alone', async () => {
    const [one] = await products('UM');
    const attempt = async (person: Person, images: unknown) =>
      (
        await db.attempt(person, `select public.save_product_pictures($1, $2, '{}')`, [
          one,
          JSON.stringify(images),
        ])
      ).code;
    expect(await attempt('colaborador', [{ url: '/storage/v1/object/public/x/../y.jpg' }])).toBe(
      '23514',
    );
    expect(
      await attempt('colaborador', [
        { url: OLD, is_main: true },
        { url: NEW, is_main: true },
      ]),
    ).toBe('23505');
    expect(await attempt('colaborador', { url: OLD })).toBe('22023');
    expect(
      await attempt(
        'colaborador',
        Array.from({ length: 201 }, () => ({ url: OLD })),
      ),
    ).toBe('22023');
    for (const person of ['loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect(await attempt(person, [])).toBe(REFUSED);
    expect(await pictures(one)).toEqual([]);
  });

  it('is undone in steps where it gave more than 1,000 products other pictures', async () => {
    await storeFiles(db, OLD, SIDE, NEW);
    const ids = await products(...Array.from({ length: 1200 }, (_, place) => `M-${place}`));
    await db.sql(
      `insert into public.product_images (product_id, url, is_main) select id, $1, true from public.products`,
      [OLD],
    );
    let batch: number | null = null;
    for (const id of ids)
      batch = (await save(id, [{ url: NEW, is_main: true }, { url: SIDE }], [OLD], batch)).batch;
    type Step = { undone: { status: string; after?: string } };
    const step = async (after: string | null) => {
      const [row] = await db.as<Step>(
        'colaborador',
        'select public.undo_batch($1, after => $2) as undone',
        [batch, after],
      );
      return row!.undone;
    };
    const first = await step(null);
    expect(first.status).toBe('undoing');
    expect((await step(first.after!)).status).toBe('undone');
    const left = await db.sql('select distinct url, is_main from public.product_images');
    expect(left).toEqual([{ url: OLD, is_main: true }]);
  }, 120_000);
});
