import type { Family, AssertionRecorder } from '../family.ts';
import type { AttackTarget } from '../attack-target.ts';

const HIDDEN = 1_000;
const ROUNDS = 40;
const SECRET = 'Rascunho Zero';
const UNKNOWN_ID = '00000000-0000-4000-8000-0000000000ff';

/** Tries to detect rows that are not on air for an audience, through arguments, headers, counts and response times. */
export const hiddenCatalogueRows: Family = {
  name: 'hidden catalogue rows',
  async attack(world, holds) {
    const { sql, users } = world;
    await sql(`update public.catalogue_readers set todos = 'ninguem', menu_parceiros = 'ninguem'`);
    await sql(
      `insert into public.notificacoes (titulo, conteudo) values ('No ar para todos', 'Texto')`,
    );
    for (const user of [undefined, users.davi, users.ended, users.bruno, users.ana])
      await tryClosed(world, holds, user);
    await sql(
      `update public.catalogue_readers set todos = 'todos', menu_parceiros = 'quem_entrou'`,
    );
    for (const user of [undefined, users.davi, users.ended])
      await tryClosed(world, holds, user, ['menu_parceiros', 'catalogo_distribuidores']);

    const requests = await requestsOf(world);
    const before = await responsesTo(world, requests);
    const opened = before.filter((response) => response.startsWith('200')).length;
    holds('an open audience is read', opened > 10, before);
    const quick = await fastestTimes(world);
    await hide(world);
    const after = await responsesTo(world, requests);
    for (const [place, request] of requests.entries()) {
      const isSame = before[place] === after[place];
      holds(`${request.join(' ')} is the same with hidden rows`, isSame, after[place]);
      const isLeaked = after[place]?.includes('ascunho') ?? true;
      holds(`${request.join(' ')} contains no hidden row`, !isLeaked, after[place]);
    }
    const slow = await fastestTimes(world);
    for (const [word, ms] of Object.entries(slow)) {
      const other = slow['inexistente'] ?? 0;
      const seen = { slow, quick };
      holds(`a search for ${word} takes no longer for hidden rows`, ms < other * 2 + 2, seen);
    }
    await sql(`update public.catalogue_readers set todos = 'ninguem', menu_parceiros = 'ninguem'`);
  },
};

const AUDIENCES = ['todos', 'menu_parceiros', 'catalogo_distribuidores'];
const FUNCTIONS = [
  ['catalogo_produtos', ''],
  ['catalogo_produto', '&sku=SEGREDO-1'],
  ['catalogo_categorias', ''],
  ['catalogo_banners', ''],
  ['catalogo_notificacoes', ''],
] as const;

async function tryClosed(
  { as, users }: AttackTarget,
  holds: AssertionRecorder,
  user: AttackTarget['users']['ana'] | undefined,
  audiences = AUDIENCES,
) {
  for (const audience of audiences) {
    for (const [name, more] of FUNCTIONS) {
      const path = `/rest/v1/rpc/${name}?publico=${audience}${more}`;
      const { status } = await as(user)('GET', path, { headers: { 'if-none-match': '*' } });
      const isSignedIn = user !== undefined && user !== users.ended;
      const isClosed = status === (isSignedIn ? 403 : 401);
      holds(`${name} of a closed audience is refused`, isClosed, [path, status]);
    }
  }
}

type AttackRequest = [method: string, path: string, body?: string];

/**
 * Returns requests for the catalogue functions: with arguments that could match a hidden row, and with the URL
 * parameters that filter tables. Inserts an inactive category, which some of the requests use.
 */
