import type { Family, AssertionRecorder } from '../family.ts';
import { hashTables } from '../records.ts';
import type { AttackResponse } from '../send.ts';
import type { AttackTarget } from '../attack-target.ts';

/** Parts of SQL. If they run, most of them delay the response, read secrets or drop a table. */
const PAYLOADS = [
  `'; select pg_sleep(4); --`,
  `') or pg_sleep(4) is null --`,
  `" or 1=1; select pg_sleep(4) --`,
  `1; drop table public.banners cascade; --`,
  `name"; drop table public.banners cascade; --`,
  `(select encrypted_password from auth.users limit 1)`,
  `$$; select pg_sleep(4); $$`,
  `$1; select pg_sleep(4)`,
  `\\'; select pg_sleep(4); --`,
  `name from products; select pg_sleep(4); --`,
  `x' union select encrypted_password from auth.users --`,
  `name::text); select pg_sleep(4); --`,
  `id->>'a'||pg_sleep(4)`,
  `\u02bc or 1=1 --`,
];
const AN_ID = '00000000-0000-4000-8000-000000000000';
/** The parts of a URL into which payloads are written, each with a valid value. */
const PLACES: [where: string, path: (text: string) => string, honest: string][] = [
  ['a filter value', (text) => `products?name=eq.${text}`, 'x'],
  ['a filter value of a number', (text) => `products?real_price=gt.${text}`, '1'],
  ['a filter value of an id', (text) => `products?id=eq.${text}`, AN_ID],
  ['a pattern', (text) => `products?name=ilike.${text}`, '*a*'],
  ['an in list', (text) => `products?name=in.(${text})`, 'a,b'],
  ['a quoted in list', (text) => `products?name=in.("${text}")`, 'a'],
  ['an is value', (text) => `products?name=is.${text}`, 'null'],
  ['a filter column', (text) => `products?${text}=neq.1`, 'name'],
  ['an operator', (text) => `products?name=${text}.1`, 'eq'],
  ['a group of filters', (text) => `products?or=(name.eq.${text},sku.eq.1)`, 'x'],
  ['a column of a group', (text) => `products?and=(${text}.eq.1)`, 'name'],
  ['a select column', (text) => `products?select=${text}`, 'name'],
  ['a quoted select column', (text) => `products?select="${text}"`, 'name'],
  ['an alias', (text) => `products?select="${text}":name`, 'nome'],
  ['an embedded resource', (text) => `products?select=${text}(*)`, 'categories'],
  ['a hint', (text) => `products?select=categories!${text}(*)`, 'category_id'],
  ['an embedded column', (text) => `products?select=categories(${text})`, 'name'],
  [
    'a filter value of an embedded resource',
    (text) => `products?select=categories(id)&categories.name=eq.${text}`,
    'x',
  ],
  [
    'a filter column of an embedded resource',
    (text) => `products?select=categories(id)&categories.${text}=eq.x`,
    'name',
  ],
  [
    'an order of an embedded resource',
    (text) => `products?select=product_images(url)&product_images.order=${text}`,
    'position.desc',
  ],
  ['an order', (text) => `products?order=${text}`, 'name'],
  ['an order direction', (text) => `products?order=name.${text}`, 'desc'],
  ['a limit', (text) => `products?limit=${text}`, '1'],
  ['an offset', (text) => `products?offset=${text}`, '0'],
  ['an argument', (text) => `rpc/search_everything?term=${text}`, 'a'],
  ['the name of an argument', (text) => `rpc/search_everything?${text}=a`, 'term'],
  ['a table', (text) => text, 'products'],
  ['a function', (text) => `rpc/${text}?term=a`, 'search_everything'],
];
/**
 * A response that takes at least this long shows that `pg_sleep(4)` ran: without it, every response of this family is
 * faster.
 */
const SLEPT_MS = 3_500;

export const sqlInjection: Family = {
  name: 'SQL injection',
  async attack(world, holds) {
    const { as, users, sql } = world;
    const before = await hashTables(sql);
    for (const [where, path, honest] of PLACES) {
      const control = await as(users.ana)('GET', `/rest/v1/${path(encodeURIComponent(honest))}`);
      holds(`as ${where}: ${honest} is accepted`, control.status === 200, control.text);
      const responses = await Promise.all(
        PAYLOADS.map((payload) =>
          as(users.ana)('GET', `/rest/v1/${path(encodeURIComponent(payload))}`),
        ),
      );
      responses.forEach((response, index) =>
        judge(holds, `as ${where}: ${PAYLOADS[index]}`, response),
      );
    }
    await tryHeaders(world, holds);
    await tryBodies(world, holds);
    await tryFiles(world, holds);
    holds('no row of any table changed', before === (await hashTables(sql)));
    const [row] = await sql<{ alive: string | null }>(
      `select to_regclass('public.banners')::text as alive`,
    );
    holds('public.banners still exists', row?.alive !== null);
  },
};

