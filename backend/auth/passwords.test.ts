import { describe, expect, it } from 'vitest';
import { requireStrongPassword, hashPassword, isCorrectPassword } from './passwords.ts';

const OWNER = { email: 'ana@vitrine.exemplo' };

/** bcrypt appends a NUL to a password and repeats the result, so several passwords with NULs have the same hash. */
describe('a password with the character NUL', () => {
  it.each(['\0'.repeat(8), 'tulipa\0tulipa', 'tulipa-azul\0'])(
    'is refused: %j',
    async (password) => {
      await expect(requireStrongPassword(password, OWNER)).rejects.toMatchObject({
        status: 400,
        code: 'validation_failed',
      });
    },
  );

  it('does not match the hash of a similar password', async () => {
    expect(await isCorrectPassword('\0'.repeat(8), await hashPassword('', 4), 4)).toBe(false);
    expect(await isCorrectPassword('tulipa\0tulipa', await hashPassword('tulipa', 4), 4)).toBe(
      false,
    );
    expect(await isCorrectPassword('tulipa', await hashPassword('tulipa', 4), 4)).toBe(true);
  });
});
