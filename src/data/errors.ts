import { serverUnreachableMessage } from '#lib/load-code.ts';
import { errorTexts } from './error-texts.ts';

/**
 * Returns a sentence in Portuguese for an error of any platform client. Uses the first of these texts that exists:
 * - `serverUnreachableMessage`, if the connection failed
 * - the message of the schema of Vitrine (`isOwn`)
 * - the text of the violated constraint, of the code, or of the HTTP status (`errorTexts`)
 * - the original message: a message in another language is better than none
 */
export function translateError(error: unknown, status = errorStatus(error)): string {
  const code = errorCode(error, status);
  if (code === 'network') return serverUnreachableMessage;
  const message = messageOf(error);
  if (isOwn(code, message)) return message;
  if (code === 'weak_password' && isGuessable(error)) return errorTexts['pwned_password'] ?? '';
  return ruleText(error) ?? errorTexts[code] ?? errorTexts[String(status)] ?? message;
}

/** Whether the schema of Vitrine raised the error. Its messages are already in Portuguese: do not translate them. */
function isOwn(code: string, message: string): boolean {
  if (code === 'P0001') return true;
  // With this code and its own message, the schema refuses to delete a category that products use. The messages of
  // PostgreSQL contain 'violates'.
  if (code === '23503') return message !== '' && !message.includes('violates');
  // Recognize the limit of unused uploads by its message: the storage server drops the hint of a policy's error.
  return code === 'AccessDenied' && message.startsWith('Você enviou');
}

/** Returns the reason why the server refused a row: the text of the constraint `rule`, or else of `translateError`. */
export function translateRefusal(refusal: { rule?: string | null }): string {
  return errorTexts[refusal.rule ?? ''] ?? translateError(refusal);
}

/** Returns the text of the violated constraint; undefined if there is no constraint, or no text in `errorTexts`. */
function ruleText(error: unknown): string | undefined {
  // Do not match a foreign key that refused a deletion: the message of that error continues with 'on table'.
  const [, rule = ''] =
    /violates (?:check|foreign key|unique) constraint "(\w+)"(?! on table)/.exec(
      messageOf(error),
    ) ?? [];
  return errorTexts[rule];
}

/**
 * Returns the code of an error: the platform's code, the error name that storage sends, or the code for the message in
 * `knownMessages`. Without any of these, returns 'network' if the connection failed (`isNetwork`), and '' otherwise.
 */
export function errorCode(error: unknown, status = errorStatus(error)): string {
  const code = read(error, 'code') ?? read(error, 'statusCode');
  // Ignore three-digit codes: storage sends the HTTP status as `statusCode`. The name of its error is in `error`.
  if (typeof code === 'string' && code && !/^\d{3}$/.test(code)) return code;
  const name = read(error, 'error');
  if (typeof name === 'string' && name in errorTexts) return name;
  const byMessage = knownMessages.find(([pattern]) => pattern.test(messageOf(error)));
  if (byMessage) return byMessage[1];
  return isNetwork(error, status) ? 'network' : '';
}

/** Returns the HTTP status of the response; 0 without a response. */
export function errorStatus(error: unknown): number {
  const status = Number(read(error, 'status') ?? read(error, 'statusCode') ?? 0);
  return Number.isFinite(status) ? status : 0;
}

/** Whether the error is perhaps temporary: there was no response, or the status is 502 or higher. */
export function isTransient(error: unknown): boolean {
  const status = errorStatus(error);
  return isNetwork(error, status) || status >= 502;
}

// Patterns for the messages of errors that have no code, each with the code for `errorCode`. The client libraries raise
// these errors, or older platforms send them.
const knownMessages: [RegExp, string][] = [
  [/auth session missing/i, 'session_missing'],
  [/invalid login credentials/i, 'invalid_credentials'],
  [/invalid (jwt|token)|signature/i, 'bad_jwt'],
  [/must provide either an email or phone/i, 'validation_failed'],
  [/the resource already exists/i, 'Duplicate'],
  [/exceeded the maximum allowed size|payload too large/i, 'EntityTooLarge'],
  [/mime type .* is not supported/i, 'InvalidMimeType'],
  [/row-level security/i, '42501'],
  [/failed to fetch|networkerror|load failed|network request failed/i, 'network'],
];

/** Whether the platform refused a password because it is easy to guess (auth docs: Password security). */
function isGuessable(error: unknown): boolean {
  const reasons = read(error, 'reasons');
  return Array.isArray(reasons) && reasons.includes('pwned');
}

function isNetwork(error: unknown, status: number): boolean {
  return (
    status === 0 &&
    (error instanceof Error || /fetch|network|abort|timeout/i.test(messageOf(error)))
  );
}

function messageOf(error: unknown): string {
  const message = read(error, 'message');
  return typeof message === 'string' ? message : '';
}

function read(error: unknown, key: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
}
