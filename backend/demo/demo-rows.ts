import { randomUUID } from 'node:crypto';
import type { Queryable } from '../database/database.ts';
import { categories } from './catalogue/all-categories.ts';
import { banners, type DemoBanner } from './catalogue/banners.ts';
import type { DemoCategory, DemoProduct } from './catalogue/catalogue.ts';
import type { DemoCompany } from './catalogue/company.ts';
import { distribuidores } from './catalogue/distribuidores.ts';
import { notificacoes } from './catalogue/notificacoes.ts';
import { parceiros } from './catalogue/parceiros.ts';
import { bannerFile, categoryFile, logoFile, productFile } from './demo-pictures.ts';

/** Gives the address under which a stored file is known. */
export type UrlOf = (file: { bucket: string; path: string }) => string;

/** Writes every row of the demonstration but the people. */
export async function insertDemoRows(tx: Queryable, urlOf: UrlOf) {
  const shelves = categories.map((category) => ({ id: randomUUID(), category }));
  await insertRows(
    tx,
    'categories',
    shelves.map(({ id, category }) => categoryRow(id, category, urlOf)),
  );
  const stock = shelves.flatMap(({ id, category }) =>
    category.products.map((product) => ({ id: randomUUID(), category_id: id, category, product })),
  );
  await insertRows(
    tx,
    'products',
    stock.map((item, index) => productRow(item, index)),
  );
  await insertRows(
    tx,
    'product_images',
    stock.flatMap(({ id, product }) => imageRows(id, product, urlOf)),
  );
  await insertCompanies(tx, urlOf);
  await insertRows(
    tx,
    'notificacoes',
    notificacoes.toReversed().map(({ days, ...row }) => ({ ...row, created_at: daysAgo(days) })),
  );
  await insertRows(
    tx,
    'banners',
    banners.map((banner) => bannerRow(banner, urlOf)),
  );
}

/** Every row has the columns of the first one. */
export async function insertRows(
  tx: Queryable,
  table: string,
  rows: readonly Record<string, unknown>[],
) {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  await tx.query(
    `insert into public.${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::public.${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

function categoryRow(
  id: string,
  { slug, name, description, is_active }: DemoCategory,
  urlOf: UrlOf,
) {
  return {
    id,
    name,
    description,
    is_active,
    image_url: urlOf(categoryFile(slug)),
    created_at: daysAgo(200),
  };
}

type StockItem = { id: string; category_id: string; category: DemoCategory; product: DemoProduct };

function productRow({ id, category_id, category, product }: StockItem, index: number) {
  return {
    id,
    category_id,
    name: product.name,
    subtitle: product.subtitle,
    mini_description: product.mini_description,
    description: product.description,
    sku: product.sku,
    tipo: product.tipo ?? 'Produto',
    status: product.status ?? 'Ativo',
    visibility: product.visibility ?? 'todos',
    real_price: product.real_price,
    promo_price: product.promo_price ?? null,
    button_color: category.button_color,
    button_link: `https://loja.maredefolha.exemplo/${product.sku.toLowerCase()}`,
    video_embed: product.video_embed ?? null,
    // Spread over the last half year, in no visible order.
    created_at: daysAgo(2 + ((index * 37) % 180)),
  };
}

function imageRows(product_id: string, { sku, picture }: DemoProduct, urlOf: UrlOf) {
  return Array.from({ length: 1 + (picture.more ?? 0) }, (_, position) => ({
    product_id,
    url: urlOf(productFile(sku, position)),
    is_main: position === 0,
    position,
  }));
}

async function insertCompanies(tx: Queryable, urlOf: UrlOf) {
  const { rows: plans } = await tx.query<{ id: string; name: string }>(
    'select id, name from public.plans',
  );
  const planIds = new Map(plans.map((plan) => [plan.name, plan.id]));
  await insertRows(
    tx,
    'distribuidores',
    distribuidores.map((company, index) => ({
      ...companyRow(company, index, urlOf(logoFile('distribuidores', company.slug))),
      plan_id: planIds.get(company.plan),
    })),
  );
  await insertRows(
    tx,
    'parceiros',
    parceiros.map((company, index) =>
      companyRow(company, index, urlOf(logoFile('parceiros', company.slug))),
    ),
  );
}

function companyRow(company: DemoCompany, index: number, logo_url: string) {
  const { name, email, phone, street, town, status, instagram } = company;
  const created_at = daysAgo(5 + ((index * 53) % 150));
  const address = addressOf(company);
  return {
    name,
    email,
    phone,
    ...street,
    ...town,
    address,
    status,
    instagram,
    logo_url,
    created_at,
  };
}

/** As the panel composes it: number, complement and neighbourhood, without the street. */
function addressOf({ street: { numero, complemento }, town: { bairro } }: DemoCompany) {
  return [`nº ${numero}`, complemento, bairro].filter(Boolean).join(', ');
}

function bannerRow(banner: DemoBanner, urlOf: UrlOf) {
  const { titulo, descricao, cta_texto, cta_link, status, posicao, tipo, ordem } = banner;
  const imagem_url = urlOf(bannerFile(banner.slug));
  return { titulo, descricao, cta_texto, cta_link, status, posicao, tipo, ordem, imagem_url };
}

function daysAgo(days: number) {
  return new Date(Date.now() - days * 86_400_000).toISOString();
}
