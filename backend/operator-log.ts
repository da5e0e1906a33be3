import { createLogger } from './log.ts';
import { getOperatorErrorMessage } from './database/operator-error.ts';

/**
 * Writes a message for the operator at any LOG_LEVEL, for example about a start, a stop or a backup. On a terminal, the
 * message is text. Elsewhere, for example in a journal, the message is a JSON line like the lines of the log.
 */
export function logForOperator(
  level: 'info' | 'warn' | 'error',
  text: string,
  fields: object = {},
) {
  if (process.stdout.isTTY) return console.log(text);
  log[level](fields, text);
}

/** Writes the reason and ends the process with exit code 1. Shows a stack only for a fault of the program. */
export function logFailureAndExit(error: unknown): never {
  const reason = getOperatorErrorMessage(error);
  if (process.stdout.isTTY) console.error(reason ?? error);
  else if (reason === undefined) log.fatal({ err: error }, 'the server has failed');
  else log.fatal(reason);
  process.exit(1);
}

/** The log for messages to the operator. It writes synchronously, because the process can end right after a line. */
const log = createLogger('info', { write: (line) => console.log(line.trimEnd()) });
