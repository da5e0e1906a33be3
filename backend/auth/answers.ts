import type { Identity, User } from './users.ts';

/** A login as GoTrue shows it: hashes and tokens never leave, what is null is left out. */
export function userAnswer(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    ...present({ email_confirmed_at: user.email_confirmed_at }),
    phone: user.phone ?? '',
    ...present({
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      last_sign_in_at: user.last_sign_in_at,
    }),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: user.identities.map(identityAnswer),
    created_at: user.created_at,
    updated_at: user.updated_at,
    ...present({ banned_until: user.banned_until }),
    is_anonymous: user.is_anonymous,
  };
}

/** The names are crossed as in GoTrue: `id` is the provider's id, `identity_id` the row's. */
function identityAnswer(identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...present({ last_sign_in_at: identity.last_sign_in_at }),
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    ...present({ email: identity.email }),
  };
}

function present<T extends Record<string, unknown>>(fields: T): Partial<T> {
  const kept = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as Partial<T>; // only keys were taken away
}
