import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

const SIDE = 82;

/** A picture of 20 kB of random noise, which PNG cannot compress. */
export const RANDOM_PNG = await sharp(randomBytes(SIDE * SIDE * 3), {
  raw: { width: SIDE, height: SIDE, channels: 3 },
})
  .png()
  .toBuffer();
