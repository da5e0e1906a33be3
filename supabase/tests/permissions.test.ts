import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  SUCCESSFUL_COMPLETION,
  openTestDatabase,
  INSUFFICIENT_PRIVILEGE,
  type TestDatabase,
} from './database.ts';
import { ASSURANCE_CASES, configureSecondFactors } from './levels.ts';
import { CAIO_ID, type TestCaller } from './people.ts';
import { TABLE_PERMISSIONS, TABLE_RIGHTS_BY_LETTER, type RightLetter } from './permission-table.ts';
import { fillEveryTable } from './records.ts';

/** The statements that test the rights of a role on a table. */
type Statements = { create: string; update: string; remove: string };

const STATEMENTS: Record<string, Statements> = {
  products: {
    create: `insert into public.products (name, subtitle, mini_description, description, sku, category_id, real_price)
      select 'Suco', 'Natural', 'De laranja', 'De laranja', 'SUCO', '{category}', 9 returning id`,
    update: `update public.products set name = 'Outro' returning id`,
    remove: `delete from public.products returning id`,
  },
  product_images: {
    create: `insert into public.product_images (product_id, url) values ('{product}', 'https://exemplo.com/b.png') returning id`,
    update: `update public.product_images set is_main = false returning id`,
    remove: `delete from public.product_images returning id`,
  },
  categories: {
    create: `insert into public.categories (name) values ('Nova') returning id`,
    update: `update public.categories set name = 'Outra' returning id`,
    remove: `delete from public.categories where name = 'Sem uso' returning id`,
  },
  distribuidores: {
    create: `insert into public.distribuidores (name, email, phone, address, plan_id)
      values ('Leste', 'leste@exemplo.com', '1', 'nº 3', '{plan}') returning id`,
    update: `update public.distribuidores set status = 'Ativo' returning id`,
    remove: `delete from public.distribuidores returning id`,
  },
  parceiros: {
    create: `insert into public.parceiros (name, email, phone, address)
      values ('Oeste', 'oeste@exemplo.com', '1', 'nº 3') returning id`,
    update: `update public.parceiros set status = 'Ativo' returning id`,
    remove: `delete from public.parceiros returning id`,
  },
  plans: {
    create: `insert into public.plans (name, background_color, text_color) values ('Novo', '#000000', '#ffffff') returning id`,
    update: `update public.plans set name = 'Outro' returning id`,
    remove: `delete from public.plans returning id`,
  },
  profiles: {
    create: `insert into public.profiles (id, name, email) values ('{newcomer}', 'Caio', 'caio@vitrine.exemplo') returning id`,
    update: `update public.profiles set name = 'Outro' where name = 'Dora' returning id`,
    remove: `delete from public.profiles where name = 'Dora' returning id`,
  },
  notificacoes: {
    create: `insert into public.notificacoes (titulo, conteudo) values ('Novo', 'Texto') returning id`,
    update: `update public.notificacoes set titulo = 'Outro' returning id`,
    remove: `delete from public.notificacoes returning id`,
  },
  banners: {
    create: `insert into public.banners (titulo) values ('Novo') returning id`,
    update: `update public.banners set titulo = 'Outro' returning id`,
    remove: `delete from public.banners returning id`,
  },
  list_settings: {
    create: `insert into public.list_settings (area) values ('banners') returning id`,
    update: `update public.list_settings set page_size = 50 returning id`,
    remove: `delete from public.list_settings returning id`,
  },
  list_views: {
    create: `insert into public.list_views (area, name) values ('banners', 'Nova') returning id`,
    update: `update public.list_views set name = 'Outra' where owner is not null returning id`,
    remove: `delete from public.list_views returning id`,
  },
  price_guard: {
    create: `insert into public.price_guard (id) values (true) returning id`,
    update: `update public.price_guard set up_limit = 80 returning id`,
    remove: `delete from public.price_guard returning id`,
  },
  catalogue_readers: {
    create: `insert into public.catalogue_readers (id) values (true) returning id`,
    update: `update public.catalogue_readers set todos = 'todos' returning id`,
    remove: `delete from public.catalogue_readers returning id`,
  },
  factor_rule: {
    create: `insert into public.factor_rule (id) values (true) returning id`,
    update: `update public.factor_rule set required_of = 'ninguem' returning id`,
    remove: `delete from public.factor_rule returning id`,
  },
};

const PROVES: Record<TestCaller, string> = {
  anon: '[ROLE-18]',
  loginWithoutProfile: '[USER-36]',
  signedOutAdministrador: '[ROLE-18]',
  colaborador: '[ROLE-15, ROLE-16]',
  administrador: '[ROLE-15]',
};

describe.each(ASSURANCE_CASES)('the permission matrix $level', (level) => {
  let db: TestDatabase;
  let names: Record<string, string>;

  beforeAll(async () => {
    db = await openTestDatabase();
    await fillEveryTable(db);
    await configureSecondFactors(db, level);
    await db.sql(
      `insert into auth.users (id, email) values (gen_random_uuid(), 'dora@vitrine.exemplo')`,
    );
    await db.sql(`insert into public.profiles (id, name, email)
      select id, 'Dora', email from auth.users where email = 'dora@vitrine.exemplo'`);
    const [row] = await db.sql<Record<string, string>>(`select
      (select id from public.categories where name = 'Bebidas') as category,
      (select id from public.products) as product,
      (select id from public.plans where name = 'Pro') as plan`);
    names = { ...row, newcomer: CAIO_ID };
  });
  afterAll(() => db.drop());

  for (const [table, row] of Object.entries(STATEMENTS)) {
    const may = TABLE_PERMISSIONS[table] ?? expect.unreachable(`${table} has no permissions`);
    const statements: Record<RightLetter, string> = {
      r: `select id from public.${table}`,
      c: row.create,
      u: row.update,
      d: row.remove,
    };
    for (const person of Object.keys(may) as TestCaller[]) {
      for (const letter of Object.keys(TABLE_RIGHTS_BY_LETTER) as RightLetter[]) {
        const allowed = level.hasAccess && may[person].includes(letter);
        it(`${allowed ? 'lets' : 'does not let'} ${person} ${TABLE_RIGHTS_BY_LETTER[letter]} ${table} ${PROVES[person]}`, async () => {
          const text = statements[letter].replace(
            /\{(\w+)\}/g,
            (_, name: string) => names[name] ?? '',
          );
          const { rows, code } = await db.attempt(person, text);
          expect({ done: rows.length > 0, code }).toEqual(
            allowed
              ? { done: true, code: SUCCESSFUL_COMPLETION }
              : {
                  done: false,
                  code: expect.toBeOneOf([SUCCESSFUL_COMPLETION, INSUFFICIENT_PRIVILEGE]),
                },
          );
        });
      }
    }
  }

  it('contains every table that the API could reach [ROLE-15]', async () => {
    const tables = await db.sql<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    );
    expect(tables.map((table) => table.relname).toSorted()).toEqual(
      Object.keys(TABLE_PERMISSIONS).toSorted(),
    );
    expect(Object.keys(STATEMENTS)).toEqual(Object.keys(TABLE_PERMISSIONS));
  });

  it('refuses an anonymous client before reading a row [ROLE-18]', async () => {
    for (const table of Object.keys(TABLE_PERMISSIONS)) {
      expect((await db.attempt('anon', `select id from public.${table}`)).code).toBe(
        INSUFFICIENT_PRIVILEGE,
      );
    }
  });
});
