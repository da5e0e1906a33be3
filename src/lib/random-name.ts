/** Returns 16 random bytes as 32 hexadecimal digits. It also works on plain HTTP, unlike `crypto.randomUUID`. */
export function createRandomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
