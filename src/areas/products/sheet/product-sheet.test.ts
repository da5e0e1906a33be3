import { beforeEach, describe, expect, it } from 'vitest';
import { createSheetCell } from '#crud/export/sheet-cell.ts';
import {
  guessHeaderRow,
  proposeMapping,
  convertSheetRows,
  rememberMapping,
} from '#crud/import/mapping.ts';
import { safeLocalStorage } from '#lib/local-store.ts';
import { productImport } from './product-sheet.ts';

const sheetOf = (headers: string[], ...rows: string[][]) => ({
  headers,
  rows: rows.map((cells, place) => ({ line: place + 2, cells })),
});

describe('a spreadsheet of products', () => {
  const headers = ['CÓDIGO', 'Produto', 'Preço de Venda (R$)', 'preco_promocional', 'Estoque'];
  beforeEach(() =>
    safeLocalStorage.remove(
      'vitrine:import:products:codigo|produto|preco de venda|preco promocional|estoque',
    ),
  );

  it('recognizes columns by common names, each once', () => {
    expect(proposeMapping(productImport, headers)).toEqual([
      'sku',
      'name',
      'real_price',
      'promo_price',
      '',
    ]);
    expect(proposeMapping(productImport, ['SKU', 'Ref'])).toEqual(['sku', '']);
  });

  it('reuses the last mapping of the same headers', () => {
    rememberMapping(productImport, headers, ['sku', 'subtitle', '', '', '']);
    expect(proposeMapping(productImport, headers)).toEqual(['sku', 'subtitle', '', '', '']);
    expect(proposeMapping(productImport, [...headers, 'Link'])[1]).toBe('name');
  });

  it('has the promotion in the column of the list that shows it', () => {
    const shown = productImport.columns.filter(({ shownIn }) => shownIn === 'real_price');
    expect(shown.map(({ name }) => name)).toEqual([
      'promo_price',
      'promo_starts_at',
      'promo_ends_at',
    ]);
  });

  it('stores the same values as the form, and reports errors with its messages', () => {
    const sheet = sheetOf(
      ['SKU', 'Preço', 'Status', 'Visibilidade', 'Vídeo'],
      ['A-1', '1.234,50', 'inativo', 'menu de parceiros', '<iframe src="https://v.br/1"></iframe>'],
      ['A-2', 'dez', 'talvez', '', ''],
      ['', '1', '', '', ''],
    );
    const mapping = ['sku', 'real_price', 'status', 'visibility', 'video_embed'];
    expect(convertSheetRows(productImport, sheet, mapping, 'leave')).toEqual([
      {
        place: 2,
        cells: {
          sku: 'A-1',
          real_price: 1234.5,
          status: 'Inativo',
          visibility: 'menu_parceiros',
          video_embed: 'https://v.br/1',
        },
        problems: {},
      },
      {
        place: 3,
        cells: { sku: 'A-2', real_price: 'dez', status: 'talvez' },
        problems: {
          real_price: 'Informe um valor como 1.234,56, com até duas casas decimais.',
          status: 'Use Ativo ou Inativo.',
        },
      },
      { place: 4, cells: { real_price: 1 }, problems: { sku: 'Informe o SKU.' } },
    ]);
  });

  it('has periods of promotions in the time of São Paulo, with or without the price beside them', () => {
    const sheet = sheetOf(
      ['SKU', 'Promoção de', 'Fim da promoção'],
      ['A-1', '20/11/2026 08:00', '30/11/2026 23:59:30'],
      ['A-2', '1/12/2026, 8:00', ''],
      ['A-3', '30/11/2026 10:00', '20/11/2026 10:00'],
      ['A-4', '31/11/2026 10:00', '30/11 às 10:00'],
      ['A-5', '01/12/2026', ''],
    );
    const mapping = ['sku', 'promo_starts_at', 'promo_ends_at'];
    expect(proposeMapping(productImport, sheet.headers)).toEqual(mapping);
    const [first, second, third, fourth, fifth] = convertSheetRows(
      productImport,
      sheet,
      mapping,
      'clear',
    );
    expect(first?.cells).toEqual({
      sku: 'A-1',
      promo_starts_at: '2026-11-20T11:00:00.000Z',
      promo_ends_at: '2026-12-01T02:59:30.000Z',
    });
    expect(second?.cells).toMatchObject({
      promo_starts_at: '2026-12-01T11:00:00.000Z',
      promo_ends_at: null,
    });
    expect(third?.problems).toEqual({ promo_ends_at: 'O fim deve ser depois do início.' });
    const wrong = 'Informe dia e hora, como 30/11/2026 18:00.';
    expect(fourth?.problems).toEqual({ promo_starts_at: wrong, promo_ends_at: wrong });
    expect(fifth?.cells).toMatchObject({ promo_starts_at: '2026-12-01T03:00:00.000Z' });
  });

  it('writes a period as an instant, and invalid text unchanged', () => {
    const column = { name: 'promo_ends_at', label: 'Fim da promoção', kind: 'moment' } as const;
    const cell = (promo_ends_at: string) => createSheetCell(column, { promo_ends_at });
    expect(cell('2026-12-01T02:59:30+00:00')).toEqual(new Date('2026-12-01T02:59:30Z'));
    expect(cell('30/11 às 10:00')).toBe('30/11 às 10:00');
  });

  it('clears optional values with an empty cell, on request', () => {
    const sheet = sheetOf(['SKU', 'Nome', 'Promo'], ['A-1', '', '']);
    const mapping = ['sku', 'name', 'promo_price'];
    expect(convertSheetRows(productImport, sheet, mapping, 'leave')).toEqual([
      { place: 2, cells: { sku: 'A-1' }, problems: {} },
    ]);
    expect(convertSheetRows(productImport, sheet, mapping, 'clear')).toEqual([
      {
        place: 2,
        cells: {
          sku: 'A-1',
          promo_price: null,
          promo_starts_at: null,
          promo_ends_at: null,
          name: '',
        },
        problems: { name: 'Informe o nome.' },
      },
    ]);
  });

  it('clears the period of a promotion with its price, as the form does', () => {
    const sheet = sheetOf(
      ['SKU', 'Promo', 'Fim da promoção'],
      ['A-1', '', ''],
      ['A-2', '9,90', ''],
    );
    const read = (mapping: string[]) => convertSheetRows(productImport, sheet, mapping, 'clear');
    const none = { promo_price: null, promo_starts_at: null, promo_ends_at: null };
    expect(read(['sku', 'promo_price'])).toMatchObject([
      { cells: { sku: 'A-1', ...none }, problems: {} },
      { cells: { sku: 'A-2', promo_price: 9.9 }, problems: {} },
    ]);
    expect(read(['sku', 'promo_price', 'promo_ends_at'])[0]?.cells).toEqual({
      sku: 'A-1',
      ...none,
    });
    expect(read(['sku', 'promo_price'])[1]?.cells).not.toHaveProperty('promo_ends_at');
  });

  it('detects the decimal separator from all prices of a column', () => {
    const sheet = sheetOf(['SKU', 'Preço'], ['A-1', '1,234.50'], ['A-2', '99.90']);
    const prices = convertSheetRows(productImport, sheet, ['sku', 'real_price'], 'leave');
    expect(prices.map(({ cells }) => cells['real_price'])).toEqual([1234.5, 99.9]);
  });

  it('reads the number cells of a column that also has a text with a decimal dot', () => {
    const sheet = sheetOf(['SKU', 'Preço'], ['A-1', '1,234.50'], ['A-2', '34,9']);
    const prices = convertSheetRows(productImport, sheet, ['sku', 'real_price'], 'leave');
    expect(prices.map(({ cells }) => cells['real_price'])).toEqual([1234.5, 34.9]);
  });

  it.each([
    ['Ativo', ['Sim', 's', 'VERDADEIRO', 'true', '1', 'ativo']],
    ['Inativo', ['Não', 'n', 'FALSO', 'false', '0', 'inativo']],
  ])('reads the status %s from %j', (status, cells) => {
    const sheet = sheetOf(['SKU', 'Ativo'], ...cells.map((cell) => ['A-1', cell]));
    const rows = convertSheetRows(
      productImport,
      sheet,
      proposeMapping(productImport, sheet.headers),
      'leave',
    );
    expect(rows.map((row) => row.cells['status'])).toEqual(cells.map(() => status));
    expect(rows.map(({ problems }) => problems)).toEqual(cells.map(() => ({})));
  });

  it("reads 'Sim' as the choice that is the name of its column, and refuses it under another name", () => {
    const statusOf = (header: string) =>
      convertSheetRows(
        productImport,
        sheetOf(['SKU', header], ['A-1', 'Sim']),
        ['sku', 'status'],
        'leave',
      )[0];
    expect(statusOf('INATIVO')?.cells['status']).toBe('Inativo');
    expect(Object.keys(statusOf('Bloqueado')?.problems ?? {})).toEqual(['status']);
    const others = sheetOf(['SKU', 'Tipo', 'Todos'], ['A-1', 'Sim', 'Não']);
    const [row] = convertSheetRows(productImport, others, ['sku', 'tipo', 'visibility'], 'leave');
    expect(Object.keys(row?.problems ?? {})).toEqual(['tipo', 'visibility']);
  });

  it('refuses a SKU that a spreadsheet has rounded, and parses serial numbers as dates', () => {
    const sheet = sheetOf(
      ['SKU', 'Promoção de'],
      ['1,23E+12', ''],
      ['7.89E+9', ''],
      ['E-12', '46346,5'],
      ['1E', '46345'],
      ['5E10', ''],
      ['A-1', '1234'],
    );
    const rows = convertSheetRows(productImport, sheet, ['sku', 'promo_starts_at'], 'leave');
    const rounded =
      'parece arredondado por uma planilha. Formate a coluna como texto e digite o valor inteiro.';
    expect(rows.slice(0, 2)).toMatchObject([
      { cells: { sku: '1,23E+12' }, problems: { sku: `"1,23E+12" ${rounded}` } },
      { problems: { sku: `"7.89E+9" ${rounded}` } },
    ]);
    expect(rows.slice(2)).toMatchObject([
      { cells: { sku: 'E-12', promo_starts_at: '2026-11-20T15:00:00.000Z' } },
      { cells: { sku: '1E', promo_starts_at: '2026-11-19T03:00:00.000Z' } },
      { cells: { sku: '5E10' } },
      { problems: { promo_starts_at: 'Informe dia e hora, como 30/11/2026 18:00.' } },
    ]);
    expect(rows.slice(2, 5).map(({ problems }) => problems)).toEqual([{}, {}, {}]);
  });

  it('refuses an error of the spreadsheet in any column, also as the SKU', () => {
    const sheet = sheetOf(
      ['SKU', 'Nome', 'Preço', 'Categoria', 'Status'],
      ['#REF!', 'Café', '', '', ''],
      ['A-1', '#NOME?', '#DIV/0!', '#N/D', '#VALOR!'],
      ['A-2', '#1 da casa', '', 'N/A', ''],
    );
    const mapping = ['sku', 'name', 'real_price', 'category', 'status'];
    const rows = convertSheetRows(productImport, sheet, mapping, 'leave');
    const problem = (error: string) => `A célula contém o erro ${error} da planilha.`;
    expect(rows).toMatchObject([
      { cells: { sku: '#REF!', name: 'Café' } },
      { cells: { sku: 'A-1', category: '#N/D' } },
      { cells: { sku: 'A-2', name: '#1 da casa', category: 'N/A' } },
    ]);
    expect(rows.map(({ problems }) => problems)).toEqual([
      { sku: problem('#REF!') },
      {
        name: problem('#NOME?'),
        real_price: problem('#DIV/0!'),
        category: problem('#N/D'),
        status: problem('#VALOR!'),
      },
      {},
    ]);
  });

  it('sends only the beginning of a refused long cell, so that the other rows can be imported', () => {
    const long = '🍎'.repeat(100_000);
    const sheet = sheetOf(
      ['SKU', 'Descrição', 'Categoria'],
      [long, long, long],
      ['A-1', 'Café', ''],
    );
    const [row, other] = convertSheetRows(
      productImport,
      sheet,
      ['sku', 'description', 'category'],
      'leave',
    );
    const begun = `${'🍎'.repeat(600)}...`;
    const note = 'Aqui está só o começo do texto.';
    expect(row).toEqual({
      place: 2,
      cells: { sku: begun, description: begun, category: begun },
      problems: {
        sku: `Use no máximo 255 caracteres. ${note}`,
        description: `Use no máximo 20000 caracteres. ${note}`,
        category: `Use no máximo 255 caracteres. ${note}`,
      },
    });
    expect(other?.problems).toEqual({});
  });

  it('has no period of a promotion without its price', () => {
    const sheet = sheetOf(['SKU', 'Promoção', 'Promoção de'], ['A-1', '', '20/11/2026']);
    const mapping = ['sku', 'promo_price', 'promo_starts_at'];
    const [row] = convertSheetRows(productImport, sheet, mapping, 'clear');
    expect(row?.problems).toEqual({
      promo_starts_at: 'Sem preço promocional não há período de promoção.',
    });
    expect(convertSheetRows(productImport, sheet, mapping, 'leave')[0]?.problems).toEqual({});
  });
});

