import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { StorageError } from './errors.ts';

/** A sender that sends nothing for this long counts as disconnected. */
const IDLE_MS = 30_000;
/**
 * Maximum time of an upload, for a sender that keeps it open with single bytes. 50 MB at 0.25 Mbit/s take 28 minutes.
 */
const TOTAL_MS = 30 * 60_000;

/** Watches whether the sender of a request keeps sending. */
export type Sender = {
  /** Returns the result of `work`, or throws a StorageError (408) when the sender counts as disconnected. */
  waitFor<T>(work: Promise<T>): Promise<T>;
  /** Aborts with the error of `waitFor`. */
  signal: AbortSignal;
  /** Ends the watch. */
  end(): void;
};

/**
 * Starts to watch a sender. A slow body is accepted while it makes progress, up to `totalMs`. Both limits are
 * milliseconds.
 */
export function watchSender(
  request: IncomingMessage,
  { idleMs, totalMs } = { idleMs: IDLE_MS, totalMs: TOTAL_MS },
): Sender {
  const gone = new AbortController();
  const giveUp = () =>
    gone.abort(
      new StorageError(408, 'Aborted', 'The upload stopped sending data', { httpStatus: 408 }),
    );
  // A request that was injected without a network has no socket.
  const connection = request.socket instanceof Socket ? request.socket : undefined;
  // Every received byte restarts this timer of Node.
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
