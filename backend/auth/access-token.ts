import { decodeJwt } from 'jose';
import type { Tokens } from '../tokens.ts';
import type { User } from './users.ts';

const LIFETIME_SECONDS = 3600;

/** How somebody proved who he is; `timestamp` in seconds (claim `amr`). */
export type SessionMethod = { method: string; timestamp: number };

type AccessToken = { token: string; expiresIn: number; expiresAt: number };

/**
 * Signs the token that rest and storage believe. Its claims are GoTrue's; of them only `sub` and
 * `session_id` give anything here: policies look both up, so a session that ended ends at once.
 */
export async function signAccessToken(
  tokens: Tokens,
  user: User,
  session: { id: string; methods: SessionMethod[] },
): Promise<AccessToken> {
  const token = await tokens.sign(
    {
      aud: user.aud,
      sub: user.id,
      email: user.email,
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      role: 'authenticated',
      aal: 'aal1',
      amr: session.methods,
      session_id: session.id,
      is_anonymous: user.is_anonymous,
    },
    LIFETIME_SECONDS,
  );
  return { token, expiresIn: LIFETIME_SECONDS, expiresAt: decodeJwt(token).exp ?? 0 };
}
