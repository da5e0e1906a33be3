import { createLog } from './log.ts';
import { reasonOf } from './database/start-error.ts';

/**
 * Writes messages for the operator at any LOG_LEVEL: a start, a stop, a backup, an ended database. On a terminal it is
 * text; elsewhere, for a journal, a JSON line like those of the log.
 */
export function logForOperator(
  level: 'info' | 'warn' | 'error',
  text: string,
  fields: object = {},
) {
  if (process.stdout.isTTY) return console.log(text);
  log[level](fields, text);
}

/** Ends the server with its reason; with a stack only for a fault of the program. */
export function failAndExit(error: unknown): never {
  const reason = reasonOf(error);
  if (process.stdout.isTTY) console.error(reason ?? error);
  else if (reason === undefined) log.fatal({ err: error }, 'the server has failed');
  else log.fatal(reason);
  process.exit(1);
}

/** The log writes synchronously: after some of its lines the process ends. */
const log = createLog('info', { write: (line) => console.log(line.trimEnd()) });
