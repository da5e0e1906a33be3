import type { FastifyRequest } from 'fastify';
import type { Access } from '../database/database.ts';
import type { Identity } from '../identity.ts';
import { accessDenied } from './errors.ts';

/** Whose rights something uses, and what policies may know of the request. */
export type Caller = { identity: Identity; info: Access };

/** Whose request this is. Addresses open to all carry no identity. */
export function callerOf(request: FastifyRequest): Caller {
  // Typed as always there; behind the addresses that need no key it is not.
  const identity = request.identity as Identity | undefined;
  if (!identity) throw accessDenied("headers must have required property 'authorization'");
  return { identity, info: infoOf(request) };
}

export function infoOf({ method }: FastifyRequest): Access {
  return { isReadOnly: method === 'GET' || method === 'HEAD' };
}
