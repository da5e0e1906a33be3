/**
 * The input mask of a Brazilian phone: '(11) 91234-5678', '(11) 1234-5678', '0800 123 4567'; also formats incomplete
 * input. A country code, and a zero before the area code of a whole number, are removed.
 */
export function maskPhone(typed: string): string {
  const digits = areaAndNumber(typed).slice(0, 11);
  if (digits.startsWith('0')) return join(digits, [4, 3, 4], ['', ' ', ' ']);
  const rest = digits.length > 10 ? 5 : 4;
  return digits && join(digits, [2, rest, 4], ['(', ') ', '-']);
}

/** True for area code and number, mobile or not, and for numbers like 0800, with any punctuation. */
export function isPhone(text: string): boolean {
  const digits = areaAndNumber(text);
  return withArea.test(digits) || /^0[38]00\d{6,7}$/.test(digits);
}

const withArea = /^[1-9]{2}(9\d{8}|[2-9]\d{7})$/;

/** The link of a phone number: WhatsApp for a mobile phone, a call for any other; undefined for other text. */
export function phoneAddress(phone: string): string | undefined {
  if (!isPhone(phone)) return undefined;
  const digits = areaAndNumber(phone);
  if (digits.startsWith('0')) return `tel:${digits}`;
  return digits.length === 11 ? `https://wa.me/55${digits}` : `tel:+55${digits}`;
}

/** The digits without the country code, and without a zero before the area code of a whole number. */
function areaAndNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  const national = digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
  return withArea.test(national.slice(1)) ? national.replace(/^0/, '') : national;
}

/** Splits digits into groups of these lengths, each after its mark; empty groups are left out. */
function join(digits: string, lengths: readonly number[], marks: readonly string[]): string {
  let start = 0;
  return lengths
    .map((length, index) => {
      const group = digits.slice(start, (start += length));
      return group && `${marks[index]}${group}`;
    })
    .join('');
}
