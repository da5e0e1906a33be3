import type { Column } from './catalogue.ts';
import type { Draft } from './draft.ts';
import type { Body } from './plan.ts';

/** The rows of the body, each value of its column's type. */
export function recordsSql(body: Body, columns: Column[], draft: Draft) {
  const type = body.hasDefaults ? 'jsonb' : 'json';
  const given = `${draft.bind(body.text)}::${type}`;
  const json = body.hasDefaults ? withDefaults(given, body.isList, columns) : given;
  return `${type}_to_record${body.isList ? 'set' : ''}(${json}) as _b(${typedList(columns)})`;
}

/** Defaults first, then what the row says itself (`Prefer: missing=default`). */
function withDefaults(json: string, isList: boolean, columns: Column[]) {
  const pairs = columns.flatMap((column) =>
    column.default === undefined ? [] : [`${literal(column.name)}, ${column.default}`],
  );
  const defaults = `jsonb_build_object(${pairs.join(', ')})`;
  return isList
    ? `(select jsonb_agg(${defaults} || _e.value) from jsonb_array_elements(${json}) as _e(value))`
    : `${defaults} || ${json}`;
}

/** A name of the catalogue as text in SQL. */
function literal(name: string) {
  return `'${name.replaceAll("'", "''")}'`;
}

function typedList(columns: Column[]) {
  return columns.map((column) => `${column.sql} ${column.type}`).join(', ');
}

/** As many rows without columns as the body has objects. */
export function emptyRowsSql(body: Body, draft: Draft) {
  const json = `${draft.bind(body.text)}::json`;
  return body.isList ? `json_array_elements(${json})` : `(select ${json}) as _b`;
}
