import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { callerOf } from './caller.ts';
import { authError } from './errors.ts';
import { endAllSessions, endOtherSessions, endSession } from './sessions.ts';

/** POST /logout?scope=global|local|others; global when it says nothing. */
export async function logout(platform: Platform, request: FastifyRequest, reply: FastifyReply) {
  const { user, session } = await callerOf(platform, request);
  const { scope = '' } = request.query as { scope?: unknown }; // Fastify's own parser: an object
  const { auth } = platform.databases;
  if (scope === '' || scope === 'global') await endAllSessions(auth, user.id);
  else if (scope === 'local') await endSession(auth, session.id);
  else if (scope === 'others') await endOtherSessions(auth, session);
  else
    throw authError(400, 'validation_failed', `Unsupported logout scope ${JSON.stringify(scope)}`);
  return reply.code(204).send();
}
