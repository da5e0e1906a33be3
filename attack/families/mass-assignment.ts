import { randomUUID } from 'node:crypto';
import type { Family, AssertionRecorder } from '../family.ts';
import type { TableName } from '../records.ts';
import type { AttackTarget } from '../attack-target.ts';

const COMMON = { id: randomUUID(), created_at: '2001-01-01', version: 77, search_text: 'x' };
/**
 * The columns that no client can write, keyed by table. Each has the value that the attack tries to write. Exception:
 * an insert can set `id` in the tables of `CLIENT_CHOOSES_ID`.
 */
const PROTECTED: Record<TableName, Record<string, unknown>> = {
  categories: COMMON,
  products: COMMON,
  product_images: { id: randomUUID(), created_at: '2001-01-01' },
  plans: { id: randomUUID(), name: 'x', background_color: '#111111', text_color: '#111111' },
  distribuidores: COMMON,
  parceiros: COMMON,
  notificacoes: { ...COMMON, id: 4711 },
  banners: { ...COMMON, id: 4711, updated_at: '2001-01-01' },
  profiles: { created_at: '2001-01-01', version: 77, search_text: 'x' },
};

/** Tables whose rows get their id from the client (docs/decisions/0040). The id never changes afterwards. */
const CLIENT_CHOOSES_ID: TableName[] = ['categories', 'products', 'distribuidores', 'parceiros'];

/**
 * Adds a forbidden column to requests that a user may send. The server must refuse the request or ignore the column.
 */
export const massAssignment: Family = {
  name: 'mass assignment',
  async attack(world, holds) {
    for (const [table, columns] of Object.entries(PROTECTED)) {
      for (const [column, value] of Object.entries(columns)) {
        await tryColumn(world, holds, table as TableName, column, value); // the keys of PROTECTED are names of tables
      }
    }
    await tryProfile(world, holds);
    await tryFunction(world, holds);
    await tryUpserts(world, holds);
    await trySignUp(world, holds);
  },
};

async function tryColumn(
  { as, users, records, sql }: AttackTarget,
  holds: AssertionRecorder,
  table: TableName,
  column: string,
  value: unknown,
) {
  const { id, insert } = records[table];
  const call = as(users.ana);
  const state = async () => JSON.stringify(await sql(`select * from public.${table} order by id`));
  const before = await state();
  const update = await call('PATCH', `/rest/v1/${table}?id=eq.${id}`, {
    body: { [column]: value },
  });
  holds(`${table}.${column} cannot be updated`, isRefused(update.status), update.text);
  if (column === 'id' && CLIENT_CHOOSES_ID.includes(table)) return;
  const added = await call('POST', `/rest/v1/${table}`, { body: { ...insert, [column]: value } });
  holds(`${table}.${column} cannot be inserted`, isRefused(added.status), added.text);
  const listed = await call('POST', `/rest/v1/${table}?columns=${column}`, {
    body: [{ [column]: value }],
  });
  holds(
    `${table}.${column} cannot be inserted by a column list`,
    isRefused(listed.status),
    listed.text,
  );
  holds(`${table} is unchanged after ${column}`, before === (await state()));
}

async function tryProfile(
  { as, users: { ana, bruno, carla }, sql }: AttackTarget,
  holds: AssertionRecorder,
) {
  const own = `/rest/v1/profiles?id=eq.${bruno.id}`;
  const attempts: [string, Record<string, unknown>][] = [
    ['their own role', { role: 'Administrador' }],
    ['their own role among other things', { name: 'Bruno', role: 'Administrador' }],
    ['their own e-mail', { email: ana.email }],
    ['their own id', { id: ana.id }],
  ];
  for (const [what, body] of attempts) {
    const response = await as(bruno)('PATCH', own, { body });
    holds(`a Colaborador cannot change ${what}`, response.status >= 400, response.text);
  }
  const updated = await as(bruno)('PATCH', '/rest/v1/profiles?id=not.is.null', {
    body: { phone: '0' },
    headers: { prefer: 'return=representation' },
  });
  const rows = Array.isArray(updated.json) ? updated.json.length : 0;
  holds('a Colaborador changes only their own profile', rows <= 1, updated.text);
  const email = await as(ana)('PATCH', `/rest/v1/profiles?id=eq.${carla.id}`, {
    body: { email: 'x@y.test' },
  });
  holds(
    'an Administrador cannot change the e-mail of another user',
    email.status >= 400,
    email.text,
  );
  const [row] = await sql('select role, email from public.profiles where id = $1', [bruno.id]);
  holds(
    "bruno's role and e-mail are unchanged",
    row?.['role'] === 'Colaborador' && row['email'] === bruno.email,
    row,
  );
}

