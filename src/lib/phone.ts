/**
 * Applies the input mask of a Brazilian phone: '(11) 91234-5678', '(11) 1234-5678', '0800 123 4567'. Also formats
 * incomplete input. Removes a country code, and in a complete number a zero before the area code.
 */
export function maskPhone(typed: string): string {
  const digits = areaAndNumber(typed).slice(0, 11);
  if (digits.startsWith('0')) return join(digits, [4, 3, 4], ['', ' ', ' ']);
  const rest = digits.length > 10 ? 5 : 4;
  return digits && join(digits, [2, rest, 4], ['(', ') ', '-']);
}

/** Whether a text is a phone number with area code, or a number like 0800. Any punctuation is accepted. */
export function isPhone(text: string): boolean {
  const digits = areaAndNumber(text);
  return withArea.test(digits) || /^0[38]00\d{6,7}$/.test(digits);
}

const withArea = /^[1-9]{2}(9\d{8}|[2-9]\d{7})$/;

/** Returns the URL of a phone number: WhatsApp for a mobile phone, else a call; undefined for any other text. */
export function phoneUrl(phone: string): string | undefined {
  if (!isPhone(phone)) return undefined;
  const digits = areaAndNumber(phone);
  if (digits.startsWith('0')) return `tel:${digits}`;
  return digits.length === 11 ? `https://wa.me/55${digits}` : `tel:+55${digits}`;
}

/** Returns the digits without the country code, and in a complete number without a zero before the area code. */
function areaAndNumber(text: string): string {
  const digits = text.replace(/\D/g, '');
  const national = digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
  return withArea.test(national.slice(1)) ? national.replace(/^0/, '') : national;
}

/** Formats digits in groups of these lengths, each after its own prefix. Leaves out empty groups. */
function join(digits: string, lengths: readonly number[], prefixes: readonly string[]): string {
  let start = 0;
  return lengths
    .map((length, index) => {
      const group = digits.slice(start, (start += length));
      return group && `${prefixes[index]}${group}`;
    })
    .join('');
}
