import { createHmac, createPublicKey, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  decodeJwt,
  exportJWK,
  generateKeyPair,
  SignJWT,
  type JWK,
  type JWTHeaderParameters,
} from 'jose';
import type { Family } from '../family.ts';
import { sendTokenToEveryProtocol } from '../every-protocol.ts';
import { signChangedToken } from '../signed-token.ts';
import type { AttackTarget } from '../attack-target.ts';

/** Sends tokens that this server did not sign, or that have invalid claims. All three protocols must refuse them. */
export const forgedTokens: Family = {
  name: 'forged tokens',
  async attack(world, holds) {
    const trap = await openTrap();
    try {
      for (const [what, token] of Object.entries(await forge(world, trap.url))) {
        for (const { protocol, response, isRefused } of await sendTokenToEveryProtocol(
          world,
          token,
        )) {
          holds(`${protocol} refuses ${what}`, isRefused, [response.status, response.text]);
        }
      }
      holds('no URL in a token is requested', trap.visits() === 0, trap.visits());
    } finally {
      trap.close();
    }
  },
};

async function forge(world: AttackTarget, trapUrl: string) {
  const { backend, users, as } = world;
  const { ana, bruno } = users;
  const claims = { ...decodeJwt(ana.token), role: 'service_role' };
  const [header = '', payload = '', signature = ''] = ana.token.split('.');
  const { keys } = (await as()('GET', '/auth/v1/.well-known/jwks.json')).json as { keys: JWK[] };
  const [publicJwk = {}] = keys;
  const pem = createPublicKey({ key: publicJwk, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString();
  const own = await generateKeyPair('ES256', { extractable: true });
  const ownJwk = await exportJWK(own.publicKey);
  const rsa = await generateKeyPair('RS256');
  const p384 = await generateKeyPair('ES384');
  const ed = await generateKeyPair('EdDSA');
  const kid = publicJwk.kid ?? '';
  const byOwn = (extra: Partial<JWTHeaderParameters>, key = own.privateKey, alg = 'ES256') =>
    new SignJWT(claims).setProtectedHeader({ alg, typ: 'JWT', kid, ...extra }).sign(key);
  const now = Math.floor(Date.now() / 1000);
  const byServer = (changed: Record<string, unknown>) => signChangedToken(world, changed);
  const asService = encode(claims);
  return {
    'no signature, alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${asService}.`,
    'alg None with a signature': `${encode({ alg: 'None', kid })}.${asService}.${signature}`,
    'alg NONE': `${encode({ alg: 'NONE' })}.${asService}.`,
    'an empty alg': `${encode({ alg: '' })}.${asService}.`,
    'a header without alg': `${encode({ kid })}.${asService}.${signature}`,
    'a true token without its signature': `${header}.${payload}.`,
    'a true token cut in two': `${header}.${payload}`,
    'a changed payload under a true signature': `${header}.${asService}.${signature}`,
    "another token's signature": `${header}.${payload}.${bruno.token.split('.')[2]}`,
    'a signature of zeros': `${header}.${asService}.${Buffer.alloc(64).toString('base64url')}`,
    'a signature of one byte': `${header}.${asService}.AA`,
    'HS256 with the public key as PEM': hs256(asService, pem, kid),
    'HS256 with the public key as JSON': hs256(asService, JSON.stringify(publicJwk), kid),
    'HS256 with the JWKS': hs256(asService, JSON.stringify({ keys }), kid),
    'HS256 with the x of the public key': hs256(asService, String(publicJwk.x), kid),
    'HS256 with the public API key': hs256(asService, backend.anonKey, kid),
    'HS256 with no key': hs256(asService, '', kid),
    "HS256 with the platform's example secret": hs256(
      asService,
      'super-secret-jwt-token-with-at-least-32-characters-long',
      kid,
    ),
    'ES256 of a key of its own': await byOwn({}),
    'ES256 of another kid': await byOwn({ kid: 'other' }),
    'a kid that is a path': await byOwn({ kid: '../../../dev/null' }),
    'a kid that is SQL': await byOwn({ kid: "x' union select 'secret' --" }),
    'a key embedded as jwk': await byOwn({ jwk: ownJwk }),
    'a key behind jku': await byOwn({ jku: `${trapUrl}/jku` }),
    'a certificate behind x5u': await byOwn({ x5u: `${trapUrl}/x5u` }),
    'a certificate in x5c': await byOwn({ x5c: [Buffer.from('x').toString('base64')] }),
    'RS256 of a key of its own': await byOwn({}, rsa.privateKey, 'RS256'),
    'ES384 of a key of its own': await byOwn({}, p384.privateKey, 'ES384'),
    'EdDSA of a key of its own': await byOwn({}, ed.privateKey, 'EdDSA'),
    'a true signature on an expired token': await byServer({ exp: now - 1 }),
    'a true signature on a token of tomorrow': await byServer({ nbf: now + 86_400 }),
    'an expiry that is no number': await byServer({ exp: 'never' }),
    'the API key as its own token, doubled': `${backend.anonKey}.${backend.anonKey}.x`,
    'a UUID': randomUUID(),
    'a refresh token': ana.refreshToken,
    ...(await tokensWithUnknownRoles(byServer)),
  };
}

/** Returns tokens that are signed with the key of this server, but have roles that this server never grants. */
async function tokensWithUnknownRoles(
  byServer: (changed: Record<string, unknown>) => Promise<string>,
) {
  const roles: unknown[] = [
    'postgres',
    'supabase_admin',
    'supabase_auth_admin',
    'supabase_storage_admin',
    'authenticator',
    'pg_read_server_files',
    'SERVICE_ROLE',
    'anon; set role postgres',
    '',
    null,
    0,
    ['service_role'],
  ];
  const named = roles.map(async (role) => [
    `the role ${JSON.stringify(role)}`,
    await byServer({ role }),
  ]);
  return Object.fromEntries(await Promise.all(named)) as Record<string, string>; // pairs of a description and a token
}

function hs256(payload: string, secret: string, kid: string) {
  const input = `${encode({ alg: 'HS256', typ: 'JWT', kid })}.${payload}`;
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
}

function encode(value: unknown) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * Starts a server that counts its requests. Some forged tokens contain its URL (`jku`, `x5u`), from which a careless
 * verifier would load a key.
 */
async function openTrap() {
  let visits = 0;
  const server = createServer((_request, response) => {
    visits += 1;
    response.end('{"keys":[]}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has this type of address
  return { url: `http://127.0.0.1:${port}`, visits: () => visits, close: () => server.close() };
}
