import type { Family } from '../family.ts';
import type { AttackTarget } from '../attack-target.ts';

const TIMES = 60;

/**
 * Tries to fill the list of all batches (`atividade`) with events, to record events without permission, and to delete
 * entries of the history.
 */
export const eventFloods: Family = {
  name: 'event floods',
  async attack(world, holds) {
    const { as, rpc, users, sql } = world;
    const { ana, bruno } = users;
    const countLines = async (kind: string, area: string) => {
      const [row] = await sql<{ lines: number }>(
        'select count(*)::int as lines from private.batches where kind = $1 and area = $2',
        [kind, area],
      );
      return row?.lines ?? 0;
    };

    for (let time = 0; time < TIMES; time += 1) {
      await as(bruno)('POST', '/rest/v1/banners', { body: { titulo: 'x' } });
      await rpc(bruno, 'announce_user', { email: 'x@y.test' });
      await rpc(bruno, 'export_products', {
        after: { part: 1, keys: ['', '00000000-0000-0000-0000-000000000000'] },
      });
      await rpc(bruno, 'note_export', { area: 'parceiros', amount: 1000, continues: true });
      await rpc(bruno, 'note_export', { area: 'distribuidores', amount: 1 });
    }
    for (const [kind, area] of [
      ['refused', 'banners'],
      ['refused', 'announce_user'],
      ['export', 'products'],
      ['export', 'parceiros'],
    ] as const) {
      const lines = await countLines(kind, area);
      holds(
        `${TIMES} equal events (${kind}, ${area}) are recorded in one or two lines`,
        lines >= 1 && lines <= 2,
        lines,
      );
    }

    const started = await countLines('export', 'distribuidores');
    holds(
      `${TIMES} new exports are recorded in at most 25 lines`,
      started > 0 && started <= 25,
      started,
    );

    const before = await countEntries(world);
    for (const name of [
      'note_event',
      'note_refusal',
      'note_reads',
      'note_failed_sign_in',
      'open_batch',
    ]) {
      for (const user of [undefined, bruno, ana]) {
        const { status } = await rpc(user, name, { area: 'x', verb: 'x', email: 'x', kind: 'x' });
        holds(`no client calls ${name}`, status === 404 || status === 401, status);
      }
    }
    for (const area of ['products', 'auth.users', 'profiles as p; drop table x', '']) {
      for (const name of ['anonymise', 'personal_data']) {
        const { status } = await rpc(ana, name, { area, record_id: users.bruno.id });
        holds(`${name} refuses the area '${area}'`, status >= 400 && status < 500, status);
      }
    }
    for (const body of [
      { area: 'banners', amount: 1 },
      { area: 'products', amount: 1 },
      { area: 'auth.users', amount: 1 },
      { area: 'parceiros', amount: 1_000_000_000 },
      { area: 'parceiros', amount: -1 },
    ]) {
      const { status } = await rpc(bruno, 'note_export', body);
      holds(`note_export refuses ${JSON.stringify(body)}`, status >= 400 && status < 500, status);
    }
    const own = await rpc(ana, 'anonymise', { area: 'profiles', record_id: ana.id });
    holds('users cannot anonymise their own profile', own.status === 400, own.text);
    const excessive = await rpc(ana, 'prune_history', { size: 2_000_000_000 });
    holds('prune_history refuses an excessive size', excessive.status === 400, excessive.text);
    const pruned = await rpc(ana, 'prune_history', { size: 10_000 });
    holds(
      'prune_history prunes nothing before the retention ends',
      pruned.text === '0',
      pruned.text,
    );
    holds('the history has all its entries', (await countEntries(world)) >= before);
  },
};

async function countEntries({ sql }: AttackTarget) {
  const [row] = await sql<{ lines: number }>(
    'select (select count(*) from private.batches)::int + (select count(*) from private.changes)::int as lines',
  );
  return row?.lines ?? 0;
}
