import type { Comparison, Filter, OrderTerm, ParsedQuery, SelectItem } from '../parse.ts';
import type { FilterTest } from '../read-filter-test.ts';

/** Converts parsed query parameters back to the parameters of a URL: the inverse of `parseQuery`. */
export function serializeQuery(query: ParsedQuery): [string, string][] {
  const { select, filters, order, limit, offset, columns, embedded } = query;
  return [
    ['select', select.map(printItem).join(',')],
    ...filters.map(printFilter),
    ...printOrder('order', order),
    ...printSetting('limit', limit),
    ...printSetting('offset', offset),
    ...printSetting('columns', columns?.map(printName).join(',')),
    ...[...embedded].flatMap(([name, { filter, order: terms = [] }]) => [
      ...(filter === undefined ? [] : [printComparison(`${quote(name)}.`, filter)]),
      ...printOrder(`${quote(name)}.order`, terms),
    ]),
  ];
}

function printSetting(name: string, value: string | number | undefined): [string, string][] {
  return value === undefined ? [] : [[name, String(value)]];
}

function printItem(item: SelectItem): string {
  if (item.kind === 'star') return '*';
  const alias = item.alias === undefined ? '' : `${printName(item.alias)}:`;
  if (item.kind === 'column') return `${alias}${printName(item.name)}`;
  const hint = item.hint === undefined ? '' : `!${printName(item.hint)}`;
  return `${alias}${printName(item.target)}${hint}(${item.items.map(printItem).join(',')})`;
}

function printFilter(filter: Filter): [string, string] {
  if (filter.kind === 'test') return printComparison('', filter);
  const comparisons = filter.comparisons.map(
    ({ column, negated, test }) => `${quote(column)}.${printTest(negated, test, quote)}`,
  );
  return [`${filter.negated ? 'not.' : ''}${filter.kind}`, `(${comparisons.join(',')})`];
}

function printComparison(path: string, { column, negated, test }: Comparison): [string, string] {
  return [`${path}${quote(column)}`, printTest(negated, test, (value) => value)];
}

function printTest(negated: boolean, test: FilterTest, printValue: (value: string) => string) {
  const not = negated ? 'not.' : '';
  if (test.kind === 'is') return `${not}is.${test.value}`;
  if (test.kind === 'in') return `${not}in.(${test.values.map(quote).join(',')})`;
  return `${not}${test.operator}.${printValue(test.value)}`;
}

function printOrder(name: string, terms: OrderTerm[]): [string, string][] {
  return terms.length === 0 ? [] : [[name, terms.map(printTerm).join(',')]];
}

function printTerm({ column, direction, nulls }: OrderTerm) {
  return `${printName(column)}${direction === undefined ? '' : `.${direction}`}${nulls === undefined ? '' : `.nulls${nulls}`}`;
}

function printName(name: string) {
  return /^[a-z_]+$/.test(name) ? name : quote(name);
}

function quote(text: string) {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
