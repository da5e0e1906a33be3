import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { StorageError } from './errors.ts';

/** A sender that sends nothing for this long counts as disconnected. */
const IDLE_MS = 30_000;
/** Time for 50 MB at 0.25 Mbit/s: the limit for a sender that keeps the upload open with single bytes. */
const TOTAL_MS = 30 * 60_000;

/** Watches whether the sender of a request keeps sending. */
export type Sender = {
  /** Returns the result of `work`. Throws when the sender counts as disconnected. */
  waitFor<T>(work: Promise<T>): Promise<T>;
  /** Aborts with the same error. */
  signal: AbortSignal;
  /** Ends the watch. */
  end(): void;
};

/** Watches a slow body as long as it makes progress. Both limits are milliseconds. */
export function watchSender(
  request: IncomingMessage,
  { idleMs, totalMs } = { idleMs: IDLE_MS, totalMs: TOTAL_MS },
): Sender {
  const gone = new AbortController();
  const giveUp = () =>
    gone.abort(
      new StorageError(408, 'Aborted', 'The upload stopped sending data', { httpStatus: 408 }),
    );
  // A request of this process to itself has no connection.
  const connection = request.socket instanceof Socket ? request.socket : undefined;
  // Node's own timer, which every received byte resets.
  connection?.setTimeout(idleMs);
  request.on('timeout', giveUp);
  const total = setTimeout(giveUp, totalMs);
  const aborted = new Promise<never>((_, reject) => {
    gone.signal.addEventListener('abort', () => reject(gone.signal.reason as Error)); // `watchSender` aborts with an Error
  });
  aborted.catch(() => undefined); // without a waiting caller, the rejection is no error
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
