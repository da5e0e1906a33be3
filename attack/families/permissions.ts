import type { Family, Holds } from '../family.ts';
import { fingerprint, SECRET, TABLES, type TableName } from '../records.ts';
import type { Answer } from '../send.ts';
import type { Person } from '../person.ts';
import type { World } from '../world.ts';

/** A change that every table accepts from a user with the permission. */
const CHANGES: Record<TableName, Record<string, unknown>> = {
  categories: { name: 'x' },
  products: { name: 'x' },
  product_images: { position: 9 },
  plans: { name: 'x' },
  distribuidores: { name: 'x' },
  parceiros: { name: 'x' },
  notificacoes: { titulo: 'x' },
  banners: { titulo: 'x' },
  profiles: { name: 'x' },
};
/** Operations forbidden to a Colaborador, from the permission matrix of docs/choices.md. */
const DENIED_TO_COLABORADOR: [TableName, ('GET' | 'POST' | 'PATCH' | 'DELETE')[]][] = [
  ['plans', ['POST', 'PATCH', 'DELETE']],
  ['profiles', ['POST', 'PATCH', 'DELETE']],
  ['notificacoes', ['GET', 'POST', 'PATCH', 'DELETE']],
  ['banners', ['GET', 'POST', 'PATCH', 'DELETE']],
];
const NOBODY = '00000000-0000-0000-0000-000000000000';
const FUNCTIONS: [name: string, body: (world: World) => unknown][] = [
  [
    'save_product',
    ({ records }) => ({
      product: { id: records.products.id, name: 'x' },
      images: [],
      expected_version: 1,
    }),
  ],
  ['duplicate_product', ({ records }) => ({ product_id: records.products.id })],
  ['delete_product', ({ records }) => ({ product_id: records.products.id })],
  ['record_history', ({ records }) => ({ area: 'products', record_id: records.products.id })],
  [
    'restore_record',
    ({ records }) => ({ area: 'products', record_id: records.products.id, batch: 1 }),
  ],
  ['batch_of', ({ records }) => ({ area: 'products', record_id: records.products.id })],
  ['undo_batch', () => ({ batch: 1 })],
  ['discard_records', ({ records }) => ({ batch: 1, records: [records.products.id] })],
  ['restore_trashed', ({ records }) => ({ batch: 1, records: [records.products.id] })],
  ['trash', () => ({})],
  ['trash_groups', () => ({})],
  ['trashed_files', () => ({ urls: ['/storage/v1/object/public/logos/never-used.png'] })],
  ['expired_files', () => ({})],
  ['files_to_return', () => ({})],
  ['abandoned_files', () => ({})],
  ['activity', () => ({})],
  ['batch_records', () => ({ batch: 1 })],
  ['backup_notice', () => ({})],
  ['first_steps', () => ({})],
  ['forget_old_acts', () => ({})],
  ['personal_data', ({ records }) => ({ area: 'parceiros', record_id: records.parceiros.id })],
  ['anonymise', ({ records }) => ({ area: 'parceiros', record_id: records.parceiros.id })],
  ['unused_files', () => ({ urls: ['/storage/v1/object/public/logos/never-used.png'] })],
  ['unused_objects', () => ({ older_than: '1 second', after: NOBODY, page_size: 10 })],
  ['search_everything', () => ({ term: SECRET })],
  ['duplicate_banner', ({ records }) => ({ banner_id: records.banners.id })],
  ['announce_user', () => ({ email: 'x@y.test' })],
  ['login_without_profile', () => ({ email: 'davi@vitrine.exemplo' })],
  ['first_administrador', () => ({ email: 'davi@vitrine.exemplo' })],
  ['before_user_created_hook', () => ({ event: {} })],
];
const DENIED_FUNCTIONS = [
  'abandoned_files',
  'activity',
  'backup_notice',
  'forget_old_acts',
  'personal_data',
  'anonymise',
  'expired_files',
  'files_to_return',
  'duplicate_banner',
  'announce_user',
  'login_without_profile',
  'unused_objects',
  'first_administrador',
  'before_user_created_hook',
];

/** Every destructive request by every caller without the permission: no data in the response, and no changed row. */
export const permissions: Family = {
  name: 'permissions',
  async attack(world, holds) {
    const { people, sql } = world;
    const before = await fingerprint(sql);
    const outsiders: [string, Person | undefined][] = [
      ['a visitor', undefined],
      ['a login without a profile', people.davi],
      ['an ended session', people.ended],
    ];
    for (const [who, person] of outsiders) {
      for (const table of TABLES) {
        await tryTable(world, holds, {
          who,
          person,
          table,
          methods: ['GET', 'POST', 'PATCH', 'DELETE'],
        });
      }
      for (const [name] of FUNCTIONS) await tryFunction(world, holds, { who, person, name });
    }
    for (const [table, methods] of DENIED_TO_COLABORADOR) {
      await tryTable(world, holds, { who: 'a Colaborador', person: people.bruno, table, methods });
    }
    for (const name of DENIED_FUNCTIONS) {
      await tryFunction(world, holds, { who: 'a Colaborador', person: people.bruno, name });
    }
    holds(
      'no row of any table changed',
      before === (await fingerprint(sql)),
      await fingerprint(sql),
    );
    const announced = await sql('select from private.announced_users');
    holds('nobody was announced', announced.length === 0);
    await tryLastAdministrador(world, holds);
  },
};

type Try = { who: string; person: Person | undefined };

async function tryTable(
  { as, records }: World,
  holds: Holds,
  { who, person, table, methods }: Try & { table: TableName; methods: string[] },
) {
  const { id, insert } = records[table];
  const headers = { prefer: 'return=representation' };
  for (const method of methods) {
    const path = `/rest/v1/${table}${method === 'POST' ? '' : `?id=eq.${id}`}`;
    const body = { POST: insert, PATCH: CHANGES[table] }[method];
    const answer = await as(person)(method, path, { headers, body });
    holds(`${who}: ${method} of ${table} gives nothing`, givesNothing(answer), answer.text);
  }
}

async function tryFunction(
  world: World,
  holds: Holds,
  { who, person, name }: Try & { name: string },
) {
  const [, body] = FUNCTIONS.find(([known]) => known === name) ?? [];
  const answer = await world.as(person)('POST', `/rest/v1/rpc/${name}`, { body: body?.(world) });
  const isMissing =
    answer.text === '{"status":"missing"}' || /^\{"status" ?: ?"missing"\}$/.test(answer.text);
  holds(`${who}: rpc ${name} gives nothing`, givesNothing(answer) || isMissing, answer.text);
}

function givesNothing({ status, text }: Answer) {
  return (status >= 400 && status < 500 && !text.includes(SECRET)) || text === '[]';
}

/** Tries to demote and to delete the last Administrador, and to change the caller's own role: each must be refused. */
async function tryLastAdministrador({ as, people: { ana }, sql }: World, holds: Holds) {
  await sql(
    `update public.profiles set role = 'Colaborador' where role = 'Administrador' and id <> $1`,
    [ana.id],
  );
  const own = `/rest/v1/profiles?id=eq.${ana.id}`;
  const demoted = await as(ana)('PATCH', own, { body: { role: 'Colaborador' } });
  holds('an Administrador cannot change the own role', demoted.status === 400, demoted.text);
  const deleted = await as(ana)('DELETE', own);
  holds('the last Administrador cannot be deleted', deleted.status === 400, deleted.text);
}
