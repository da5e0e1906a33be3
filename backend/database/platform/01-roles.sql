-- The hosted platform's roles. Roles belong to the cluster, which several databases share (some set up at the same
-- moment): existing roles stay, and the lock makes others wait. The backend sets the passwords of the login roles,
-- never this file.
do $roles$
declare
  login name;
begin
  lock table pg_catalog.pg_authid in share row exclusive mode;

  if not exists (select from pg_roles where rolname = 'postgres') then
    create role postgres login nosuperuser createdb createrole replication bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin inherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin inherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin inherit bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator login noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    create role supabase_auth_admin login noinherit createrole;
  end if;
  if not exists (select from pg_roles where rolname = 'supabase_storage_admin') then
    create role supabase_storage_admin login noinherit createrole;
  end if;

  grant anon, authenticated, service_role to authenticator;
  grant anon, authenticated, service_role to postgres;
  grant authenticator to supabase_storage_admin;
  grant pg_read_all_data, pg_signal_backend to postgres;
  -- On the hosted platform an extension lets postgres write policies on storage.objects without owning it; here
  -- membership does. The schema itself gives that role no right to create anything.
  grant supabase_storage_admin to postgres;

  -- On the hosted platform an extension lets postgres change the data API's own settings.
  grant authenticator to postgres with admin true, inherit false, set false;
  grant set on parameter pgrst.db_pre_request to postgres;

  -- Time limits of sessions, and no logs of their errors, whose texts contain user input. The backend sets shorter
  -- limits for each request, by its role.
  for login in
    select unnest(array['authenticator', 'supabase_auth_admin', 'supabase_storage_admin'])
  loop
    execute format('alter role %I set statement_timeout = %L', login, '8s');
    execute format('alter role %I set lock_timeout = %L', login, '5s');
    execute format('alter role %I set idle_in_transaction_session_timeout = %L', login, '30s');
    execute format('alter role %I set log_min_messages = %L', login, 'log');
  end loop;
  alter role supabase_auth_admin set search_path = 'auth';
  alter role supabase_storage_admin set search_path = 'storage';
  alter role postgres set search_path = '$user', 'public', 'extensions';
end
$roles$;
