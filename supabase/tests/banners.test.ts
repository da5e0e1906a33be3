import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillEveryTable } from './records.ts';

describe('banners', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    await fillEveryTable(db);
  });
  afterAll(() => db.drop());

  const codeOf = async (text: string) => (await db.attempt('administrador', text)).code;

  it('stores every field, with a numeric id and the defaults [BANN-21, BANN-27, BANN-28, BANN-29, BANN-30]', async () => {
    const rows = await db.sql('select * from public.banners');
    expect(rows[0]).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      titulo: 'Verão',
      descricao: null,
      cta_texto: null,
      cta_link: null,
      imagem_url: null,
      status: 'Ativo',
      posicao: 'todos',
      tipo: 'banner',
      ordem: 0,
      created_at: expect.any(Date),
      updated_at: expect.any(Date),
    });
  });

  it.each([
    ['titulo', `''`, '23514', '[BANN-22]'],
    ['status', 'null', '23502', '[BANN-23]'],
    ['posicao', 'null', '23502', '[BANN-24]'],
    ['tipo', 'null', '23502', '[BANN-25]'],
    ['ordem', '-1', '23514', '[BANN-26]'],
    ['cta_link', `'javascript:alert(1)'`, '23514', ''],
    ['posicao', `'rodape'`, '23514', ''],
  ])('refuses %s = %s with %s %s', async (column, value, code) => {
    expect(await codeOf(`update public.banners set ${column} = ${value}`)).toBe(code);
  });

  it('stores the legacy position home [BANN-17]', async () => {
    expect(await codeOf(`update public.banners set posicao = 'home'`)).toBe('00000');
  });

  it('stores the time of the last save [CALL-37]', async () => {
    await db.sql(`update public.banners set titulo = 'Outono'`);
    expect(
      await db.sql('select updated_at > created_at as later, version from public.banners'),
    ).toEqual([{ later: true, version: 2 }]);
  });

  it('can be copied with another title, by an Administrador only [BANN-33, CALL-38]', async () => {
    const [banner] = await db.sql<{ id: string; titulo: string }>(
      'select id, titulo from public.banners',
    );
    const call = 'select public.duplicate_banner($1) as result';
    const [row] = await db.as('administrador', call, [banner?.id]);
    expect(row).toMatchObject({
      result: { status: 'saved', banner: { titulo: `${banner?.titulo} (Cópia)`, version: 1 } },
    });
    expect(await db.as('administrador', call, [999])).toEqual([{ result: { status: 'missing' } }]);
    expect(await db.as('colaborador', call, [banner?.id])).toEqual([
      { result: { status: 'missing' } },
    ]);
  });
});
