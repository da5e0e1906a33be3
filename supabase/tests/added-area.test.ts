import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  SUCCESSFUL_COMPLETION,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import type { TestCaller } from './people.ts';
import { NEXT_STEP_SQL } from './staged-batches.ts';
import {
  RESTRICTED_AREA_MIGRATION,
  AREA_MIGRATION,
  countMigrationLines,
  runMigration,
} from './trial-migrations.ts';

type Entry = {
  batch: number;
  kind: string;
  area: string;
  title: string | null;
  amount: number | null;
  changes: { before: object | null; after: object | null }[];
};
type Entries = { entries: Entry[] };
type Step = { status: string; batch: number; counts: Record<string, number> };
type Row = { outcome: string; title: string; before: object; after: object; refusal: unknown };
type TrashedRecord = { title: string; detail: string | null; batch: number; record_id: string };

const FILE = 'https://vitrine.exemplo/storage/v1/object/public/images/restritos/a.png';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
  await runMigration(db, AREA_MIGRATION);
  await runMigration(db, RESTRICTED_AREA_MIGRATION);
});
beforeEach(async () => {
  await db.sql('truncate public.ensaios, public.restritos, private.staged_batches cascade');
});
afterAll(() => db.drop());

function call<T>(name: string, values: unknown[], person: TestCaller = 'colaborador') {
  return db.call<T>(person, name, values);
}

const codeOf = async (person: TestCaller, text: string, values: unknown[] = []) =>
  (await db.attempt(person, text, values)).code;

async function aCoupon(codigo = 'VERÃO10', more: Record<string, unknown> = {}) {
  const row = { codigo, desconto: 10, observacao: 'Para a praia', ...more };
  const [made] = await db.as<{ id: string }>(
    'colaborador',
    `insert into public.ensaios (codigo, desconto, observacao)
    select codigo, desconto, observacao from jsonb_populate_record(null::public.ensaios, $1) returning id`,
    [JSON.stringify(row)],
  );
  return made?.id ?? expect.unreachable('no coupon');
}

async function coupons() {
  return db.sql(
    'select codigo, desconto::float8, situacao, usos from public.ensaios order by codigo',
  );
}

const historyOf = async (id: string) =>
  (await call<Entries>('record_history', ['ensaios', id])).entries;
const activity = async () => (await call<Entries>('activity', [{}], 'administrador')).entries;
/** Lists the records in the trash that one batch deleted, so that the records of earlier tests are left out. */
const trash = (batch: number, search = '') =>
  call<TrashedRecord[]>('trash', ['ensaios', null, 50, search, batch]);

async function changeMany(ids: string[], change: object, person: TestCaller = 'colaborador') {
  const id = randomUUID();
  await call('plan_change', [id, 'ensaios', { ids }, change], person);
  const rows = await call<Row[]>('batch_rows', [id, ['change', 'keep', 'refuse']], person);
  const [step] = await db.as<{ result: Step }>(person, NEXT_STEP_SQL, [id, 1000, 0]);
  return { rows, step: step?.result ?? expect.unreachable('no step') };
}

