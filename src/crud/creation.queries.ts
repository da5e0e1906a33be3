import { untypedRest } from '#data/rest-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { mayHaveExecuted, PlatformError, unwrapAs } from '#data/unwrap.ts';
import { nullableOf } from '#lib/shape.ts';
import type { ShapeCheck } from '#lib/shape.ts';
import { createUuid } from '#lib/uuid.ts';

/**
 * The idempotency key of a new record (`id`). All attempts to save the new record send this key: after a lost response,
 * the repeated request does not create the record again.
 */
export type Creation = {
  id: string;
  /** The values that the attempts sent, as JSON. Absent before the first attempt; null if they perhaps differ. */
  sent?: string | null;
};

export function startCreation(): Creation {
  return { id: createUuid() };
}

/**
 * Adds the values of an attempt to `creation`. Returns whether all attempts had the same values: then the stored record
 * has these values, whichever attempt created it.
 */
export function recordAttempt(creation: Creation, values: unknown): boolean {
  const now = JSON.stringify(values);
  const isSame = creation.sent === undefined || creation.sent === now;
  creation.sent = isSame ? now : null;
  return isSame;
}

/**
 * Whether the database refused a unique value that is already stored (23505). If this value is the idempotency key, an
 * earlier attempt has created the record.
 */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof PlatformError && error.code === '23505';
}

/** Replaces the idempotency key if the error says that the record was created and then deleted. */
export function renewKeyIfDeleted(creation: Creation, error: unknown): void {
  if (!(error instanceof PlatformError) || error.hint !== 'creation_deleted') return;
  creation.id = createUuid();
  delete creation.sent;
}

/**
 * Inserts a record and returns it as a row of the list (`listed`). If an earlier attempt has created the record,
 * returns that record; then `isSame` is false if the earlier attempt perhaps sent different values.
 */
export async function insertOnce<Listed extends { id: string | number }>(
  table: keyof typeof storedAreas,
  columns: string,
  isListed: ShapeCheck<Listed>,
  fields: object,
  creation: Creation,
): Promise<{ listed: Listed; isSame: boolean }> {
  const rows = untypedRest.from(table);
  // If the database assigns numeric ids, the table has a column for the key. Otherwise the key is the id.
  const column = storedAreas[table].id === 'bigint' ? 'creation_key' : 'id';
  const isSame = recordAttempt(creation, fields);
  try {
    const inserted = rows
      .insert({ ...fields, [column]: creation.id })
      .select(columns)
      .single();
    return { listed: await unwrapAs(inserted, isListed), isSame: true };
  } catch (error) {
    renewKeyIfDeleted(creation, error);
    if (!isUniqueViolation(error)) throw error;
    const found = rows.select(columns).eq(column, creation.id);
    const listed = await unwrapAs(found.maybeSingle(), nullableOf(isListed));
    if (!listed) throw error;
    return { listed, isSame };
  }
}

/** Maximum time between two attempts of `createOnce` that use the same key, in milliseconds. */
const REPEATED_WITHIN_MS = 5 * 60_000;
const unanswered = new Map<string, { key: string; at: number }>();

/**
 * Runs `create` with an idempotency key, and returns the result of `create`. After a lost response, the next call with
 * the same `subject` within `REPEATED_WITHIN_MS` uses the same key again. `subject` identifies the creation, for
 * example by the id of the record to copy.
 */
export async function createOnce<T>(
  subject: string,
  create: (key: string) => Promise<T>,
): Promise<T> {
  const known = unanswered.get(subject);
  const isRepeated = known !== undefined && Date.now() - known.at < REPEATED_WITHIN_MS;
  const key = isRepeated ? known.key : createUuid();
  try {
    const created = await create(key);
    unanswered.delete(subject);
    return created;
  } catch (error) {
    if (mayHaveExecuted(error)) unanswered.set(subject, { key, at: Date.now() });
    else unanswered.delete(subject);
    throw error;
  }
}
