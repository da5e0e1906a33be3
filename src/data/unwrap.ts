import type { ShapeCheck } from '#lib/shape.ts';
import { errorCode, errorStatus, translateError } from './errors.ts';

/** The error of a request to the platform. The message is for users, in Portuguese if the error is known. */
export class PlatformError extends Error {
  readonly code: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  readonly details: string;
  readonly hint: string;

  constructor(cause: unknown, status = errorStatus(cause)) {
    super(translateError(cause, status), { cause });
    this.name = 'PlatformError';
    this.code = errorCode(cause, status);
    this.status = status;
    this.details = textOf(cause, 'details');
    this.hint = textOf(cause, 'hint');
  }
}

/**
 * Whether the platform has perhaps executed a request that failed: the connection was lost, a proxy got no response, or
 * the platform lost the connection to its database.
 */
export function mayHaveExecuted(error: unknown): boolean {
  const cause = error instanceof PlatformError ? error : error instanceof Error && error.cause;
  if (!(cause instanceof PlatformError)) return false;
  return [0, 502, 504].includes(cause.status) || lostDatabase.includes(cause.code);
}

/** The codes for a database that did not respond, perhaps after it executed the request (PostgREST docs, Errors). */
const lostDatabase = ['PGRST000', 'PGRST001'];

type Answer = { data: unknown; error: unknown; status?: number };
type Good<A extends Answer> = Extract<A, { error: null }>;

/** Returns the data of a platform client's result. Throws a `PlatformError` when the result is an error. */
export async function unwrap<A extends Answer>(answer: PromiseLike<A>): Promise<Good<A>['data']> {
  return (await settle(answer)).data;
}

/**
 * Like `unwrap`, but also checks the data with `is`. Use it for a database function that returns json, because the
 * generated type allows any JSON. Throws a `PlatformError` (`unexpected_shape`) when the check fails.
 */
export async function unwrapAs<T>(answer: PromiseLike<Answer>, is: ShapeCheck<T>): Promise<T> {
  const { data, status } = await settle(answer);
  if (!is(data)) throw new PlatformError({ code: 'unexpected_shape' }, status);
  return data;
}

/** Like `unwrap`, but also returns the number of matching rows; 0 unless the request included `count: 'exact'`. */
export async function unwrapCounted<A extends Answer & { count?: number | null }>(
  answer: PromiseLike<A>,
): Promise<{ data: Good<A>['data']; count: number }> {
  const good = await settle(answer);
  return { data: good.data, count: good.count ?? 0 };
}

async function settle<A extends Answer>(answer: PromiseLike<A>): Promise<Good<A>> {
  let result: A;
  try {
    result = await answer;
  } catch (cause) {
    throw new PlatformError(cause);
  }
  if (result.error) throw new PlatformError(result.error, result.status);
  // Without an error, the result is the member of the union that has data.
  return result as Good<A>;
}

function textOf(cause: unknown, key: 'details' | 'hint'): string {
  if (typeof cause !== 'object' || !cause || !(key in cause)) return '';
  const value: unknown = Reflect.get(cause, key);
  return typeof value === 'string' ? value : '';
}
