import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { withClient } from '../backend/database/superuser.ts';
import { createIdCycle, sendAndCountBytes, type GetNextTarget } from './load.ts';
import { computeMedian, computePercentile } from './percentile.ts';
import {
  createCallTarget,
  createCountTarget,
  createListTarget,
  createProductTarget,
  type ListRequest,
  type SignedInBackend,
} from './panel.ts';
import { startBackend } from './processes.ts';
import type { BenchSetup } from './bench-database.ts';

/** The measured sizes of the catalogue: numbers of products. */
export const CATALOGUE_SIZES = [10_000, 100_000, 1_000_000];
/** The 95th percentile of every request in milliseconds (median of the runs), for one number of products. */
export type ListTimings = { products: number; p95: [name: string, ms: number][] };

const RUNS = 5;
const REQUESTS = 40;
/** Time limit of a run. A run stops at this limit, but not before MIN_REQUESTS requests. */
const RUN_LIMIT_MS = 4_000;
const MIN_REQUESTS = 20;

/**
 * Measures the requests of `targets`, or only those with `about` in their name, one after the other on one connection.
 */
export async function measureLists(
  products: number,
  world: BenchSetup,
  about = '',
): Promise<ListTimings> {
  const backend = await startBackend(world.env);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const panel = { url: backend.url, headers: world.recording.headers };
    const p95: ListTimings['p95'] = [];
    for (const [name, nextTarget] of await targets(panel, world, products)) {
      if (!name.includes(about)) continue;
      const runs: number[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await p95OfRun(nextTarget, agent));
      p95.push([name, computeMedian(runs)]);
      console.error(products, name, computeMedian(runs).toFixed(1));
    }
    return { products, p95 };
  } finally {
    agent.destroy();
    await backend.stop();
  }
}

async function p95OfRun(nextTarget: GetNextTarget, agent: Agent) {
  const times: number[] = [];
  const start = performance.now();
  while (
    times.length < REQUESTS &&
    (times.length < MIN_REQUESTS || performance.now() < start + RUN_LIMIT_MS)
  ) {
    const target = nextTarget();
    const begin = performance.now();
    await sendAndCountBytes(target, agent);
    times.push(performance.now() - begin);
  }
  return computePercentile(times, 0.95);
}

/** Single and combined filters, with many and with few matches. */
const FILTERS: Record<string, Record<string, string>> = {
  visibility: { visibility: 'todos' },
  'no picture': { image: 'missing' },
  'promotion running': { promo: 'running' },
  'promotion scheduled': { promo: 'scheduled' },
  'promotion ended': { promo: 'ended' },
  'promotion without discount': { promo: 'no_discount' },
  'price range': { price_from: '500', price_to: '510' },
  'inactive categories': { category_state: 'inactive' },
  'broken links': { link: 'broken' },
  'wide price range, inactive categories, no picture': {
    price_from: '100',
    category_state: 'inactive',
    image: 'missing',
  },
  'promotion ended, of one visibility, inactive': {
    promo: 'ended',
    visibility: 'todos',
    status: 'Inativo',
  },
};

/**
 * Searches ordered by relevance. The first text describes the search or its matches; the second text is the search
 * term.
 */
const RANKED = [
  ['names begin with it', 'acai'],
  ['the last names begin with it', 'tapioca'],
  ['names contain it', 'organico'],
  ['no name has it', 'sku'],
  ['every subtitle has it', 'subtitulo'],
  ['two words', 'tapioca torrado'],
  ['two letters', 'ca'],
  ['exactly a SKU', 'sku-777'],
] as const;

