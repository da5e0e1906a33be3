import { randomUUID } from 'node:crypto';
import type { Family, AssertionRecorder } from '../family.ts';
import type { AttackTarget } from '../attack-target.ts';

/**
 * Calls the API with another user's staged batch, with invalid changes, with doubtful prices, and with too many
 * batches.
 */
export const foreignBulkChanges: Family = {
  name: 'foreign bulk changes',
  async attack(world, holds) {
    await tryOthersBatch(world, holds);
    await tryInvalidChanges(world, holds);
    await tryPriceGuard(world, holds);
    await planTooMany(world, holds);
  },
};

const INACTIVE = { kind: 'set', column: 'status', value: 'Inativo' };

function plan({ records }: AttackTarget, more: Record<string, unknown> = {}) {
  return {
    batch_id: randomUUID(),
    area: 'products',
    selection: { ids: [records.products.id] },
    change: INACTIVE,
    ...more,
  };
}

async function tryOthersBatch(world: AttackTarget, holds: AssertionRecorder) {
  const { rpc } = world;
  const { bruno, carla, ana, davi, ended } = world.users;
  const mine = plan(world);
  const planned = await rpc(bruno, 'plan_change', mine);
  holds('bruno plans a change', planned.status === 200, planned);
  const { batch_id } = mine;
  const calls: [string, Record<string, unknown>][] = [
    ['batch_rows', { batch_id, outcomes: ['change'] }],
    ['leave_out', { batch_id, places: [1] }],
    ['apply_batch', { batch_id, step: 1 }],
    ['drop_batch', { batch_id }],
  ];
  for (const [who, user] of Object.entries({ carla, ana, davi, ended, anonymous: undefined })) {
    for (const [name, body] of calls) {
      const { status, text } = await rpc(user, name, body);
      const isNothing = status >= 400 || text === '[]' || text.includes('"missing"');
      holds(`${name} returns nothing of bruno's batch to ${who}`, isNothing, text);
    }
    const { status } = await rpc(user, 'plan_change', mine);
    holds(
      `plan_change: ${who} does not replace bruno's batch`,
      status >= 400 && status < 500,
      status,
    );
  }
  for (const [who, user] of Object.entries({ davi, ended, anonymous: undefined })) {
    const { status, text } = await rpc(user, 'plan_change', plan(world));
    holds(`plan_change: ${who} plans nothing`, status >= 400 && status < 500, text);
  }
  for (const area of ['banners', 'notificacoes', 'profiles']) {
    const forbidden = plan(world, { area, selection: { ids: [] }, change: { kind: 'delete' } });
    const { status } = await rpc(bruno, 'plan_change', forbidden);
    holds(`plan_change: a Colaborador does not reach ${area}`, status === 403, status);
  }
  const left = await rpc(bruno, 'batch_rows', { batch_id, outcomes: ['change'] });
  holds("bruno's row is unchanged", left.text.includes(world.records.products.id), left.text);
  await rpc(bruno, 'drop_batch', { batch_id });
}

async function tryInvalidChanges(world: AttackTarget, holds: AssertionRecorder) {
  const { rpc } = world;
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
    const { status, text } = await rpc(bruno, 'plan_change', plan(world, more));
    const what = JSON.stringify(more).slice(0, 80);
    holds(`${what}: refused with 4xx`, status >= 400 && status < 500, [status, text]);
  }
  const [product] = await world.sql<{ version: number }>(
    'select version from public.products where id = $1',
    [world.records.products.id],
  );
  holds('the product is unchanged', product?.version === 1, product);
}

/**
 * Enforces the price guard, and sends doubtful prices without a confirmation or with a wrong confirmation. All these
 * requests must be refused.
 */
async function tryPriceGuard(world: AttackTarget, holds: AssertionRecorder) {
  const { rpc } = world;
  const { as, users, records, sql } = world;
  const { id } = records.products;
  await sql('update public.price_guard set enforced = true');
  const guarded = await as(users.bruno)('PATCH', '/rest/v1/price_guard?id=eq.true', {
    body: { enforced: false },
    headers: { prefer: 'return=representation' },
  });
  holds('a Colaborador does not disable the guard', guarded.text === '[]', guarded.text);
  const patched = await as(users.bruno)('PATCH', `/rest/v1/products?id=eq.${id}`, {
    body: { real_price: 1 },
  });
  holds('a doubtful price is refused', patched.status === 400, patched.text);
  const product = { id, real_price: 1 };
  const prices = { real_price: 1, promo_price: 2 };
  const saving = { product, images: null, expected_version: 1, confirmed: prices };
  const saved = await rpc(users.bruno, 'save_product', saving);
  holds('another promotional price confirms nothing', saved.status === 400, saved.text);
  const mine = plan(world, { change: { kind: 'price', by: 'to', value: 1, promo: 'keep' } });
  await rpc(users.bruno, 'plan_change', mine);
  for (const confirmed of [undefined, 2, -1]) {
    const applied = await rpc(users.bruno, 'apply_batch', {
      batch_id: mine.batch_id,
      step: 1,
      confirmed,
    });
    holds(`apply_batch: ${confirmed} confirms nothing`, applied.status === 400, applied.text);
  }
  await rpc(users.bruno, 'drop_batch', { batch_id: mine.batch_id });
  const [stored] = await sql<{ price: number }>(
    'select real_price::float as price from public.products where id = $1',
    [id],
  );
  holds('the price is unchanged', stored?.price === 10, stored);
  await sql('update public.price_guard set enforced = false');
}

async function planTooMany(world: AttackTarget, holds: AssertionRecorder) {
  const { rpc } = world;
  const { bruno } = world.users;
  const { batch_id } = plan(world);
  const refused: [string, Record<string, unknown>][] = [
    ['batch_rows', { batch_id, outcomes: ['change'], size: 1001 }],
    ['batch_rows', { batch_id, outcomes: ['change'], size: 0 }],
  ];
  for (const [name, body] of refused) {
    const { status } = await rpc(bruno, name, body);
    holds(`${name} with size ${String(body['size'])}: refused`, status === 400, status);
  }
  for (let made = 0; made < 8; made += 1) await rpc(bruno, 'plan_change', plan(world));
  const [batches] = await world.sql<{ plans: number }>(
    'select count(*)::int as plans from private.staged_batches',
  );
  holds('a user has five batches at most', batches?.plans === 5, batches);
  await world.sql('delete from private.staged_batches');
}
