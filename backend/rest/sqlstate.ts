/**
 * SQLSTATE, or the beginning it shares with others, to HTTP status; the longest match counts
 * (PostgREST docs, Errors, HTTP Status Codes). What is not listed is a 400.
 */
const STATUSES: Record<string, number> = {
  '08': 503, // connection
  '09': 500, // triggered action
  '0L': 403, // invalid grantor
  '0P': 403, // invalid role
  '21': 500, // cardinality: more than one row from a subquery
  '23503': 409, // foreign key
  '23505': 409, // unique
  '25': 500, // transaction state
  '25006': 405, // read-only transaction
  '28': 403, // authorization
  '2D': 500, // transaction termination
  '38': 500, // external routine
  '39': 500,
  '3B': 500, // savepoint
  '40': 500, // rollback: deadlock, serialization
  '42501': 403, // insufficient privilege (401 for anon)
  '42883': 404, // undefined function
  '42P01': 404, // undefined table
  '42P17': 500, // infinite recursion
  '53': 503, // resources
  '53400': 500,
  '54': 500, // too complex
  '55': 500, // object state
  '57': 500, // operator intervention: statement timeout
  '57P01': 503, // shutdown
  '58': 500, // system
  F0: 500,
  HV: 500,
  P0: 500, // PL/pgSQL
  P0001: 400, // raise exception
  XX: 500, // internal
};

/** The HTTP status of a PostgreSQL error; `PTnnn` raised by a function is the status nnn. */
export function statusOfSqlState(code: string, isAnonymous: boolean) {
  if (code === '42501' && isAnonymous) return 401;
  const [, raised] = /^PT([1-5]\d\d)$/.exec(code) ?? [];
  if (raised !== undefined) return Number(raised);
  return STATUSES[code] ?? STATUSES[code.slice(0, 2)] ?? (code.startsWith('PT') ? 500 : 400);
}

/** Errors of the server itself: their texts speak of files, settings and other sessions. */
export function isInternal(code: string) {
  return /^(08|53|54|58|F0|HV|XX|57P)/.test(code);
}
