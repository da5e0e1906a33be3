import type { Filter } from '../parse-filter.ts';
import type { JsonStep } from '../parse-json-path.ts';
import type { OrderTerm } from '../parse-order.ts';
import type { Placed, Query } from '../parse-query.ts';
import type { SelectItem } from '../parse-select.ts';
import type { Test } from '../parse-test.ts';

/** The parameters of an address that say this question: the parser's way back. */
export function printQuery(query: Query): [string, string][] {
  const { select, columns, onConflict } = query;
  return [
    ['select', printSelect(select)],
    ...query.filters.map(({ path, value }) => printFilter(path, value)),
    ...query.orders.map(({ path, value }) => placed(path, 'order', value.map(printTerm).join(','))),
    ...query.limits.map(({ path, value }) => placed(path, 'limit', String(value))),
    ...query.offsets.map(({ path, value }) => placed(path, 'offset', String(value))),
    ...(columns === undefined ? [] : [printNames('columns', columns)]),
    ...(onConflict === undefined ? [] : [printNames('on_conflict', onConflict)]),
  ];
}

function placed(path: Placed<unknown>['path'], name: string, value: string): [string, string] {
  return [[...path.map(quoted), name].join('.'), value];
}

function printNames(parameter: string, names: string[]): [string, string] {
  return [parameter, names.map(printName).join(',')];
}

function printSelect(items: SelectItem[]): string {
  return items.map(printItem).join(',');
}

function printItem(item: SelectItem): string {
  if (item.kind === 'star') return '*';
  const alias = item.alias === undefined ? '' : `${printName(item.alias)}:`;
  if (item.kind === 'column') {
    const cast = item.cast === undefined ? '' : `::${item.cast}`;
    return `${alias}${printName(item.name)}${printJson(item.json)}${cast}`;
  }
  const hint = item.hint === undefined ? '' : `!${printName(item.hint)}`;
  const rest = `${printName(item.target)}${hint}${item.inner ? '!inner' : ''}(${printSelect(item.items)})`;
  return `${alias}${item.isSpread ? '...' : ''}${rest}`;
}

function printJson(json: JsonStep[] = []) {
  return json
    .map((step) => `${step.arrow}${'key' in step ? printName(step.key) : step.index}`)
    .join('');
}

function printFilter(path: string[], filter: Filter): [string, string] {
  if (filter.kind === 'test') {
    const key = `${quoted(filter.column)}${printJson(filter.json)}`;
    return placed(
      path,
      key,
      printTest(filter.negated, filter.test, (value) => value),
    );
  }
  return placed(path, `${filter.negated ? 'not.' : ''}${filter.kind}`, printGroup(filter.filters));
}

function printGroup(filters: Filter[]): string {
  return `(${filters.map(printBranch).join(',')})`;
}

function printBranch(filter: Filter): string {
  if (filter.kind !== 'test') {
    return `${filter.negated ? 'not.' : ''}${filter.kind}${printGroup(filter.filters)}`;
  }
  const test = printTest(filter.negated, filter.test, quoted);
  return `${quoted(filter.column)}${printJson(filter.json)}.${test}`;
}

function printTest(negated: boolean, test: Test, printValue: (value: string) => string) {
  return `${negated ? 'not.' : ''}${printOperation(test, printValue)}`;
}

function printOperation(test: Test, printValue: (value: string) => string): string {
  switch (test.kind) {
    case 'is':
      return `is.${test.value}`;
    case 'in':
      return `in.(${test.values.map(quoted).join(',')})`;
    case 'distinct':
      return `isdistinct.${printValue(test.value)}`;
    case 'search': {
      const language = test.language === undefined ? '' : `(${test.language})`;
      return `${test.operator}${language}.${printValue(test.value)}`;
    }
    case 'compare': {
      const quantifier = test.quantifier === undefined ? '' : `(${test.quantifier})`;
      return `${test.operator}${quantifier}.${printValue(test.value)}`;
    }
  }
}

function printTerm({ column, json, relation, direction, nulls }: OrderTerm) {
  const field = `${printName(column)}${printJson(json)}`;
  const term = relation === undefined ? field : `${printName(relation)}(${field})`;
  return `${term}${direction === undefined ? '' : `.${direction}`}${nulls === undefined ? '' : `.nulls${nulls}`}`;
}

function printName(name: string) {
  return /^[a-z_]+$/.test(name) ? name : quoted(name);
}

function quoted(text: string) {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
