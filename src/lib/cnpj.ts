/**
 * Applies the input mask of a CNPJ: '00.000.000/0000-00'. Since 2026 the first twelve characters can be letters or
 * digits (Receita Federal, IN RFB 2.229/2024). The two check digits are always digits.
 */
export function maskCnpj(typed: string): string {
  const places = normalizeCnpj(typed).slice(0, 14);
  const [root1, root2, root3] = [places.slice(0, 2), places.slice(2, 5), places.slice(5, 8)];
  const [branch, check] = [places.slice(8, 12), places.slice(12)];
  return `${root1}${root2 && `.${root2}`}${root3 && `.${root3}`}${branch && `/${branch}`}${check && `-${check}`}`;
}

/** Returns the letters and digits of a CNPJ in upper case, without 'CNPJ:' or 'CNPJ nº' before them. */
export function normalizeCnpj(text: string): string {
  const places = text.replace(/^\s*CNPJ\b([^0-9A-Z]|n[º°])*(?=[0-9A-Z])/i, '');
  return places.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/**
 * Whether a text is a CNPJ with two correct check digits, with or without punctuation. The check digits are computed
 * modulo 11; the value of a character is its ASCII code minus 48.
 */
export function isCnpj(text: string): boolean {
  const places = normalizeCnpj(text);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(places)) return false;
  // Refuse fourteen equal characters: fourteen zeros pass the check, but no company has this number.
  if (/^(.)\1*$/.test(places)) return false;
  const body = places.slice(0, 12);
  const first = checkDigit(body);
  return places.endsWith(`${first}${checkDigit(`${body}${first}`)}`);
}

/** Returns a check digit. The weights are 2 to 9 from the last character to the first, repeated. */
function checkDigit(places: string): number {
  const sum = [...places].toReversed().reduce((total, place, index) => {
    return total + (place.charCodeAt(0) - 48) * (2 + (index % 8));
  }, 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

export const invalidCnpjMessage = 'Informe um CNPJ válido.';
