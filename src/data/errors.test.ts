import { describe, expect, it } from 'vitest';
import { errorTexts } from './error-texts.ts';
import { errorCode, isTransient, translateError } from './errors.ts';
import { unionByStatus, isNumber, listOf, objectOf, isText } from '#lib/shape.ts';
import { mayHaveExecuted, PlatformError, unwrap, unwrapAs, unwrapCounted } from './unwrap.ts';

it('of a unique constraint is the sentence of that constraint, if it has one', () => {
  const refusal = (rule: string) => ({
    status: 409,
    code: '23505',
    message: `duplicate key value violates unique constraint "${rule}"`,
  });
  errorTexts['frutas_codigo_key'] = 'Já existe uma fruta com este código.';
  try {
    expect(translateError(refusal('frutas_codigo_key'))).toBe(
      'Já existe uma fruta com este código.',
    );
    expect(translateError(refusal('frutas_cor_key'))).toBe(
      'Já existe um registro com estes dados.',
    );
  } finally {
    delete errorTexts['frutas_codigo_key'];
  }
});

describe('the text of an error', () => {
  it.each([
    [
      'a category that was deleted meanwhile',
      {
        status: 409,
        code: '23503',
        message:
          'insert or update on table "products" violates foreign key constraint "products_category_id_fkey"',
      },
      'A categoria escolhida foi excluída. Escolha outra.',
    ],
    [
      'a category that is still used, in the words of the schema',
      {
        status: 409,
        code: '23503',
        message: 'A categoria tem 2 produtos.',
        hint: 'category_in_use',
      },
      'A categoria tem 2 produtos.',
    ],
    [
      'auth, by its code',
      { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
      'E-mail ou senha incorretos.',
    ],
    [
      'auth, no session',
      { name: 'AuthSessionMissingError', status: 400, message: 'Auth session missing!' },
      'Sua sessão terminou. Entre novamente.',
    ],
    [
      'auth, a forged token',
      { status: 403, code: 'bad_jwt', message: 'invalid JWT: unable to parse or verify signature' },
      'Sua sessão terminou. Entre novamente.',
    ],
    [
      'auth, neither e-mail nor password at sign-up',
      {
        message: 'You must provide either an email or phone number and a password',
        status: undefined,
      },
      'O servidor recusou os dados: falta algo ou um valor não é válido.',
    ],
    [
      'rest, by SQLSTATE',
      { code: '23505', message: 'duplicate key', details: null, hint: null },
      'Já existe um registro com estes dados.',
    ],
    [
      'rest, by its own code',
      { code: 'PGRST301', message: 'JWT expired' },
      'Sua sessão terminou. Entre novamente.',
    ],
    [
      'storage, by the name of its error',
      { status: 400, statusCode: '413', error: 'EntityTooLarge', message: 'x' },
      'O arquivo é grande demais.',
    ],
    [
      'storage, by its message',
      { status: 400, statusCode: '409', message: 'The resource already exists' },
      'Já existe um arquivo com este nome.',
    ],
    [
      'storage, the limit of uploads in the words of the schema',
      {
        status: 400,
        statusCode: '403',
        code: 'AccessDenied',
        message:
          'Você enviou muitos arquivos que nenhum registro usa. Salve o que está aberto ou tente amanhã.',
      },
      'Você enviou muitos arquivos que nenhum registro usa. Salve o que está aberto ou tente amanhã.',
    ],
    [
      'storage, any other refusal of a policy',
      {
        status: 400,
        statusCode: '403',
        code: 'AccessDenied',
        message: 'permission denied for function has_room_for_uploads',
      },
      'Você não tem permissão para fazer isso.',
    ],
    [
      'the network',
      new TypeError('Failed to fetch'),
      'Sem conexão com o servidor. Verifique sua internet e tente novamente.',
    ],
  ])('is Portuguese: %s [ERR-49]', (_name, error, text) => {
    expect(translateError(error)).toBe(text);
  });

  const slow = 'O servidor demorou demais para responder. Tente novamente.';
  const full =
    'O disco do servidor está cheio ou quase: nada novo pode ser salvo até que haja espaço. Avise quem cuida do servidor.';

  it.each([
    [507, 'InternalError', full],
    [507, 'disk_full', full],
    [544, 'DatabaseTimeout', slow],
    [423, 'ResourceLocked', 'Este arquivo está em uso agora. Tente novamente em instantes.'],
    [408, 'Aborted', 'O envio do arquivo parou antes do fim. Tente novamente.'],
    [400, 'InvalidRequest', 'O servidor não entendeu o pedido.'],
    [409, 'NotSupported', 'Este recurso não está disponível.'],
    [
      405,
      '25006',
      'O banco de dados só pode ser lido agora: nada pode ser salvo. Avise quem cuida do servidor.',
    ],
  ])('is Portuguese for the status %i and the code %s [ERR-49]', (status, code, text) => {
    expect(translateError({ status, code, message: 'x' })).toBe(text);
  });

  it("is the database's own when our SQL raised the error", () => {
    expect(
      translateError({ code: 'P0001', message: 'O último Administrador não pode ser excluído.' }),
    ).toBe('O último Administrador não pode ser excluído.');
  });

  it('is the original message of an unknown error', () => {
    expect(translateError({ status: 418, code: 'teapot', message: 'I am a teapot' })).toBe(
      'I am a teapot',
    );
  });
});

it('distinguishes a lost connection from an error response', () => {
  expect(errorCode({ message: 'TypeError: Failed to fetch', code: '' }, 0)).toBe('network');
  expect(isTransient({ status: 503, message: '' })).toBe(true);
  expect(isTransient({ status: 409, code: '23505', message: '' })).toBe(false);
});

it.each([
  ['without a response', 0, '', true],
  ['a proxy timed out', 504, '', true],
  ['the platform lost its database', 503, 'PGRST000', true],
  ['the platform lost its database meanwhile', 503, 'PGRST001', true],
  ['the database refuses connections', 503, '53300', false],
  ['the row was refused', 409, '23505', false],
])('counts a request as perhaps executed or not: %s', (_name, status, code, expected) => {
  expect(mayHaveExecuted(new PlatformError({ status, code, message: 'x' }))).toBe(expected);
});

describe('unwrap', () => {
  it('returns the data', async () => {
    await expect(unwrap(Promise.resolve({ data: [1], error: null }))).resolves.toEqual([1]);
  });

  it('returns the exact count', async () => {
    const answer = Promise.resolve({ data: null, error: null, count: 7 });
    await expect(unwrapCounted(answer)).resolves.toEqual({ data: null, count: 7 });
  });

  it('throws an error in Portuguese with the original as its cause', async () => {
    const error = {
      code: '42501',
      message: 'new row violates row-level security',
      details: 'd',
      hint: 'h',
    };
    const thrown: unknown = await unwrap(Promise.resolve({ data: null, error, status: 403 })).catch(
      (cause: unknown) => cause,
    );
    expect(thrown).toBeInstanceOf(PlatformError);
    expect(thrown).toMatchObject({
      message: 'Você não tem permissão para fazer isso.',
      code: '42501',
      status: 403,
      details: 'd',
      hint: 'h',
      cause: error,
    });
  });

  it('treats a rejected request like an error response', async () => {
    const thrown: unknown = await unwrap(Promise.reject(new TypeError('Failed to fetch'))).catch(
      (cause: unknown) => cause,
    );
    expect(thrown).toMatchObject({ code: 'network', status: 0 });
  });
});

describe('the response of a function that returns json', () => {
  const answer = (data: unknown) => Promise.resolve({ data, error: null, status: 200 });
  const isSaved = unionByStatus<{ status: 'saved'; count: number } | { status: 'missing' }>({
    saved: { count: isNumber },
    missing: {},
  });

  it('is returned if it has the expected shape', async () => {
    expect(await unwrapAs(answer({ status: 'saved', count: 2 }), isSaved)).toEqual({
      status: 'saved',
      count: 2,
    });
    expect(await unwrapAs(answer({ status: 'missing' }), isSaved)).toEqual({ status: 'missing' });
    const isNames = listOf(objectOf<{ name: string }>({ name: isText }));
    expect(await unwrapAs(answer([{ name: 'a' }]), isNames)).toEqual([{ name: 'a' }]);
  });

  it.each([
    ['nothing', null],
    ['an unknown status', { status: 'other' }],
    ['a field of another type', { status: 'saved', count: '2' }],
    ['a missing field', { status: 'saved' }],
    ['a list', []],
  ])('is an error in Portuguese if it is %s', async (_name, data) => {
    await expect(unwrapAs(answer(data), isSaved)).rejects.toMatchObject({
      name: 'PlatformError',
      code: 'unexpected_shape',
      message:
        'O servidor respondeu em um formato inesperado. Atualize a página e tente novamente.',
    });
  });
});
