import type { Family, AssertionRecorder } from '../family.ts';
import type { TableName } from '../records.ts';
import type { AttackTarget } from '../attack-target.ts';

/** Lengths of the texts: longer than an entry of an index can be, and about as long as a request body can be. */
const LENGTHS = [3_000, 900_000];

/** Sends very long texts in text columns, in arguments of functions and to auth. */
export const oversizedText: Family = {
  name: 'oversized text',
  needs: 'a quiet host',
  async attack(world, holds) {
    await fillColumns(world, holds);
    await fillArguments(world, holds);
    await fillAuth(world, holds);
  },
};

/** Writes long texts into each text column that signed-in users may update, in one row of each table. */
async function fillColumns(
  { sql, as, users: { ana }, records }: AttackTarget,
  holds: AssertionRecorder,
) {
  const columns = await sql<{ table: TableName; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and table_name = any($1)
       and has_column_privilege('authenticated', format('public.%I', table_name), column_name, 'update')
     order by 1, 2`,
    [Object.keys(records)],
  );
  holds('there are columns to fill', columns.length > 30, columns.length);
  for (const { table, column } of columns) {
    for (const length of LENGTHS) {
      const path = `/rest/v1/${table}?id=eq.${records[table].id}`;
      for (const text of [letters(length), `https://exemplo.test/${letters(length)}`]) {
        const { status, text: response } = await as(ana)('PATCH', path, {
          body: { [column]: text },
        });
        const isRefused = status >= 400 && status < 500 && !response.includes('54000');
        holds(
          `${table}.${column} with ${length} letters: stored or refused with 4xx`,
          isRefused || (length < 10_000 && status < 300),
          [status, response],
        );
      }
    }
  }
}

/** Returns pseudo-random letters and digits, which PostgreSQL cannot compress much. */
function letters(length: number) {
  let seed = 7;
  let text = '';
  while (text.length < length) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += seed.toString(36);
  }
  return text.slice(0, length);
}

async function fillArguments(
  { as, users: { ana }, records }: AttackTarget,
  holds: AssertionRecorder,
) {
  for (const length of LENGTHS) {
    const text = letters(length);
    const calls: [string, Record<string, unknown>][] = [
      ['announce_user', { email: `${text}@vitrine.exemplo` }],
      ['login_without_profile', { email: `${text}@vitrine.exemplo` }],
      ['search_everything', { term: text }],
      ['unused_files', { urls: [text] }],
      ['save_product', { product: { ...records.products.insert, description: text }, images: [] }],
      ['save_product', { product: { ...records.products.insert, sku: text }, images: [] }],
    ];
    for (const [name, body] of calls) {
      const { status, text: response } = await as(ana)('POST', `/rest/v1/rpc/${name}`, { body });
      holds(
        `${name} with ${length} letters: no failure of the server`,
        status >= 200 && status < 500 && !response.includes('54000'),
        [status, response],
      );
    }
  }
}

async function fillAuth({ as, users: { bruno } }: AttackTarget, holds: AssertionRecorder) {
  for (const length of LENGTHS) {
    const email = `${letters(length)}@vitrine.exemplo`;
    const requests: [string, string, Record<string, unknown>, typeof bruno | undefined][] = [
      ['POST', 'signup', { email, password: 'girassol-no-telhado' }, undefined],
      [
        'POST',
        'signup',
        { email: 'a@b.exemplo', password: 'girassol-no-telhado', data: { a: letters(length) } },
        undefined,
      ],
      ['POST', 'recover', { email }, undefined],
      ['POST', 'token?grant_type=password', { email, password: letters(length) }, undefined],
      ['POST', 'token?grant_type=refresh_token', { refresh_token: letters(length) }, undefined],
      ['POST', 'verify', { type: 'recovery', token_hash: letters(length) }, undefined],
      ['PUT', 'user', { data: { a: letters(length) } }, bruno],
      ['PUT', 'user', { password: letters(length) }, bruno],
    ];
    for (const [method, path, body, user] of requests) {
      const { status, text } = await as(user)(method, `/auth/v1/${path}`, { body });
      holds(
        `${path} with ${length} letters: no failure of the server`,
        status >= 200 && status < 500,
        [status, text],
      );
    }
  }
}
