import * as v from 'valibot';
import { expect, it } from 'vitest';
import { createSheetCell } from './export/sheet-cell.ts';
import { writeSheet } from './export/write-sheet.ts';
import { listImportColumns, rulesOf, toFormValues } from './fields.ts';
import type { Fields } from './fields.ts';
import { listChangedFields } from './history/changed-fields.ts';
import type { HistoryEntry } from './history/history.queries.ts';
import { convertCellsByRules } from './import/import-area.ts';
import type { AreaImport } from './import/import-area.ts';
import { convertSheetRows } from './import/mapping.ts';
import { readSheetFile, buildSheetFromHeaderRow } from './import/sheet.ts';
import { formatByKind } from './kinds.ts';
import { amount, day, decimal, integer, percentage } from './number-fields.ts';
import { frutas } from './testing/frutas.tsx';
import { valueTextInSentence } from './words.ts';

const fields = {
  nome: { label: 'Nome', rule: v.string(), sheet: {} },
  estoque: { label: 'Estoque', ...integer({ from: 0, missing: 'Informe o estoque.' }), sheet: {} },
  peso: { label: 'Peso', ...decimal({ from: 0, places: 3 }), sheet: {} },
  desconto: { label: 'Desconto', ...percentage({ from: 0, to: 100 }), sheet: {} },
  frete: { label: 'Frete', ...amount({}), sheet: {} },
  colheita: { label: 'Colheita', article: 'a', ...day({}), sheet: {} },
} as const satisfies Fields;

const stored = {
  estoque: 1234,
  peso: 1234.5,
  desconto: 12.5,
  frete: 1234.5,
  colheita: '2026-11-30',
};
const shown = {
  estoque: '1.234',
  peso: '1.234,5',
  desconto: '12,5%',
  frete: 'R$ 1.234,50',
  colheita: '30/11/2026',
};
const names = ['estoque', 'peso', 'desconto', 'frete', 'colheita'] as const;

it.each(names)('shows %s in the list, the form and the history', (name) => {
  const { kind, typedText } = fields[name];
  expect(formatByKind(kind, stored[name])).toBe(shown[name]);
  const typed = String(toFormValues(fields, { nome: 'Caju', ...stored })[name]);
  expect(typedText(typed)).toBe(shown[name]);
  const quoted = valueTextInSentence(name, stored[name], { fields }, {});
  expect(quoted?.replaceAll('\u00a0', ' ')).toBe(shown[name]);
});

it('the form shows each stored value as text, and its rules return the stored value', () => {
  const typed = toFormValues(fields, { nome: 'Caju', ...stored });
  expect(typed).toMatchObject({
    estoque: '1234',
    peso: '1234,5',
    desconto: '12,5',
    frete: '1.234,50',
  });
  expect(v.parse(v.object(rulesOf(fields)), typed)).toEqual({ nome: 'Caju', ...stored });
});

it.each([
  ['estoque', '12,5', 'Informe um número inteiro, 0 ou maior.'],
  ['estoque', '2147483648', 'Informe um número inteiro, 0 ou maior.'],
  ['estoque', ' ', 'Informe o estoque.'],
  ['peso', '-1', 'Informe um número como 1.234,5, 0 ou maior, com até 3 casas decimais.'],
  ['peso', '1,2345', 'Informe um número como 1.234,5, 0 ou maior, com até 3 casas decimais.'],
  ['desconto', '100,5', 'Informe uma porcentagem como 12,5%, de 0 a 100.'],
  ['frete', '1,234', 'Informe um valor como 1.234,56, com até duas casas decimais.'],
  ['frete', '-0,01', 'O valor não pode ser negativo.'],
  ['frete', '10000000000', 'O valor é alto demais.'],
  ['colheita', '31/02/2026', 'Informe um dia, como 30/11/2026.'],
] as const)('the rule of %s refuses the text %j', (name, typed, message) => {
  expect(v.safeParse(fields[name].rule, typed).issues?.[0].message).toBe(message);
});

it('the rule of a required amount refuses an empty text, and returns reais', () => {
  const { rule } = amount({ missing: 'Informe o frete.' });
  expect(v.safeParse(rule, ' ').issues?.[0].message).toBe('Informe o frete.');
  expect(v.parse(rule, 'R$ 1.234,50')).toBe(1234.5);
});

it.each(['peso', 'desconto', 'frete', 'colheita'] as const)(
  'the rule of %s returns null for an empty text',
  (name) => {
    expect(v.parse(fields[name].rule, '')).toBeNull();
  },
);

const columns = listImportColumns(fields);
const importing: AreaImport = {
  area: frutas,
  key: 'nome',
  columns,
  store: (typed) => convertCellsByRules(columns, typed),
};

it.each(['xlsx', 'csv'] as const)(
  'an import reads the same rows from an exported %s file',
  async (format) => {
    const rows = [
      { nome: 'Caju', ...stored },
      { nome: 'Uva', estoque: 0, peso: 0.25, desconto: 100, frete: 0.9, colheita: '1999-01-31' },
    ];
    const cells = rows.map((row) => columns.map((column) => createSheetCell(column, row)));
    const blob = await writeSheet(format, 'Frutas', columns, [cells]);
    const file = new File([blob], `frutas.${format}`);
    const answer = await readSheetFile(file, new AbortController().signal);
    const sheet = buildSheetFromHeaderRow(answer.rows, 0);
    expect(sheet.rows[0]?.cells).toContain('30/11/2026');
    const mapping = columns.map(({ name }) => name);
    const read = convertSheetRows(importing, sheet, mapping, 'clear');
    expect(read.map(({ cells: found, problems }) => ({ ...found, problems }))).toEqual(
      rows.map((row) => ({ ...row, problems: {} })),
    );
  },
);

it('shows a number without a kind with its separators', () => {
  const words = { fields: { usos: { label: 'Usos' } } };
  const change = { table: 'banners', kind: 'update', before: { usos: 1 }, after: { usos: 1234 } };
  // The cast is safe: `listChangedFields` reads only these properties of an entry and of its change.
  const entry = { area: 'banners', changes: [change] } as unknown as HistoryEntry;
  expect(listChangedFields(entry, words, {})).toMatchObject([{ from: '1', to: '1.234' }]);
});
