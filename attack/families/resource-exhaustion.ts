import { startBackendProcess } from '../backend-process.ts';
import type { Family, AssertionRecorder } from '../family.ts';
import { sendHttpRequest, type AttackResponse } from '../send.ts';
import type { AttackTarget } from '../attack-target.ts';

/** Time limit of a response: longer than the statement timeout of the database, 8 s. */
const RESPONSE_MS = 12_000;
const HONEST_MS = 2_000;

/**
 * Sends requests with deep nesting, many parts or large values. Each request must get a response in time. After each
 * request, a small request must succeed within 2 s.
 */
export const resourceExhaustion: Family = {
  name: 'resource exhaustion',
  needs: 'a quiet host',
  async attack(world, holds) {
    await fill(world);
    for (const [what, path, status] of REQUESTS) {
      const response = await judge(world, holds, what, () =>
        world.as(world.users.bruno)('GET', `/rest/v1/${path}`),
      );
      if (status !== undefined)
        holds(`${what}: ${status}`, response.status === status, [response.status, response.text]);
    }
    for (const [what, path, body] of BODIES) {
      const headers = { 'content-type': 'application/json' };
      await judge(world, holds, what, () =>
        world.as(world.users.bruno)('POST', path, { body, headers }),
      );
    }
    await tryHeaviest(world, holds);
    await tryRequestRate(world, holds);
  },
};

/** Inserts categories with long descriptions, so that filters with patterns are slow. */
async function fill({ sql }: AttackTarget) {
  await sql(`insert into public.categories (name, description)
    select 'Peso ' || n, repeat('a', 2000) from generate_series(1, 300) as n`);
}

const deep = (depth: number) => `and=${'(or'.repeat(depth)}(id.is.null)${')'.repeat(depth)}`;
const many = (count: number, text: (index: number) => string, by = ',') =>
  Array.from({ length: count }, (_, index) => text(index)).join(by);
const encoded = encodeURIComponent;

const comparisons = (count: number) => `or=(${many(count, (n) => `name.neq.${n}`)})`;

/** GET requests. Without an expected status, any response in time is accepted. */
const REQUESTS: [what: string, path: string, status?: number][] = [
  ['a logic tree 2,000 deep', `products?${deep(2000)}`],
  ['4,000 open parentheses', `products?or=${'('.repeat(4000)}`],
  ['100 filters in one group', `products?${comparisons(100)}`, 200],
  ['1,000 filters in one group', `products?${comparisons(1000)}`, 400],
  ['1,000 filters', `products?${many(1000, (n) => `name=neq.${n}`, '&')}`, 400],
  [
    '650 null filters on an embedded resource',
    `categories?select=id,products(id)&${many(650, () => 'products=is.null', '&')}`,
    400,
  ],
  [
    'embedding 400 deep',
    `products?select=${'categories(products('.repeat(400)}*${'))'.repeat(400)}`,
  ],
  ['embedding 800 wide', `products?select=${many(800, (n) => `a${n}:categories(*)`)}`],
  ['the widest embedding there is', 'products?select=*,categories(*),product_images(*)', 200],
  ['3,000 columns', `products?select=${many(3000, () => 'name')}`],
  ['a text under 198 names', `categories?select=${many(198, (n) => `a${n}:description`)}`, 400],
  ['all texts of every row', 'categories?select=id,description', 200],
  ['1,000 orders', `products?order=${many(1000, () => 'name')}`],
  ['an in list of 1,000', `products?real_price=in.(${many(1000, () => '1')})`, 200],
  ['an in list of 7,000', `products?real_price=in.(${many(7000, () => '1')})`, 400],
  ['a URL of 200,000 letters', `products?name=eq.${'a'.repeat(200_000)}`],
  ['a name of 15,000 letters', `products?${'a'.repeat(15_000)}=eq.1`, 400],
  ['a pattern of 3,000 wildcards', `categories?description=ilike.${'*a'.repeat(3000)}b`],
  ['a pattern of single letters', `categories?description=like.${encoded('%_a%'.repeat(1500))}b`],
  ['a pattern with an escape at its end', `categories?description=like.${encoded('a\\')}`],
  ['an offset of the last digit', 'products?offset=999999999999999', 200],
  ['an offset beyond 64 bits', 'products?offset=99999999999999999999999999'],
  ['a limit beyond 64 bits', 'products?limit=99999999999999999999999999'],
  ['a negative limit', 'products?limit=-1', 416],
  ['a negative offset', 'products?offset=-999999999999999', 200],
  ['a number of 15,000 digits', `products?real_price=eq.${'9'.repeat(15_000)}`],
  ['a number with an exponent', 'products?real_price=eq.1e999999999'],
  ['not a number', 'products?real_price=eq.NaN'],
  ['500 times the same parameter', `products?${many(500, () => 'select=name', '&')}`, 400],
  ['parameters that contradict each other', 'products?limit=1&limit=2&order=name&order=sku', 400],
  ['empty parameters', `products?${'&'.repeat(4000)}`],
  ['names without values', `products?${many(1000, (n) => `a${n}`, '&')}`],
  ['half an encoding', 'products?name=eq.%'],
  ['bytes that are no text', 'products?name=eq.%ff%fe%c0%80'],
  ['the character NUL', 'products?name=eq.a%00b'],
];

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const BODIES: [string, string, string][] = [
  ['a body 200,000 deep', '/rest/v1/categories', nested(200_000)],
  [
    'an argument 200,000 deep',
    '/rest/v1/rpc/save_product',
    `{"product":${nested(200_000)},"images":[]}`,
  ],
  [
    'metadata 200,000 deep',
    '/auth/v1/signup',
    `{"email":"a@b.test","password":"12345678","data":{"a":${nested(200_000)}}}`,
  ],
  ['a body of 5 MB', '/rest/v1/categories', JSON.stringify({ name: 'a'.repeat(5_000_000) })],
  [
    'a login of 5 MB',
    '/auth/v1/token?grant_type=password',
    JSON.stringify({ email: 'a'.repeat(5_000_000) }),
  ],
  [
    'an e-mail of 900,000 letters',
    '/auth/v1/recover',
    JSON.stringify({ email: `${'a.'.repeat(450_000)}@b.test` }),
  ],
  [
    'a password of 900,000 letters',
    '/auth/v1/token?grant_type=password',
    JSON.stringify({ email: 'a@b.test', password: 'a'.repeat(900_000) }),
  ],
  ['100,000 rows without a column', '/rest/v1/categories', `[${many(100_000, () => '{}')}]`],
  ['20,000 columns', '/rest/v1/categories', `{${many(20_000, (n) => `"c${n}":1`)}}`],
  ['20,000 times one key', '/rest/v1/categories', `{${many(20_000, () => '"name":"a"')}}`],
  [
    '40,000 images of one product',
    '/rest/v1/rpc/save_product',
    `{"product":{"name":"x"},"images":[${many(40_000, (n) => `{"url":"${n}"}`)}]}`,
  ],
  [
    'a search term of 900,000 letters',
    '/rest/v1/rpc/search_everything',
    JSON.stringify({ term: '%_\\'.repeat(300_000) }),
  ],
  [
    '15,000 URLs of files',
    '/rest/v1/rpc/unused_files',
    JSON.stringify({
      urls: Array.from({ length: 15_000 }, (_, n) => `/storage/v1/object/public/logos/${n}.png`),
    }),
  ],
  [
    'a file to move of 900,000 letters',
    '/storage/v1/object/move',
    JSON.stringify({ bucketId: 'logos', sourceKey: 'a'.repeat(900_000), destinationKey: 'a.png' }),
  ],
  ['half a JSON', '/rest/v1/categories', '{"name":'],
  [
    'a prototype',
    '/rest/v1/categories',
    '{"__proto__":{"name":"x"},"constructor":{"prototype":{"role":"x"}}}',
  ],
];

