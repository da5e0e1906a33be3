import { expect } from '@playwright/test';

/** Expects that neither a stored picture nor its small version is served any more. */
export async function expectPictureDeleted(picture: string) {
  for (const url of [picture, picture.replace(/\.\w+$/, '.small.webp')]) {
    await expect
      .poll(async () => (await fetch(url)).status, { message: url })
      .toBeGreaterThanOrEqual(400);
  }
}
