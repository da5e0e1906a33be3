import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/database.ts';
import type { Identity } from '../identity.ts';
import type { Target } from './prepare.ts';
import { keysOf, type Question } from './question.ts';

/** Tables whose rows are people, or companies that are. */
const PERSONAL = new Set(['distribuidores', 'parceiros', 'profiles']);
/** Rows that a session may read in an hour without a line in the activity. */
const UNNOTICED_ROWS = 200;
const HOUR_MS = 60 * 60 * 1000;
/** An export reads first and says then that it is one. */
const SETTLE_MS = 5_000;

type Count = { rows: number; isNoted: boolean };

/**
 * Counts the personal rows that each session reads. More than 200 in an hour, beyond what the session exported by
 * `note_export`, leave one line in the activity. Relations inside others are not counted.
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

  /** @param rows how many rows a successful request has read */
  return (identity: Identity, { kind, name }: Target, question: Question, rows: number) => {
    if (identity.role !== 'authenticated') return;
    if (kind === 'table' && question.method === 'GET' && PERSONAL.has(name))
      noteRead(identity, name, rows);
    if (kind === 'function' && name === 'note_export') {
      const { area, amount } = exportedBy(question);
      if (PERSONAL.has(area)) countOf(identity, area).rows -= amount;
    }
  };
}

/** The arguments of `note_export`, which the database has accepted. */
function exportedBy({ body }: Question) {
  const given: unknown = JSON.parse(body);
  if (keysOf(given) === undefined) return { area: '', amount: 0 };
  const { area, amount } = given as { area?: unknown; amount?: unknown }; // an object
  return { area: String(area), amount: Number(amount) || 0 };
}
