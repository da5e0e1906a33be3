import pg from 'pg';
import { probeConnection } from './connection-probe.ts';

/** A statement that has waited this long for its response starts a probe. */
const PATIENCE_MS = 3_000;
/** Time limit of a probe. A new connection took at most 0.7 s on a host with ten times the work of its capacity. */
const PROBE_LIMIT_MS = 2_000;

/**
 * Creates a watchdog, which distinguishes a slow database from an unresponsive one. A statement can take long, but a
 * stopped server accepts no connection.
 * @returns a function to call when the use of a connection begins. Its argument aborts the use; the watchdog calls it
 * if the database is unresponsive. The function returns another function, to call when the use ends
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
