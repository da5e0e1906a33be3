/** What is typed as a CEP: at most eight digits, with the hyphen after the fifth: '01001-000'. */
export function maskCep(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}

/** True for a whole CEP as the mask writes it. */
export function isCep(text: string): boolean {
  return /^\d{5}-\d{3}$/.test(text);
}
