import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { StorageError } from './errors.ts';

/** A sender that is silent for this long is taken for gone. */
const IDLE_MS = 30_000;
/** Room for 50 MB over 0.25 Mbit/s. Nobody holds a place longer by sending a byte now and then. */
const TOTAL_MS = 30 * 60_000;

/** Whether the sender of a request goes on sending. */
export type Sender = {
  /** What comes of `work`, or the refusal once the sender is taken for gone. */
  waitFor<T>(work: Promise<T>): Promise<T>;
  /** Aborted with the refusal. */
  signal: AbortSignal;
  /** The request needs no watching any more. */
  end(): void;
};

/** Watches over a body that may take its time as long as it moves. Both limits are milliseconds. */
export function watchSender(
  request: IncomingMessage,
  { idleMs, totalMs } = { idleMs: IDLE_MS, totalMs: TOTAL_MS },
): Sender {
  const gone = new AbortController();
  const giveUp = () =>
    gone.abort(
      new StorageError(408, 'Aborted', 'The upload stopped sending data', { httpStatus: 408 }),
    );
  // A request that this process makes to itself has no connection.
  const connection = request.socket instanceof Socket ? request.socket : undefined;
  // Node's own timer: every byte that comes sets it back.
  connection?.setTimeout(idleMs);
  request.on('timeout', giveUp);
  const total = setTimeout(giveUp, totalMs);
  const aborted = new Promise<never>((_, reject) => {
    gone.signal.addEventListener('abort', () => reject(gone.signal.reason as Error)); // made above
  });
  aborted.catch(() => undefined); // when nobody waits at that moment
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