async function requestsOf({ sql, records }: AttackTarget): Promise<AttackRequest[]> {
  const [row] = await sql<{ id: string }>(
    `insert into public.categories (name, is_active) values ('Categoria oculta', false) returning id`,
  );
  const list = '/rest/v1/rpc/catalogo_produtos?publico=todos';
  const texts = [
    SECRET,
    'Rascunho Z\\',
    'ra',
    'r',
    'zero rascunho',
    'RASC-1',
    'oculta',
    '%',
    "'",
    '_',
  ];
  const paths = [
    ...texts.map((text) => `${list}&busca=${encodeURIComponent(text)}`),
    ...texts.map(
      (text) => `${list}&depois_nome=${encodeURIComponent(text)}&depois_id=${UNKNOWN_ID}&tamanho=3`,
    ),
    ...texts.map(
      (text) => `/rest/v1/rpc/catalogo_produto?publico=todos&sku=${encodeURIComponent(text)}`,
    ),
    ...[1, 2, 100, 101, 0, -1].map((size) => `${list}&tamanho=${size}`),
    ...[records.categories.id, row?.id, UNKNOWN_ID].map((id) => `${list}&categoria=${id}`),
    ...[
      'name=like.Rascunho%20Z%5C',
      'status=eq.Inativo',
      'order=status',
      'select=status',
      'limit=1',
    ].map((filter) => `${list}&${filter}`),
    ...FUNCTIONS.slice(2).map(([name]) => `/rest/v1/rpc/${name}?publico=todos`),
    ...['', 'painel', 'TODOS', 'todos,menu_parceiros'].map(
      (audience) => `/rest/v1/rpc/catalogo_banners?publico=${audience}`,
    ),
    '/rest/v1/catalogue_readers?select=todos',
  ];
  const posted = [
    '{"publico":"todos","busca":"Rascunho Z\\\\"}',
    '{"publico":"todos","tamanho":null}',
  ];
  return [
    ...paths.flatMap((path): AttackRequest[] => [
      ['GET', path],
      ['HEAD', path],
    ]),
    ...posted.map((body): AttackRequest => ['POST', '/rest/v1/rpc/catalogo_produtos', body]),
  ];
}

/**
 * Sends each request three times: unchanged, with a count, and with a range. Returns one text per request, with the
 * status, the `HEADERS` and the body of its three responses.
 */
async function responsesTo({ as }: AttackTarget, requests: AttackRequest[]) {
  const responses: string[] = [];
  for (const [method, path, body] of requests) {
    const lines: string[] = [];
    for (const more of [{}, { prefer: 'count=exact' }, { range: '0-0' }]) {
      const headers = { 'content-type': 'application/json', ...more };
      const { status, headers: got, text } = await as()(method, path, { body, headers });
      lines.push([status, ...HEADERS.map((name) => String(got[name])), text].join(' '));
    }
    responses.push(lines.join('\n'));
  }
  return responses;
}

const HEADERS = ['etag', 'cache-control', 'content-range', 'content-length', 'vary'];

/** Inserts products, banners and notifications that are hidden from `todos` for different reasons. */
async function hide({ sql, records }: AttackTarget) {
  await sql(
    `insert into public.products
       (name, subtitle, mini_description, description, sku, category_id, real_price, status, visibility)
     select '${SECRET} ' || n, 'a', 'a', 'a', 'RASC-' || n,
       case n % 3 when 1 then hidden.id else $1 end, 1,
       case n % 3 when 0 then 'Inativo' else 'Ativo' end,
       case n % 3 when 2 then 'menu_parceiros' else 'todos' end
     from generate_series(1, ${HIDDEN}) as n,
       (select id from public.categories where name = 'Categoria oculta') as hidden`,
    [records.categories.id],
  );
  await sql(
    `insert into public.banners (titulo, status, posicao, starts_at, ends_at) values
      ('${SECRET}', 'Inativo', 'todos', null, null), ('${SECRET}', 'Ativo', 'parceiros', null, null),
      ('${SECRET}', 'Ativo', 'todos', now() + interval '20 seconds', null),
      ('${SECRET}', 'Ativo', 'todos', null, now() - interval '1 minute')`,
  );
  await sql(
    `insert into public.notificacoes (titulo, conteudo, status, visibilidade, destinatarios, starts_at) values
      ('${SECRET}', 'a', 'Inativa', 'todos', 'todos', null), ('${SECRET}', 'a', 'Ativa', 'painel', 'todos', null),
      ('${SECRET}', 'a', 'Ativa', 'todos', 'usuarios', null),
      ('${SECRET}', 'a', 'Ativa', 'todos', 'todos', now() + interval '20 seconds')`,
  );
}

/** Returns the shortest time of each search in 40 rounds: other work of the host only makes searches slower. */
async function fastestTimes({ as }: AttackTarget) {
  const words = ['inexistente', 'rascunho', 'zero'];
  const times: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const word of words) {
      const path = `/rest/v1/rpc/catalogo_produtos?publico=todos&busca=${word}`;
      const { ms } = await as()('GET', path);
      times[word] = Math.min(times[word] ?? ms, ms);
    }
  }
  return times;
}
