import type { FastifyRequest } from 'fastify';
import type { Access } from '../database/database.ts';
import type { Identity } from '../identity.ts';

/** Whose rights something uses, and how. */
export type Caller = { identity: Identity; access: Access };

/** Whose request this is. */
export function callerOf({ identity, method }: FastifyRequest): Caller {
  return { identity, access: { isReadOnly: method === 'GET' } };
}
