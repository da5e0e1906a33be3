/** Applies the input mask of a CEP: at most eight digits, with a hyphen after the fifth digit ('01001-000'). */
export function maskCep(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits;
}

/** Whether a text is a complete CEP in the format of `maskCep`. */
export function isCep(text: string): boolean {
  return /^\d{5}-\d{3}$/.test(text);
}