async function judge(
  world: AttackTarget,
  holds: AssertionRecorder,
  what: string,
  request: () => Promise<AttackResponse>,
) {
  const response = await request();
  const { status, ms, text } = response;
  holds(`${what}: a response in time`, status > 0 && ms < RESPONSE_MS, [status, ms, text]);
  const next = await world.as(world.users.bruno)('GET', '/rest/v1/plans?select=name');
  holds(`${what}: the next response at once`, next.status === 200 && next.ms < HONEST_MS, [
    next.status,
    next.ms,
  ]);
  return response;
}

/** Sends a very slow request 40 times at once. Meanwhile, a small request of a colleague must succeed. */
async function tryHeaviest({ as, users }: AttackTarget, holds: AssertionRecorder) {
  const heavy = `categories?description=ilike.${'*a'.repeat(2000)}b&select=*,products(*)&order=description`;
  const heavyRequests = Promise.all(
    Array.from({ length: 40 }, () => as(users.bruno)('GET', `/rest/v1/${heavy}`)),
  );
  const colleague = await as(users.carla)('GET', '/rest/v1/plans?select=name');
  holds('a colleague gets a response meanwhile', colleague.status === 200, [
    colleague.status,
    colleague.ms,
  ]);
  const responses = await heavyRequests;
  holds(
    'every heavy request gets a response',
    responses.every(({ status }) => status > 0),
  );
}

/** Checks that the rate limit uses the address of the connection, whatever headers a client sends. */
async function tryRequestRate(world: AttackTarget, holds: AssertionRecorder) {
  const backend = await startBackendProcess(world.database, {
    DATA_DIR: world.backend.dataDir,
    REQUESTS_PER_MINUTE: '50',
  });
  try {
    const responses = [];
    for (let index = 0; index < 80; index += 1) {
      const headers = {
        apikey: backend.anonKey,
        'x-forwarded-for': `10.0.0.${index}`,
        'x-real-ip': `10.0.0.${index}`,
      };
      responses.push(await sendHttpRequest(backend.url, 'GET', '/auth/v1/health', { headers }));
    }
    const refused = responses.filter(({ status }) => status === 429).length;
    holds('requests beyond the limit are refused with any X-Forwarded-For', refused >= 30, refused);
  } finally {
    await backend.stop();
  }
}
