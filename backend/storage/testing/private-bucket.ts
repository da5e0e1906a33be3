import type { TestServer } from '../../testing/server.ts';

/** Creates a private bucket. For each command in `allowed`, adds a policy that lets one user run the command. */
export async function createPrivateBucket(
  server: TestServer,
  id: string,
  allowed: Partial<Record<'select' | 'insert' | 'update', string>>,
) {
  await server.sql('insert into storage.buckets (id, name, public) values ($1, $1, false)', [id]);
  for (const [command, userId] of Object.entries(allowed)) {
    const condition = `bucket_id = '${id}' and (select auth.uid()) = '${userId}' and (select private.is_staff())`;
    const clause = command === 'insert' ? `with check (${condition})` : `using (${condition})`;
    await server.sql(
      `create policy "test: ${id} ${command}" on storage.objects for ${command} to authenticated ${clause}`,
    );
  }
}
