import pg from 'pg';
import { knock } from './knock.ts';

/** Who has waited for an answer so long asks whether anybody gets one. */
const PATIENCE_MS = 3_000;
/** On a machine with ten times the work that it can do, a new connection took 0.7 s at most. */
const PROBE_LIMIT_MS = 2_000;

/**
 * Tells a slow database from a silent one: a statement may take its time, but a server that is stopped lets
 * nobody in. What this gives is called for each use of a connection, with what ends it when the database turns out to be
 * silent; it gives what is called at the end of the use.
 */
export function watchForSilence(connection: pg.ClientConfig) {
  let probe: Promise<boolean> | undefined;

  function isSilent() {
    probe ??= letsNobodyIn(connection).finally(() => (probe = undefined));
    return probe;
  }

  return (giveUp: () => void) => {
    let isOver = false;
    let timer = setTimeout(ask, PATIENCE_MS);
    function ask() {
      void isSilent().then((silent) => {
        if (isOver) return;
        if (silent) giveUp();
        else timer = setTimeout(ask, PATIENCE_MS);
      });
    }
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  };
}

async function letsNobodyIn(connection: pg.ClientConfig) {
  try {
    await knock(connection, PROBE_LIMIT_MS);
    return false;
  } catch (error) {
    return !(error instanceof pg.DatabaseError); // a refusal is an answer
  }
}
