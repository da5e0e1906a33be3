import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { finished, Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TYPE_DETECTION_BYTES } from './content-type.ts';
import { createTooLargeError } from './errors.ts';

export type WrittenDraft = {
  size: number;
  /** The ETag: quoted, as in the header. */
  eTag: string;
  beginning: Uint8Array;
};

type Limits = { bytes: number; signal: AbortSignal };

/**
 * Writes a stream to a new file. Returns the size, the ETag and the first bytes (`beginning`) of the stream.
 * @throws StorageError when the stream is longer than `bytes`; the reason of `signal` when `signal` is aborted
 */
export async function writeDraft(
  stream: Readable,
  file: string,
  { bytes, signal }: Limits,
): Promise<WrittenDraft> {
  const hash = createHash('sha256');
  const beginning: Buffer[] = [];
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < TYPE_DETECTION_BYTES)
        beginning.push(chunk.subarray(0, TYPE_DETECTION_BYTES - size));
      size += chunk.length;
      hash.update(chunk);
      if (size > bytes) done(createTooLargeError());
      else done(null, chunk);
    },
  });
  const giveUp = () => meter.destroy(signal.reason as Error); // callers abort with an Error
  signal.addEventListener('abort', giveUp);
  // Keep `stream` out of the pipeline: the pipeline would destroy the connection before the refusal is sent.
  const forget = finished(stream, { writable: false }, (error) => error && meter.destroy(error));
  stream.pipe(meter);
  try {
    await pipeline(meter, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } finally {
    signal.removeEventListener('abort', giveUp);
    forget();
    stream.unpipe(meter);
  }
  return {
    size,
    eTag: `"${hash.digest('hex').slice(0, 32)}"`,
    beginning: Buffer.concat(beginning),
  };
}
