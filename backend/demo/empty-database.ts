import type { Queryable } from '../database/database.ts';

/** The database is in use, so the demonstration stays out of it. The message is for the person who typed `--demo`. */
export class DemoRefused extends Error {
  constructor(found: string) {
    super(
      `--demo só carrega a demonstração em um banco vazio, e este já tem ${found}.\n` +
        'Nada foi alterado: vale o que já existe. Para ver a demonstração, escolha outra pasta com DATA_DIR.',
    );
  }
}

/**
 * Empty means: no row in any table of the catalogue and no one but the first Administrador, whom an
 * earlier start without `--demo` may have made. Locks, so that of two starts at once one is refused.
 * @throws DemoRefused
 */
export async function demandEmptyDatabase(tx: Queryable, emails: readonly string[]) {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('vitrine.demo', 0))");
  const { rows } = await tx.query<{ found: string | null }>(FOUND, [emails]);
  const found = rows[0]?.found;
  if (found) throw new DemoRefused(found);
}

const FOUND = `select case
    when exists (select from public.products) then 'produtos'
    when exists (select from public.categories) then 'categorias'
    when exists (select from public.distribuidores) then 'distribuidores'
    when exists (select from public.parceiros) then 'parceiros'
    when exists (select from public.notificacoes) then 'notificações'
    when exists (select from public.banners) then 'banners'
    when (select count(*) > 1 or bool_or(role <> 'Administrador') from public.profiles) then 'usuários cadastrados'
    when exists (select from auth.users where lower(email) = any($1)) then 'os logins da demonstração'
  end as found`;
