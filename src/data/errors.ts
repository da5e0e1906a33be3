import { unreachableText } from '#lib/missing-code.ts';
import { errorTexts } from './error-texts.ts';

/**
 * One sentence in Portuguese for an error of any platform client: the text of its code, else of its HTTP status.
 * Without both, the original message: a foreign message is better than none.
 */
export function translateError(error: unknown, status = errorStatus(error)): string {
  const code = errorCode(error, status);
  if (code === 'network') return unreachableText;
  const message = messageOf(error);
  if (isOwn(code, message)) return message;
  if (code === 'weak_password' && isGuessable(error)) return errorTexts['pwned_password'] ?? '';
  return ruleText(error) ?? errorTexts[code] ?? errorTexts[String(status)] ?? message;
}

/** Whether our own SQL raised the error: its messages are Portuguese already. */
function isOwn(code: string, message: string): boolean {
  if (code === 'P0001') return true;
  // A category in use.
  if (code === '23503') return message !== '' && !message.includes('violates');
  // The limit of unused uploads: the storage server drops the hint of a policy's error.
  return code === 'AccessDenied' && message.startsWith('Você enviou');
}

/** Why the server refused a row, in Portuguese: the text of the violated rule, else of the error. */
export function refusedText(refusal: { rule?: string | null }): string {
  return errorTexts[refusal.rule ?? ''] ?? translateError(refusal);
}

/** The text of a violated constraint, if it has its own. */
function ruleText(error: unknown): string | undefined {
  // A foreign key also refuses a deletion; that message continues with the other table.
  const [, rule = ''] =
    /violates (?:check|foreign key|unique) constraint "(\w+)"(?! on table)/.exec(
      messageOf(error),
    ) ?? [];
  return errorTexts[rule];
}

/** The platform's code; 'network' without a response; '' when the response has no code. */
export function errorCode(error: unknown, status = errorStatus(error)): string {
  const code = read(error, 'code') ?? read(error, 'statusCode');
  // Storage sends the HTTP status as its code, and the cause in `error`.
  if (typeof code === 'string' && code && !/^\d{3}$/.test(code)) return code;
  const name = read(error, 'error');
  if (typeof name === 'string' && name in errorTexts) return name;
  const byMessage = knownMessages.find(([pattern]) => pattern.test(messageOf(error)));
  if (byMessage) return byMessage[1];
  return isNetwork(error, status) ? 'network' : '';
}

/** HTTP status of the response; 0 without a response. */
export function errorStatus(error: unknown): number {
  const status = Number(read(error, 'status') ?? read(error, 'statusCode') ?? 0);
  return Number.isFinite(status) ? status : 0;
}

/** Whether the problem may be temporary: no response, or a server error. */
export function isTransient(error: unknown): boolean {
  const status = errorStatus(error);
  return isNetwork(error, status) || status >= 502;
}

// Errors that the clients raise themselves, or that older platforms send without a code.
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

/** Whether the platform refused a common password (auth: Password security). */
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
