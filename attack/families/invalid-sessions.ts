import { randomUUID } from 'node:crypto';
import { readBodyStatus } from '../every-protocol.ts';
import type { Family, AssertionRecorder } from '../family.ts';
import { hashTables, SECRET_TEXT } from '../records.ts';
import type { AttackResponse } from '../send.ts';
import { signChangedToken } from '../signed-token.ts';
import { addLogin, PASSWORD, type AttackTarget } from '../attack-target.ts';
import { signIn, type User } from '../user.ts';

/** Sends correctly signed tokens whose session is invalid or whose user has no profile. No token may give any data. */
export const invalidSessions: Family = {
  name: 'invalid sessions',
  async attack(world, holds) {
    const tokens = await openInvalidSessions(world);
    const own = await tryAll(world, world.users.carla.token);
    holds(
      'an open session reads rows',
      own.rows.text.includes(SECRET_TEXT) || /vitrine\.exemplo/.test(own.rows.text),
      own.rows.text,
    );
    holds('an open session has a user in auth', own.user.status === 200, own.user.text);
    holds('an open session reads a bucket', own.files.status === 200, own.files.text);
    const before = await hashTables(world.sql);
    for (const [what, token] of Object.entries(tokens)) {
      const { rows, files, user, write, upload } = await tryAll(world, token);
      const hasNoRow = !rows.text.includes(SECRET_TEXT) && !/vitrine\.exemplo/.test(rows.text);
      holds(`${what} reads no row`, hasNoRow, rows.text);
      holds(`${what} sees no bucket`, isEmptyOrRefused(files), files.text);
      if (!OWN_LOGIN.has(what)) holds(`${what} has no user in auth`, user.status >= 400, user.text);
      holds(`${what} writes nothing`, write.status >= 400, write.text);
      holds(`${what} uploads nothing`, upload.status >= 400, upload.text);
    }
    holds('no row of any table changed', before === (await hashTables(world.sql)));
    await reuseRefreshToken(world, holds);
  },
};

/** Descriptions of the tokens with a valid login. They can read their own user from /auth/v1/user, but no data. */
const OWN_LOGIN = new Set([
  'a login without a profile',
  'a session from before the profile was created again',
  "anon with an Administrador's sub and session",
]);

async function openInvalidSessions(world: AttackTarget): Promise<Record<string, string>> {
  const { ana, bruno, davi, ended } = world.users;
  return {
    'a signed-out Administrador': ended.token,
    'a token without a session': await signChangedToken(world, { session_id: undefined }),
    'a token with an unknown session': await signChangedToken(world, { session_id: randomUUID() }),
    "an Administrador's sub with a Colaborador's session": await signChangedToken(world, {
      session_id: bruno.sessionId,
    }),
    "another user's sub with an Administrador's session": await signChangedToken(world, {
      sub: randomUUID(),
    }),
    'a token without a sub': await signChangedToken(world, { sub: undefined }),
    'a sub that is SQL': await signChangedToken(world, { sub: `${ana.id}' or '1'='1` }),
    'a session that is SQL': await signChangedToken(world, { session_id: "' or 1=1 --" }),
    'a session that is a list': await signChangedToken(world, { session_id: [ana.sessionId] }),
    "anon with an Administrador's sub and session": await signChangedToken(world, { role: 'anon' }),
    'a login without a profile': await signChangedToken(world, {
      sub: davi.id,
      session_id: davi.sessionId,
      app_metadata: { role: 'Administrador' },
      user_metadata: { role: 'Administrador' },
    }),
    'the session of a deleted user': (await deletedUser(world)).token,
    'the session of a deleted profile': (await deletedProfile(world)).token,
    'a session from before the profile was created again': (await recreatedProfile(world)).token,
    'the expired session of a banned user': (await expiredSession(world)).token,
  };
}

async function deletedUser({ sql, backend }: AttackTarget) {
  const email = 'fabio@vitrine.exemplo';
  const id = await addLogin(sql, email, { name: 'Fábio', role: 'Administrador' });
  const user = await signIn(backend, email, PASSWORD);
  await sql('delete from auth.users where id = $1', [id]);
  return user;
}

async function deletedProfile({ sql, backend, as, users }: AttackTarget) {
  const email = 'sem.perfil@vitrine.exemplo';
  await addLogin(sql, email, { name: 'Íris', role: 'Administrador' });
  const user = await signIn(backend, email, PASSWORD);
  await as(users.ana)('DELETE', `/rest/v1/profiles?email=eq.${email}`);
  return user;
}

/** Signs in a user whose profile was deleted, then creates the profile again. The session must give no data access. */
async function recreatedProfile({ sql, backend }: AttackTarget) {
  const email = 'perfil.de.novo@vitrine.exemplo';
  const id = await addLogin(sql, email, { name: 'Joana', role: 'Administrador' });
  await sql('delete from public.profiles where id = $1', [id]);
  const user = await signIn(backend, email, PASSWORD);
  await sql(
    `insert into public.profiles (id, name, email, role) values ($1, 'Joana', $2, 'Administrador')`,
    [id, email],
  );
  return user;
}

async function expiredSession({ sql, backend }: AttackTarget) {
  const email = 'gilda@vitrine.exemplo';
  await addLogin(sql, email, { name: 'Gilda', role: 'Administrador' });
  const user = await signIn(backend, email, PASSWORD);
  await sql(`update auth.sessions set not_after = now() - interval '1 second' where id = $1`, [
    user.sessionId,
  ]);
  return user;
}

async function tryAll({ as, records }: AttackTarget, token: string) {
  const call = as({ token } as User); // `as` reads only the token of a User
  return {
    rows: await call('GET', '/rest/v1/profiles?select=*'),
    files: await call('GET', '/storage/v1/bucket/product-images'),
    user: await call('GET', '/auth/v1/user'),
    write: await call('POST', '/rest/v1/categories', { body: records.categories.insert }),
    upload: await call('POST', '/storage/v1/object/product-images/main/x.png', {
      body: Buffer.from('x'),
      headers: { 'content-type': 'image/png' },
    }),
  };
}

function isEmptyOrRefused(response: AttackResponse) {
  return response.text === '[]' || response.status >= 400 || readBodyStatus(response) === '403';
}

/** Uses a copied refresh token after its owner has used it. The server must then end the session. */
async function reuseRefreshToken({ backend, as, sql }: AttackTarget, holds: AssertionRecorder) {
  const email = 'heitor@vitrine.exemplo';
  await addLogin(sql, email, { name: 'Heitor', role: 'Colaborador' });
  const user = await signIn(backend, email, PASSWORD);
  const refresh = (token: string) =>
    as()('POST', '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: token } });
  const owner = await refresh(user.refreshToken);
  await sql(
    `update auth.refresh_tokens set updated_at = now() - interval '1 minute' where token = $1`,
    [user.refreshToken],
  );
  const thief = await refresh(user.refreshToken);
  holds('a refresh token that was used is refused', thief.status === 400, thief.text);
  const next = (owner.json as { refresh_token: string }).refresh_token; // the response of a granted session has this field
  const after = await refresh(next);
  holds('the reuse of a refresh token ends the session', after.status === 400, after.text);
  const rows = await as(user)('GET', '/rest/v1/profiles?select=email');
  holds('the access token of the ended session is refused', rows.status === 401, rows.text);
}
