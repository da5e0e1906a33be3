import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { isCorrectPassword } from '../backend/auth/passwords.ts';
import { startTestServer, type TestServer } from '../backend/testing/server.ts';
import type { FirstSignInCredentials } from '../backend/first-sign-in.ts';
import { loadDemo } from './demo.ts';

const MAX_BYTES = 42 * 1024;

describe('a demonstration in an empty database', () => {
  let server: TestServer;
  let demo: FirstSignInCredentials;

  beforeAll(async () => {
    server = await startTestServer();
    demo = await loadDemo(server.platform, server.superuser);
  });
  afterAll(() => server?.stop());

  it('fills every list that staff see', async () => {
    const [counts] = await server.sql(
      `select ${TABLES.map((table) => `(select count(*)::int from public.${table}) as ${table}`).join(', ')}`,
    );
    expect(counts).toEqual({
      products: 90,
      categories: 8,
      distribuidores: 14,
      parceiros: 18,
      notificacoes: 6,
      banners: 5,
      profiles: 2,
    });
  });

  it('writes the generated password to the file of first sign-ins', async () => {
    const file = join(server.dataDir, 'first-sign-in.txt');
    expect(demo.passwordWasGenerated).toBe(true);
    expect(await readFile(file, 'utf8')).toContain(`Senha: ${demo.password} `);
  });

  it('shows every status, type, visibility and plan somewhere', async () => {
    const values = async (text: string) =>
      (await server.sql<{ value: string }>(text)).map((row) => row.value);
    const of = (column: string, table: string) =>
      values(`select distinct ${column} as value from public.${table} order by 1`);
    expect(await of('status', 'products')).toEqual(['Ativo', 'Inativo']);
    expect(await of('tipo', 'products')).toEqual(['Produto', 'Serviço']);
    expect(await of('visibility', 'products')).toEqual([
      'catalogo_distribuidores',
      'menu_parceiros',
      'todos',
    ]);
    expect(await of('status', 'distribuidores')).toEqual(['Ativo', 'Inativo', 'Pendente']);
    expect(await of('status', 'parceiros')).toEqual(['Ativo', 'Inativo', 'Pendente']);
    expect(await of('tipo', 'notificacoes')).toHaveLength(4);
    expect(
      await values('select distinct plan_id::text as value from public.distribuidores'),
    ).toHaveLength(4);
    expect(await of('is_active::text', 'categories')).toEqual(['false', 'true']);
  });

  it('has promotional prices below the regular ones', async () => {
    expect(
      await server.sql('select sku from public.products where promo_price >= real_price'),
    ).toEqual([]);
    const [promotions] = await server.sql<{ count: number }>(
      'select count(promo_price)::int as count from public.products',
    );
    expect(promotions?.count).toBeGreaterThan(10);
  });

  it.each([
    ['açaí congelado', 'POL-ACAI-1KG'],
    ['acai 1kg', 'POL-ACAI-1KG'],
    ['castanha caju', 'CAS-CAJU-TORR-200'],
    ['sem açúcar', 'BEB-UVA-1L'],
  ])('has a product for the search "%s"', async (search, sku) => {
    const found = await server.sql<{ sku: string }>(
      `select p.sku from public.products p join public.categories c on c.id = p.category_id
       where (select bool_and(strpos(private.searchable(concat_ws(' ', p.name, p.subtitle, p.sku, c.name)), word) > 0)
              from unnest(string_to_array(private.searchable($1), ' ')) as word)`,
      [search],
    );
    expect(found.map((row) => row.sku)).toContain(sku);
  });

  it('gives every product one main image, first in order', async () => {
    const wrong =
      await server.sql(`select p.sku from public.products p left join public.product_images i on i.product_id = p.id
      group by p.sku having count(*) filter (where is_main and position = 0) <> 1 or max(position) + 1 <> count(*)`);
    expect(wrong).toEqual([]);
  });

  it('stores each picture and its small copy, public, of few bytes and of the right dimensions', async () => {
    const pictures = await server.sql<{ url: string; width: number; height: number }>(PICTURES);
    expect(pictures).toHaveLength(90 + 43 + 8 + 14 + 18 + 5 + 2);
    for (const { url, width, height } of pictures) {
      const path = new URL(url).pathname;
      const whole = await download(path);
      expect.soft(whole.length, path).toBeLessThanOrEqual(MAX_BYTES);
      expect
        .soft(await sharp(whole).metadata(), path)
        .toMatchObject({ format: 'webp', width, height });
      const small = await sharp(await download(path.replace('.webp', '.small.webp'))).metadata();
      expect.soft(Math.max(small.width, small.height), path).toBe(256);
    }
    const [stored] = await server.sql<{ count: number }>(
      'select count(*)::int as count from storage.objects',
    );
    expect(stored?.count).toBe(pictures.length * 2);
  });

  it('creates its two users with one generated password and their own roles', async () => {
    expect(demo.people).toEqual([
      { email: 'ana@vitrine.exemplo', role: 'Administrador' },
      { email: 'bruno@vitrine.exemplo', role: 'Colaborador' },
    ]);
    expect(demo.passwordWasGenerated).toBe(true);
    const people = await server.sql<{ email: string; role: string; encrypted_password: string }>(
      'select p.email, p.role, u.encrypted_password from public.profiles p join auth.users u using (id) order by p.email',
    );
    expect(people.map(({ email, role }) => ({ email, role }))).toEqual(demo.people);
    for (const { encrypted_password } of people)
      expect(await isCorrectPassword(demo.password, encrypted_password, 4)).toBe(true);
  });

  it('is refused a second time, in Portuguese, and changes nothing', async () => {
    const before = await server.sql('select count(*)::int as files from storage.objects');
    await expect(loadDemo(server.platform, server.superuser)).rejects.toThrow(
      /--demo só carrega a demonstração em um banco vazio, e este já tem produtos/,
    );
    expect(await server.sql('select count(*)::int as files from storage.objects')).toEqual(before);
  });

  async function download(path: string) {
    const response = await fetch(`${server.url}${path}`);
    expect(response.status, path).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }
});

