import { expect } from '@playwright/test';
import { makePicture } from './pictures.ts';
import { ANA, requestSession, readPublicApiKey } from './sign-in.ts';

/** Waits until the URLs of a stored picture and of its thumbnail respond with an error. */
export async function expectPictureDeleted(stored: string) {
  for (const url of [stored, stored.replace(/\.\w+$/, '.small.webp')]) {
    await expect
      .poll(async () => (await fetch(url)).status, { message: url })
      .toBeGreaterThanOrEqual(400);
  }
}

/** Uploads a picture as ana to a path ('images/banners/a.png'), without a thumbnail. Returns its public URL. */
export async function storePicture(url: string, path: string): Promise<string> {
  const { access_token } = await requestSession(url, ANA.email);
  const { mimeType, buffer } = makePicture(path, [9, 90, 9]);
  const { status } = await fetch(`${url}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: {
      apikey: await readPublicApiKey(url),
      authorization: `Bearer ${access_token}`,
      'content-type': mimeType,
    },
    body: new Uint8Array(buffer),
  });
  expect(status).toBe(200);
  return `${url}/storage/v1/object/public/${path}`;
}
