import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, INSUFFICIENT_PRIVILEGE, type TestDatabase } from './database.ts';
import { ANA_ID, BRUNO_ID } from './people.ts';
import { fillEveryTable, toPictureFiles, insertStorageObjects } from './records.ts';

/** Statements that store the URL $1 in a column that refers to a file, keyed by column. */
const COLUMNS = {
  'banners.imagem_url': `insert into public.banners (titulo, imagem_url) values ('A', $1)`,
  'categories.image_url': `insert into public.categories (name, image_url) values ('A', $1)`,
  'distribuidores.logo_url': `insert into public.distribuidores (name, email, phone, address, plan_id, logo_url)
    select 'A', 'a@b', '1', 'nº 1', id, $1 from public.plans where name = 'Pro'`,
  'parceiros.logo_url': `insert into public.parceiros (name, email, phone, address, logo_url) values ('A', 'a@b', '1', 'nº 1', $1)`,
  'product_images.url': `insert into public.product_images (product_id, url) select id, $1 from public.products`,
  'profiles.avatar_url': `update public.profiles set avatar_url = $1 where name = 'Ana Souza'`,
};

const ORIGIN = 'https://vitrine.exemplo';
const urlOf = (file: string) => `${ORIGIN}/storage/v1/object/public/${file}`;

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  await fillEveryTable(db);
});
afterAll(() => db.drop());

async function store(name: string, { owner, age = '0', size = 1 }: Stored = {}) {
  await db.sql(
    `insert into storage.objects (bucket_id, name, owner_id, created_at, metadata)
     values ('product-images', $1, $2, now() - $3::interval, jsonb_build_object('size', $4::bigint))`,
    [name, owner, age, size],
  );
}
type Stored = { owner?: string; age?: string; size?: number };

const remove = (name: string) =>
  db.attempt('administrador', 'delete from storage.objects where name = $1 returning name', [name]);

describe('the URL of a picture', () => {
  it('is that of a stored file in one spelling, or an external one, in every column', async () => {
    const accepted = [
      urlOf('logos/parceiros/a-1.png'),
      'http://127.0.0.1:3000/storage/v1/object/public/logos/a.png',
      'http://servidor_loja:3000/storage/v1/object/public/logos/a.png',
      '/storage/v1/object/public/images/banners/a.small.webp',
      'https://cdn.exemplo/imagem%20um.png?largura=300',
    ];
    const refused = [
      urlOf('images/banners%2Fa.png'),
      urlOf('images/b%61nners/a.png'),
      urlOf('images/categories/../banners/a.png'),
      urlOf('images/./a.png'),
      urlOf('images//a.png'),
      urlOf('images/a.png?x'),
      urlOf('images/a.png#x'),
      urlOf('images/a b.png'),
      urlOf('images'),
      `${ORIGIN}/x/../storage/v1/object/public/images/a.png`,
      `${ORIGIN}//storage/v1/object/public/images/a.png`,
      `${ORIGIN}/Storage/V1/object/public/images/a.png`,
      `${ORIGIN}/storage/v1/object/sign/images/a.png`,
      `${ORIGIN}/%73torage/v1/object/public/images/a.png`,
      '/storage/v1/object/public/../images/a.png',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      `https://cdn.exemplo/${'a'.repeat(2000)}`,
      '',
    ];
    for (const [column, statement] of Object.entries(COLUMNS)) {
      for (const url of accepted)
        expect(await codeOf(statement, url), `${column} ${url}`).toBe('00000');
      for (const url of refused)
        expect(await codeOf(statement, url), `${column} ${url}`).toBe('23514');
    }
  });

  const codeOf = async (statement: string, url: string) =>
    (await db.attempt('administrador', `${statement} returning 1`, [url])).code;
});

describe('a file that a record uses', () => {
  it('is found by every column that refers to one [PROD-88]', async () => {
    const found = await db.sql(`select table_name || '.' || column_name as name
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name ~ '(url|_url)$' order by 1`);
    expect(found.map((column) => column['name'])).toEqual(Object.keys(COLUMNS));
  });

  it('cannot be deleted, nor its small copy, until no record uses it [PROD-88]', async () => {
    for (const [index, statement] of Object.values(COLUMNS).entries()) {
      const [picture, copy] = [`main/u${index}.png`, `main/u${index}.small.webp`];
      await store(picture);
      await store(copy);
      expect((await remove(picture)).rows).toHaveLength(1);
      await db.sql(statement, [urlOf(`product-images/${picture}`)]);
      expect((await remove(picture)).rows).toEqual([]);
      expect((await remove(copy)).rows).toEqual([]);
    }
  });

  it('is not listed as unused; an unused one is, with its small copy', async () => {
    await insertStorageObjects(db, urlOf('product-images/main/free.png'));
    const urls = ['main/u0.png', 'main/free.png', 'main/nowhere.png'].map((path) =>
      urlOf(`product-images/${path}`),
    );
    const unused = 'select bucket, path from public.unused_files($1)';
    const others = ['https://cdn.exemplo/a.png', urlOf('product-images/main/%75.png'), 'x'];
    expect(await db.as('colaborador', unused, [[...urls, ...others]])).toEqual(
      toPictureFiles(urlOf('product-images/main/free.png')),
    );
    expect(await db.as('loginWithoutProfile', unused, [urls])).toEqual([]);
  });
});

