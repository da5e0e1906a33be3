import pg from 'pg';
import { probeConnection } from './connection-probe.ts';

/** Time from the beginning of the use of a connection to the first probe, and from the end of a probe to the next. */
const PATIENCE_MS = 3_000;
/** Time limit of a probe. On a host with a load of ten times its capacity, a new connection took at most 0.7 s. */
const PROBE_LIMIT_MS = 2_000;

/**
 * Creates a watchdog, which distinguishes a slow database from an unresponsive one: a slow database accepts a new
 * connection.
 * @returns `watch(abort)`. Call `watch` when the use of a connection begins: the watchdog calls `abort` if the database
 * is unresponsive. `watch` returns a function; call this function when the use ends
 */
export function createWatchdog(connection: pg.ClientConfig) {
  let probe: Promise<boolean> | undefined;

  function isUnresponsive() {
    probe ??= refusesConnections(connection).finally(() => (probe = undefined));
    return probe;
  }

  return (abort: () => void) => {
    let isOver = false;
    let timer = setTimeout(check, PATIENCE_MS);
    function check() {
      void isUnresponsive().then((unresponsive) => {
        if (isOver) return;
        if (unresponsive) abort();
        else timer = setTimeout(check, PATIENCE_MS);
      });
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  };
}

async function refusesConnections(connection: pg.ClientConfig) {
  try {
    await probeConnection(connection, PROBE_LIMIT_MS);
    return false;
  } catch (error) {
    return !(error instanceof pg.DatabaseError); // an error of PostgreSQL itself is a response
  }
}
