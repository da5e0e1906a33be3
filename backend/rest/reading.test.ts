import { readFile } from 'node:fs/promises';
import { PostgrestClient } from '@supabase/postgrest-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertTestUsers } from '../../supabase/tests/database.ts';
import { TEST_CALLERS } from '../../supabase/tests/people.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

let server: TestServer;
let staffToken: string;
beforeAll(async () => {
  server = await startTestServer({
    seed: 'schema',
    env: { CORS_ORIGINS: 'https://loja.exemplo' },
  });
  await insertTestUsers((text, values) => server.sql(text, values));
  staffToken = await server.platform.tokens.sign(TEST_CALLERS.colaborador.claims, 600);
}, 60_000);
afterAll(() => server.stop());

beforeEach(async () => {
  await server.sql(
    'truncate public.products, public.categories, public.banners, public.notificacoes cascade',
  );
  await server.sql(`update public.catalogue_readers set todos = 'todos'`);
  await server.sql(`insert into public.categories (name) values ('Bebidas')`);
  await product('Açaí');
});

const product = (name: string, more: Record<string, unknown> = {}) => {
  const columns = Object.keys(more).map((column) => `, ${column}`);
  const values = Object.values(more).map((_, place) => `, $${place + 2}`);
  return server.sql(
    `insert into public.products
       (name, subtitle, mini_description, description, sku, real_price, category_id${columns.join('')})
     select $1, 'a', 'a', 'a', $1, 10, id${values.join('')} from public.categories`,
    [name, ...Object.values(more)],
  );
};
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