/** Returns the product-list requests that are to be measured: pages, orders, filters, searches, and combinations. */
export function createListRequests(
  products: number,
  brand: string,
  category: string,
): [string, ListRequest][] {
  return [
    ['page 1, by name', {}],
    ['page 50', { page: 50 }],
    ['last page', { page: -1 }],
    ...['sku', '-real_price', '-created_at', 'status', 'tipo'].map(
      (order): [string, ListRequest] => [`order ${order}`, { order }],
    ),
    ['filter by status', { filters: { status: 'Inativo' } }],
    ['filter by tipo', { filters: { tipo: 'Serviço' } }],
    ['filter by category', { filters: { category_id: category } }],
    ['status, newest first', { filters: { status: 'Inativo' }, order: '-created_at' }],
    ['two filters', { filters: { status: 'Inativo', category_id: category } }],
    ...Object.entries(FILTERS).map(([name, filters]): [string, ListRequest] => [
      `filter by ${name}`,
      { filters },
    ]),
    [
      'promotion running, highest price first',
      { filters: { promo: 'running' }, order: '-real_price' },
    ],
    ['price range, newest first', { filters: { price_from: '500' }, order: '-created_at' }],
    ['promotion running, page 50', { filters: { promo: 'running' }, page: 50 }],
    ['promotion running, by SKU', { filters: { promo: 'running' }, order: 'sku' }],
    ['promotion running, by status', { filters: { promo: 'running' }, order: 'status' }],
    ['price range of a category', { filters: { category_id: category, price_from: '500' } }],
    [
      'price range of a visibility',
      { filters: { visibility: 'todos', price_from: '100', price_to: '200' } },
    ],
    ['status, highest price first', { filters: { status: 'Inativo' }, order: '-real_price' }],
    [
      'category, highest price first, page 50',
      { filters: { category_id: category }, order: '-real_price', page: 50 },
    ],
    ['search with a price range', { search: 'acai', filters: { price_to: '50' } }],
    ['search without a picture', { search: 'acai', filters: { image: 'missing' } }],
    ['search: frequent (acai)', { search: 'acai' }],
    ['search: frequent, its page 50', { search: 'acai', page: products > 50_000 ? 50 : 5 }],
    ['search: frequent, late in the order (tapioca)', { search: 'tapioca' }],
    ['search: frequent, newest first', { search: 'acai', order: '-created_at' }],
    ['search: frequent, highest price first', { search: 'acai', order: '-real_price' }],
    ['search: late in the order, highest price first', { search: 'tapioca', order: '-real_price' }],
    ['search: frequent, promotion running', { search: 'acai', filters: { promo: 'running' } }],
    [
      'search: late in the order, promotion running',
      { search: 'tapioca', filters: { promo: 'running' } },
    ],
    ['search: in every product', { search: 'subtitulo' }],
    [
      'search: in every product, highest price first',
      { search: 'subtitulo', order: '-real_price' },
    ],
    [
      'search: in every product, in a price range',
      { search: 'subtitulo', filters: { price_from: '500', price_to: '600' } },
    ],
    ['search: part of SKUs', { search: 'sku-77' }],
    ['search: mistyped', { search: 'tapiocca' }],
    [`search: rare (a brand)`, { search: brand }],
    ['search: absent, with what is similar', { search: 'inexistente' }],
    ['search: one SKU', { search: 'SKU-777' }],
    ['search: exactly a SKU', { search: 'sku-777' }],
    ['search: two letters', { search: 'ca' }],
    ['search: three words', { search: 'polpa congelado acai' }],
    ['search: two words', { search: 'acai organico' }],
    ...RANKED.map(([name, search]): [string, ListRequest] => [
      `relevance: ${name} (${search})`,
      { search, order: 'relevance' },
    ]),
    [
      'relevance: page 50 (acai)',
      { search: 'acai', order: 'relevance', page: products > 50_000 ? 50 : 5 },
    ],
    [
      'relevance with a filter (acai)',
      { search: 'acai', order: 'relevance', filters: { status: 'Ativo' } },
    ],
  ];
}

async function targets(
  panel: SignedInBackend,
  world: BenchSetup,
  products: number,
): Promise<[string, GetNextTarget][]> {
  const { rows } = await withClient(world.database, (client) =>
    client.query<{ id: string; category_id: string; brand: string }>(
      `select id, category_id, lower(split_part(name, ' ', -2)) as brand
       from public.products order by md5(sku) limit $1`,
      [RUNS * REQUESTS * 2],
    ),
  );
  const [one] = rows;
  if (!one) throw new Error('There are no products.');
  const ids = rows.map(({ id }) => id);
  const [idToRead, idToSave, idToDelete] = [
    createIdCycle(ids),
    createIdCycle(ids.slice(0, RUNS * REQUESTS)),
    createIdCycle(ids.slice(RUNS * REQUESTS)),
  ];
  // Each product is saved only once, so its version is still 1.
  const save = () =>
    createCallTarget(panel, 'save_product', {
      product: { id: idToSave(), name: `Açaí novo ${Math.random()}` },
      images: null,
      expected_version: 1,
    });
  return [
    ...createListRequests(products, one.brand, one.category_id).map(
      ([name, request]): [string, GetNextTarget] => {
        const target = createListTarget(panel, request);
        return [name, () => target];
      },
    ),
    ['command menu: search', () => createCallTarget(panel, 'search_everything', { term: 'acai' })],
    [
      'possible duplicate',
      () =>
        createCallTarget(panel, 'possible_duplicate', {
          area: 'products',
          field: 'sku',
          value: 'nenhum 1',
        }),
    ],
    ['dashboard: number of products', () => createCountTarget(panel, 'products')],
    ['dashboard: number of categories', () => createCountTarget(panel, 'categories')],
    ['by id', () => createProductTarget(panel, idToRead())],
    ['save', save],
    ['delete', () => createCallTarget(panel, 'delete_product', { product_id: idToDelete() })],
  ];
}
