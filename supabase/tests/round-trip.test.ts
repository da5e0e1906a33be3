import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { withClient } from '../../backend/database/superuser.ts';
import { readOrCreateSecrets } from '../../backend/secrets.ts';
import { restoreBackup } from '../../operations/restore-backup.ts';
import { createLocalSource } from '../../operations/source.ts';
import { createEmptyRestoreTarget } from '../../operations/testing/installation.ts';
import { writeBackup } from '../../operations/write-backup.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';
import { insertStorageObjects } from './records.ts';

type Row = Record<string, unknown>;

const AREAS = [
  'categories',
  'products',
  'distribuidores',
  'parceiros',
  'profiles',
  'notificacoes',
  'banners',
] as const;
type Area = (typeof AREAS)[number];

const picture = (name: string) =>
  `https://vitrine.exemplo/storage/v1/object/public/product-images/main/${name}.png`;

/**
 * Two different values for each column, keyed by column. The first value is not the default. `links` has the values of
 * references to other records. A new column needs an entry here: the first test of its area fails without the entry.
 */
const SAMPLES: Record<string, [unknown, unknown]> = {
  name: ['Açaí da casa', 'Cupuaçu da casa'],
  description: ['Com granola.', 'Com banana.'],
  image_url: [picture('a'), picture('b')],
  is_active: [false, true],
  subtitle: ['Polpa', 'Fruta'],
  mini_description: ['Batido na hora', 'Batido ontem'],
  sku: ['ACAI-1', 'ACAI-2'],
  tipo: ['Serviço', 'Produto'],
  status: ['Inativo', 'Ativo'],
  visibility: ['menu_parceiros', 'catalogo_distribuidores'],
  real_price: [24.9, 31.5],
  promo_price: [19.9, 21.5],
  promo_starts_at: ['2026-12-01T12:00:00+00:00', '2026-12-02T12:00:00+00:00'],
  promo_ends_at: ['2026-12-24T12:00:00+00:00', '2026-12-25T12:00:00+00:00'],
  discount_percentage: [12.5, 15.25],
  button_color: ['#aa0011', '#00bb22'],
  button_link: ['https://exemplo.com/a', 'https://exemplo.com/b'],
  video_embed: ['https://exemplo.com/v/a', 'https://exemplo.com/v/b'],
  email: ['norte@exemplo.com', 'sul@exemplo.com'],
  phone: ['91999990000', '51999990000'],
  address: ['nº 1, casa', 'nº 2, fundos'],
  cep: ['66010-000', '90010-000'],
  logradouro: ['Rua das Flores', 'Rua do Porto'],
  numero: ['12 A', '13'],
  complemento: ['Fundos', 'Loja 2'],
  bairro: ['Centro', 'Cidade Baixa'],
  cidade: ['Belém', 'Porto Alegre'],
  estado: ['PA', 'RS'],
  instagram: ['acai.norte', 'acai.sul'],
  logo_url: [picture('c'), picture('d')],
  company: ['Vitrine', 'Outra'],
  avatar_url: [picture('a'), picture('b')],
  role: ['Administrador', 'Colaborador'],
  titulo: ['Verão', 'Inverno'],
  conteudo: ['Chegou.', 'Acabou.'],
  destinatarios: ['parceiros', 'usuarios'],
  visibilidade: ['painel', 'menu_parceiros'],
  starts_at: ['2026-12-01T12:00:00+00:00', '2026-12-02T12:00:00+00:00'],
  ends_at: ['2026-12-24T12:00:00+00:00', '2026-12-25T12:00:00+00:00'],
  descricao: ['De verão', 'De inverno'],
  cta_texto: ['Ver', 'Comprar'],
  cta_link: ['https://exemplo.com/c', 'https://exemplo.com/d'],
  imagem_url: [picture('a'), picture('b')],
  posicao: ['home', 'parceiros'],
  ordem: [1, 2],
};
const OWN: Partial<Record<Area, Record<string, [unknown, unknown]>>> = {
  notificacoes: { tipo: ['Alerta', 'Promoção'], status: ['Inativa', 'Ativa'] },
  banners: { tipo: ['informativo', 'banner'] },
};

