import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from './password.ts';

const ana = { name: 'Ana Júlia Souza', email: 'aju.souza@vitrine.exemplo' };

describe('a new password', () => {
  it('has eight characters or more, and no more bytes than the hash reads [USER-30]', () => {
    expect(findPasswordProblem('sete-77')).toBe('Use pelo menos 8 caracteres.');
    expect(findPasswordProblem('oito-888')).toBeUndefined();
    expect(findPasswordProblem('ç'.repeat(36))).toBeUndefined();
    expect(findPasswordProblem('ç'.repeat(37))).toBe(
      'Use no máximo 72 caracteres; os acentuados contam como dois.',
    );
  });

  it.each([
    'Ana Julia Souza',
    'souza-2026',
    '1990julia!',
    'aju.souza@vitrine.exemplo',
    'AjuSouza1',
  ])("is not the user's name or e-mail: %s", (password) => {
    expect(findPasswordProblem(password, ana)).toBe('Não use o próprio nome ou e-mail como senha.');
  });

  it.each(['12345678', 'souza e filhos', 'anajuliette'])('may be %s', (password) => {
    expect(findPasswordProblem(password, ana)).toBeUndefined();
  });
});
