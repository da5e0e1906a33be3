import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { fillEveryTable } from './records.ts';

describe('parceiros', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await openTestDatabase();
    await fillEveryTable(db);
  });
  afterAll(() => db.drop());

  const codeOf = async (text: string) => (await db.attempt('administrador', text)).code;
  async function columns() {
    const table = 'select * from public.parceiros';
    return (await db.attempt('administrador', table)).rows.flatMap(Object.keys);
  }

  it('stores the fields of the specification, without CNPJ and plan [PARC-14]', async () => {
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
        'instagram',
        'logo_url',
      ]),
    );
    for (const absent of ['cnpj', 'plan_id', 'distribuidor_id'])
      expect(names).not.toContain(absent);
  });

  it('creates a new one as Pendente [PARC-16]', async () => {
    expect(await db.sql('select status from public.parceiros')).toEqual([{ status: 'Pendente' }]);
  });

  it.each([
    ['name', `''`, '23514', '[PARC-17]'],
    ['email', `'sem arroba'`, '23514', '[PARC-18]'],
    ['phone', 'null', '23502', '[PARC-19]'],
    ['address', 'null', '23502', '[PARC-20]'],
    ['status', 'null', '23502', '[PARC-21]'],
  ])('refuses %s = %s with %s %s', async (column, value, code) => {
    expect(await codeOf(`update public.parceiros set ${column} = ${value}`)).toBe(code);
  });
});