describe('a demonstration that cannot be loaded', () => {
  it('does not change a database with one category, nor one with a Colaborador', async () => {
    const server = await startTestServer();
    try {
      await server.sql("insert into public.categories (name) values ('Minha primeira categoria')");
      await expect(loadDemo(server.platform, server.superuser)).rejects.toThrow(
        /já tem categorias/,
      );
      expect(await server.sql('select name from public.categories')).toEqual([
        { name: 'Minha primeira categoria' },
      ]);
    } finally {
      await server.stop();
    }
    const staffed = await startTestServer({ seed: 'staff' });
    try {
      await expect(loadDemo(staffed.platform, staffed.superuser)).rejects.toThrow(
        /já tem usuários/,
      );
    } finally {
      await staffed.stop();
    }
  });

  it('stores nothing when it fails half-way, and the next start succeeds beside the first Administrador', async () => {
    const server = await startTestServer({
      seed: 'staff',
      env: { DEMO_PASSWORD: 'vitrine-demo-1' },
    });
    try {
      // given an installation whose first Administrador exists, and a disk that fails half-way
      await server.sql("delete from auth.users where email = 'bruno@vitrine.exemplo'");
      await server.sql("update auth.users set email = 'chefe@vitrine.exemplo'");
      await server.sql('alter table public.profiles disable trigger user');
      await server.sql("update public.profiles set email = 'chefe@vitrine.exemplo'");
      await server.sql('alter table public.profiles enable trigger user');
      await server.sql(FAILING_STORAGE);

      // when
      await expect(loadDemo(server.platform, server.superuser)).rejects.toThrow(/was not stored/);

      // then
      expect(await server.sql('select name from public.products')).toEqual([]);
      expect(await server.sql('select email from auth.users')).toEqual([
        { email: 'chefe@vitrine.exemplo' },
      ]);
      expect(await server.sql('select name from storage.objects')).toEqual([]);
      await server.sql('drop trigger disk_full on storage.objects');
      const second = await loadDemo(server.platform, server.superuser);
      expect(second).toMatchObject({ password: 'vitrine-demo-1', passwordWasGenerated: false });
      expect(await server.sql('select count(*)::int as products from public.products')).toEqual([
        { products: 90 },
      ]);
    } finally {
      await server.stop();
    }
  }, 60_000);
});

const TABLES = [
  'products',
  'categories',
  'distribuidores',
  'parceiros',
  'notificacoes',
  'banners',
  'profiles',
];

const PICTURES = `select url, 700 as width, 1000 as height from public.product_images
  union all select image_url, 600, 600 from public.categories
  union all select logo_url, 400, 400 from public.distribuidores
  union all select logo_url, 400, 400 from public.parceiros
  union all select imagem_url, 1600, 600 from public.banners
  union all select avatar_url, 400, 400 from public.profiles`;

const FAILING_STORAGE = `create function public.disk_full() returns trigger language plpgsql as $$
  begin raise exception 'disk full'; end $$;
  create trigger disk_full before insert on storage.objects for each row
  when (new.name = 'categories/aromas.webp') execute function public.disk_full()`;
