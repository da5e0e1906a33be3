import { anyRest } from '#data/rest-client.ts';
import { storedAreas } from '#data/stored-areas.ts';
import { isUnanswered, PlatformError, unwrapAs } from '#data/unwrap.ts';
import { orNull } from '#lib/shape.ts';
import type { Shape } from '#lib/shape.ts';
import { newUuid } from '#lib/uuid.ts';

/**
 * The idempotency key of a creation, made once for each submit. A repeated request sends the same id, so that the
 * record is created once although the first response was lost.
 */
export type Creation = {
  id: string;
  /** The values of the attempts so far, as JSON; `null` when they differ. */
  sent?: string | null;
};

export function newCreation(): Creation {
  return { id: newUuid() };
}

/**
 * Records the values of an attempt. Returns whether all attempts had these values: then the stored record has them too,
 * whichever attempt created it.
 */
export function isSentAgain(creation: Creation, values: unknown): boolean {
  const now = JSON.stringify(values);
  const isSame = creation.sent === undefined || creation.sent === now;
  creation.sent = isSame ? now : null;
  return isSame;
}

/**
 * Whether the database refused a unique value that is already stored (23505). It can be the id itself, if an earlier
 * attempt has created the record.
 */
export function isTakenValue(error: unknown): boolean {
  return error instanceof PlatformError && error.code === '23505';
}

/** If the record was created and then deleted, makes a new key for the next attempt. */
export function renewDeleted(creation: Creation, error: unknown): void {
  if (!(error instanceof PlatformError) || error.hint !== 'creation_deleted') return;
  creation.id = newUuid();
  delete creation.sent;
}

/**
 * Inserts a record and returns it, or returns the record of an earlier attempt. `isSame` is false when that record may
 * have other values.
 */
export async function insertOnce<Listed extends { id: string | number }>(
  table: keyof typeof storedAreas,
  columns: string,
  isListed: Shape<Listed>,
  fields: object,
  creation: Creation,
): Promise<{ listed: Listed; isSame: boolean }> {
  const rows = anyRest.from(table);
  // The database assigns numeric ids: for such a table, the key has a column of its own.
  const column = storedAreas[table].id === 'bigint' ? 'creation_key' : 'id';
  const isSame = isSentAgain(creation, fields);
  try {
    const inserted = rows
      .insert({ ...fields, [column]: creation.id })
      .select(columns)
      .single();
    return { listed: await unwrapAs(inserted, isListed), isSame: true };
  } catch (error) {
    renewDeleted(creation, error);
    if (!isTakenValue(error)) throw error;
    const found = rows.select(columns).eq(column, creation.id);
    const listed = await unwrapAs(found.maybeSingle(), orNull(isListed));
    if (!listed) throw error;
    return { listed, isSame };
  }
}

/** Maximum time between two attempts of `createOnce` that count as the same creation. */
const REPEATED_WITHIN_MS = 5 * 60_000;
const unanswered = new Map<string, { key: string; at: number }>();

/**
 * Runs `create` with an idempotency key, which stays the same until a response arrives. `subject` identifies the
 * creation, for example by the id of the record to copy.
 */
export async function createOnce<T>(
  subject: string,
  create: (key: string) => Promise<T>,
): Promise<T> {
  const known = unanswered.get(subject);
  const isRepeated = known !== undefined && Date.now() - known.at < REPEATED_WITHIN_MS;
  const key = isRepeated ? known.key : newUuid();
  try {
    const created = await create(key);
    unanswered.delete(subject);
    return created;
  } catch (error) {
    if (isUnanswered(error)) unanswered.set(subject, { key, at: Date.now() });
    else unanswered.delete(subject);
    throw error;
  }
}