/** Columns that do not keep their value in a duplicate or a spreadsheet, with the reason. */
const EXCEPTIONS: Record<string, Record<string, string>> = {
  duplicate: {
    name: "The name of a copy ends with ' (Cópia)'.",
    titulo: "The name of a copy ends with ' (Cópia)'.",
    sku: 'A SKU is unique: the copy gets -COPY.',
  },
  spreadsheet: {
    discount_percentage: 'The panel does not use it: a spreadsheet has no such column.',
    images: 'Pictures are imported by SKU, not by a spreadsheet.',
  },
};

/**
 * Columns that identify a repeated creation. They are not data of the record, except the id of a profile, which is the
 * id of its login.
 */
const KEYS = ['id', 'creation_key'];

let db: TestDatabase;
let columns: Record<Area, { insert: string[]; update: string[] }>;
const links: Record<string, [string, string]> = {};
/** The id of a login without a profile, for the profile that a test creates. */
let login = '';

beforeAll(async () => {
  db = await openTestDatabase();
  await insertStorageObjects(db, ...['a', 'b', 'c', 'd'].map(picture));
  const found = await db.sql<{ area: Area; name: string; insert: boolean; update: boolean }>(
    `select relation.relname as area, attribute.attname as name,
      has_column_privilege('authenticated', relation.oid, attribute.attnum, 'insert') as insert,
      has_column_privilege('authenticated', relation.oid, attribute.attnum, 'update') as update
    from pg_catalog.pg_class as relation
    join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
    where relation.oid = any ($1::regclass[]) and attribute.attnum > 0 and not attribute.attisdropped
    order by attribute.attnum`,
    [AREAS.map((area) => `public.${area}`)],
  );
  const entries = AREAS.map(async (area) => {
    const own = found.filter(
      (column) => column.area === area && (area === 'profiles' || !KEYS.includes(column.name)),
    );
    return [
      area,
      {
        insert: own.filter(({ insert }) => insert).map(({ name }) => name),
        update: own.filter(({ update }) => update).map(({ name }) => name),
      },
    ] as const;
  });
  // The cast is safe: there is one entry for each area.
  columns = Object.fromEntries(await Promise.all(entries)) as typeof columns;
});
beforeEach(async () => {
  await db.sql(
    `truncate public.products, public.categories, public.distribuidores, public.parceiros, public.notificacoes,
      public.banners, private.staged_batches cascade`,
  );
  login = randomUUID();
  await db.sql('insert into auth.users (id, email) values ($1, $2)', [
    login,
    `${login}@vitrine.exemplo`,
  ]);
  const categories = await db.sql<{ id: string }>(
    `insert into public.categories (name) values ('Bebidas'), ('Doces') returning id`,
  );
  const plans = await db.sql<{ id: string }>('select id from public.plans order by name limit 2');
  links['category_id'] = [categories[0]!.id, categories[1]!.id];
  links['plan_id'] = [plans[0]!.id, plans[1]!.id];
});
afterAll(() => db.drop());

function sample(area: Area, column: string, which: 0 | 1): unknown {
  if (area === 'profiles' && column === 'id') return login;
  if (area === 'profiles' && column === 'email') return `${login}@vitrine.exemplo`;
  const values = OWN[area]?.[column] ?? links[column] ?? SAMPLES[column];
  return values ? values[which] : expect.unreachable(`no value for ${area}.${column}`);
}

function rowOf(area: Area, names: string[], which: 0 | 1): Row {
  return Object.fromEntries(names.map((name) => [name, sample(area, name, which)]));
}

const IMAGES = [
  { url: picture('c'), is_main: false, alt: 'De lado' },
  { url: picture('d'), is_main: true, alt: 'De frente' },
];

const call = <T = Row>(name: string, values: unknown[]) =>
  db.call<T>('administrador', name, values);

