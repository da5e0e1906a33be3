import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SNIFFED_BYTES } from './content-type.ts';
import { tooLarge, uploadStalled } from './errors.ts';

export type Draft = {
  size: number;
  /** Quoted, ready for the header. */
  eTag: string;
  beginning: Uint8Array;
};

type Limits = { bytes: number; idleMs: number };

/**
 * Writes a stream to a file piece by piece and measures it on the way.
 * @throws StorageError when there are more than `limits.bytes`, or nothing comes for `limits.idleMs`
 */
export async function writeDraft(stream: Readable, file: string, limits: Limits): Promise<Draft> {
  const hash = createHash('sha256');
  const beginning: Buffer[] = [];
  let size = 0;
  const idle = setTimeout(() => meter.destroy(uploadStalled()), limits.idleMs);
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      idle.refresh();
      if (size < SNIFFED_BYTES) beginning.push(chunk.subarray(0, SNIFFED_BYTES - size));
      size += chunk.length;
      hash.update(chunk);
      if (size > limits.bytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  // Not part of the pipeline, which would destroy the connection before the refusal is sent.
  const forget = finished(stream, { writable: false }, (error) => error && meter.destroy(error));
  stream.pipe(meter);
  try {
    await pipeline(meter, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } finally {
    clearTimeout(idle);
    forget();
    stream.unpipe(meter);
  }
  return {
    size,
    eTag: `"${hash.digest('hex').slice(0, 32)}"`,
    beginning: Buffer.concat(beginning),
  };
}
