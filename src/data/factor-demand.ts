import { config } from './config.ts';

/**
 * Whether the platform refuses this token because its user must set up a second factor. False if this request
 * fails: the platform then refuses the next request, which reports the error.
 */
export async function demandsFactor(token: string): Promise<boolean> {
  try {
    const response = await fetch(`${config.platformUrl}/rest/v1/factor_rule?select=id`, {
      headers: { apikey: config.publicKey, Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status !== 401) return false;
    // PostgREST docs, Errors: the hint of private.require_open_session.
    const { hint } = (await response.json()) as { hint?: string };
    return hint === 'factor_required';
  } catch {
    return false;
  }
}