const get = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}/rest/v1/rpc/${query}`, {
    method,
    headers: { apikey: server.anonKey, ...headers },
  });
const signedIn = () => ({ authorization: `Bearer ${staffToken}` });
async function maxAge(query: string) {
  const cacheControl = (await get(query)).headers.get('cache-control') ?? '';
  return Number(/^public, max-age=(\d+)$/.exec(cacheControl)?.[1]);
}

const QUERIES = [
  'catalogo_produtos?publico=todos',
  'catalogo_produto?publico=todos&sku=A%C3%A7a%C3%AD',
  'catalogo_categorias?publico=todos',
  'catalogo_banners?publico=todos',
  'catalogo_notificacoes?publico=todos',
];

describe.each(QUERIES)('a cached response: %s', (query) => {
  it('has an ETag, with which an unchanged response is 304, for GET and HEAD', async () => {
    const first = await get(query);
    expect(first.status).toBe(200);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    expect(first.headers.get('vary')?.toLowerCase()).toContain('authorization');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"[0-9a-f]{32}"$/);
    for (const given of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const again = await get(query, { 'if-none-match': given }, method);
        expect([again.status, await again.text()]).toEqual([304, '']);
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBe('public, max-age=60');
      }
    }
    const changed = await get(query, { 'if-none-match': 'W/"x"' });
    expect([changed.status, await changed.json()]).toEqual([200, await first.json()]);
  });

  it('is private for a signed-in user, the service key and a POST', async () => {
    const [name, search] = query.split('?');
    const body = JSON.stringify(Object.fromEntries(new URLSearchParams(search)));
    const headers = { 'content-type': 'application/json', apikey: server.anonKey };
    const responses = [
      await get(query, signedIn()),
      await get(query, { apikey: server.serviceKey }),
      await fetch(`${server.url}/rest/v1/rpc/${name}`, { method: 'POST', headers, body }),
    ];
    for (const response of responses) {
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('private, no-store');
      expect(response.headers.get('etag')).toBeNull();
    }
  });

  it('is refused where the audience is closed', async () => {
    await server.sql(`update public.catalogue_readers set todos = 'ninguem'`);
    for (const [headers, status] of [
      [{}, 401],
      [signedIn(), 403],
    ] as const) {
      const response = await get(query, { ...headers, 'if-none-match': '*' });
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        status,
        'no-store',
      ]);
      expect(await response.json()).toMatchObject({
        code: '42501',
        message: 'Este público não está aberto para quem pede.',
      });
    }
  });
});

describe('a cached response', () => {
  it('expires when one of its records begins or ends', async () => {
    // `max-age` can be shorter than `seconds`, because time has passed since the record was saved. More than half of
    // the time remains, even on a slow host.
    const expectMaxAge = async (query: string, seconds: number) => {
      const age = await maxAge(query);
      expect(age).toBeLessThanOrEqual(seconds);
      expect(age).toBeGreaterThan(seconds / 2);
    };
    await product('Caju', { promo_price: 8, promo_ends_at: inSeconds(58) });
    await expectMaxAge('catalogo_produtos?publico=todos', 58);
    await expectMaxAge('catalogo_produto?publico=todos&sku=caju', 58);
    await product('Manga', { promo_price: 8, promo_starts_at: inSeconds(28) });
    await expectMaxAge('catalogo_produtos?publico=todos', 28);
    await server.sql(`insert into public.banners (titulo, ends_at) values ('A', $1)`, [
      inSeconds(40),
    ]);
    await expectMaxAge('catalogo_banners?publico=todos', 40);
  });

  it('does not reveal planned records by its max-age', async () => {
    await server.sql(`insert into public.banners (titulo, starts_at) values ('A', $1)`, [
      inSeconds(20),
    ]);
    await server.sql(
      `insert into public.notificacoes (titulo, conteudo, starts_at) values ('A', 'a', $1)`,
      [inSeconds(20)],
    );
    expect(await maxAge('catalogo_banners?publico=todos')).toBe(60);
    expect(await maxAge('catalogo_notificacoes?publico=todos')).toBe(60);
  });

  it('has another ETag when one of its records has changed', async () => {
    const tag = async () => (await get(QUERIES[0] ?? '')).headers.get('etag');
    const before = await tag();
    await product('Oculto', { status: 'Inativo' });
    expect(await tag()).toBe(before);
    await server.sql('update public.products set real_price = 11');
    expect(await tag()).not.toBe(before);
  });
});

describe('arguments', () => {
  it.each([
    [
      'catalogo_produtos?publico=',
      'Informe o público: todos, menu_parceiros ou catalogo_distribuidores.',
    ],
    ['catalogo_produtos?publico=todos&tamanho=0', 'O tamanho da página vai de 1 a 100.'],
    [
      'catalogo_produtos?publico=todos&tamanho=99999999999',
      'value "99999999999" is out of range for type integer',
    ],
    ['catalogo_produtos?publico=todos&categoria=x', 'invalid input syntax for type uuid: "x"'],
    ['catalogo_produto?publico=todos&sku=', 'Informe o SKU, de no máximo 255 letras.'],
  ])('are refused with a readable message: %s', async (query, message) => {
    const response = await get(query);
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      message,
    ]);
  });

  it('of an unknown product and of a hidden one both lead to 404', async () => {
    await product('Oculto', { status: 'Inativo' });
    const [hidden, unknown] = [
      await get('catalogo_produto?publico=todos&sku=oculto'),
      await get('catalogo_produto?publico=todos&sku=nenhum'),
    ];
    expect([hidden.status, unknown.status]).toEqual([404, 404]);
    expect(await hidden.text()).toBe(await unknown.text());
  });
});

describe('a page of another origin', () => {
  it('can read if CORS_ORIGINS names its origin; Vary names both headers', async () => {
    const origin = 'https://loja.exemplo';
    const url = `${server.url}/rest/v1/rpc/catalogo_banners?publico=todos`;
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'apikey',
      },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey');
    const response = await get('catalogo_banners?publico=todos', { origin });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    const vary = response.headers.get('vary')?.toLowerCase() ?? '';
    for (const name of ['origin', 'authorization']) expect(vary).toContain(name);
  });
});

describe('the examples of docs/reading.md', () => {
  const example = async (language: string) => {
    const page = await readFile(new URL('../../docs/reading.md', import.meta.url), 'utf8');
    const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page) ?? [];
    return (code ?? expect.unreachable(`no ${language}`))
      .replaceAll('https://vitrine.example', server.url)
      .replaceAll('<public key>', server.anonKey);
  };

  it('read with curl', async () => {
    const [, url = '', name = '', value = ''] =
      /^curl '([^']+)' -H '([^:]+): ([^']+)'\n$/.exec(await example('sh')) ?? [];
    const response = await fetch(url, { headers: { [name]: value } });
    expect(await response.json()).toMatchObject({ produtos: [{ name: 'Açaí' }], proxima: null });
  });

  it('read every page with the official client', async () => {
    await server.sql(
      `insert into public.products (name, subtitle, mini_description, description, sku, real_price, category_id)
       select 'P' || n, 'a', 'a', 'a', 'P' || n, 10, id from public.categories, generate_series(1, 60) as n`,
    );
    const lines: string[] = [];
    const code = (await example('js')).replace(/^import .*\n/, '');
    const log = (text: string) => lines.push(...text.split('\n'));
    await asFunction(code)(PostgrestClient, { log });
    expect(lines).toHaveLength(61);
    expect(lines).toContain('Açaí: R$ 10');
  });
});

/** Returns the example's code as a function. Its parameters replace the import and the console of the example. */
function asFunction(code: string) {
  const AsyncFunction = (async () => undefined).constructor as FunctionConstructor;
  // The type of a function that is created from text is unknown.
  return new AsyncFunction('PostgrestClient', 'console', code) as (
    client: typeof PostgrestClient,
    console: { log: (text: string) => void },
  ) => Promise<void>;
}
