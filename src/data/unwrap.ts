import { errorCode, errorStatus, translateError } from './errors.ts';

/** Anything that went wrong between the panel and the platform, told in Portuguese. */
export class PlatformError extends Error {
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
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

/** The request may have been carried out although no response tells so: the connection broke or a proxy gave up. */
export function isUnanswered({ status }: PlatformError): boolean {
  return status === 0 || status === 502 || status === 504;
}

type Answer = { data: unknown; error: unknown; status?: number };
type Good<A extends Answer> = Extract<A, { error: null }>;

/** The data of an answer of any platform client; throws a `PlatformError` when it carries an error. */
export async function unwrap<A extends Answer>(answer: PromiseLike<A>): Promise<Good<A>['data']> {
  return (await settle(answer)).data;
}

/** As `unwrap`, with the exact count that the request asked for (0 when it asked for none). */
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
  // The union is told apart by `error`, which was just seen to be empty.
  return result as Good<A>;
}

function textOf(cause: unknown, key: 'details' | 'hint'): string {
  if (typeof cause !== 'object' || !cause || !(key in cause)) return '';
  const value: unknown = Reflect.get(cause, key);
  return typeof value === 'string' ? value : '';
}
