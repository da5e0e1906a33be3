import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Identity } from '../identity.ts';
import type { PreparedRequest } from './response.ts';
import type { RestTarget } from './prepare.ts';
import { getObjectKeys, type RestRequest } from './request.ts';

/** Tables with personal data. Tables of companies are included, because a company can be one person. */
const PERSONAL = new Set(['distribuidores', 'parceiros', 'profiles']);
/** Maximum number of rows of one table that a session can read in an hour without an entry in the activity. */
const UNNOTICED_ROWS = 200;
const HOUR_MS = 60 * 60 * 1000;
/**
 * Delay between a read and its entry in the activity: an export calls `note_export` only after its reads, and this call
 * subtracts the exported rows from the count.
 */
const SETTLE_MS = 5_000;

type Count = { rows: number; isNoted: boolean };
/**
 * The result of a statement. `rows` is the number of rows. `body` is the JSON of the rows, if the response has a body.
 * `embeds` names the tables that are embedded in the rows.
 */
type ReadRows = { rows: number; body?: string | undefined; embeds: PreparedRequest['embeds'] };

/**
 * Returns a function that counts the rows with personal data that each session reads. If a session reads more than 200
 * rows of a table in an hour, not counting its exports (`note_export`), the activity gets one entry. Embedded rows and
 * rows returned by a change count too.
 */
export function createPersonalDataReadCounter(database: Database, log: FastifyBaseLogger) {
  const counts = new LRUCache<string, Count>({ max: 5_000, ttl: HOUR_MS });

  function countOf({ claims }: Identity, table: string) {
    const key = `${claims.session_id} ${table}`;
    const count = counts.get(key) ?? { rows: 0, isNoted: false };
    if (!counts.has(key)) counts.set(key, count);
    return count;
  }

  function noteRead(identity: Identity, table: string, rows: number) {
    const count = countOf(identity, table);
    count.rows += rows;
    if (count.rows > UNNOTICED_ROWS && !count.isNoted)
      setTimeout(() => void noteOnce(identity, table, count), SETTLE_MS).unref();
  }

  async function noteOnce(identity: Identity, table: string, count: Count) {
    if (count.rows <= UNNOTICED_ROWS || count.isNoted) return;
    count.isNoted = true;
    const text = 'select private.note_reads($1, $2)';
    await database
      .queryAs(identity, {}, text, [table, count.rows])
      .catch((err: unknown) => log.error({ err }, 'personal reads were not noted'));
  }

  /** Counts the rows of a successful response. For a call of `note_export`, subtracts the exported rows. */
  return (identity: Identity, { kind, name }: RestTarget, request: RestRequest, read: ReadRows) => {
    if (identity.role !== 'authenticated') return;
    const hasRows = read.body !== undefined && request.method !== 'HEAD';
    if (kind === 'table' && hasRows && PERSONAL.has(name)) noteRead(identity, name, read.rows);
    for (const { table, name: key } of hasRows ? read.embeds : [])
      if (PERSONAL.has(table)) noteRead(identity, table, countInside(read.body, key));
    if (kind === 'function' && name === 'note_export') {
      const { area, amount } = exportedBy(request);
      if (PERSONAL.has(area)) countOf(identity, area).rows -= amount;
    }
  };
}

/** Returns the number of embedded rows: under `name`, each row of the body has an object, a list or null. */
function countInside(body = '[]', name: string) {
  const rows = [JSON.parse(body)].flat() as Record<string, unknown>[]; // `body` is an object if one row was requested
  return rows.reduce((count, { [name]: embedded }) => {
    if (Array.isArray(embedded)) return count + embedded.length;
    return embedded === null || embedded === undefined ? count : count + 1;
  }, 0);
}

/** Returns `area` and `amount` of a successful call of `note_export`; '' and 0 if the body is not an object. */
function exportedBy({ body }: RestRequest) {
  const given: unknown = JSON.parse(body);
  if (getObjectKeys(given) === undefined) return { area: '', amount: 0 };
  const { area, amount } = given as { area?: unknown; amount?: unknown }; // `getObjectKeys` has checked that it is an object
  return { area: String(area), amount: Number(amount) || 0 };
}
