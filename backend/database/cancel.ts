import type { Duplex } from 'node:stream';
import pg from 'pg';

/**
 * Pause between the abort and the first cancellation. Most statements end within this pause, so PostgreSQL need not
 * start a new process for their cancellation.
 */
const GRACE_MS = 100;
/**
 * Pause before the next cancellation. Cancellations are repeated, because a cancellation between two statements has no
 * effect.
 */
const INTERVAL_MS = 500;
const SEND_LIMIT_MS = 2_000;

/**
 * Cancels the running statement of a connection when `signal` aborts.
 * @returns a function that stops the cancelling and returns whether a cancellation was sent. If one was sent, close the
 * connection: a late cancellation would cancel the next statement
 */
export function cancelStatementOnAbort(signal: AbortSignal, client: pg.PoolClient): () => boolean {
  let timer: NodeJS.Timeout | undefined;
  let isSent = false;

  function cancel() {
    isSent = true;
    sendCancel(client);
    timer = setTimeout(cancel, INTERVAL_MS);
  }
  function startGrace() {
    timer = setTimeout(cancel, GRACE_MS);
  }

  if (signal.aborted) startGrace();
  else signal.addEventListener('abort', startGrace, { once: true });
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', startGrace);
    return isSent;
  };
}

/**
 * Sends a CancelRequest (PostgreSQL docs, Frontend/Backend Protocol, Canceling Requests in Progress). The request
 * contains the connection's secret key, so it cannot cancel a statement of a different connection, even if process ids
 * are reused.
 */
function sendCancel(client: pg.PoolClient) {
  // The types of pg lack the fields of `Target` and `Wire`.
  const target = client as unknown as Target;
  const { host, port, ssl, sslNegotiation } = target;
  const wire = new pg.Connection({ ssl, sslNegotiation } as pg.ConnectionConfig) as unknown as Wire;
  const send = () => wire.cancel(target.processID, target.secretKey);
  wire.on('error', () => undefined); // ignore an error: PostgreSQL ends the statement at its time limit
  if (!ssl) wire.once('connect', send);
  else {
    if (sslNegotiation !== 'direct') wire.once('connect', () => wire.requestSsl());
    wire.once('sslconnect', send);
  }
  if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
  else wire.connect(port, host);
  // PostgreSQL closes the connection after it has forwarded the request. Close the connection if that takes too long.
  const late = setTimeout(() => wire.stream.destroy(), SEND_LIMIT_MS);
  wire.once('end', () => clearTimeout(late));
}

type Target = {
  host: string;
  port: number;
  ssl: pg.ConnectionConfig['ssl'];
  sslNegotiation: string;
  processID: number;
  secretKey: number;
};
type Wire = pg.Connection & {
  stream: Duplex;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};
