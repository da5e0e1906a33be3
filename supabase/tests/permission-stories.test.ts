import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { BRUNO_ID, CAIO_ID } from './people.ts';
import { PROTECTED_COLUMNS, TABLE_PERMISSIONS } from './permission-table.ts';
import { fillEveryTable } from './records.ts';

describe('further rules of the permission matrix', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    await fillEveryTable(db);
  });
  afterAll(() => db.drop());

  it('lets a Colaborador update name, company, phone and photo of their own profile, and nothing else [ROLE-15, ROLE-17]', async () => {
    const own = `update public.profiles set name = 'Bruno', company = 'Loja', phone = '1',
      avatar_url = 'https://vitrine.exemplo/storage/v1/object/public/avatars/b.png' where id = '${BRUNO_ID}' returning id`;
    expect((await db.attempt('colaborador', own)).rows).toHaveLength(1);
    const role = `update public.profiles set role = 'Administrador' where id = '${BRUNO_ID}' returning id`;
    expect((await db.attempt('colaborador', role)).code).toBe('P0001');
    const all = `update public.profiles set name = 'Tudo meu' returning id`;
    expect((await db.attempt('colaborador', all)).rows).toEqual([{ id: BRUNO_ID }]);
  });

  it('does not let a user insert their own profile [ROLE-17]', async () => {
    const insert = `insert into public.profiles (id, name, email, role)
      values ('${CAIO_ID}', 'Caio', 'caio@vitrine.exemplo', 'Administrador') returning id`;
    expect((await db.attempt('loginWithoutProfile', insert)).code).toBe('42501');
    expect((await db.attempt('colaborador', insert)).code).toBe('42501');
  });

  it('shows a Colaborador only the active notificacoes of the panel [ROLE-15]', async () => {
    await db.sql(`insert into public.notificacoes (titulo, conteudo, status, visibilidade) values
      ('Do painel', 'x', 'Ativa', 'painel'), ('Inativa', 'x', 'Inativa', 'todos'),
      ('Do menu', 'x', 'Ativa', 'menu_parceiros'), ('Do catálogo', 'x', 'Ativa', 'catalogo_distribuidores')`);
    const { rows } = await db.attempt(
      'colaborador',
      'select titulo from public.notificacoes order by id',
    );
    expect(rows.map((row) => row['titulo'])).toEqual(['Aviso', 'Do painel']);
    const all = await db.attempt('administrador', 'select titulo from public.notificacoes');
    expect(all.rows).toHaveLength(5);
  });

  it.each(PROTECTED_COLUMNS)('does not let any user write %s.%s', async (table, column) => {
    const { code } = await db.attempt(
      'administrador',
      `update public.${table} set ${column} = ${column}`,
    );
    expect(code).toBe('42501');
  });

  it('does not let any user truncate a table', async () => {
    for (const table of Object.keys(TABLE_PERMISSIONS)) {
      expect((await db.attempt('administrador', `truncate public.${table} cascade`)).code).toBe(
        '42501',
      );
    }
  });
});
