import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  toBrazilianPrice,
  detectDecimalSeparator,
  decodeCsv,
  escapeCsvCell,
  unescapeCell,
  formatCell,
  escapeWorkbookCell,
} from './sheet-text.ts';

describe('the text of a spreadsheet', () => {
  it('is decoded in its own encoding', () => {
    expect(decodeCsv(new TextEncoder().encode('\uFEFFAçaí'))).toBe('Açaí');
    expect(decodeCsv(Uint8Array.of(0x41, 0xe7, 0x61, 0xed, 0x80))).toBe('Açaí€');
    expect(decodeCsv(Uint8Array.of(0xff, 0xfe, 0x41, 0, 0xe7, 0))).toBe('Aç');
  });

  it('stays UTF-8 if single bytes are invalid, as in a file that programs have joined or cut', () => {
    const bytes = (text: string) => [...new TextEncoder().encode(text)];
    expect(decodeCsv(Uint8Array.of(...bytes('Café;Açaí;'), 0xe9))).toBe('Café;Açaí;\uFFFD');
    expect(decodeCsv(Uint8Array.of(...bytes('\uFEFFA;'), 0xe9))).toBe('A;\uFFFD');
    expect(decodeCsv(Uint8Array.of(...bytes('é;'), 0xe9, 0x3b, 0xe7, 0x3b))).toBe('Ã©;é;ç;');
  });

  it.each([
    [1234.5, '1234,5'],
    [0.1 + 0.2, '0,3'],
    [43.1 - 43.2 + 1, '0,9'],
    [21.99 - 1e-10, '21,99'],
    [19.99 * 1.1, '21,989'],
    [-23.5505199, '-23,5505199'],
    [1.234, '1,234'],
    [7891000315507, '7891000315507'],
    [true, 'Sim'],
    [new Date(Date.UTC(2026, 10, 21)), '21/11/2026'],
    [new Date(Date.UTC(2026, 10, 21, 9, 29, 59, 999)), '21/11/2026 09:30'],
    [new Date(Date.UTC(2026, 10, 21, 9, 30, 7)), '21/11/2026 09:30:07'],
    [null, ''],
    ['00123', '00123'],
  ])('formats %j as a user would type it', (cell, text) => {
    expect(formatCell(cell)).toBe(text);
  });

  it.each([
    [['1.234,50', '10'], 'comma'],
    [['12.50', '1.234'], 'dot'],
    [['1,234.50', '3'], 'dot'],
    [['1.234', '12'], 'comma'],
    [[], 'comma'],
  ] as const)('detects from the prices %j the decimal separator %s', (prices, decimals) => {
    expect(detectDecimalSeparator(prices)).toBe(decimals);
  });

  it('converts prices with a dot to Brazilian notation', () => {
    expect(toBrazilianPrice('1,234.50', 'dot')).toBe('1234,50');
    expect(toBrazilianPrice('1.234,50', 'comma')).toBe('1.234,50');
  });

  it.each(['34,9', '1234,56', 'R$ 0,5', '-3,25', '2,98765'])(
    'keeps %s, the price of a number cell, beside prices with a dot',
    (price) => expect(toBrazilianPrice(price, 'dot')).toBe(price),
  );

  it.each([
    ['=1+1', "'=1+1"],
    ['+55 11', "'+55 11"],
    ['-5', "'-5"],
    ['@nome', "'@nome"],
    ['\t=1', "'\t=1"],
    ['\n=1', "'\n=1"],
    ['\r\n', "'\r\n"],
    [' =1+1', "' =1+1"],
    ['\u00a0\u3000-5', "'\u00a0\u3000-5"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    [' ＠nome', "' ＠nome"],
    ['00123', '\t00123'],
    ['1-2', '\t1-2'],
    ['7891000315507', '\t7891000315507'],
    ['12E5', '\t12E5'],
    ['SET-10', '\tSET-10'],
    ['MAR-01', '\tMAR-01'],
    ['10-MAI', '\t10-MAI'],
    ['out22', '\tout22'],
    ['1 março 2026', '\t1 março 2026'],
    ['5/dez./26', '\t5/dez./26'],
    ['Sept 2, 2026', '\tSept 2, 2026'],
    ['2026.AUG', '\t2026.AUG'],
    ['MAR', 'MAR'],
    ['MARC-10', 'MARC-10'],
    ['SET-10A', 'SET-10A'],
    ['SET-12345', 'SET-12345'],
    ['KIT SET-10', 'KIT SET-10'],
    ['ABC-1', 'ABC-1'],
    ["'tis", "'tis"],
  ])('escapes %j as %j', (text, cell) => {
    expect(escapeCsvCell(text)).toBe(cell);
  });

  it('reverses the escape of any text', () => {
    const odd = fc.string({
      unit: fc.constantFrom("'", '=', '-', '＝', '\t', '\r', '\n', '1', '.', 'e', ' ', 'a', 'mai'),
    });
    fc.assert(
      fc.property(odd, (text) => {
        expect(unescapeCell(escapeCsvCell(text))).toBe(text);
        expect(unescapeCell(escapeWorkbookCell(text))).toBe(text);
      }),
    );
  });
});
