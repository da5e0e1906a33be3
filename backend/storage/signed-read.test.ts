import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createUrlSigner } from './signed-url.ts';
import { makeClosedBucket } from './testing/closed-bucket.ts';
import { anonymous, service, signIn, type Person } from './testing/people.ts';
import { picture } from './testing/pictures.ts';

let server: TestServer;
let ana: Person;
let bruno: Person;
let file: File;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
  [ana, bruno] = await Promise.all([signIn(server, 'ana'), signIn(server, 'bruno')]);
  await makeClosedBucket(server, 'fechado', { select: ana.id });
  file = await picture('png');
  await service(server).from('fechado').upload('pasta/a b.png', file);
  await service(server).from('fechado').upload('pasta/b.png', file);
});
afterAll(() => server?.stop());

function signer() {
  return createUrlSigner(server.platform.tokens);
}

/** Without any key: the address alone. */
async function read(token: string, name = 'pasta/b.png', init?: RequestInit) {
  const address = `${server.url}/storage/v1/object/sign/fechado/${name}?token=${token}`;
  const answer = await fetch(address, init);
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { answer, error: isJson ? ((await answer.json()) as Record<string, string>) : undefined };
}

describe('a signed address to read from', () => {
  it('opens one file of a closed bucket to whoever has it, for a while', async () => {
    const { data, error } = await ana.storage.from('fechado').createSignedUrl('pasta/a b.png', 60);

    expect(error).toBeNull();
    const answer = await fetch(data?.signedUrl ?? '');
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBe(file.size);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const expires = Date.parse(answer.headers.get('expires') ?? '');
    expect(Math.abs(expires - Date.now() - 60_000)).toBeLessThan(10_000);
    expect(answer.headers.get('cache-control')).toBeNull();
  });

  it('serves ranges, HEAD and a download name like any other address', async () => {
    const { data } = await ana.storage
      .from('fechado')
      .createSignedUrl('pasta/b.png', 60, { download: 'foto.png' });
    const url = data?.signedUrl ?? '';

    const part = await fetch(url, { headers: { range: 'bytes=0-3' } });
    const head = await fetch(url, { method: 'HEAD' });

    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 0-3/${file.size}`);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(
      new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
    );
    expect(head.status).toBe(200);
    expect(head.headers.get('content-disposition')).toContain('foto.png');
  });

  it('is given only to whom a policy shows the file', async () => {
    for (const client of [bruno.storage, anonymous(server)]) {
      const { error } = await client.from('fechado').createSignedUrl('pasta/b.png', 60);
      expect(error).toMatchObject({ status: 400, statusCode: '404', message: 'Object not found' });
    }
  });

  it('is given for several files at once, saying which it was refused for', async () => {
    const paths = ['pasta/b.png', 'pasta/nada.png'];
    const { data } = await ana.storage.from('fechado').createSignedUrls(paths, 60);

    expect(data?.map(({ path, error }) => [path, error])).toEqual([
      ['pasta/b.png', null],
      ['pasta/nada.png', 'Either the object does not exist or you do not have access to it'],
    ]);
    expect(data?.[1]?.signedUrl).toBeNull();
    expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200);
    const hidden = await bruno.storage.from('fechado').createSignedUrls(['pasta/b.png'], 60);
    expect(hidden.data?.[0]?.error).toMatch(/do not have access/);
  });

  it('asks for a sensible time and at most a thousand files', async () => {
    const bucket = ana.storage.from('fechado');
    const none = await bucket.createSignedUrl('pasta/b.png', 0);
    const endless = await bucket.createSignedUrl('pasta/b.png', Number.MAX_SAFE_INTEGER);
    const many = await bucket.createSignedUrls(
      Array.from({ length: 1001 }, (_, n) => `${n}.png`),
      60,
    );

    expect(none.error).toMatchObject({ status: 400, code: 'InvalidRequest' });
    expect(endless.error).toMatchObject({
      status: 400,
      code: 'InvalidParameter',
      message: 'Invalid Parameter expiresIn',
    });
    expect(many.error).toMatchObject({ status: 400, code: 'InvalidRequest' });
  });

  it('is refused without token, expired, forged, for another file and for another use', async () => {
    const url = 'fechado/pasta/b.png';
    const expired = await signer().sign({ scope: 'download', url }, -10);
    const otherFile = await signer().sign({ scope: 'download', url: 'fechado/x.png' }, 60);
    const upload = await signer().sign({ scope: 'upload', url, as: { role: 'anon' } }, 60);
    const forged = await new SignJWT({ scope: 'download', url })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(server.anonKey));

    for (const [token, code, message] of [
      [expired, 'InvalidJWT', '"exp" claim timestamp check failed'],
      [forged, 'InvalidJWT', 'signature verification failed'],
      [ana.token, 'InvalidJWT', '"alg" (Algorithm) Header Parameter value not allowed'],
      ['nada', 'InvalidJWT', 'Invalid Compact JWS'],
      [otherFile, 'InvalidSignature', 'Invalid signature'],
      [upload, 'InvalidSignature', 'Token is not scoped for download'],
    ] as const) {
      const { answer, error } = await read(token);
      expect(answer.status).toBe(400);
      expect(error).toEqual({ statusCode: '400', code, error: code, message });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const without = await fetch(`${server.url}/storage/v1/object/sign/${url}`);
    expect(without.status).toBe(400);
  });

  it('is no access token', async () => {
    const token = await signer().sign({ scope: 'download', url: 'fechado/pasta/b.png' }, 60);
    const answer = await fetch(`${server.url}/storage/v1/bucket`, {
      headers: { apikey: server.anonKey, authorization: `Bearer ${token}` },
    });
    expect(await answer.json()).toMatchObject({ message: 'signature verification failed' });
  });
});
