import { describe, expect, it } from 'vitest';
import { loadMatchers } from './guessable-password.ts';
import { passwordProblem } from './password.ts';

const ana = { name: 'Ana Júlia Souza', email: 'aju.souza@vitrine.exemplo' };

describe('a new password', () => {
  it('has eight letters or more, and no more bytes than the hash reads [USER-30]', () => {
    expect(passwordProblem('sete-77')).toBe('Use pelo menos 8 caracteres.');
    expect(passwordProblem('q7-Tz9Xk')).toBeUndefined();
    expect(passwordProblem('çàéíóúâêôãõü'.repeat(3))).toBeUndefined();
    expect(passwordProblem('ç'.repeat(37))).toBe(
      'Use no máximo 72 caracteres; os acentuados contam como dois.',
    );
  });

  it.each([
    'Ana Julia Souza',
    'souza-2026',
    '1990julia!',
    'aju.souza@vitrine.exemplo',
    'AjuSouza1',
  ])('is not the own name or e-mail: %s', (password) => {
    expect(passwordProblem(password, ana)).toBe('Não use o próprio nome ou e-mail como senha.');
  });

  it.each(['souza e filhos', 'Aa1!3f9c0b', 'cavalo bateria grampo'])('may be %s', (password) => {
    expect(passwordProblem(password, ana)).toBeUndefined();
  });

  it('is judged by dictionaries once they are there [USER-30]', async () => {
    await loadMatchers();
    for (const password of ['mudar123', 'vitrine2026', '87654321', 'aaaaaaaa', ' '.repeat(8)])
      expect(passwordProblem(password), password).toMatch(/^Esta senha é fácil de adivinhar/);
    expect(passwordProblem('souzajulia', ana)).toMatch(/^Esta senha é fácil de adivinhar/);
    expect(passwordProblem('cavalo bateria grampo', ana)).toBeUndefined();
    expect(passwordProblem('q7-Tz9Xk')).toBeUndefined();
    expect(passwordProblem('çàéíóúâêôãõü'.repeat(3))).toBeUndefined();
  });
});
