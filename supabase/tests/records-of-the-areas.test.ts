import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type TestDatabase } from './database.ts';
import { fillEveryTable } from './records.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openDatabase();
  await fillEveryTable(db);
});
afterAll(() => db.drop());

const codeOf = async (text: string) => (await db.attempt('administrador', text)).code;
const columnsOf = async (table: string) =>
  (await db.attempt('administrador', `select * from public.${table} limit 1`)).rows.flatMap(
    Object.keys,
  );

describe('categories', () => {
  it('keeps every field, active by default [CAT-16, CAT-18]', async () => {
    const rows = await db.sql(
      `select name, description, image_url, is_active from public.categories where name = 'Bebidas'`,
    );
    expect(rows).toEqual([
      { name: 'Bebidas', description: null, image_url: null, is_active: true },
    ]);
  });

  it('refuses a category without a name [CAT-19]', async () => {
    expect(await codeOf(`insert into public.categories (name) values (' ')`)).toBe('23514');
    expect(await codeOf(`insert into public.categories (description) values ('x')`)).toBe('23502');
  });

  it('refuses to delete a category in use, with the number of products [CAT-24]', async () => {
    const remove = db.as('colaborador', `delete from public.categories where name = 'Bebidas'`);
    await expect(remove).rejects.toMatchObject({
      code: '23503',
      message: '1 produto usa esta categoria.',
      detail: '1',
    });
  });

  it('is found by name and description, without accents [CAT-08]', async () => {
    await db.sql(
      `insert into public.categories (name, description) values ('Café', 'Grãos torrados')`,
    );
    for (const term of ['cafe', 'graos']) {
      const { rows } = await db.attempt(
        'colaborador',
        `select name from public.categories where search_text ilike '%${term}%'`,
      );
      expect(rows).toEqual([{ name: 'Café' }]);
    }
  });
});

describe('distribuidores and plans', () => {
  it('seeds the four plans with their colours [DIST-29, DIST-30, DIST-31]', async () => {
    const { rows } = await db.attempt(
      'colaborador',
      'select name, background_color, text_color from public.plans order by name',
    );
    expect(rows).toEqual([
      { name: 'Business', background_color: '#fef3c7', text_color: '#78350f' },
      { name: 'Master', background_color: '#ede9fe', text_color: '#4c1d95' },
      { name: 'Pro', background_color: '#dbeafe', text_color: '#1e3a8a' },
      { name: 'Starter', background_color: '#e5e7eb', text_color: '#1f2937' },
    ]);
  });

  it('keeps the fields of the specification and the parts of the address, no CNPJ [DIST-25, DIST-27, CEP-11]', async () => {
    const columns = await columnsOf('distribuidores');
    expect(columns).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'email',
        'phone',
        'address',
        'cidade',
        'estado',
        'status',
        'plan_id',
        'logo_url',
        'instagram',
        'cep',
        'logradouro',
        'numero',
        'complemento',
        'bairro',
      ]),
    );
    expect(columns).not.toContain('cnpj');
  });

  it('makes a new one Pendente [DIST-26]', async () => {
    expect(await db.sql('select status from public.distribuidores')).toEqual([
      { status: 'Pendente' },
    ]);
  });

  it('joins the plan with name and colours [DIST-28, CALL-24]', async () => {
    const { rows } = await db.attempt(
      'colaborador',
      `select p.name, p.background_color, p.text_color
      from public.distribuidores d join public.plans p on p.id = d.plan_id`,
    );
    expect(rows).toEqual([{ name: 'Pro', background_color: '#dbeafe', text_color: '#1e3a8a' }]);
  });

  it.each([
    ['name', 'null', '23502', '[DIST-32]'],
    ['email', 'null', '23502', '[DIST-33]'],
    ['phone', `' '`, '23514', '[DIST-34]'],
    ['address', 'null', '23502', '[DIST-35]'],
    ['status', 'null', '23502', '[DIST-36]'],
    ['plan_id', 'null', '23502', '[DIST-37]'],
    ['status', `'Suspenso'`, '23514', ''],
    ['cep', `'1234'`, '23514', ''],
    ['estado', `'São Paulo'`, '23514', ''],
    ['instagram', `'@loja'`, '23514', '[DIST-42]'],
    ['instagram', `'https://instagram.com/loja'`, '23514', '[DIST-42]'],
  ])('refuses %s = %s', async (column, value, code) => {
    expect(await codeOf(`update public.distribuidores set ${column} = ${value}`)).toBe(code);
  });
});

