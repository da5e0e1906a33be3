import { RestError } from './errors.ts';

/** An array of rows, or exactly one row as an object. */
export type Shape = 'array' | 'object';

const CONTENT_TYPES: Record<Shape, string> = {
  array: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
};

/** The first acceptable type wins, by quality, then order (PostgREST docs, Resource Representation). @throws RestError */
export function negotiateShape(accept: string | undefined): Shape {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'array';
  const ranges = accept
    .split(',')
    .map(readRange)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { type, isStripped } of ranges) {
    if (isStripped) continue;
    if (ARRAY_TYPES.has(type)) return 'array';
    if (OBJECT_TYPES.has(type)) return 'object';
  }
  const named = ranges.map(({ text }) => text).join(', ');
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${named}`);
}

export function contentType(shape: Shape) {
  return CONTENT_TYPES[shape];
}

const ARRAY_TYPES = new Set([
  '*/*',
  'application/json',
  'application/vnd.pgrst.array',
  'application/vnd.pgrst.array+json',
]);
const OBJECT_TYPES = new Set(['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json']);

function readRange(text: string) {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return {
    text: text.replace(/\s*;\s*q=[\d.]+/i, '').trim(),
    type,
    quality: quality === undefined ? 1 : Number(quality) || 0,
    isStripped: parameters.some((parameter) => parameter === 'nulls=stripped'),
  };
}
