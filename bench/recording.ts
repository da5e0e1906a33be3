import { readConfig } from '../backend/config.ts';
import type { Database } from '../backend/database/database.ts';
import { buildServer } from '../backend/build-server.ts';
import { createLogger } from '../backend/log.ts';
import { openPlatform } from '../backend/open-platform.ts';
import { STAFF, STAFF_PASSWORD } from '../backend/testing/cluster.ts';
import { RANDOM_PNG } from './picture.ts';

/** The path of the stored file in the bucket product-images. */
export const STORED_PICTURE_PATH = 'main/bench.png';

export type Statement = { text: string; values: unknown[] };
export type Recording = Awaited<ReturnType<typeof recordStatements>>;

/**
 * Signs in, stores one file, and records the SQL that the backend sends for GET /user and for a download.
 * @returns the SQL, and the headers of the signed-in user
 */
export async function recordStatements(env: Record<string, string>) {
  const opened = await openPlatform(readConfig(env), createLogger('silent'));
  const { databases, tokens } = opened.platform;
  let statements: Statement[] = [];
  const watched = {
    ...databases,
    rest: watch(databases.rest, note),
    auth: watch(databases.auth, note),
    signIn: watch(databases.signIn, note),
    storage: watch(databases.storage, note),
  };
  const app = await buildServer({ ...opened.platform, databases: watched });
  function note(text: string, values: unknown[]) {
    statements.push({ text, values });
  }
  async function request(method: 'GET' | 'POST', url: string, headers: object, payload?: Buffer) {
    statements = [];
    const response = await app.inject({ method, url, headers: { ...headers }, payload });
    if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`);
    return response;
  }
  try {
    const apikey = tokens.anonKey;
    const json = { apikey, 'content-type': 'application/json' };
    const signedIn = await request('POST', PASSWORD_GRANT_PATH, json, PASSWORD_GRANT_BODY);
    const { access_token: token } = signedIn.json<{ access_token: string }>();
    const headers = { apikey, authorization: `Bearer ${token}` };
    await request('GET', '/auth/v1/user', headers);
    const user = statements;
    const upload = { ...headers, 'content-type': 'image/png' };
    await request(
      'POST',
      `/storage/v1/object/product-images/${STORED_PICTURE_PATH}`,
      upload,
      RANDOM_PNG,
    );
    await request('GET', `/storage/v1/object/public/product-images/${STORED_PICTURE_PATH}`, {});
    return { headers, user, object: only(statements) };
  } finally {
    await app.close();
    await opened.close();
  }
}

export const PASSWORD_GRANT_PATH = '/auth/v1/token?grant_type=password';
export const PASSWORD_GRANT_BODY = Buffer.from(
  JSON.stringify({ email: STAFF[0].email, password: STAFF_PASSWORD }),
);

/**
 * Returns the refresh token with this number (0 to 49,999) that sessions.sql inserted for a server: `b` is the backend,
 * `f` is bare-server.ts.
 */
export function getUnusedRefreshToken(server: 'b' | 'f', number: number) {
  return `${server}${String(number).padStart(11, '0')}`;
}

function watch(database: Database, note: (text: string, values: unknown[]) => void): Database {
  return {
    ...database,
    query(text, values = []) {
      note(text, values);
      return database.query(text, values);
    },
    queryAs(identity, request, text, values = []) {
      note(text, values);
      return database.queryAs(identity, request, text, values);
    },
  };
}

function only([statement, ...others]: Statement[]) {
  if (!statement || others.length > 0) throw new Error('Expected exactly one SQL statement');
  return statement;
}
