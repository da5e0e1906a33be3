import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillEveryTable } from './records.ts';

describe('distribuidores and plans', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    await fillEveryTable(db);
  });
  afterAll(() => db.drop());

  const codeOf = async (text: string) => (await db.attempt('administrador', text)).code;
  async function columns() {
    const table = 'select * from public.distribuidores';
    return (await db.attempt('administrador', table)).rows.flatMap(Object.keys);
  }

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

  it('stores the fields of the specification and the parts of the address, but no CNPJ [DIST-27]', async () => {
    const names = await columns();
    expect(names).toEqual(
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
    expect(names).not.toContain('cnpj');
  });

  it('creates a new one as Pendente [DIST-26]', async () => {
    expect(await db.sql('select status from public.distribuidores')).toEqual([
      { status: 'Pendente' },
    ]);
  });

  it('joins the plan with its name and colours [DIST-28]', async () => {
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
    ['instagram', `'@loja'`, '23514', ''],
    ['instagram', `'https://instagram.com/loja'`, '23514', ''],
  ])('refuses %s = %s with %s %s', async (column, value, code) => {
    expect(await codeOf(`update public.distribuidores set ${column} = ${value}`)).toBe(code);
  });
});