/** Creates a record with a value in every writable column, like a form. */
async function create(area: Area): Promise<string> {
  const row = rowOf(area, columns[area].insert, 0);
  if (area === 'products') {
    const saved = await call<{ product: { id: string } }>('save_product', [
      JSON.stringify(row),
      JSON.stringify(IMAGES),
      null,
    ]);
    return saved.product.id;
  }
  const names = Object.keys(row);
  const [inserted] = await db.as<{ id: string }>(
    'administrador',
    `insert into public.${area} (${names.join(', ')})
    values (${names.map((_, place) => `$${place + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return inserted?.id ?? expect.unreachable('not stored');
}

async function readRecord(area: Area, id: string): Promise<Row> {
  const [found] = await db.sql<{ row: Row }>(storedRow(area), [id, area]);
  return found?.row ?? expect.unreachable(`${area} has no ${id}`);
}

function storedRow(area: Area): string {
  return `select to_jsonb(stored) - '{version,created_at,updated_at,search_text}'::text[] || case
      when $2 = 'products' then jsonb_build_object('images', (
        select json_agg(json_build_object('url', url, 'is_main', is_main, 'alt', alt) order by position)
        from public.product_images where product_id::text = $1
      ))
      else '{}'
    end as row
    from public.${area} as stored where id::text = $1`;
}

async function change(area: Area, id: string, row: Row) {
  if (area === 'products') {
    const { version } = (
      await db.sql<{ version: number }>('select version from public.products where id = $1', [id])
    )[0]!;
    await call('save_product', [JSON.stringify({ id, ...row }), null, version]);
    return;
  }
  const set = Object.keys(row).map((name, place) => `${name} = $${place + 2}`);
  await db.as('administrador', `update public.${area} set ${set.join(', ')} where id = $1`, [
    id,
    ...Object.values(row),
  ]);
}

const fetchBatchId = (area: Area, id: string, version: number | null) =>
  call<number>('batch_of', [area, id, version]);

function omit(row: Row, ...names: string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

it('has an entry for every area', async () => {
  const areas = await db.sql<{ name: string }>('select name from private.areas');
  expect(areas.map(({ name }) => name).toSorted()).toEqual([...AREAS].toSorted());
});

describe.each(AREAS)('every writable column of %s', (area) => {
  it('has two values here, the first one not its default', async () => {
    for (const name of new Set([...columns[area].insert, ...columns[area].update])) {
      const [row] = await db.sql<{ given: string | null }>(
        `select pg_get_expr(adbin, adrelid) as given from pg_catalog.pg_attrdef
        where adrelid = $1::regclass
          and adnum = (select attnum from pg_catalog.pg_attribute where attrelid = $1::regclass and attname = $2)`,
        [`public.${area}`, name],
      );
      const [first, second] = [sample(area, name, 0), sample(area, name, 1)];
      expect(row?.given ?? '', name).not.toContain(`'${String(first)}'`);
      // The id and the e-mail of a profile come from its login, and do not change.
      if (first !== login && name !== 'email') expect(first, name).not.toEqual(second);
    }
  });

  it('is saved by the form, at creation and at a change', async () => {
    const id = await create(area);
    expect(await readRecord(area, id)).toMatchObject(rowOf(area, columns[area].insert, 0));
    const wanted = rowOf(area, columns[area].update, 1);
    await change(area, id, wanted);
    expect(await readRecord(area, id)).toMatchObject(wanted);
    if (area === 'products') expect(await readRecord(area, id)).toMatchObject({ images: IMAGES });
  });

  it('is saved alone, without changing other columns', async () => {
    const id = await create(area);
    for (const name of columns[area].update) {
      const before = await readRecord(area, id);
      await change(area, id, { [name]: sample(area, name, 1) });
      expect(await readRecord(area, id), name).toEqual({
        ...before,
        [name]: sample(area, name, 1),
      });
    }
  });

  it('is recorded in the history, and restored by undo, as a version and field by field', async () => {
    const id = await create(area);
    const original = await readRecord(area, id);
    const { entries } = await call<{ entries: { changes: { table: string; after: Row }[] }[] }>(
      'record_history',
      [area, id],
    );
    const recorded = entries[0]!.changes.find(({ table }) => table === area);
    // The history of a creation leaves out null values.
    const nulls = Object.keys(original).filter((name) => original[name] === null);
    expect(recorded?.after).toMatchObject(omit(original, 'images', 'creation_key', ...nulls));

    await change(area, id, rowOf(area, columns[area].update, 1));
    const changed = await readRecord(area, id);
    await call('undo_batch', [await fetchBatchId(area, id, 2)]);
    expect(await readRecord(area, id)).toEqual(original);
    await call('restore_record', [area, id, await fetchBatchId(area, id, 2)]);
    expect(await readRecord(area, id)).toEqual(changed);

    const units = await db.sql<{ column_name: string; unit: string[] }>(
      'select * from private.units_of($1)',
      [area],
    );
    for (const name of columns[area].update) {
      const before = await readRecord(area, id);
      await call('restore_record', [area, id, await fetchBatchId(area, id, 2), name]);
      const { unit } = units.find((each) => each.column_name === name) ?? { unit: [name] };
      const restored = Object.fromEntries(unit.map((column) => [column, original[column]]));
      expect(await readRecord(area, id), name).toEqual({ ...before, ...restored });
    }
  });

  it('is restored from the trash', async () => {
    const id = await create(area);
    const original = await readRecord(area, id);
    if (area === 'products') await call('delete_product', [id]);
    else await db.as('administrador', `delete from public.${area} where id = $1`, [id]);
    await call('undo_batch', [await fetchBatchId(area, id, null), '{}', id]);
    expect(await readRecord(area, id)).toEqual(original);
  });
});

describe.each(['products', 'banners'] as const)('a copy of %s', (area) => {
  it('has every column of its original', async () => {
    const id = await create(area);
    const name = area === 'products' ? 'duplicate_product' : 'duplicate_banner';
    const result = await call<Record<string, { id: string }>>(name, [id]);
    const copy = result[area === 'products' ? 'product' : 'banner']!;
    const except = ['id', ...Object.keys(EXCEPTIONS['duplicate']!)];
    expect(omit(await readRecord(area, copy.id), ...except)).toEqual(
      omit(await readRecord(area, id), ...except),
    );
  });
});

describe.each(['products', 'categories', 'distribuidores', 'parceiros'] as const)(
  'a spreadsheet of %s',
  (area) => {
    it('restores every column of a deleted record and of a changed one', async () => {
      const id = await create(area);
      const original = await readRecord(area, id);
      const except = ['id', ...Object.keys(EXCEPTIONS['spreadsheet']!)];
      const cells = await exportCells(area, id, original);
      const key = {
        products: 'sku',
        categories: 'name',
        distribuidores: 'email',
        parceiros: 'email',
      }[area];
      await change(area, id, omit(rowOf(area, columns[area].update, 1), key));
      await importCells(area, cells);
      expect(omit(await readRecord(area, id), ...except)).toEqual(omit(original, ...except));

      await db.sql(`delete from public.${area} where id = $1`, [id]);
      await importCells(area, cells);
      const [again] = await db.sql<{ id: string }>(
        `select id from public.${area} where ${key} = $1`,
        [original[key]],
      );
      expect(omit(await readRecord(area, again!.id), ...except)).toEqual(omit(original, ...except));
    });
  },
);

it('a backup restores every column of every area', async () => {
  const ids = new Map<Area, string>();
  const originals = new Map<Area, Row>();
  for (const area of AREAS) {
    const id = await create(area);
    ids.set(area, id);
    originals.set(area, await readRecord(area, id));
  }
  const [own] = await db.sql<{ database: string }>('select current_database() as database');
  const superuser = { ...inject('cluster'), database: own!.database };
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-round-trip-'));
  const place = await createEmptyRestoreTarget();
  try {
    const file = join(dataDir, 'all.backup');
    const secrets = await readOrCreateSecrets(dataDir);
    await writeBackup(createLocalSource({ superuser, dataDir, secrets }), file, undefined);
    await restoreBackup({ file, passphrase: undefined, config: place.config });
    await withClient(place.superuser, async (client) => {
      for (const [area, id] of ids) {
        const { rows } = await client.query<{ row: Row }>(storedRow(area), [id, area]);
        expect(rows[0]?.row, area).toEqual(originals.get(area));
      }
    });
  } finally {
    await place.remove();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Returns the cells of a record in an export: for a product from `export_products`, for other records from `row`. */
async function exportCells(area: Area, id: string, row: Row): Promise<Row> {
  if (area !== 'products') return omit(row, 'id');
  const { rows } = await call<{ rows: Row[] }>('export_products', [
    '',
    '{}',
    'name',
    null,
    100,
    [id],
  ]);
  return rows[0]!;
}

async function importCells(area: Area, cells: Row) {
  const id = randomUUID();
  const opening = { id, area, file_name: 'planilha.csv', total: 1 };
  await call('stage_rows', [JSON.stringify(opening), JSON.stringify([{ place: 2, cells }])]);
  const { doubtful } = await call<{ doubtful: number }>('plan_import', [id]);
  const applied = await call<{ counts: Row }>('apply_batch', [id, 1, 100, doubtful]);
  expect(applied.counts).toSatisfy((done: Row) => done['created'] === 1 || done['changed'] === 1);
}
