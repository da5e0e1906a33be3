import { expect, it } from 'vitest';
import { proposeMapping, convertSheetRows } from '#crud/import/mapping.ts';
import { sheet } from './sheet.ts';

it.each([
  [true, ['Sim', 'VERDADEIRO', 'true', '1', 'Ativa']],
  [false, ['Não', 'FALSO', 'false', '0', 'Inativa']],
])('a spreadsheet of categories stores %j from %j', (isActive, cells) => {
  const headers = ['Nome', 'Ativa'];
  const rows = cells.map((cell, place) => ({ line: place + 2, cells: ['Cafés', cell] }));
  const read = convertSheetRows(sheet, { headers, rows }, proposeMapping(sheet, headers), 'leave');
  expect(read.map((row) => row.cells['is_active'])).toEqual(cells.map(() => isActive));
  expect(read.map(({ problems }) => problems)).toEqual(cells.map(() => ({})));
});
