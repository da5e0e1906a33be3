import type { Family } from '../family.ts';

const MORE_THAN_ALLOWED = 70;

/**
 * Tries to save invalid views, views in the name of another user or of all users, and too many views. Tries to read and
 * change views of other users, and to inject SQL into filters.
 */
export const foreignViews: Family = {
  name: 'foreign views',
  async attack({ as, users, sql }, holds) {
    const { ana, bruno } = users;
    const view = { area: 'products', name: 'De Ana', address: 'status=Inativo' };
    const made = await as(ana)('POST', '/rest/v1/list_views', { body: view });
    holds('an Administrador saves a view', made.status === 201, made.text);
    const before = await sql('select * from public.list_views order by id');
    for (const body of [
      { ...view, name: 'De todos', owner: null },
      { ...view, name: 'Em nome de Ana', owner: ana.id },
      { ...view, name: 'x'.repeat(41) },
      { ...view, address: 'x'.repeat(2001) },
      { ...view, area: 'auth.users' },
    ]) {
      const { status } = await as(bruno)('POST', '/rest/v1/list_views', { body });
      holds(
        `a Colaborador does not save ${JSON.stringify(body).slice(0, 80)}`,
        status >= 400,
        status,
      );
    }
    const seen = await as(bruno)('GET', '/rest/v1/list_views?select=name');
    holds('a Colaborador does not see the views of others', seen.text === '[]', seen.text);
    for (const method of ['PATCH', 'DELETE'] as const)
      await as(bruno)(method, '/rest/v1/list_views?id=not.is.null', { body: { name: 'Tomada' } });
    const after = await sql('select * from public.list_views order by id');
    holds(
      'a Colaborador does not change the views of others',
      JSON.stringify(after) === JSON.stringify(before),
    );

    for (let number = 0; number < MORE_THAN_ALLOWED; number += 1)
      await as(bruno)('POST', '/rest/v1/list_views', { body: { ...view, name: `V${number}` } });
    const [row] = await sql<{ views: number }>(
      'select count(*)::int as views from public.list_views where owner = $1',
      [bruno.id],
    );
    holds('a user has at most 60 views', row?.views === 60, row?.views);

    for (const filters of [
      { price_from: '0 or true' },
      { promo: "running' or '' = '" },
      { image: 'missing or true' },
      { visibility: "x' or true --" },
    ]) {
      const body = { filters };
      const { status, text } = await as(bruno)('POST', '/rest/v1/rpc/find_products', { body });
      const found = status === 200 && !text.includes('"total":0') && !text.includes('"total" : 0');
      holds(`${JSON.stringify(filters)} finds nothing`, !found, text.slice(0, 80));
    }
  },
};
