/**
 * Asks a public service for JSON. `missing` is its 'there is no such thing' (404); 'failed' is every
 * other way of not answering: refused, too late, a server's error, something that is no JSON object.
 */
export async function lookUp(
  url: string,
  signal: AbortSignal,
): Promise<{ status: 'found'; body: Record<string, unknown> } | { status: 'missing' | 'failed' }> {
  try {
    const limit = AbortSignal.timeout(patience);
    const response = await fetch(url, { signal: AbortSignal.any([signal, limit]) });
    if (response.status === 404) return { status: 'missing' };
    if (!response.ok) return { status: 'failed' };
    const body: unknown = await response.json();
    // Checked to be an object just before the cast.
    if (typeof body === 'object' && body)
      return { status: 'found', body: body as Record<string, unknown> };
  } catch {
    // Whoever asked has left: nobody waits for the second service.
    signal.throwIfAborted();
  }
  return { status: 'failed' };
}

/** A text or number of an answer as trimmed text; empty when it is absent. */
export function textIn(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Milliseconds; with two services a person waits twice as long at most. */
const patience = 6_000;
