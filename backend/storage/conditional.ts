import type { IncomingHttpHeaders } from 'node:http';
import { createInvalidRangeError } from './errors.ts';

type Validators = { eTag: string | undefined; lastModified: Date | undefined };

/** Whether the client's cached copy is current, so that the response is 304 (RFC 9110, 13.1.2, 13.1.3 and 13.2.2). */
export function isFresh(headers: IncomingHttpHeaders, { eTag, lastModified }: Validators) {
  const known = headers['if-none-match'];
  if (known !== undefined) {
    const tags = known.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return tags.includes('*') || (eTag !== undefined && tags.includes(eTag));
  }
  const since = Date.parse(headers['if-modified-since'] ?? '');
  if (Number.isNaN(since) || !lastModified) return false;
  return Math.floor(lastModified.getTime() / 1000) * 1000 <= since; // the header has no milliseconds
}

/**
 * Returns the requested byte range, both ends included; `undefined` for the complete file.
 * @throws StorageError 416 for an invalid range or several ranges (storage-api, range.ts)
 */
export function readRequestedRange(
  headers: IncomingHttpHeaders,
  size: number,
  eTag: string | undefined,
) {
  if (headers.range === undefined) return undefined;
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== eTag) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(headers.range) ?? [];
  if (size === 0 || (!first && !last)) throw createInvalidRangeError();
  const start = first ? Number(first) : Math.max(size - Number(last), 0);
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1;
  if (start > end || (!first && Number(last) === 0)) throw createInvalidRangeError();
  return { start, end };
}
