import type { Family } from '../family.ts';
import type { User } from '../user.ts';
import type { World } from '../world.ts';

const TIMES = 60;

/** Clients cannot flood the activity, record an event as another user, or delete events past its two functions. */
export const eventFloods: Family = {
  name: 'event floods',
  async attack(world, holds) {
    const { as, users, sql } = world;
    const { ana, bruno } = users;
    const rpc = async (user: User | undefined, name: string, body: unknown) =>
      as(user)('POST', `/rest/v1/rpc/${name}`, { body });
    const linesOf = async (kind: string, area: string) => {
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
      const lines = await linesOf(kind, area);
      holds(
        `${TIMES} times ${kind} in ${area} are told in a line`,
        lines >= 1 && lines <= 2,
        lines,
      );
    }

    const begun = await linesOf('export', 'distribuidores');
    holds(
      `${TIMES} exports from their beginning are told in 20 lines`,
      begun > 0 && begun <= 25,
      begun,
    );

    const before = await countOf(world);
    for (const name of [
      'note_event',
      'note_refusal',
      'note_reads',
      'note_failed_sign_in',
      'open_batch',
    ]) {
      for (const user of [undefined, bruno, ana]) {
        const { status } = await rpc(user, name, { area: 'x', verb: 'x', email: 'x', kind: 'x' });
        holds(`nobody calls ${name}`, status === 404 || status === 401, status);
      }
    }
    for (const area of ['products', 'auth.users', 'profiles as p; drop table x', '']) {
      for (const name of ['anonymise', 'personal_data']) {
        const { status } = await rpc(ana, name, { area, record_id: users.bruno.id });
        holds(`${name} takes nothing of '${area}'`, status >= 400 && status < 500, status);
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
      holds(`nobody notes ${JSON.stringify(body)}`, status >= 400 && status < 500, status);
    }
    const own = await rpc(ana, 'anonymise', { area: 'profiles', record_id: ana.id });
    holds('nobody anonymises the own profile', own.status === 400, own.text);
    const boundless = await rpc(ana, 'prune_history', { size: 2_000_000_000 });
    holds('a boundless size is refused', boundless.status === 400, boundless.text);
    const forgotten = await rpc(ana, 'prune_history', { size: 10_000 });
    holds('nothing is forgotten before its time', forgotten.text === '0', forgotten.text);
    holds('no line is gone', (await countOf(world)) >= before);
  },
};

async function countOf({ sql }: World) {
  const [row] = await sql<{ lines: number }>(
    'select (select count(*) from private.batches)::int + (select count(*) from private.changes)::int as lines',
  );
  return row?.lines ?? 0;
}