async function tryFunction(
  { as, users: { bruno }, records, sql }: AttackTarget,
  holds: AssertionRecorder,
) {
  const product = {
    ...records.products.insert,
    ...COMMON,
    id: undefined,
    sku: 'MASSA-1',
    search_text: 'veneno',
  };
  const { json } = await as(bruno)('POST', '/rest/v1/rpc/save_product', {
    body: { product, images: [] },
  });
  const saved = (json as { product?: { version: number; created_at: string } }).product; // save_product returns this format
  holds('save_product counts versions itself', saved?.version === 1, json);
  holds(
    'save_product dates a product itself',
    saved?.created_at.startsWith('2001') === false,
    json,
  );
  const [row] = await sql('select search_text from public.products where sku = $1', ['MASSA-1']);
  holds('save_product writes the search text itself', row?.['search_text'] !== 'veneno', row);
}

/** Inserts rows with the id of an existing row: no Prefer header may turn the insert into an update. */
async function tryUpserts(
  { as, users: { bruno, ana }, records, sql }: AttackTarget,
  holds: AssertionRecorder,
) {
  const selectName = 'select name from public.categories where id = $1';
  const [before] = await sql(selectName, [records.categories.id]);
  const post = (
    table: 'categories' | 'profiles' | 'plans' | 'banners',
    body: object,
    prefer = '',
  ) =>
    as(table === 'banners' ? ana : bruno)('POST', `/rest/v1/${table}`, {
      body,
      headers: { prefer },
    });
  for (const prefer of ['', 'resolution=merge-duplicates', 'resolution=ignore-duplicates']) {
    for (const table of ['categories', 'profiles', 'plans', 'banners'] as const) {
      const existing = { id: records[table].id, name: 'tomado', role: 'Administrador' };
      const response = await post(table, { ...records[table].insert, ...existing }, prefer);
      holds(`'${prefer}' updates no row of ${table}`, response.status >= 400, response.text);
    }
  }
  const { status, text } = await post('categories', { name: 'Sem id' });
  holds('an insert without an id creates a category', status === 201, text);
  const [after] = await sql(selectName, [records.categories.id]);
  holds('the name of the category is unchanged', after?.['name'] === before?.['name'], after);
}

async function trySignUp({ as, users: { ana }, sql }: AttackTarget, holds: AssertionRecorder) {
  const email = 'iris@vitrine.exemplo';
  const { json: announcement } = await as(ana)('POST', '/rest/v1/rpc/announce_user', {
    body: { email },
  });
  const response = await as()('POST', '/auth/v1/signup', {
    body: {
      id: randomUUID(),
      email,
      password: 'senha-da-iris',
      role: 'service_role',
      aud: 'admin',
      is_super_admin: true,
      email_confirmed_at: '2001-01-01',
      app_metadata: { role: 'Administrador', provider: 'x' },
      data: { announcement, role: 'Administrador', sub: ana.id },
    },
  });
  holds('an announced e-mail signs up', response.status === 200, response.text);
  const [login] = await sql('select * from auth.users where email = $1', [email]);
  holds('a sign-up chooses no role', login?.['role'] === 'authenticated', login);
  holds('a sign-up chooses no audience', login?.['aud'] === 'authenticated', login);
  holds('a sign-up creates no superuser', login?.['is_super_admin'] === null, login);
  const app = JSON.stringify(login?.['raw_app_meta_data']);
  holds('a sign-up writes no app metadata', !app.includes('Administrador'), app);
  const profile = await sql('select from public.profiles where email = $1', [email]);
  holds('a sign-up creates no profile', profile.length === 0);
}

function isRefused(status: number) {
  return status === 400 || status === 403;
}
