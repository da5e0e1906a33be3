import { readConfig } from '../backend/config.ts';
import { buildServer } from '../backend/http.ts';
import { createLog } from '../backend/log.ts';
import { openPlatform } from '../backend/open-platform.ts';

/** The page of 50 products that the panel lists. */
export const PAGE =
  '/rest/v1/products?select=id,name,subtitle,sku,tipo,visibility,real_price,promo_price,status,' +
  'categories(id,name),product_images(url,is_main)&product_images.is_main=eq.true&order=name.asc,id.asc&offset=0&limit=50';

export type Statement = { text: string; values: unknown[] };

/** The SQL that the backend runs for that page, and the API key that came with the data folder. */
export async function readPageStatement(env: Record<string, string>) {
  const opened = await openPlatform(readConfig(env), createLog('silent'));
  const { platform } = opened;
  const { databases, tokens } = platform;
  const statements: Statement[] = [];
  const watched: typeof databases.rest = {
    ...databases.rest,
    queryAs(identity, request, text, values = []) {
      statements.push({ text, values });
      return databases.rest.queryAs(identity, request, text, values);
    },
  };
  const app = await buildServer({ ...platform, databases: { ...databases, rest: watched } });
  const headers = { apikey: tokens.serviceKey, prefer: 'count=exact' };
  const answer = await app.inject({ url: PAGE, headers });
  await app.close();
  await opened.close();
  const [statement] = statements;
  if (answer.statusCode >= 300 || !statement) throw new Error(answer.body);
  return { statement, anonKey: tokens.anonKey };
}