describe('an area that one migration adds', () => {
  it('is a migration of at most 60 lines without a function of its own', () => {
    expect(countMigrationLines(AREA_MIGRATION)).toBeLessThanOrEqual(60);
    expect(AREA_MIGRATION).not.toMatch(/function|trigger|policy/);
  });

  it('is open to staff only, with the columns that its migration grants to clients', async () => {
    const id = await aCoupon();
    const statements = [
      `insert into public.ensaios (codigo, desconto) values ('X', 1)`,
      `update public.ensaios set desconto = 2`,
      `delete from public.ensaios`,
    ];
    for (const text of statements) {
      expect(await codeOf('colaborador', text)).toBe(SUCCESSFUL_COMPLETION);
      expect(await codeOf('anon', text)).toBe(INSUFFICIENT_PRIVILEGE);
    }
    for (const person of ['loginWithoutProfile', 'signedOutAdministrador'] as const) {
      expect(await codeOf(person, statements[0]!)).toBe(INSUFFICIENT_PRIVILEGE);
      expect((await db.attempt(person, 'select id from public.ensaios')).rows).toEqual([]);
    }
    for (const column of ['usos', 'version', 'created_at', 'id'] as const)
      expect(await codeOf('administrador', `update public.ensaios set ${column} = default`)).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
    expect(
      await codeOf(
        'colaborador',
        `insert into public.ensaios (codigo, desconto, usos) values ('X', 1, 9)`,
      ),
    ).toBe(INSUFFICIENT_PRIVILEGE);
    await db.as('colaborador', `delete from public.ensaios`);
    const again = await db
      .as('colaborador', `insert into public.ensaios (id, codigo, desconto) values ($1, 'Y', 1)`, [
        id,
      ])
      .catch((error: { hint?: string }) => error.hint);
    expect(again).toBe('creation_deleted');
  });

  it('has a history with titles, and its changes can be undone', async () => {
    const id = await aCoupon();
    await db.as('colaborador', 'update public.ensaios set desconto = 25 where id = $1', [id]);
    const [change, creation] = await historyOf(id);
    expect(creation).toMatchObject({ kind: 'insert', title: 'VERÃO10' });
    expect(change).toMatchObject({
      kind: 'update',
      title: 'VERÃO10',
      changes: [{ before: { desconto: 10 }, after: { desconto: 25 } }],
    });
    expect((await activity())[0]).toMatchObject({ area: 'ensaios', title: 'VERÃO10' });
    await call('undo_batch', [change!.batch]);
    expect(await coupons()).toMatchObject([{ desconto: 10 }]);
    await call('restore_record', ['ensaios', id, change!.batch]);
    expect(await coupons()).toMatchObject([{ desconto: 25 }]);
    await db.as('colaborador', 'update public.ensaios set desconto = 30 where id = $1', [id]);
    const [latest] = await historyOf(id);
    await db.as('administrador', 'update public.ensaios set desconto = 35 where id = $1', [id]);
    const { conflicts } = await call<{ conflicts: object[] }>('undo_batch', [latest!.batch]);
    expect(conflicts).toMatchObject([{ kind: 'changed', column: 'desconto', title: 'VERÃO10' }]);
  });

  it('has bulk changes, of the columns that the area lists only', async () => {
    const ids = [await aCoupon('A'), await aCoupon('B')];
    const { rows, step } = await changeMany(ids, {
      kind: 'set',
      column: 'situacao',
      value: 'Fechado',
    });
    expect(rows).toMatchObject([
      { outcome: 'change', title: 'A', after: { situacao: 'Fechado' } },
      { outcome: 'change', title: 'B', after: { situacao: 'Fechado' } },
    ]);
    expect(step).toMatchObject({ status: 'done', counts: { changed: 2 } });
    expect(await coupons()).toMatchObject([{ situacao: 'Fechado' }, { situacao: 'Fechado' }]);
    const [entry] = await activity();
    expect(entry).toMatchObject({ area: 'ensaios', title: 'A' });
    const records = await call<Entries>('batch_records', [entry!.batch], 'administrador');
    expect(new Set(records.entries.map(({ title }) => title))).toEqual(new Set(['A', 'B']));
    for (const column of ['codigo', 'usos', 'version', 'nothing'])
      await expect(changeMany(ids, { kind: 'set', column, value: '1' })).rejects.toMatchObject({
        code: '22023',
      });
  });

  it('moves deleted records to the trash, finds them there, and restores them', async () => {
    const ids = [await aCoupon('INVERNO'), await aCoupon('VERÃO')];
    const { batch } = (await changeMany(ids, { kind: 'delete' })).step;
    expect(await trash(batch)).toMatchObject([
      { title: 'VERÃO', detail: null },
      { title: 'INVERNO', detail: null },
    ]);
    const [found, ...others] = await trash(batch, 'verao');
    expect([found?.title, others]).toEqual(['VERÃO', []]);
    await call('restore_trashed', [batch, [found!.record_id]]);
    expect(await coupons()).toMatchObject([{ codigo: 'VERÃO' }]);
    const [left] = await trash(batch);
    const groups = await call<{ rows: TrashedRecord[] }[]>('trash_groups', [
      'ensaios',
      'inv',
      batch + 1,
      1,
    ]);
    expect(groups).toMatchObject([{ rows: [{ title: 'INVERNO' }] }]);
    await call('discard_records', [batch, [left!.record_id]]);
    expect((await activity())[0]).toMatchObject({ kind: 'discard', title: 'INVERNO' });
    expect(await trash(batch)).toEqual([]);
  });

  it('is found by the global search', async () => {
    await aCoupon('VERÃO10');
    const found = await db.as('colaborador', `select * from public.search_everything('verao')`);
    expect(found).toMatchObject([
      { kind: 'ensaios', title: 'VERÃO10', detail: 'Para a praia', status: 'Aberto', price: null },
    ]);
    expect(
      await db.as('loginWithoutProfile', `select * from public.search_everything('verao')`),
    ).toEqual([]);
  });

  it('is exported and counted, and has views and list settings', async () => {
    await aCoupon();
    await call('note_export', ['ensaios', 1]);
    expect((await activity())[0]).toMatchObject({ kind: 'export', area: 'ensaios', amount: 1 });
    expect(await codeOf('loginWithoutProfile', `select public.note_export('ensaios', 1)`)).toBe(
      INSUFFICIENT_PRIVILEGE,
    );
    expect(await call('count_rows', ['ensaios'])).toBe(1);
    expect(await call('set_list', ['ensaios', 'situacao'])).toMatchObject({ hidden: 'situacao' });
    expect(
      await codeOf(
        'colaborador',
        `insert into public.list_views (area, name) values ('ensaios', 'A')`,
      ),
    ).toBe(SUCCESSFUL_COMPLETION);
    expect(
      await codeOf(
        'colaborador',
        `insert into public.list_views (area, name) values ('nada', 'A')`,
      ),
    ).toBe('23503');
  });

  it('imports a spreadsheet, without the columns that clients cannot write', async () => {
    await aCoupon('VERÃO10');
    const id = randomUUID();
    const cells = [
      { codigo: 'verão10', desconto: 50, usos: 99, version: 7 },
      { codigo: 'NOVO', desconto: 5, usos: 99, created_at: '2001-01-01' },
      { codigo: 'RUIM', desconto: 500 },
    ];
    await call('stage_rows', [
      { id, area: 'ensaios', file_name: 'c.csv', total: 3 },
      JSON.stringify(cells.map((one, place) => ({ place: place + 2, cells: one }))),
    ]);
    const planned = await call<Step>('plan_import', [id]);
    expect(planned.counts).toEqual({ change: 1, create: 1, refuse: 1 });
    const rows = await call<Row[]>('batch_rows', [id, ['change', 'create', 'refuse']]);
    expect(rows).toMatchObject([
      { title: 'VERÃO10', before: { desconto: 10 }, after: { desconto: 50 } },
      { title: 'NOVO' },
      { title: 'RUIM', refusal: { code: '23514', field: 'desconto' } },
    ]);
    await db.as('colaborador', NEXT_STEP_SQL, [id, 1000, 0]);
    expect(await coupons()).toEqual([
      { codigo: 'NOVO', desconto: 5, situacao: 'Aberto', usos: 0 },
      { codigo: 'VERÃO10', desconto: 50, situacao: 'Aberto', usos: 0 },
    ]);
  });
});

