import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Database } from '../database/database.ts';
import { AuthError, createAuthError } from './errors.ts';

/** The URI of the hook, the same as `auth.hook.before_user_created` in `supabase/config.toml`. */
export const BEFORE_USER_CREATED_HOOK_URI =
  'pg-functions://postgres/public/before_user_created_hook';
const CALL_HOOK = 'select public.before_user_created_hook($1::jsonb) as verdict';
const refusal = v.object({
  error: v.object({ http_code: v.nullish(v.number()), message: v.string() }),
});

/**
 * Calls the hook, which can refuse a new user before the row in `auth.users` is created. As in GoTrue (hookserrors), an
 * error with an empty message refuses nothing. An error whose `http_code` is missing, or not from 400 to 599, gets
 * status 500.
 * @throws AuthError with the status and message of the hook, or 500 when the hook fails
 */
export async function callBeforeUserCreatedHook(
  auth: Database,
  request: FastifyRequest,
  user: { email: string; metadata: Record<string, unknown> },
) {
  const response = v.safeParse(refusal, await call(auth, eventOf(request, user)));
  if (!response.success || !response.output.error.message) return;
  const { http_code: status, message } = response.output.error;
  if (!status || status < 400 || status > 599)
    throw createAuthError(500, 'unexpected_failure', message);
  throw new AuthError(status, status === 500 ? 'unexpected_failure' : 'unknown', message);
}

async function call(auth: Database, event: unknown) {
  try {
    return await auth.transaction(async (tx) => {
      await tx.query("set local statement_timeout = '2s'");
      const { rows } = await tx.query(CALL_HOOK, [JSON.stringify(event)]);
      return rows[0]?.['verdict'];
    });
  } catch (error) {
    throw createAuthError(
      500,
      'unexpected_failure',
      `Error running hook URI: ${BEFORE_USER_CREATED_HOOK_URI}`,
      error,
    );
  }
}

/** Returns the event that GoTrue passes to the hook: facts about the request, and the login that is not stored yet. */
function eventOf(
  request: FastifyRequest,
  { email, metadata }: { email: string; metadata: Record<string, unknown> },
) {
  const never = '0001-01-01T00:00:00Z';
  return {
    metadata: {
      uuid: randomUUID(),
      time: new Date().toISOString(),
      name: 'before-user-created',
      ip_address: request.ip,
    },
    user: {
      id: randomUUID(),
      aud: 'authenticated',
      role: '',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: metadata,
      identities: [],
      created_at: never,
      updated_at: never,
      is_anonymous: false,
    },
  };
}
