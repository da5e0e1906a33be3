import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { isJsonTooDeep, MAX_JSON_DEPTH } from '../json-depth.ts';
import { createAuthError, createValidationError } from './errors.ts';

/**
 * Schema of an optional text. An absent field and null become '', because GoTrue treats the three as equal, and the
 * clients send all three.
 */
export const optionalTextSchema = v.nullish(v.string(), '');

/**
 * Schema of an optional JSON object; `{}` by default. It cannot contain the character NUL, which PostgreSQL cannot
 * store.
 */
export const userMetadataSchema = v.nullish(
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.check(isStorable, 'the character NUL cannot be stored'),
  ),
  () => ({}),
);

function isStorable(value: Record<string, unknown>) {
  return !JSON.stringify(value).includes('\\u0000');
}

/**
 * Parses the JSON body and validates it with a schema, which drops unknown fields.
 * @throws AuthError 400 bad_json, as GoTrue for a body that it cannot unmarshal
 */
export function readBody<T extends v.GenericSchema>(
  request: FastifyRequest,
  schema: T,
): v.InferOutput<T> {
  const result = v.safeParse(schema, parse(request.body));
  if (!result.success) throw badJson(result.issues[0].message);
  return result.output;
}

function parse(body: unknown): unknown {
  const value = toValue(typeof body === 'string' ? body : '');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badJson('not an object');
  return value;
}

function toValue(body: string): unknown {
  if (isJsonTooDeep(body)) throw badJson(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  try {
    return JSON.parse(body);
  } catch {
    throw badJson(body ? 'invalid syntax' : 'unexpected end of JSON input');
  }
}

function badJson(reason: string) {
  return createAuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`);
}

const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * Validates an e-mail address.
 * @returns the address in lower case
 * @throws AuthError 400 validation_failed
 */
export function parseEmail(given: string) {
  const email = given.toLowerCase();
  if (!email) throw createValidationError('An email address is required');
  if (email.length > 255) throw createValidationError('An email address is too long');
  if (!EMAIL.test(email)) {
    throw createValidationError('Unable to validate email address: invalid format');
  }
  return email;
}
