import type { storedAreas } from '../src/data/stored-areas.ts';
import type { SqlRunner } from './sql.ts';

/** For each table: the id of an existing row, and the body of a request that inserts a new row (`insert`). */
export type TestRecords = Record<TableName, { id: string; insert: Record<string, unknown> }>;
export type TableName = keyof typeof storedAreas | 'product_images' | 'plans';

/** A text in rows that only staff may read: a response that contains this text reveals such a row. */
export const SECRET_TEXT = 'segredo-da-casa';

/** Inserts a row into each table as the superuser. For profiles, uses the existing row `profileId` instead. */
export async function insertTestRecords(sql: SqlRunner, profileId: string): Promise<TestRecords> {
  const insertOne = async (text: string, values: unknown[] = []) => {
    const [row] = await sql<{ id: string }>(`${text} returning id::text`, values);
    return row?.id ?? '';
  };
  const category = { name: SECRET_TEXT, description: SECRET_TEXT };
  const categoryId = await insertOne('insert into public.categories (name) values ($1)', [
    SECRET_TEXT,
  ]);
  const product = {
    name: SECRET_TEXT,
    subtitle: 'Sub',
    mini_description: 'Mini',
    description: SECRET_TEXT,
    category_id: categoryId,
    real_price: 10,
  };
  const productId = await insertOne(
    `insert into public.products (name, subtitle, mini_description, description, category_id, real_price, sku)
      values ($1, 'Sub', 'Mini', $1, $2, 10, 'SEGREDO-1')`,
    [SECRET_TEXT, categoryId],
  );
  const image = { product_id: productId, url: 'https://exemplo.test/a.png' };
  const plan = { name: SECRET_TEXT, background_color: '#000000', text_color: '#ffffff' };
  const planId = await insertOne(
    'insert into public.plans (name, background_color, text_color) values ($1, $2, $2)',
    [SECRET_TEXT, '#000000'],
  );
  const company = { name: SECRET_TEXT, email: 'a@b.test', phone: '1', address: 'nº 1' };
  const notification = {
    titulo: SECRET_TEXT,
    conteudo: SECRET_TEXT,
    visibilidade: 'menu_parceiros',
  };
  return {
    categories: { id: categoryId, insert: category },
    products: { id: productId, insert: { ...product, sku: 'SEGREDO-2' } },
    product_images: {
      id: await insertOne('insert into public.product_images (product_id, url) values ($1, $2)', [
        productId,
        `https://exemplo.test/${SECRET_TEXT}.png`,
      ]),
      insert: image,
    },
    plans: { id: planId, insert: { ...plan, name: 'Outro' } },
    distribuidores: {
      id: await insertOne(
        `insert into public.distribuidores (name, email, phone, address, plan_id) values ($1, 'a@b.test', '1', 'x', $2)`,
        [SECRET_TEXT, planId],
      ),
      insert: { ...company, plan_id: planId },
    },
    parceiros: {
      id: await insertOne(
        `insert into public.parceiros (name, email, phone, address) values ($1, 'a@b.test', '1', 'x')`,
        [SECRET_TEXT],
      ),
      insert: company,
    },
    notificacoes: {
      id: await insertOne(
        `insert into public.notificacoes (titulo, conteudo, visibilidade) values ($1, $1, 'menu_parceiros')`,
        [SECRET_TEXT],
      ),
      insert: notification,
    },
    banners: {
      id: await insertOne('insert into public.banners (titulo) values ($1)', [SECRET_TEXT]),
      insert: { titulo: SECRET_TEXT },
    },
    profiles: {
      id: profileId,
      insert: {
        id: crypto.randomUUID(),
        name: SECRET_TEXT,
        email: 'x@y.test',
        role: 'Administrador',
      },
    },
  };
}

/** Returns a text with a hash of the rows of each table in the schema public, to detect changes by an attack. */
export async function hashTables(sql: SqlRunner) {
  const parts: string[] = [];
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  for (const { name: table } of tables) {
    const [row] = await sql<{ hash: string }>(
      `select count(*) || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from public."${table}" as t`,
    );
    parts.push(`${table} ${row?.hash}`);
  }
  return parts.join('\n');
}
