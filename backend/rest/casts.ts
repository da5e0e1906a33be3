/**
 * The types that `select=column::type` may name. PostgREST takes every type the caller may use; these
 * are the ones that show a value otherwise and reveal nothing else (no `regclass`, no types of our own).
 */
const CASTS = new Set([
  'text',
  'varchar',
  'int2',
  'smallint',
  'int',
  'int4',
  'integer',
  'int8',
  'bigint',
  'numeric',
  'decimal',
  'real',
  'float4',
  'float8',
  'double precision',
  'bool',
  'boolean',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'json',
  'jsonb',
  'uuid',
]);

export function isCast(name: string) {
  return CASTS.has(name);
}
