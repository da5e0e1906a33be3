import type { Family, FamilyRecorders } from '../family.ts';
import { sendLegitimateRequest, measureAttack } from '../measure.ts';
import { sendHttpRequest, type RequestOptions } from '../send.ts';
import { startInstallation, type Installation } from '../installation.ts';

/** Sends requests that are small but slow to process, as an anonymous client and as staff. */
export const slowRequests: Family = {
  name: 'slow requests',
  needs: 'a quiet host',
  async attack(_world, holds, note) {
    const installation = await startInstallation();
    try {
      await repeatNullFilters(installation, { holds, note });
      await sendDistinctRequests(installation, { holds, note });
      await aliasText(installation, { holds, note });
    } finally {
      await installation.stop();
    }
  },
};

function request(
  { url, anonKey }: Installation,
  path: string,
  { headers, ...sending }: RequestOptions = {},
) {
  return sendHttpRequest(url, 'GET', `/rest/v1/${path}`, {
    ...sending,
    headers: { apikey: anonKey, ...headers },
  });
}

/**
 * Sends many null filters on an embedded resource. The backend must refuse them, because PostgreSQL would plan one more
 * join for each filter.
 */
async function repeatNullFilters(installation: Installation, report: FamilyRecorders) {
  for (const count of [650, 1300]) {
    const leaves = Array.from({ length: count }, () => 'p.is.null').join(',');
    const response = await measureAttack(installation, report, {
      what: `${count} null filters on an embedded resource, by an anonymous client`,
      limits: { seconds: 1, node: 60, postgres: 60, disk: 1 },
      attack: () => request(installation, `categories?select=id,p:products(id)&and=(${leaves})`),
    });
    const isRefused = response.status >= 400 && response.status < 500;
    report.holds(`${count} null filters: refused`, isRefused, [response.status, response.text]);
  }
}

/**
 * Sends 300 different queries, 16 times each. If the backend made a prepared statement for each query, the statements
 * would fill the memory of PostgreSQL.
 */
async function sendDistinctRequests(installation: Installation, report: FamilyRecorders) {
  const filters = Array.from({ length: 90 }, (_, index) => `name=neq.${index}`).join('&');
  const statuses = await measureAttack(installation, report, {
    what: '4,800 wide requests of an anonymous client, 300 of them distinct',
    limits: { seconds: 60, node: 150, postgres: 150, disk: 5 },
    attack: () =>
      runConcurrently(4800, 24, async (n) => {
        const select = `a${n % 300}:id,name,subtitle,description,sku,categories(id,name),product_images(id,url)`;
        return (await request(installation, `products?select=${select}&${filters}`)).status;
      }),
  });
  // A 400 would mean that the request is invalid, and that the attack has tested nothing.
  const others = statuses.filter((status) => status !== 401);
  report.holds('each wide request is refused with 401', others.length === 0, others.slice(0, 10));
}

/**
 * Selects one column of long texts under up to 198 names in one request. The backend must refuse the request, because
 * the response could exceed the maximum length of a string.
 */
async function aliasText(installation: Installation, report: FamilyRecorders) {
  const { sql, bruno } = installation;
  const length = await fill(installation);
  const headers = { authorization: `Bearer ${bruno.token}` };
  for (const count of [95, 115, 198]) {
    const columns = Array.from({ length: count }, (_, index) => `a${index}:description`).join(',');
    const response = await measureAttack(installation, report, {
      what: `${count} names for one column of texts`,
      limits: { seconds: 10, node: 200, postgres: 400, disk: 1 },
      attack: () => request(installation, `categories?select=${columns}`, { headers }),
    });
    report.holds(
      `${count} names: refused with 4xx`,
      response.status >= 400 && response.status < 500,
      [response.status, response.text],
    );
  }
  const list = await measureAttack(installation, report, {
    what: 'a whole list of the longest texts',
    limits: { seconds: 10, node: 200, postgres: 400, disk: 1 },
    attack: () => request(installation, 'categories?select=*', { headers }),
  });
  const { status, text } = list;
  report.holds('the list: sent or refused as too large', [200, 413].includes(status), [
    status,
    text.slice(0, 200),
  ]);
  const rows = await sql<{ count: number }>('select count(*)::int as count from public.categories');
  report.holds('the table has texts', (rows[0]?.count ?? 0) > 0 && length > 0, [rows, length]);
  const honest = await sendLegitimateRequest(installation);
  report.holds(
    'the server still responds after the large list',
    honest.status === 200,
    honest.text,
  );
}

/**
 * Inserts categories with the longest accepted description: 5 MB in total, but at most 1,000 rows, the limit of a
 * response.
 * @returns the length of each description; 0 if no length was accepted
 */
async function fill({ sql, url, anonKey, ana }: Installation) {
  for (const length of [950_000, 100_000, 20_000, 10_000, 5_000, 2_000]) {
    const { status } = await sendHttpRequest(url, 'POST', '/rest/v1/categories', {
      headers: { apikey: anonKey, authorization: `Bearer ${ana.token}` },
      body: { name: 'Texto', description: 'x'.repeat(length) },
    });
    if (status !== 201) continue;
    const rows = Math.min(1000, Math.ceil(5_000_000 / length));
    await sql(
      `insert into public.categories (name, description)
       select 'Texto ' || n, repeat('x', $1) from generate_series(1, $2) as n`,
      [length, rows],
    );
    return length;
  }
  return 0;
}

/** Runs `work` `count` times, `atOnce` at a time. Returns the results. */
async function runConcurrently<T>(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<T>,
) {
  const results: T[] = [];
  let next = 0;
  async function worker() {
    while (next < count) results.push(await work(next++));
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
