import { config } from './config.ts';

/**
 * Asks the data API whether it refuses this token because the user must set up a second factor. Returns false if this
 * request fails. That is safe: a platform that requires the factor also refuses the next request of the panel.
 */
export async function isFactorSetupRequired(token: string): Promise<boolean> {
  try {
    const response = await fetch(`${config.platformUrl}/rest/v1/factor_rule?select=id`, {
      headers: { apikey: config.publicKey, Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(10_000),
    });
    if (response.status !== 401) return false;
    // The SQL function private.require_open_session sets this hint (PostgREST docs, Errors).
    const { hint } = (await response.json()) as { hint?: string };
    return hint === 'factor_required';
  } catch {
    return false;
  }
}
