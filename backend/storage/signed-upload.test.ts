import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createUrlSigner } from './signed-url.ts';
import { storedFiles } from './testing/files.ts';
import { anonymous, signIn, type Person } from './testing/people.ts';
import { htmlNamedPng, picture } from './testing/pictures.ts';

let server: TestServer;
let bruno: Person;

beforeAll(async () => {
  server = await startTestServer({ seed: 'staff' });
});
beforeEach(async () => {
  bruno = await signIn(server, 'bruno');
});
afterAll(() => server?.stop());

const logos = () => bruno.storage.from('logos');

async function signed(name: string) {
  const { data, error } = await logos().createSignedUploadUrl(name);
  if (error) throw error;
  return data;
}

describe('a signed address to upload to', () => {
  it('takes one file without any token, owned by whoever signed', async () => {
    const { token, signedUrl } = await signed('a.png');
    expect(signedUrl).toContain('/object/upload/sign/logos/a.png?token=');

    const { data, error } = await anonymous(server)
      .from('logos')
      .uploadToSignedUrl('a.png', token, await picture('png'), { cacheControl: '60' });

    expect(error).toBeNull();
    expect(data).toEqual({ path: 'a.png', fullPath: 'logos/a.png' });
    const [row] = await server.sql(
      "select owner, metadata->>'mimetype' as type from storage.objects where name = 'a.png'",
    );
    expect(row).toEqual({ owner: bruno.id, type: 'image/png' });
  });

  it('takes bare bytes too, and no key at all', async () => {
    const { signedUrl } = await signed('bytes.png');
    const answer = await fetch(signedUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: await picture('png'),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ Key: 'logos/bytes.png' });
  });

  it('is given only to whom a policy lets upload, and not for a file that exists', async () => {
    const strange = await anonymous(server).from('logos').createSignedUploadUrl('x.png');
    const banner = await bruno.storage.from('images').createSignedUploadUrl('banners/x.png');
    expect([strange.error, banner.error]).toEqual(
      Array.from({ length: 2 }, () => expect.objectContaining({ statusCode: '403' })),
    );

    await logos().upload('there.png', await picture('png'));
    expect((await logos().createSignedUploadUrl('there.png')).error).toMatchObject({
      statusCode: '409',
      message: 'The resource already exists',
    });
    expect((await logos().createSignedUploadUrl('../x.png')).error).toMatchObject({
      status: 400,
    });
  });

  it('works once, since nothing is overwritten', async () => {
    const { token } = await signed('once.png');
    await logos().uploadToSignedUrl('once.png', token, await picture('png'));

    const again = await logos().uploadToSignedUrl('once.png', token, await picture('jpeg'));

    expect(again.error).toMatchObject({ statusCode: '409' });
  });

  it('lets no more pass than an upload: type by the bytes, size, name', async () => {
    const before = (await storedFiles(server)).length;
    const { token } = await signed('page.png');

    const page = await logos().uploadToSignedUrl('page.png', token, htmlNamedPng());
    const other = await logos().uploadToSignedUrl('other.png', token, await picture('png'));

    expect(page.error).toMatchObject({ statusCode: '415' });
    expect(other.error).toMatchObject({ status: 400, code: 'InvalidSignature' });
    expect(await storedFiles(server)).toHaveLength(before);
  });

  it('is refused with a token to read, an expired one, or none', async () => {
    const signer = createUrlSigner(server.platform.tokens);
    const url = 'logos/x.png';
    const file = await picture('png');
    const send = async (token: string) =>
      (await logos().uploadToSignedUrl('x.png', token, file)).error;

    expect(await send(await signer.sign({ scope: 'download', url }, 60))).toMatchObject({
      code: 'InvalidSignature',
      message: 'Token is not scoped for upload',
    });
    const as = { role: 'service_role' } as const;
    expect(await send(await signer.sign({ scope: 'upload', url, as }, -10))).toMatchObject({
      code: 'InvalidJWT',
    });
    const none = await fetch(`${server.url}/storage/v1/object/upload/sign/${url}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: file,
    });
    expect(none.status).toBe(400);
  });

  it('ends with the session that signed it', async () => {
    const { token } = await signed('late.png');
    await server.sql('delete from auth.sessions where user_id = $1', [bruno.id]);

    const { error } = await anonymous(server)
      .from('logos')
      .uploadToSignedUrl('late.png', token, await picture('png'));

    expect(error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
  });
});
