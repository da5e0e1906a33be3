import type pg from 'pg';
import { LOGIN_ROLES } from './login-roles.ts';
import { OperatorError } from './operator-error.ts';

/** Facts about a database and its server, read before anything is changed. */
export type DatabaseFacts = {
  isPlatform: boolean;
  isSetUp: boolean;
  isUsed: boolean;
  user: string;
  isSuperuser: boolean;
  version: number;
  encoding: string;
  missing: string[];
};

/**
 * Refuses a database that this program cannot set up. Only reads the database. Runs before the set-up, because roles
 * belong to the whole server: a set-up that fails half-way leaves its new roles there.
 * @throws OperatorError with the reason and often with a remedy
 */
export async function refuseForeignDatabase(client: pg.Client) {
  const { rows } = await client.query<DatabaseFacts>(FACTS, [OWN_ROLES, OWN_SCHEMAS, EXTENSIONS]);
  const reason = rows[0] && findRefusalReason(rows[0]);
  if (reason) throw new OperatorError(`DATABASE_URL: ${reason}\nNada foi alterado nesse banco.`);
}

/**
 * @returns why this program refuses a database, in Portuguese; undefined if it accepts the database. If the database is
 * already set up, only its platform and the user are checked
 */
export function findRefusalReason(facts: DatabaseFacts): string | undefined {
  const { user, version, encoding, missing } = facts;
  if (facts.isPlatform)
    return 'o banco é da plataforma Supabase, que tem serviços próprios de login e de arquivos. Para usar a Vitrine com ela, siga docs/hosted.md; DATABASE_URL é para um PostgreSQL só da Vitrine.';
  if ((LOGIN_ROLES as readonly string[]).includes(user))
    return `${user} é um papel da própria Vitrine, que troca a senha dele. Crie outro: create role vitrine superuser login password '…'.`;
  if (facts.isSetUp) return undefined;
  if (!facts.isSuperuser)
    return `${user} não é superusuário, e a Vitrine cria papéis no servidor inteiro.`;
  if (version < MIN_VERSION)
    return `o servidor é PostgreSQL ${Math.floor(version / 10_000)}; a Vitrine precisa do 17.`;
  if (encoding !== 'UTF8') return `o banco é ${encoding}; a Vitrine precisa de UTF8.`;
  if (missing.length > 0) return `falta no servidor: ${missing.join(', ')}.`;
  if (facts.isUsed)
    return 'o banco não está vazio e não é da Vitrine. Crie um banco vazio para ela.';
  return undefined;
}

const MIN_VERSION = 170_000;
/**
 * Roles `supabase_…` that this program creates too, so they are not a sign of the Supabase platform
 * (platform/01-roles.sql, empty-cluster.ts).
 */
const OWN_ROLES = ['supabase_admin', 'supabase_auth_admin', 'supabase_storage_admin'];
const OWN_SCHEMAS = [
  'auth',
  'extensions',
  'private',
  'storage',
  'supabase_migrations',
  'vitrine_backend',
];
const EXTENSIONS = ['fuzzystrmatch', 'pg_trgm', 'pgcrypto'];

/**
 * Query for `DatabaseFacts`. Signs of the Supabase platform are the migration tables of its auth and storage servers,
 * and roles `supabase_…` that are not in OWN_ROLES. The platform's Docker image creates such roles, and all databases
 * of a server share them.
 */
const FACTS = `select
  exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where (n.nspname, c.relname) in (('auth', 'schema_migrations'), ('storage', 'migrations'))
  ) or exists (
    select from pg_roles where rolname like 'supabase\\_%' and rolname <> all($1)
  ) as "isPlatform",
  exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where (n.nspname, c.relname) = ('vitrine_backend', 'applied_files')
  ) as "isSetUp",
  exists (select from pg_namespace where nspname = any($2)) or exists (
    select from pg_class where relnamespace = 'public'::regnamespace and not exists (
      select from pg_depend where objid = pg_class.oid and deptype = 'e'
    )
  ) as "isUsed",
  current_user::text as "user",
  (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
  current_setting('server_version_num')::integer as version,
  (select pg_encoding_to_char(encoding) from pg_database where datname = current_database()) as encoding,
  array(
    select wanted from unnest($3::text[]) as wanted
    where not exists (select from pg_available_extensions as found where found.name = wanted)
  ) || case when exists (select from pg_collation where collname = 'pt-BR-x-icu') then '{}' else array['ICU'] end as missing`;
