/**
 * Requests JSON from a public service. Returns one of these results:
 * - `found`: the JSON object of the response
 * - `missing`: the service has no such entry (404)
 * - `failed`: the service refused the request, did not respond in time, had an error, or sent no JSON object
 * @throws the abort reason of `signal` if it is aborted
 */
export async function lookUpJson(
  url: string,
  signal: AbortSignal,
): Promise<{ status: 'found'; body: Record<string, unknown> } | { status: 'missing' | 'failed' }> {
  try {
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { signal: AbortSignal.any([signal, limit]) });
    if (response.status === 404) return { status: 'missing' };
    if (!response.ok) return { status: 'failed' };
    const body: unknown = await response.json();
    // The check before the cast ensures an object.
    if (typeof body === 'object' && body)
      return { status: 'found', body: body as Record<string, unknown> };
  } catch {
    // If `signal` is aborted, throw: after `failed`, `lookUpCep` would also request BrasilAPI.
    signal.throwIfAborted();
  }
  return { status: 'failed' };
}

/** Returns a text or number of a response as trimmed text; '' when it is absent. */
export function readTextField(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** The timeout of a request in milliseconds. `lookUpCep` can send two requests, so users wait up to twice as long. */
const timeoutMs = 6_000;
