import type { FastifyRequest } from 'fastify';
import type { RequestInfo } from '../database/database.ts';
import type { Identity } from '../identity.ts';
import { accessDenied } from './errors.ts';

/** Whose request this is, and what policies may know of it. Addresses open to all carry no identity. */
export function callerOf(request: FastifyRequest): { identity: Identity; info: RequestInfo } {
  // Typed as always there; behind the addresses that need no key it is not.
  const identity = request.identity as Identity | undefined;
  if (!identity) throw accessDenied("headers must have required property 'authorization'");
  return { identity, info: { method: request.method, path: request.url.split('?')[0] ?? '' } };
}
