import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import type { TestCaller } from './people.ts';
import { insertCategory, toPictureFiles, insertStorageObjects } from './records.ts';
import { savePictures } from './staged-batches.ts';

type Image = { url: string; is_main?: boolean; alt?: string };
type Step = {
  status: string;
  batch: number;
  counts: Record<string, number>;
  pictures: number;
  removed_files: object[];
};
type Given = { id?: string | undefined; seen?: Image[]; problems?: Record<string, string> };
type Sent = { place: number; images?: unknown; problems?: Record<string, string> };
type Named = { name: string; exact: boolean; sku: string; id: string; images: Image[] };

const url = (name: string) => `/storage/v1/object/public/product-images/${name}.jpg`;
const [OLD, SIDE, NEW] = [url('main/old'), url('additional/side'), url('main/new')];

let db: TestDatabase;
let category: string;
beforeAll(async () => {
  db = await openTestDatabase();
  category = await insertCategory(db);
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

/** Plans pictures for products; `seen` are the pictures that the browser read. */
async function plan(given: Given[], person: TestCaller = 'colaborador') {
  const id = randomUUID();
  const rows = given.map(({ id: record_id, seen = [], problems }, index) => ({
    place: index + 1,
    ...(record_id === undefined ? { title: `arquivo-${index}.png` } : { record_id }),
    cells: { files: [`arquivo-${index}.png`] },
    ...(problems && { problems }),
    before: { images: seen },
    after: { images: [{ file: `arquivo-${index}.png`, is_main: true }] },
  }));
  const batch = { id, file_name: 'fotos.zip', total: rows.length };
  const values = [JSON.stringify(batch), JSON.stringify(rows)];
  const [row] = await db.as<{ planned: { counts: Record<string, number> } }>(
    person,
    'select public.plan_pictures($1, $2) as planned',
    values,
  );
  return { id, counts: row!.planned.counts };
}

const APPLY = 'select public.apply_batch($1, $2, pictures => $3) as step';

async function apply(id: string, step: number, sent: Sent[], person: TestCaller = 'colaborador') {
  const [row] = await db.as<{ step: Step }>(person, APPLY, [id, step, JSON.stringify(sent)]);
  return row!.step;
}

async function pictures(id: string | undefined) {
  return db.sql<Image>(
    'select url, is_main, alt from public.product_images where product_id = $1 order by position',
    [id],
  );
}

it('sent with a step are stored without other values, and count for the limit of bytes', async () => {
  const ids = await products('PESO-1', 'PESO-2');
  const planned = await plan(ids.map((id) => ({ id })));
  const images = [{ url: 'x', junk: 'x'.repeat(1000), alt: 'Xícara' }];
  await apply(planned.id, 1, [{ place: 1, images }]);
  const [row] = await db.sql(
    'select after from private.staged_batch_rows where batch_id = $1 and place = 1',
    [planned.id],
  );
  expect(row).toEqual({ after: { images: [{ url: 'x', alt: 'Xícara' }] } });
  const [batch] = await db.sql<{ bytes: number }>(
    'select bytes::int from private.staged_batches where id = $1',
    [planned.id],
  );
  expect(batch?.bytes).toBeGreaterThan(1000);
  await db.sql('update private.staged_batches set bytes = 128 * 1024 * 1024 where id = $1', [
    planned.id,
  ]);
  await expect(apply(planned.id, 2, [{ place: 2, images }])).rejects.toMatchObject({
    hint: 'too_many_batches',
  });
  await db.sql('delete from private.staged_batches');
});

describe('the products that match names of files', () => {
  async function named(...names: string[]) {
    const [row] = await db.as<{ found: Named[] }>(
      'colaborador',
      'select public.products_by_file_name($1) as found',
      [names],
    );
    return row!.found.map(({ name, sku, exact }) => [name, sku, exact]);
  }

  it('have that SKU in any case, or as file names spell it', async () => {
    await products('CAFE-250', 'Açaí 1/2', 'A-1', 'A-1-2', 'a_1');
    expect(await named('cafe-250', 'CAFÉ-250', 'Acai 1_2', 'a-1', 'A-1-2', 'A 1', 'nada')).toEqual([
      ['A 1', 'a_1', false],
      ['a-1', 'A-1', true],
      ['A-1-2', 'A-1-2', true],
      ['Acai 1_2', 'Açaí 1/2', false],
      ['cafe-250', 'CAFE-250', true],
      ['CAFÉ-250', 'CAFE-250', false],
    ]);
    // macOS writes file names in decomposed Unicode.
    expect(await named('Açaí 1_2'.normalize('NFD'))).toHaveLength(1);
    expect(await named('CAFE-25', 'AFE-250', '%', '')).toEqual([]);
  });

  it('are all products that a name may match', async () => {
    await products('Pão', 'Pao');
    expect(await named('pão')).toEqual([
      ['pão', 'Pao', false],
      ['pão', 'Pão', true],
    ]);
  });

  it('are returned with their pictures, to staff only, by indexes and 500 at a time', async () => {
    const [id] = await products('COM-1');
    await savePictures(db, id!, [], [{ url: SIDE }, { url: OLD, is_main: true }]);
    const [row] = await db.as<{ found: Named[] }>(
      'administrador',
      'select public.products_by_file_name($1) as found',
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
      expect((await db.attempt(person, `select public.products_by_file_name('{a}')`)).code).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
    const many = await db.attempt('colaborador', 'select public.products_by_file_name($1)', [
      Array.from({ length: 501 }, String),
    ]);
    expect(many.code).toBe('22023');
  });
});

describe('pictures by SKU', () => {
  const shown = (...urls: string[]) =>
    urls.map((each, place) => ({ url: each, is_main: place === 0 }));

  it('are given to many products as one batch, and undone as one, with the old files restored', async () => {
    const [one, two, other] = await products('UM', 'DOIS', 'OUTRO');
    await insertStorageObjects(db, OLD, SIDE, NEW);
    await savePictures(db, one!, [], [{ url: OLD, is_main: true }, { url: SIDE }]);
    await db.sql(`update public.product_images set alt = 'Frente' where url = $1`, [OLD]);
    const { id, counts } = await plan([{ id: one, seen: shown(OLD, SIDE) }, { id: two }]);
    expect(counts).toEqual({ change: 2 });
    const images = [{ url: NEW, is_main: true }, { url: SIDE }];
    const first = await apply(id, 1, [{ place: 1, images }]);
    expect(first).toMatchObject({
      status: 'applying',
      counts: { changed: 1, change: 1 },
      pictures: 1,
      removed_files: toPictureFiles(OLD),
    });
    const second = await apply(id, 2, [{ place: 2, images }]);
    expect(second).toMatchObject({ status: 'done', batch: first.batch, pictures: 3 });
    const [batch] = await db.sql(
      'select kind, area, actor_name, note from private.batches where id = $1',
      [first.batch],
    );
    expect(batch).toEqual({
      kind: 'update',
      area: 'products',
      actor_name: 'Bruno Lima',
      note: { pictures: 3, count: 2 },
    });
    const versions = await db.sql('select version from public.products order by sku');
    expect(versions).toEqual([{ version: 2 }, { version: 1 }, { version: 3 }]);
    expect(await pictures(other)).toEqual([]);

    // Moves the old picture to the trash, as the browser does.
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
      returning_files: toPictureFiles(OLD),
      removed_files: toPictureFiles(NEW),
    });
    expect(await pictures(one)).toEqual([
      { url: OLD, is_main: true, alt: 'Frente' },
      { url: SIDE, is_main: false, alt: '' },
    ]);
    expect(await pictures(two)).toEqual([]);
  });

  it('are stored once if the client repeats a step after a lost response', async () => {
    const [one] = await products('PERDIDO-1');
    const { id } = await plan([{ id: one }]);
    const sent = [{ place: 1, images: shown(NEW) }];
    const first = await apply(id, 1, sent);
    expect(await apply(id, 1, sent)).toEqual(first);
    expect(await db.sql('select version from public.products')).toEqual([{ version: 2 }]);
    expect(await pictures(one)).toHaveLength(1);
  });

  it('overwrite nothing that was not seen, and report deleted products', async () => {
    const [one, two] = await products('UM', 'DOIS');
    await savePictures(db, one!, [], shown(OLD));
    const unseen = await plan([{ id: one }, { id: one, seen: shown(OLD, SIDE) }]);
    expect(unseen.counts).toEqual({ refuse: 2 });
    const { id } = await plan([{ id: one, seen: shown(OLD) }, { id: two }]);
    await savePictures(db, one!, [OLD], shown(SIDE));
    await db.sql(`delete from public.products where sku = 'DOIS'`);
    const images = shown(NEW);
    const step = await apply(id, 1, [
      { place: 1, images },
      { place: 2, images },
    ]);
    expect(step).toMatchObject({ status: 'done', counts: { stale: 2 }, pictures: 0 });
    expect(await pictures(one)).toMatchObject([{ url: SIDE }]);
    const missing = await plan([{ id: two }, { problems: { 'a.png': 'Nenhum produto.' } }]);
    expect(missing.counts).toEqual({ refuse: 2 });
  });

  it('are not given to a product that no longer has the SKU of their file names', async () => {
    const [one, other] = await products('X', 'Y');
    const { id } = await plan([{ id: one }, { id: other }]);
    await db.sql(`update public.products set sku = 'Z' where id = $1`, [one]);
    await db.sql(`update public.products set sku = 'X' where id = $1`, [other]);
    await db.sql(`update public.products set sku = 'y' where id = $1`, [other]);
    const sent = [1, 2].map((place) => ({ place, images: [{ url: NEW, is_main: true }] }));
    expect((await apply(id, 1, sent)).counts).toEqual({ changed: 1, stale: 1 });
    expect(await pictures(one)).toEqual([]);
    expect(await pictures(other)).toMatchObject([{ url: NEW }]);
  });

  it('do not change a product whose file cannot be read, and report it', async () => {
    const [one, two] = await products('UM', 'DOIS');
    const { id } = await plan([{ id: one }, { id: two }]);
    const problems = { 'a.png': 'Não foi possível abrir.' };
    const step = await apply(id, 1, [
      { place: 1, problems },
      { place: 2, images: shown(NEW), problems },
    ]);
    expect(step).toMatchObject({ status: 'done', counts: { refuse: 1, changed: 1 } });
    const rows = await db.sql(
      'select outcome, problems from private.staged_batch_rows where batch_id = $1 order by place',
      [id],
    );
    expect(rows).toEqual([
      { outcome: 'refuse', problems },
      { outcome: 'changed', problems },
    ]);
  });

  it('cannot be added to an undone batch, nor to the batch of another user', async () => {
    const [one, two] = await products('UM', 'DOIS');
    const { id } = await plan([{ id: one }, { id: two }]);
    const { batch } = await apply(id, 1, [{ place: 1, images: shown(NEW) }]);
    const sent = [{ place: 2, images: shown(NEW) }];
    expect(await apply(id, 2, sent, 'administrador')).toEqual({ status: 'missing' });
    await db.as('colaborador', 'select public.undo_batch($1)', [batch]);
    await expect(apply(id, 2, sent)).rejects.toMatchObject({ hint: 'batch_undone' });
    expect(await pictures(two)).toEqual([]);
  });

  it('wait for no continuation once they are undone, even if the undo is undone', async () => {
    const [one, two] = await products('UM', 'DOIS');
    const { id } = await plan([{ id: one }, { id: two }]);
    const { batch } = await apply(id, 1, [{ place: 1, images: shown(NEW) }]);
    const undo = (of: unknown) => db.call<{ batch: number }>('colaborador', 'undo_batch', [of]);
    const isOpen = async () => {
      const open = await db.call<{ id: string }[]>('colaborador', 'open_batches', []);
      return open.some((waiting) => waiting.id === id);
    };
    expect(await isOpen()).toBe(true);
    const undone = await undo(batch);
    expect(await isOpen()).toBe(false);
    await undo(undone.batch);
    expect(await pictures(one)).toHaveLength(1);
    expect(await isOpen()).toBe(false);
  });

  it('are at most 200 of a product: the plan refuses that product alone', async () => {
    const [one, two] = await products('UM', 'DOIS');
    const images = Array.from({ length: 150 }, (_, place) => ({ url: url(`additional/${place}`) }));
    await savePictures(db, one!, [], images);
    const files = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ file: `${n}.png` }));
    const rows = [
      { record_id: one, images, after: [...images, ...files(51)] },
      { record_id: one, images, after: [...images, ...files(50)] },
      { record_id: two, images: [], after: files(1) },
    ].map(({ record_id, images: before, after }, index) => ({
      place: index + 1,
      record_id,
      before: { images: before },
      after: { images: after },
    }));
    const batch = { id: randomUUID(), file_name: 'fotos.zip', total: rows.length };
    const planned = await db.call('colaborador', 'plan_pictures', [
      JSON.stringify(batch),
      JSON.stringify(rows),
    ]);
    expect(planned).toMatchObject({ counts: { refuse: 1, change: 2 } });
    expect(await db.call('colaborador', 'batch_rows', [batch.id, ['refuse']])).toMatchObject([
      { place: 1, refusal: { code: 'P0001', message: 'Um produto tem até 200 imagens.' } },
    ]);
    const step = await apply(batch.id, 1, [{ place: 3, images: shown(NEW) }]);
    expect(step.counts).toEqual({ refuse: 1, change: 1, changed: 1 });
  });

  it('obey the rules of pictures, and are for staff only', async () => {
    const [one, two] = await products('UM', 'DOIS');
    const { id } = await plan([{ id: one }, { id: two }]);
    const attempt = async (person: TestCaller, sent: unknown) =>
      (await db.attempt(person, APPLY, [id, 1, JSON.stringify(sent)])).code;
    const many = Array.from({ length: 201 }, () => ({ url: OLD }));
    expect(await attempt('colaborador', { url: OLD })).toBe('22023');
    expect(await attempt('colaborador', [{ place: 1, images: many }])).toBe('22023');
    for (const person of ['loginWithoutProfile', 'signedOutAdministrador'] as const)
      expect(await attempt(person, [])).toBe(INSUFFICIENT_PRIVILEGE);
    const step = await apply(id, 1, [
      { place: 1, images: [{ url: '/storage/v1/object/public/x/../y.jpg' }] },
      {
        place: 2,
        images: [
          { url: OLD, is_main: true },
          { url: NEW, is_main: true },
        ],
      },
    ]);
    expect(step.counts).toEqual({ refuse: 2 });
    expect(
      await db.sql(
        `select refusal ->> 'code' as code from private.staged_batch_rows where batch_id = $1 order by place`,
        [id],
      ),
    ).toEqual([{ code: '23514' }, { code: '23505' }]);
    expect(await db.sql('select from public.product_images')).toEqual([]);
  });

  it('are undone in steps if more than 1,000 products got other pictures', async () => {
    await insertStorageObjects(db, OLD, SIDE, NEW);
    const ids = await products(...Array.from({ length: 1200 }, (_, place) => `M-${place}`));
    await db.sql(
      `insert into public.product_images (product_id, url, is_main) select id, $1, true from public.products`,
      [OLD],
    );
    const batch = { id: randomUUID(), file_name: 'fotos.zip', total: ids.length };
    const rows = ids.map((id, index) => ({
      place: index + 1,
      record_id: id,
      before: { images: shown(OLD) },
      after: { images: [{ file: 'a.png' }] },
    }));
    for (const part of [rows.slice(0, 1000), rows.slice(1000)])
      await db.as('colaborador', 'select public.plan_pictures($1, $2)', [
        JSON.stringify(batch),
        JSON.stringify(part),
      ]);
    let last: Step | undefined;
    for (let step = 1; step <= 12; step += 1) {
      const part = rows.slice((step - 1) * 100, step * 100);
      const sent = part.map(({ place }) => ({ place, images: shown(NEW, SIDE) }));
      last = await apply(batch.id, step, sent);
    }
    expect(last).toMatchObject({ status: 'done', counts: { changed: 1200 }, pictures: 2400 });
    type Undo = { undone: { status: string; after?: string } };
    const undo = async (after: string | null) => {
      const [row] = await db.as<Undo>(
        'colaborador',
        'select public.undo_batch($1, after => $2) as undone',
        [last?.batch, after],
      );
      return row!.undone;
    };
    const first = await undo(null);
    expect(first.status).toBe('undoing');
    expect((await undo(first.after!)).status).toBe('undone');
    const left = await db.sql('select distinct url, is_main from public.product_images');
    expect(left).toEqual([{ url: OLD, is_main: true }]);
  }, 120_000);
});
