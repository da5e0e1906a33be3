import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Identity } from '../identity.ts';
import type { Operation } from './response.ts';
import type { Target } from './prepare.ts';
import { keysOf, type RestRequest } from './request.ts';

/** Tables of persons, and of companies that may be persons. */
const PERSONAL = new Set(['distribuidores', 'parceiros', 'profiles']);
/** The number of rows that a session may read in an hour without an entry in the activity. */
const UNNOTICED_ROWS = 200;
const HOUR_MS = 60 * 60 * 1000;
/** The delay of the entry: an export reads its rows before it is recorded. */
const SETTLE_MS = 5_000;

type Count = { rows: number; isNoted: boolean };
/** `rows` is the number of rows of the statement. `body` is their JSON, if the response has it. */
type ReadRows = { rows: number; body?: string | undefined; embeds: Operation['embeds'] };

/**
 * Counts the personal rows that each session reads. More than 200 in an hour, beyond the session's exports
 * (`note_export`), leave one entry in the activity. Embedded rows and rows returned by a change count too.
 */
export function personalReads(database: Database, log: FastifyBaseLogger) {
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

  /** Counts the rows of a successful response. */
  return (identity: Identity, { kind, name }: Target, request: RestRequest, read: ReadRows) => {
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

/** The number of rows embedded under this name: an object or a list in each row. */
function countInside(body = '[]', name: string) {
  const rows = [JSON.parse(body)].flat() as Record<string, unknown>[]; // `value` is an object if one row was requested
  return rows.reduce((count, { [name]: embedded }) => {
    if (Array.isArray(embedded)) return count + embedded.length;
    return embedded === null || embedded === undefined ? count : count + 1;
  }, 0);
}

/** The arguments of `note_export`, which the database has accepted. */
function exportedBy({ body }: RestRequest) {
  const given: unknown = JSON.parse(body);
  if (keysOf(given) === undefined) return { area: '', amount: 0 };
  const { area, amount } = given as { area?: unknown; amount?: unknown }; // the check above: it is an object
  return { area: String(area), amount: Number(amount) || 0 };
}
