// Functions for the text of spreadsheets. They decode CSV files, convert cells and prices to Brazilian notation,
// recognize formula errors and rounded numbers, and escape the cells of exported files.

/**
 * Decodes a CSV file. A byte order mark identifies UTF-8 or UTF-16 (little endian). Without this mark, the file is
 * UTF-8 if the decoded text has no invalid characters, or more valid characters beyond ASCII than invalid characters.
 * Otherwise it is Windows-1252, which older versions of Excel write.
 */
export function decodeCsv(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  return isMarked || isMostlyValid(text) ? text : new TextDecoder('windows-1252').decode(bytes);
}

/** Whether a text decoded as UTF-8 has no invalid characters (U+FFFD), or fewer than valid non-ASCII characters. */
function isMostlyValid(text: string): boolean {
  if (!text.includes('\uFFFD')) return true;
  let valid = 0;
  for (let at = 0; at < text.length; at += 1)
    if (text.charCodeAt(at) > 127) valid += text[at] === '\uFFFD' ? -1 : 1;
  return valid > 0;
}

/** Formats a workbook's cell as a user would type it: '1234,5', '21/11/2026', '21/11/2026 09:30', 'Sim'. */
export function formatCell(cell: unknown): string {
  if (typeof cell === 'number') return number.format(cell);
  if (typeof cell === 'boolean') return cell ? 'Sim' : 'Não';
  if (cell instanceof Date) return dateText(cell);
  return typeof cell === 'string' ? cell : '';
}

/**
 * Formats a date, with the time unless the time is 00:00:00. A workbook has no time zones: its dates are read as UTC. A
 * workbook stores times as fractions of a day, so the function rounds to seconds.
 */
function dateText(cell: Date): string {
  const second = new Date(Math.round(cell.getTime() / 1000) * 1000);
  const time = second.toISOString().slice(11, 19);
  if (time === '00:00:00') return day.format(second);
  return `${day.format(second)} ${time.replace(/:00$/, '')}`;
}

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'UTC' });

/**
 * The formatter of numbers, without a thousands separator and without an exponent. It rounds to fifteen digits, as
 * workbooks do: 0.1 + 0.2 is '0,3'. It also rounds to nine decimals, because a subtraction can have a larger rounding
 * error: 43.1 - 43.2 + 1 is '0,9'.
 */
const number = new Intl.NumberFormat('pt-BR', {
  useGrouping: false,
  maximumSignificantDigits: 15,
  maximumFractionDigits: 9,
  roundingPriority: 'lessPrecision',
});

/**
 * Converts a serial number to a date, in the format of `formatCell`: '46346,5' is '20/11/2026 12:00'. Spreadsheet
 * programs count the days since 1899-12-30 (ECMA-376, part 1, 18.17.4.1). They show this number when a cell has lost
 * its date format. Returns undefined for other texts, and for days outside of the years 2000 to 2099.
 */
export function formatSerialDate(text: string): string | undefined {
  const serial = /^\d{5}([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : 0;
  if (serial < 36_526 || serial >= 73_051) return undefined;
  return dateText(new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000));
}

/** Whether a text is a number that a spreadsheet program has rounded: '1,23E+12'. Not '5E10', which can be a code. */
export function isRoundedNumber(text: string): boolean {
  return /^\d([.,]\d{1,20})?E\+\d{1,3}$/i.test(text);
}

/** Whether the text is the error of a formula, in Portuguese or English: '#N/D', '#REF!', 'Err:502'. */
export function isSheetError(text: string): boolean {
  return sheetError.test(text);
}

const sheetError =
  /^(#N\/(A|D|DISP)|#(REF|VALOR|VALUE|DIV\/0|NUL[OL]|N[ÚU]M|ERROR?|DESPEJAR|SPILL|CALC)!|#(NOME|NAME)\?|Err:\d{3})$/i;

/** The decimal separator of a file's prices. */
export type DecimalSeparator = 'comma' | 'dot';

/**
 * Detects the decimal separator of the prices of a column. It is a dot in two cases:
 * - The first price with a comma is like '1,234.50'.
 * - No price has a comma, and a price ends with a dot and one or two decimals.
 */
export function detectDecimalSeparator(prices: Iterable<string>): DecimalSeparator {
  let dot = false;
  for (const price of prices) {
    if (/\d,\d{3}\.\d/.test(price)) return 'dot';
    if (price.includes(',')) return 'comma';
    dot ||= /\d\.\d{1,2}$/.test(price);
  }
  return dot ? 'dot' : 'comma';
}

/**
 * Converts a price of a file with this decimal separator to Brazilian notation, for `parseMoney`. Returns a price with
 * a decimal comma unchanged: number cells of a workbook are already in this notation. If `decimals` is 'dot', a comma
 * before exactly three digits counts as a thousands separator.
 */
export function toBrazilianPrice(price: string, decimals: DecimalSeparator): string {
  if (decimals === 'comma' || /^\D*\d+,(?!\d{3}$)\d+$/.test(price)) return price;
  return price.replaceAll(',', '').replace('.', ',');
}

/**
 * Escapes a text for a CSV file, so that a spreadsheet program shows it unchanged. A formula gets an apostrophe as
 * prefix. A number or date ('00123', '1-2', 'SET-10') gets a tab as prefix. `unescapeCell` removes the prefix.
 */
export function escapeCsvCell(text: string): string {
  if (formula.test(text)) return `'${text}`;
  return isNumberLike(text) ? `\t${text}` : text;
}

/** Removes the prefix of `escapeCsvCell` from a cell. Returns a cell without this prefix unchanged. */
export function unescapeCell(text: string): string {
  if (text.startsWith("'") && formula.test(text.slice(1))) return text.slice(1);
  return text.startsWith('\t') && isNumberLike(text.slice(1)) ? text.slice(1) : text;
}

/**
 * Escapes a text for a workbook, but only if `unescapeCell` would change it. Other texts need no escape: spreadsheet
 * programs show the texts of a workbook unchanged. The import also calls `unescapeCell` for the cells of a workbook,
 * because users sometimes save a CSV with the escapes of `escapeCsvCell` as a workbook.
 */
export function escapeWorkbookCell(text: string): string {
  return unescapeCell(text) === text ? text : escapeCsvCell(text);
}

// Matches a text that begins like a formula. Spreadsheet programs skip blanks before a formula, and some accept
// full-width signs. Apostrophes before the sign also match, so that `unescapeCell` removes only the added apostrophe.
const formula = /^['\s]*[=+\-@＝＋－＠]|^'*[\t\r\n]/;
const numberLike = /^\s*\d[\d.,:/\-\s]*([eE]\+?\d+)?\s*$/;

// The names of the months. Spreadsheet programs read a month with a day or a year as a date: '10-MAI', 'Set/2026'.
const month = [
  'jan(eiro|uary)?|fev(ereiro)?|feb(ruary)?|mar(ço|co|ch)?|abr(il)?|apr(il)?|maio?|may',
  'jun(ho|e)?|jul(ho|y)?|ago(sto)?|aug(ust)?|set(embro)?|sept?(ember)?',
  'out(ubro)?|oct(ober)?|nov(embro|ember)?|dez(embro)?|dec(ember)?',
].join('|');
const numbers = String.raw`\d{1,4}([\s\-/.,]+\d{1,4})?`;
const monthLike = new RegExp(
  String.raw`^(?=\D*\d)\s*(${numbers}[\s\-/.]*)?(${month})([\s\-/.]*${numbers})?[\s.]*$`,
  'i',
);

function isNumberLike(text: string): boolean {
  return numberLike.test(text) || monthLike.test(text);
}
