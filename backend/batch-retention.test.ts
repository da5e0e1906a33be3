import { expect, it } from 'vitest';
import { buildServer } from './build-server.ts';
import { startTestServer } from './testing/server.ts';

it('a starting server deletes any amount of expired data', async () => {
  const server = await startTestServer({ seed: 'staff' });
  try {
    await server.sql(`insert into private.batches (at, area, record_id, kind)
      select now() - interval '181 days', 'profiles', '', 'sign_in' from generate_series(1, 2500)`);
    await server.sql(`insert into private.batches (at, area, record_id, kind)
      select now() - interval '179 days', 'profiles', '', 'sign_in' from generate_series(1, 3)`);
    await server.sql(`insert into private.staged_batches (id, owner, kind, area, source, total, last_step_at, ended_at)
      select gen_random_uuid(), id, 'change', 'products', '{}', 0, now() - age, case when age < '1 day' then now() - ended end
      from public.profiles, (values
        (interval '47 hours', null::interval), ('49 hours', null), ('1 hour', '23 hours'), ('1 hour', '25 hours')
      ) as batch (age, ended), generate_series(1, 4)
      where role = 'Colaborador'`);
    const second = await buildServer(server.platform);
    await second.listen({ port: 0, host: '127.0.0.1' });
    const left = () =>
      server.sql<{ kind: string; lines: number; amount: number | null }>(
        `select kind, count(*)::int as lines, max(amount) as amount from private.batches
         where kind in ('sign_in', 'retention') group by kind order by kind`,
      );
    await expect.poll(left).toEqual([
      { kind: 'retention', lines: 1, amount: 2500 },
      { kind: 'sign_in', lines: 3, amount: null },
    ]);
    const staged = () =>
      server.sql(
        `select distinct round(extract(epoch from now() - coalesce(ended_at, last_step_at)) / 3600)::int as age
        from private.staged_batches order by age`,
      );
    await expect.poll(staged).toEqual([{ age: 23 }, { age: 47 }]);
    await second.close();
  } finally {
    await server.stop();
  }
});