describe('parceiros', () => {
  it('keeps the fields of the specification, no CNPJ, no plan [PARC-14, PARC-15]', async () => {
    const columns = await columnsOf('parceiros');
    expect(columns).toEqual(
      expect.arrayContaining([
        'id',
        'name',
        'email',
        'phone',
        'address',
        'cidade',
        'estado',
        'status',
        'instagram',
        'logo_url',
      ]),
    );
    for (const absent of ['cnpj', 'plan_id', 'distribuidor_id'])
      expect(columns).not.toContain(absent);
  });

  it('makes a new one Pendente [PARC-16]', async () => {
    expect(await db.sql('select status from public.parceiros')).toEqual([{ status: 'Pendente' }]);
  });

  it.each([
    ['name', `''`, '23514', '[PARC-17]'],
    ['email', `'sem arroba'`, '23514', '[PARC-18]'],
    ['phone', 'null', '23502', '[PARC-19]'],
    ['address', 'null', '23502', '[PARC-20]'],
    ['status', 'null', '23502', '[PARC-21]'],
  ])('refuses %s = %s', async (column, value, code) => {
    expect(await codeOf(`update public.parceiros set ${column} = ${value}`)).toBe(code);
  });
});

describe('notificacoes', () => {
  it('keeps every field, with a numeric id and the defaults [NOTI-20, NOTI-23, NOTI-24, NOTI-25, NOTI-26]', async () => {
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
    ['tipo', `'Urgente'`, '[NOTI-14]'],
    ['status', `'Ativo'`, '[NOTI-16]'],
    ['destinatarios', `'anon'`, '[NOTI-17]'],
    ['visibilidade', `'home'`, '[NOTI-18]'],
  ])('refuses %s = %s', async (column, value) => {
    expect(await codeOf(`update public.notificacoes set ${column} = ${value}`)).toBe('23514');
  });
});

describe('banners', () => {
  it('keeps every field, with a numeric id and the defaults [BANN-21, BANN-27, BANN-28, BANN-29, BANN-30]', async () => {
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
  ])('refuses %s = %s', async (column, value, code) => {
    expect(await codeOf(`update public.banners set ${column} = ${value}`)).toBe(code);
  });

  it('keeps a stored home [BANN-17]', async () => {
    expect(await codeOf(`update public.banners set posicao = 'home'`)).toBe('00000');
  });

  it('notes when it was last saved [CALL-37]', async () => {
    await db.sql(`update public.banners set titulo = 'Outono'`);
    expect(
      await db.sql('select updated_at > created_at as later, version from public.banners'),
    ).toEqual([{ later: true, version: 2 }]);
  });

  it('is copied with another title, for an Administrador only [BANN-33, CALL-38]', async () => {
    const [banner] = await db.sql<{ id: string; titulo: string }>(
      'select id, titulo from public.banners',
    );
    const call = 'select public.duplicate_banner($1) as answer';
    const [row] = await db.as('administrador', call, [banner?.id]);
    expect(row).toMatchObject({
      answer: { status: 'saved', banner: { titulo: `${banner?.titulo} (Cópia)`, version: 1 } },
    });
    expect(await db.as('administrador', call, [999])).toEqual([{ answer: { status: 'missing' } }]);
    expect(await db.as('colaborador', call, [banner?.id])).toEqual([
      { answer: { status: 'missing' } },
    ]);
  });
});