/** Checks that the payload is refused or treated as text, without delay, and that its SQL has no visible result. */
function judge(holds: AssertionRecorder, claim: string, { status, text, ms }: AttackResponse) {
  const isHarmless = status >= 200 && status < 500 && ms < SLEPT_MS;
  holds(claim, isHarmless && !text.includes('$2a$') && !/syntax error/i.test(text), [
    status,
    ms,
    text,
  ]);
}

async function tryHeaders({ as, users }: AttackTarget, holds: AssertionRecorder) {
  const headers: [string, (text: string) => string][] = [
    ['prefer', (text) => `return=${text}`],
    ['prefer', (text) => `count=exact, x=${text}`],
    ['range', (text) => text],
    ['accept', (text) => `application/json;q=${text}`],
    ['accept-profile', (text) => `public${text}`],
    ['x-client-info', (text) => text],
    ['x-forwarded-for', (text) => text],
    ['user-agent', (text) => text],
  ];
  for (const [name, value] of headers) {
    for (const payload of PAYLOADS.filter((text) => /^[\x20-\x7e]+$/.test(text))) {
      const response = await as(users.ana)('GET', '/rest/v1/products?select=name', {
        headers: { [name]: value(payload) },
      });
      judge(holds, `in the header ${name}: ${value(payload)}`, response);
    }
  }
}

async function tryBodies({ as, users: { ana, bruno } }: AttackTarget, holds: AssertionRecorder) {
  for (const payload of PAYLOADS) {
    const key = await as(ana)('POST', '/rest/v1/plans', { body: { [payload]: 'x' } });
    judge(holds, `as a key of a new row: ${payload}`, key);
    const column = encodeURIComponent(payload);
    const columns = await as(ana)('POST', `/rest/v1/plans?columns=${column}`, {
      body: [{ name: 'x' }],
    });
    judge(holds, `in columns: ${payload}`, columns);
    const shown = await as(ana)('POST', `/rest/v1/plans?select=${column}`, {
      body: { name: 'x' },
      headers: { prefer: 'return=representation' },
    });
    judge(holds, `as a column of the response to a change: ${payload}`, shown);
    const argument = await as(bruno)('POST', '/rest/v1/rpc/search_everything', {
      body: { term: payload },
    });
    judge(holds, `as an argument: ${payload}`, argument);
    const name = await as(bruno)('POST', '/rest/v1/rpc/search_everything', {
      body: { [payload]: 1 },
    });
    judge(holds, `as the name of an argument: ${payload}`, name);
    const login = await as()('POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: payload },
    });
    judge(holds, `as a refresh token: ${payload}`, login);
    const link = await as()('POST', '/auth/v1/verify', {
      body: { type: 'recovery', token_hash: payload },
    });
    judge(holds, `as the token of a link: ${payload}`, link);
  }
}

async function tryFiles({ as, users: { bruno } }: AttackTarget, holds: AssertionRecorder) {
  for (const payload of PAYLOADS) {
    const text = encodeURIComponent(payload);
    const call = as(bruno);
    judge(
      holds,
      `as a bucket: ${payload}`,
      await call('GET', `/storage/v1/object/public/${text}/a.png`),
    );
    judge(
      holds,
      `as a file: ${payload}`,
      await call('GET', `/storage/v1/object/public/logos/${text}`),
    );
    judge(
      holds,
      `as a bucket to read: ${payload}`,
      await call('GET', `/storage/v1/bucket/${text}`),
    );
    const body = { bucketId: payload, sourceKey: payload, destinationKey: 'a.png' };
    judge(
      holds,
      `as a file to move: ${payload}`,
      await call('POST', '/storage/v1/object/move', { body }),
    );
    const remove = { prefixes: [payload] };
    judge(
      holds,
      `as a file to remove: ${payload}`,
      await call('DELETE', '/storage/v1/object/logos', { body: remove }),
    );
  }
}
