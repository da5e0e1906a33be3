import { rangeNotSatisfiable } from './errors.ts';

/** Rows of the root: `offset` left out, then at most `limit`. */
export type Range = { offset: number; limit: number };

/**
 * What `limit`, `offset` and the `Range` header (GET only; `0-24`, `25-`) leave together, at most
 * `maxRows` rows (PostgREST docs, Pagination). A header of another form is ignored, as HTTP allows.
 * @throws RestError 416
 */
export function readRange(
  limit: number | undefined,
  offset: number,
  header: string | undefined,
  maxRows: number,
): Range {
  if (limit === 0 && offset === 0) return { offset: 0, limit: 0 };
  const asked = { from: offset, to: limit === undefined ? Infinity : offset + limit - 1 };
  const named = readHeader(header);
  const from = Math.max(asked.from, named.from);
  const to = Math.min(asked.to, named.to);
  if (named.from > named.to) {
    throw rangeNotSatisfiable(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  if (from > to) throw rangeNotSatisfiable('Limit should be greater than or equal to zero.');
  return { offset: from, limit: Math.min(to - from + 1, maxRows) };
}

function readHeader(header: string | undefined) {
  const [, from, to] = /^(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  return { from: Number(from ?? 0), to: to ? Number(to) : Infinity };
}

/** The `Content-Range` header and the status that goes with it: 206 when rows of the total are left out. */
export function describeRange(offset: number, rows: number, total: number | null) {
  const contentRange = `${rows > 0 && total !== 0 ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`;
  if (total === null) return { status: 200, contentRange };
  if (offset > total) return { status: 416, contentRange };
  return { status: rows < total ? 206 : 200, contentRange };
}
