import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillEveryTable } from './records.ts';

describe('notificacoes', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    await fillEveryTable(db);
  });
  afterAll(() => db.drop());

  const codeOf = async (text: string) => (await db.attempt('administrador', text)).code;

  it('stores every field, with a numeric id and the defaults [NOTI-20, NOTI-23, NOTI-24, NOTI-25, NOTI-26]', async () => {
    const rows = await db.sql('select * from public.notificacoes');
    expect(rows[0]).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      titulo: 'Aviso',
      conteudo: 'Texto',
      tipo: 'Geral',
      status: 'Ativa',
      destinatarios: 'todos',
      visibilidade: 'todos',
      created_at: expect.any(Date),
    });
  });

  it.each([
    ['titulo', `''`, '[NOTI-21]'],
    ['conteudo', `''`, '[NOTI-22]'],
    ['tipo', `'Urgente'`, ''],
    ['status', `'Ativo'`, ''],
    ['destinatarios', `'anon'`, ''],
    ['visibilidade', `'home'`, ''],
  ])('refuses %s = %s %s', async (column, value) => {
    expect(await codeOf(`update public.notificacoes set ${column} = ${value}`)).toBe('23514');
  });
});
