import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { StorageError } from './errors.ts';

/** Time after which a sender that sends nothing counts as disconnected. */
const IDLE_MS = 30_000;
/**
 * Maximum time of an upload. It stops a sender that keeps the upload open with single bytes. Slow connections have
 * enough time: 50 MB at 0.25 Mbit/s take 28 minutes.
 */
const TOTAL_MS = 30 * 60_000;

/** The running time limits of one upload, as started by `startUploadTimeLimits`. */
export type UploadTimeLimits = {
  /** Returns the result of `work`. Throws a StorageError (408) when a time limit of the sender is exceeded. */
  waitFor<T>(work: Promise<T>): Promise<T>;
  /** Aborts when a time limit is exceeded, with the error that `waitFor` throws. */
  signal: AbortSignal;
  /** Ends the time limits. */
  end(): void;
};

/**
 * Starts the time limits of an upload, in milliseconds. A slow upload is accepted if each pause is shorter than
 * `idleMs` and the complete upload takes at most `totalMs`.
 */
export function startUploadTimeLimits(
  request: IncomingMessage,
  { idleMs, totalMs } = { idleMs: IDLE_MS, totalMs: TOTAL_MS },
): UploadTimeLimits {
  const gone = new AbortController();
  const giveUp = () =>
    gone.abort(
      new StorageError(408, 'Aborted', 'The upload stopped sending data', { httpStatus: 408 }),
    );
  // A request of `app.inject` has no network socket, so it has no idle limit.
  const connection = request.socket instanceof Socket ? request.socket : undefined;
  // Every received byte restarts this timer of Node.
  connection?.setTimeout(idleMs);
  request.on('timeout', giveUp);
  const total = setTimeout(giveUp, totalMs);
  const aborted = new Promise<never>((_, reject) => {
    gone.signal.addEventListener('abort', () => reject(gone.signal.reason as Error)); // `startUploadTimeLimits` aborts with an Error
  });
  aborted.catch(() => undefined); // prevents an unhandled rejection when no call of `waitFor` is pending
  return {
    signal: gone.signal,
    waitFor: (work) => Promise.race([work, aborted]),
    end() {
      clearTimeout(total);
      request.off('timeout', giveUp);
      connection?.setTimeout(0);
    },
  };
}
