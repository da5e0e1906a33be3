import { randomUUID } from 'node:crypto';
import type { Family, Holds } from '../family.ts';
import type { User } from '../user.ts';
import type { World } from '../world.ts';

/** Another user's staged changes, invalid ones, and too many: directly through the API. */
export const foreignBulkChanges: Family = {
  name: 'foreign bulk changes',
  async attack(world, holds) {
    await reachForAnothers(world, holds);
    await smuggleChanges(world, holds);
    await slipPastTheGuard(world, holds);
    await holdTooMuch(world, holds);
  },
};

const INACTIVE = { kind: 'set', column: 'status', value: 'Inativo' };

function caller({ as }: World) {
  return async (user: User | undefined, name: string, body: Record<string, unknown>) => {
    const { status, text } = await as(user)('POST', `/rest/v1/rpc/${name}`, { body });
    return { status, text };
  };
}

function plan({ records }: World, more: Record<string, unknown> = {}) {
  return {
    batch_id: randomUUID(),
    area: 'products',
    selection: { ids: [records.products.id] },
    change: INACTIVE,
    ...more,
  };
}

async function reachForAnothers(world: World, holds: Holds) {
  const call = caller(world);
  const { bruno, carla, ana, davi, ended } = world.users;
  const mine = plan(world);
  const planned = await call(bruno, 'plan_change', mine);
  holds('bruno plans a change', planned.status === 200, planned);
  const { batch_id } = mine;
  const acts: [string, Record<string, unknown>][] = [
    ['batch_rows', { batch_id, outcomes: ['change'] }],
    ['leave_out', { batch_id, places: [1] }],
    ['apply_batch', { batch_id, step: 1 }],
    ['drop_batch', { batch_id }],
  ];
  for (const [who, user] of Object.entries({ carla, ana, davi, ended, nobody: undefined })) {
    for (const [name, body] of acts) {
      const { status, text } = await call(user, name, body);
      const isNothing = status >= 400 || text === '[]' || text.includes('"missing"');
      holds(`${name}: ${who} gets nothing of bruno's`, isNothing, text);
    }
    const { status } = await call(user, 'plan_change', mine);
    holds(`plan_change: ${who} does not take bruno's place`, status >= 400 && status < 500, status);
  }
  for (const [who, user] of Object.entries({ davi, ended, nobody: undefined })) {
    const { status, text } = await call(user, 'plan_change', plan(world));
    holds(`plan_change: ${who} plans nothing`, status >= 400 && status < 500, text);
  }
  for (const area of ['banners', 'notificacoes', 'profiles']) {
    const sentRequest = plan(world, { area, selection: { ids: [] }, change: { kind: 'delete' } });
    const { status } = await call(bruno, 'plan_change', sentRequest);
    holds(`plan_change: a Colaborador does not reach ${area}`, status === 403, status);
  }
  const left = await call(bruno, 'batch_rows', { batch_id, outcomes: ['change'] });
  holds("bruno's row is still there", left.text.includes(world.records.products.id), left.text);
  await call(bruno, 'drop_batch', { batch_id });
}

async function smuggleChanges(world: World, holds: Holds) {
  const call = caller(world);
  const { bruno } = world.users;
  const huge = `1${'0'.repeat(5000)}`;
  const price = { kind: 'price', by: 'percent', value: 10, promo: 'keep' };
  const refused: Record<string, unknown>[] = [
    { change: { ...INACTIVE, column: 'version', value: 99 } },
    { change: { ...INACTIVE, column: 'status = default, version', value: 'x' } },
    { change: { ...price, by: `percent'); drop table public.products; --` } },
    { change: { ...price, value: '10' } },
    { change: { ...price, value: 1e300 } },
    { change: { ...price, ending: 1e300 } },
    { change: { kind: 'drop' } },
    { change: null },
    { area: 'plans', change: { kind: 'delete' } },
    { area: 'price_guard', change: { kind: 'delete' } },
    { area: 'private.changes', change: { kind: 'delete' } },
    { selection: {}, area: 'categories', change: { kind: 'delete' } },
    { selection: { ids: [`x'); drop table public.products; --`] } },
    { selection: { search: '', filters: { 'true) or (true': 'x' } } },
    { selection: { search: huge, filters: { status: huge, version: huge } } },
  ];
  for (const more of refused) {
    const { status, text } = await call(bruno, 'plan_change', plan(world, more));
    const what = JSON.stringify(more).slice(0, 80);
    holds(`${what}: refused in words`, status >= 400 && status < 500, [status, text]);
  }
  const [product] = await world.sql<{ version: number }>(
    'select version from public.products where id = $1',
    [world.records.products.id],
  );
  holds('the product is as it was', product?.version === 1, product);
}

/** Where the price guard is a rule, no request of the API writes an unconfirmed doubtful price. */
async function slipPastTheGuard(world: World, holds: Holds) {
  const { as, users, records, sql } = world;
  const call = caller(world);
  const { id } = records.products;
  await sql('update public.price_guard set enforced = true');
  const guarded = await as(users.bruno)('PATCH', '/rest/v1/price_guard?id=eq.true', {
    body: { enforced: false },
    headers: { prefer: 'return=representation' },
  });
  holds('a Colaborador does not open the guard', guarded.text === '[]', guarded.text);
  const patched = await as(users.bruno)('PATCH', `/rest/v1/products?id=eq.${id}`, {
    body: { real_price: 1 },
  });
  holds('a doubtful price is refused', patched.status === 400, patched.text);
  const product = { id, real_price: 1 };
  const prices = { real_price: 1, promo_price: 2 };
  const saving = { product, images: null, expected_version: 1, confirmed: prices };
  const saved = await call(users.bruno, 'save_product', saving);
  holds('another promotional price confirms nothing', saved.status === 400, saved.text);
  const mine = plan(world, { change: { kind: 'price', by: 'to', value: 1, promo: 'keep' } });
  await call(users.bruno, 'plan_change', mine);
  for (const confirmed of [undefined, 2, -1]) {
    const applied = await call(users.bruno, 'apply_batch', {
      batch_id: mine.batch_id,
      step: 1,
      confirmed,
    });
    holds(`apply_batch: ${confirmed} confirms nothing`, applied.status === 400, applied.text);
  }
  await call(users.bruno, 'drop_batch', { batch_id: mine.batch_id });
  const [kept] = await sql<{ price: number }>(
    'select real_price::float as price from public.products where id = $1',
    [id],
  );
  holds('the price is as it was', kept?.price === 10, kept);
  await sql('update public.price_guard set enforced = false');
}

async function holdTooMuch(world: World, holds: Holds) {
  const call = caller(world);
  const { bruno } = world.users;
  const { batch_id } = plan(world);
  const refused: [string, Record<string, unknown>][] = [
    ['batch_rows', { batch_id, outcomes: ['change'], size: 1001 }],
    ['batch_rows', { batch_id, outcomes: ['change'], size: 0 }],
  ];
  for (const [name, body] of refused) {
    const { status } = await call(bruno, name, body);
    holds(`${name} with size ${String(body['size'])}: refused`, status === 400, status);
  }
  for (let made = 0; made < 8; made += 1) await call(bruno, 'plan_change', plan(world));
  const [held] = await world.sql<{ plans: number }>(
    'select count(*)::int as plans from private.staged_batches',
  );
  holds('one person holds five plans at most', held?.plans === 5, held);
  await world.sql('delete from private.staged_batches');
}
