import { RestError } from './errors.ts';

/** An array of rows or exactly one row as an object, with or without what is null in them; or text. */
export type Shape = 'array' | 'object' | 'stripped-array' | 'stripped-object' | 'csv';

const CONTENT_TYPES: Record<Shape, string> = {
  array: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  'stripped-array': 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
  'stripped-object': 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

/** The first acceptable type wins, by quality, then order (PostgREST docs, Resource Representation). @throws RestError */
export function negotiateShape(accept: string | undefined): Shape {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return 'array';
  const ranges = accept
    .split(',')
    .map(readRange)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { type, isStripped } of ranges) {
    const shape = SHAPES[type];
    if (shape === undefined) continue;
    const hasStripped = type.startsWith('application/vnd.pgrst.') && isStripped;
    return hasStripped && shape !== 'csv' ? `stripped-${shape}` : shape;
  }
  const named = ranges.map(({ text }) => text).join(', ');
  throw new RestError(406, 'PGRST107', `None of these media types are available: ${named}`);
}

export function contentType(shape: Shape) {
  return CONTENT_TYPES[shape];
}

/** Whether exactly one row is asked for. */
export function isSingular(shape: Shape) {
  return shape === 'object' || shape === 'stripped-object';
}

const SHAPES: Record<string, 'array' | 'object' | 'csv'> = {
  '*/*': 'array',
  'application/json': 'array',
  'application/vnd.pgrst.array': 'array',
  'application/vnd.pgrst.array+json': 'array',
  'application/vnd.pgrst.object': 'object',
  'application/vnd.pgrst.object+json': 'object',
  'text/csv': 'csv',
};

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