describe('an area for an Administrador only', () => {
  async function aGoal(foto: string | null = null) {
    const [row] = await db.as<{ id: string }>(
      'administrador',
      `insert into public.restritos (assunto, foto) values ('Vender mais', $1) returning id`,
      [foto],
    );
    return row?.id ?? expect.unreachable('no goal');
  }

  it('refuses every access by a Colaborador', async () => {
    const id = await aGoal();
    expect((await db.attempt('colaborador', 'select id from public.restritos')).rows).toEqual([]);
    for (const [text, values] of [
      [`insert into public.restritos (assunto) values ('X')`, []],
      [`select public.record_history('restritos', $1)`, [id]],
      [`select public.note_export('restritos', 1)`, []],
      [
        `select public.plan_change($2, 'restritos', jsonb_build_object('ids', jsonb_build_array($1::text)), '{"kind": "delete"}')`,
        [id, randomUUID()],
      ],
    ] as [string, unknown[]][])
      expect(await codeOf('colaborador', text, values), text).toBe(INSUFFICIENT_PRIVILEGE);
    const found = `select title from public.search_everything('vender')`;
    expect(await db.as('colaborador', found)).toEqual([]);
    expect(await db.as('administrador', found)).toEqual([{ title: 'Vender mais' }]);
    await db.as('administrador', 'delete from public.restritos');
    expect(await call('trash', ['restritos'])).toEqual([]);
    expect(await call('trash', ['restritos'], 'administrador')).toMatchObject([
      { title: 'Vender mais' },
    ]);
  });

  it('protects the files of its pictures', async () => {
    const used = `select private.is_used_file('images', 'restritos/a.png') as used`;
    expect(await db.sql(used)).toEqual([{ used: false }]);
    await aGoal(FILE);
    expect(await db.sql(used)).toEqual([{ used: true }]);
  });
});

describe('private.add_area', () => {
  it.each([
    ['a missing column', `title => 'nome', searched => '{codigo}'`, 'no column nome'],
    [
      'sheets without a key',
      `title => 'codigo', searched => '{codigo}', is_importable => true`,
      'a sheet needs a key',
    ],
    [
      'bulk changes that write a read-only column',
      `title => 'codigo', searched => '{codigo}', bulk => '{usos}', read_only => '{usos}'`,
      'write no read-only column',
    ],
  ])('refuses %s', async (_, settings, message) => {
    const text = `create table public.outros (id uuid primary key, codigo text, usos integer);
      select private.add_area('outros', ${settings});`;
    await expect(runMigration(db, text)).rejects.toThrow(message);
    await db.sql('rollback');
  });
});