describe('the row with the column names', () => {
  const rowsOf = (...rows: string[][]) => rows.map((cells, place) => ({ line: place + 1, cells }));
  const found = (...rows: string[][]) => guessHeaderRow(productImport, rowsOf(...rows));

  it('is the first one without a title above', () => {
    expect(found(['SKU', 'Nome'], ['A-1', 'Café'])).toEqual({ place: 0, isSure: true });
  });

  it('is found below a title, a merged title and notes', () => {
    const header = ['Código', 'Produto', 'Preço'];
    const rows = [['Tabela de preços', '', ''], ['Emitida em', '20/11/2026'], header];
    expect(found(...rows, ['A-1', 'Café', '10,00'])).toEqual({ place: 2, isSure: true });
  });

  it('is never a data row, whatever its values are', () => {
    const data = ['A-1', 'Produto', 'Ativo', '10,00'];
    expect(found(['Cod interno', 'Espécie', 'Está', 'Balcão'], data)).toEqual({
      place: 0,
      isSure: false,
    });
  });

  it('is a guess if a row above it has as many cells', () => {
    expect(found(['Loja', 'Centro'], ['SKU', 'Nome'])).toEqual({ place: 1, isSure: false });
    expect(found(['Ref', 'Cor', 'Lote'], ['SKU', 'Nome', 'Lote']).isSure).toBe(false);
  });
});
