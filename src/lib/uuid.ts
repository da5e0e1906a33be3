import { createRandomHex } from './random-name.ts';

/** Whether a value is a UUID with hyphens. Check an id before a request: an invalid UUID is an error in PostgreSQL. */
export function isUuid(given: unknown): given is string {
  return typeof given === 'string' && pattern.test(given);
}

/** Returns a random UUID of version 4 (RFC 9562). It also works on plain HTTP, unlike `crypto.randomUUID`. */
export function createUuid(): string {
  const digits = createRandomHex();
  const variant = '89ab'[Number.parseInt(digits.slice(16, 17), 16) % 4];
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, `$1-$2-4$3-${variant}$4-`);
}

const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text can be an id of type bigint: a positive integer of at most 15 digits. */
export function isNumericId(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}