describe('files that no record uses', () => {
  it('are listed for the cleanup when they are old enough', async () => {
    await store('main/old.png', { age: '25 hours' });
    await store('main/young.png', { age: '23 hours' });
    await db.sql(`update storage.objects set created_at = now() - interval '25 hours'
      where name = 'main/u0.png'`);
    const [old] = await db.sql(`select id from storage.objects where name = 'main/old.png'`);
    const page = `select public.unused_objects('24 hours', $1, $2) as page`;
    const [all] = await db.sql(page, ['00000000-0000-0000-0000-000000000000', 100]);
    expect(all).toEqual({ page: { ids: [old?.['id']], next: null } });
    const [ids] = await db.sql(`select array_agg(id order by id) as ids from storage.objects`);
    const [first, second] = (ids?.['ids'] ?? []) as string[]; // the files that the test created above
    const [one] = await db.sql<{ page: { next: string } }>(page, [first, 1]);
    expect(one?.page.next).toBe(second);
  });

  it('are listed for an Administrador a day after their upload, a page at a time', async () => {
    const pageAfter = (after: string, size: number) =>
      db.as<{ page: { files: { bucket: string; path: string }[]; next: string | null } }>(
        'administrador',
        'select public.abandoned_files($1, $2) as page',
        [after, size],
      );
    const found: object[] = [];
    for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null;) {
      const [row] = await pageAfter(after, 2);
      found.push(...(row?.page.files ?? []));
      after = row?.page.next ?? null;
    }
    expect(found).toEqual([{ bucket: 'product-images', path: 'main/old.png' }]);
    expect((await db.attempt('colaborador', 'select public.abandoned_files()')).code).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
  });

  const insert = `insert into storage.objects (bucket_id, name) values ('logos', 'parceiros/q.png')`;
  const upload = (person: 'administrador' | 'colaborador') =>
    db.attempt(person, insert, [], 'storage.object.upload');

  it('are limited in number, per day and user', async () => {
    for (let index = 0; index < 400; index += 1)
      await store(`main/n${index}.png`, { owner: BRUNO_ID });
    expect((await upload('colaborador')).code).toBe(INSUFFICIENT_PRIVILEGE);
    await expect(db.as('colaborador', 'select private.has_room_for_uploads()')).rejects.toThrow(
      'Você enviou muitos arquivos que nenhum registro usa.',
    );
    expect((await upload('administrador')).code).toBe('00000');

    // Files that a record uses do not count: one of the 400 files is used by a category.
    await db.sql(COLUMNS['categories.image_url'], [urlOf('product-images/main/n1.png')]);
    expect((await upload('colaborador')).code).toBe('00000');
  });

  it('are limited in bytes', async () => {
    await store('main/large.png', { owner: ANA_ID, size: 400 * 1024 * 1024 });
    expect((await upload('administrador')).code).toBe(INSUFFICIENT_PRIVILEGE);
    await db.sql(
      `update storage.objects set created_at = now() - interval '25 hours' where owner_id = $1`,
      [ANA_ID],
    );
    expect((await upload('administrador')).code).toBe('00000');
  });

  it('count only outside the trash, into which a colleague may have moved them; the trash has ten times the limit', async () => {
    const trash = (from: number, to: number) =>
      db.sql(
        `insert into storage.objects (bucket_id, name, owner_id, metadata)
         select 'lixeira', 'logos/parceiros/' || n || '.png', $1, '{"size": 1}' from generate_series($2::int, $3) as n`,
        [BRUNO_ID, from, to],
      );
    await db.sql(
      `update storage.objects set created_at = now() - interval '25 hours' where owner_id = $1`,
      [BRUNO_ID],
    );
    await trash(1, 3999);
    expect((await upload('colaborador')).code).toBe('00000');
    await trash(4000, 4000);
    expect((await upload('colaborador')).code).toBe(INSUFFICIENT_PRIVILEGE);
    expect((await upload('administrador')).code).toBe('00000');
  });

  it('are counted among the newest 4,000 of the day: used ones cost a check each', async () => {
    await db.sql(`update storage.objects set created_at = now() - interval '25 hours'`);
    await db.sql(
      `insert into public.banners (titulo, imagem_url)
      select 'B' || n, '/storage/v1/object/public/product-images/main/used-' || n || '.png'
      from generate_series(1, 5000) as n`,
    );
    await db.sql(
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
      select 'product-images', 'main/used-' || n || '.png', $1, '{"size": 10}' from generate_series(1, 5000) as n`,
      [BRUNO_ID],
    );
    await db.sql(`set track_functions = 'all'`);
    await db.as('colaborador', 'select private.has_room_for_uploads()');
    await db.sql('select pg_stat_force_next_flush()');
    const [checks] = await db.sql<{ calls: number }>(
      `select calls::int from pg_stat_user_functions where funcname = 'is_used_file'`,
    );
    expect(checks?.calls).toBe(4000);
  });
});
