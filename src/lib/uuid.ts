import { randomName } from './random-name.ts';

/** True for the text of a UUID: the platform refuses any other text as a value of a uuid column. */
export function isUuid(given: unknown): given is string {
  return typeof given === 'string' && pattern.test(given);
}

/** A random UUID of version 4 (RFC 9562). crypto.randomUUID does not exist on plain HTTP. */
export function newUuid(): string {
  const digits = randomName();
  const variant = '89ab'[Number.parseInt(digits.slice(16, 17), 16) % 4];
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, `$1-$2-4$3-${variant}$4-`);
}

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a valid bigint id. */
export function isRowNumber(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}
