import { LRUCache } from 'lru-cache';
import { DatabaseError } from 'pg';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import type { RestTarget } from './prepare.ts';

const PERMISSION_DENIED = '42501';

/**
 * Returns a function that records in the activity that a signed-in user requested an operation without permission. Each
 * combination of user, method and object is recorded at most once an hour (for the last 1,000 combinations), so that
 * repeated requests do not write without limit. A read of rows that a policy hides is not recorded, because the read
 * does not fail.
 */
export function createRefusalRecorder(database: Database) {
  const noted = new LRUCache<string, true>({ max: 1000, ttl: 60 * 60 * 1000 });
  return async (
    error: unknown,
    { identity, method }: FastifyRequest,
    { kind, name }: RestTarget,
  ) => {
    const isRefusal = error instanceof DatabaseError && error.code === PERMISSION_DENIED;
    if (!isRefusal || identity.role !== 'authenticated') return;
    const verb = kind === 'function' ? 'RPC' : method;
    const key = `${identity.claims.sub} ${verb} ${name}`;
    if (noted.has(key)) return;
    noted.set(key, true);
    await database.queryAs(identity, {}, 'select private.note_refusal($1, $2)', [name, verb]);
  };
}
