-- Access: helper functions, write limits, profiles, the rule of the second factor and the caller of a request.

-- == Private schema ==

-- Helper functions of tables and policies. The API does not expose this schema: clients cannot address its objects.
create schema private;
comment on schema private is 'Funções e tabelas internas, fora do alcance da API.';
grant usage on schema private to authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create function private.searchable(value text) returns text
language sql immutable parallel safe
return lower(
  regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g') collate "pt-BR-x-icu"
);
comment on function private.searchable(text) is
  'Texto como a busca o compara: minúsculas, sem acentos.';
revoke all on function private.searchable(text) from public;
grant execute on function private.searchable(text) to authenticated, service_role;

-- A file has exactly one valid URL. URLs are compared as text, so another spelling of the same file is invalid.
create function private.is_picture_url(url text) returns boolean
language sql immutable parallel safe
return char_length(url) <= 2000 and (
  url ~ '^(https?://[A-Za-z0-9.:[\]-]+)?/storage/v1/object/public(/[A-Za-z0-9_-][A-Za-z0-9_.-]*){2,}$'
  or (url ~ '^https?://[^/\s]\S*$' and url !~* '/storage/v1|/object/public')
);
comment on function private.is_picture_url(text) is
  'Endereço de imagem: de um arquivo guardado, sem %, ? nem .., ou de outro servidor.';
revoke all on function private.is_picture_url(text) from public;
grant execute on function private.is_picture_url(text) to authenticated, service_role;

create function private.stored_file(url text) returns text
language sql immutable parallel safe
return regexp_replace(
  regexp_replace(url, '^.*/object/public/', ''), '(\.small\.webp|\.[^./]*)$', ''
);
comment on function private.stored_file(text) is
  'Bucket e caminho sem a extensão: o mesmo valor para a imagem e a sua cópia pequena, em qualquer endereço da instalação.';
revoke all on function private.stored_file(text) from public;
grant execute on function private.stored_file(text) to authenticated, service_role;

-- Dates must be between 2000 and 2099: a timestamptz also accepts 'infinity', which no screen can show.
create function private.is_valid_period(starts_at timestamptz, ends_at timestamptz) returns boolean
language sql immutable parallel safe
return (starts_at < ends_at) is not false
  and (least(starts_at, ends_at) < timestamptz '2000-01-01 00:00:00+00') is not true
  and (greatest(starts_at, ends_at) >= timestamptz '2100-01-01 00:00:00+00') is not true;
comment on function private.is_valid_period(timestamptz, timestamptz) is
  'Início e fim que servem: o fim depois do início, entre 2000 e 2099; nulo é em aberto.';
revoke all on function private.is_valid_period(timestamptz, timestamptz) from public;
grant execute on function private.is_valid_period(timestamptz, timestamptz) to authenticated, service_role;

create function private.is_on_air(
  starts_at timestamptz, ends_at timestamptz, moment timestamptz default now()
) returns boolean
language sql stable parallel safe
return (starts_at <= moment) is not false and (ends_at > moment) is not false;
comment on function private.is_on_air(timestamptz, timestamptz, timestamptz) is
  'Nesse momento o período já começou e ainda não terminou.';
revoke all on function private.is_on_air(timestamptz, timestamptz, timestamptz) from public;
grant execute on function private.is_on_air(timestamptz, timestamptz, timestamptz) to authenticated, service_role;

create function private.bump_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.version = old.version + 1;
  return new;
end
$$;
comment on function private.bump_version() is
  'Conta as gravações de uma linha, para que ninguém grave por cima do que não viu.';
revoke all on function private.bump_version() from public;

-- Checks of the arguments of client functions. They refuse null like a value out of bounds, because a null passes every
-- comparison and `limit null` means no limit.
create function private.required(value anyelement, name text) returns anyelement
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if value is null then
    raise exception 'Falta o valor de "%".', name using errcode = '22023', hint = 'missing';
  end if;
  return value;
end
$$;
comment on function private.required(anyelement, text) is 'O valor de um argumento; recusa o nulo.';
revoke all on function private.required(anyelement, text) from public;
grant execute on function private.required(anyelement, text) to authenticated, service_role;

create function private.checked_size(size integer, most integer, at_least integer default 1) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if (size between at_least and most) is not true then
    raise exception 'O tamanho deve ser de % a %.', at_least, most using errcode = '22023', hint = 'size';
  end if;
  return size;
end
$$;
comment on function private.checked_size(integer, integer, integer) is
  'Quantas linhas se pedem; recusa o nulo e o que está fora dos limites.';
revoke all on function private.checked_size(integer, integer, integer) from public;
grant execute on function private.checked_size(integer, integer, integer) to authenticated, service_role;

-- Nested arrays and arrays with another lower bound than 1 are refused: no JSON array corresponds to them.
create function private.checked_list(list anyarray, most integer, name text) returns anyarray
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if list is null or cardinality(list) > most or array_ndims(list) > 1 or array_lower(list, 1) <> 1
    or array_position(list, null) is not null
  then
    raise exception 'A lista "%" deve ter de 0 a % valores, sem nulos.', name, most
      using errcode = '22023', hint = 'list';
  end if;
  return list;
end
$$;
comment on function private.checked_list(anyarray, integer, text) is
  'Uma lista de valores; recusa a nula, a longa demais, a de listas e a que tem nulos.';
revoke all on function private.checked_list(anyarray, integer, text) from public;
grant execute on function private.checked_list(anyarray, integer, text) to authenticated, service_role;

create function private.checked_object(value jsonb, name text) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(value) is distinct from 'object' then
    raise exception 'O valor de "%" deve ser um objeto.', name using errcode = '22023', hint = 'object';
  end if;
  return value;
end
$$;
comment on function private.checked_object(jsonb, text) is 'Um objeto JSON; recusa o nulo e o que não é um.';
revoke all on function private.checked_object(jsonb, text) from public;
grant execute on function private.checked_object(jsonb, text) to authenticated, service_role;

create function private.checked_objects(list jsonb, most integer, name text) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if (case
    when jsonb_typeof(list) = 'array' then jsonb_array_length(list) > most
      or jsonb_path_exists(list, 'strict $[*] ? (@.type() != "object")')
    else true
  end) then
    raise exception 'A lista "%" deve ter de 0 a % objetos.', name, most using errcode = '22023', hint = 'list';
  end if;
  return list;
end
$$;
comment on function private.checked_objects(jsonb, integer, text) is
  'Uma lista JSON de objetos; recusa a nula, a longa demais e a que tem outra coisa.';
revoke all on function private.checked_objects(jsonb, integer, text) from public;
grant execute on function private.checked_objects(jsonb, integer, text) to authenticated, service_role;

create function private.checked_texts(list jsonb, name text) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(list) is distinct from 'array' or jsonb_path_exists(list, 'strict $[*] ? (@.type() != "string")') then
    raise exception 'O valor de "%" deve ser uma lista de textos.', name using errcode = '22023', hint = 'list';
  end if;
  return list;
end
$$;
comment on function private.checked_texts(jsonb, text) is
  'Uma lista JSON de textos; recusa a nula e a que tem outra coisa.';
revoke all on function private.checked_texts(jsonb, text) from public;
grant execute on function private.checked_texts(jsonb, text) to authenticated, service_role;

-- == Limits ==

-- Write limits of one request and of one user. Constraints, functions and messages read the numbers from here.
create function private.limits(
  out rows_of_request integer, out rows_of_batch integer, out rows_of_day integer, out bytes_of_day bigint,
  out pictures_of_product integer
)
language sql immutable parallel safe as $$
  select 1000, 100000, 200000, 500 * 1024 * 1024::bigint, 200
$$;
comment on function private.limits() is
  'Quantos registros um pedido às tabelas muda e uma alteração de muitos tem; quantas linhas e quantos bytes de histórico um usuário grava por dia; quantas imagens tem um produto.';
revoke all on function private.limits() from public;
grant execute on function private.limits() to authenticated, service_role;

create function private.number_text(amount numeric) returns text
language sql immutable parallel safe
return replace(to_char(amount, 'FM999,999,999,990'), ',', '.');
comment on function private.number_text(numeric) is 'Um número inteiro, como se escreve.';
revoke all on function private.number_text(numeric) from public;
grant execute on function private.number_text(numeric) to authenticated, service_role;

-- One row per database connection: parallel requests of one user never wait for each other's row lock.
create table private.written_rows (
  user_id uuid not null,
  day date not null,
  connection integer not null,
  rows bigint not null,
  bytes bigint not null,
  primary key (user_id, day, connection)
);
comment on table private.written_rows is 'Quanto cada usuário gravou em um dia; some com o dia seguinte.';
comment on column private.written_rows.rows is 'Linhas criadas, mudadas e excluídas; em bytes, o histórico delas.';
revoke all on private.written_rows from anon, authenticated, service_role;
alter table private.written_rows enable row level security;

create function private.current_day() returns date
language sql stable
return (now() at time zone 'America/Sao_Paulo')::date;
comment on function private.current_day() is 'O dia de hoje, em que os limites contam.';
revoke all on function private.current_day() from public;

-- The first step of a batch counts all of its rows in advance. An undo or a restoration is counted but never refused.
create function private.allow_many_rows() returns void
language sql set search_path = ''
begin atomic
  select set_config('vitrine.allows_many_rows', 'true', true);
end;
comment on function private.allow_many_rows() is
  'Nesta transação nada é recusado por ser muito: é um passo, ou desfaz, restaura ou anonimiza.';
revoke all on function private.allow_many_rows() from public;
grant execute on function private.allow_many_rows() to authenticated;

create function private.check_daily_limit(more_rows bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  most record;
  written record;
begin
  select * into most from private.limits();
  select coalesce(sum(own.rows), 0) as rows, coalesce(sum(own.bytes), 0) as bytes into written
  from private.written_rows as own
  where own.user_id = auth.uid() and own.day = private.current_day();
  if written.rows + more_rows > most.rows_of_day then
    raise exception 'Cada usuário muda até % linhas por dia. Hoje você ainda pode mudar %; desfazer e restaurar, sempre.',
      private.number_text(most.rows_of_day), private.number_text(greatest(most.rows_of_day - written.rows, 0))
      using hint = 'rows_of_day';
  end if;
  if written.bytes > most.bytes_of_day then
    raise exception 'Cada usuário grava até % MB de histórico por dia. Continue amanhã; desfazer e restaurar são possíveis sempre.',
      private.number_text(most.bytes_of_day / 1024 / 1024)
      using hint = 'bytes_of_day';
  end if;
end
$$;
comment on function private.check_daily_limit(bigint) is
  'Recusa o que passa do que um usuário grava por dia, com mais estas linhas.';
revoke all on function private.check_daily_limit(bigint) from public;
grant execute on function private.check_daily_limit(bigint) to authenticated;

-- Programs of the server have no user and no limit.
create function private.count_written_rows(new_rows bigint, new_bytes bigint) returns void
language plpgsql set search_path = '' as $$
declare
  most record;
begin
  if auth.uid() is null then
    return;
  end if;
  insert into private.written_rows as own (user_id, day, connection, rows, bytes)
  values (auth.uid(), private.current_day(), pg_backend_pid(), new_rows, new_bytes)
  on conflict (user_id, day, connection) do update
    set rows = own.rows + excluded.rows, bytes = own.bytes + excluded.bytes;
  if current_setting('vitrine.allows_many_rows', true) = 'true' then
    return;
  end if;
  select * into most from private.limits();
  -- Rows that a trigger changes count for the daily limit only: the request did not name them.
  if new_rows > most.rows_of_request and pg_trigger_depth() = 1 then
    raise exception 'Um pedido muda até % registros; este mudaria %. Faça uma alteração em massa.',
      private.number_text(most.rows_of_request), private.number_text(new_rows)
      using hint = 'rows_of_request';
  end if;
  perform private.check_daily_limit(0);
end
$$;
comment on function private.count_written_rows(bigint, bigint) is
  'Conta as linhas que uma instrução mudou e o histórico delas, e recusa o que passa dos limites.';
revoke all on function private.count_written_rows(bigint, bigint) from public;

create function private.prune_written_rows() returns void
language sql set search_path = '' as $$
  delete from private.written_rows where day < private.current_day()
$$;
comment on function private.prune_written_rows() is 'Esquece quanto se gravou nos dias que passaram.';
revoke all on function private.prune_written_rows() from public;

-- == Profiles ==

create table public.profiles (
  id uuid primary key references auth.users on delete cascade,
  name text collate "pt-BR-x-icu" not null
    check (btrim(name) <> '' and char_length(name) <= 255),
  email text collate "pt-BR-x-icu" not null check (char_length(email) <= 255),
  company text check (char_length(company) <= 255),
  phone text check (char_length(phone) <= 255),
  role text not null default 'Colaborador' check (role in ('Administrador', 'Colaborador')),
  avatar_url text check (char_length(avatar_url) <= 2000 and private.is_picture_url(avatar_url)),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  search_text text not null
    generated always as (private.searchable(name || E'\n' || email)) stored
);

comment on table public.profiles is 'Perfis: quem usa o painel, com o cargo que decide o que pode fazer.';
comment on column public.profiles.id is 'O mesmo id do login; é só nele que o servidor confia.';
comment on column public.profiles.email is 'O e-mail do login; só muda com ele.';
comment on column public.profiles.role is 'Cargo: Administrador ou Colaborador. Ninguém altera o próprio.';
comment on column public.profiles.version is 'Número de gravações, para detectar edição simultânea.';
comment on column public.profiles.search_text is 'Nome e e-mail em minúsculas, sem acentos, para a busca.';

create unique index profiles_email_key on public.profiles (lower(email));
create index profiles_name_idx on public.profiles (name, id);
create index profiles_role_idx on public.profiles (role);
create index profiles_avatar_url_idx on public.profiles (private.stored_file(avatar_url));
create index profiles_search_text_idx on public.profiles
  using gin (search_text extensions.gin_trgm_ops);

revoke all on public.profiles from anon, authenticated;
grant select, delete on public.profiles to authenticated;
grant insert (id, name, email, company, phone, role, avatar_url) on public.profiles to authenticated;
grant update (name, company, phone, role, avatar_url) on public.profiles to authenticated;
grant all on public.profiles to service_role;

alter table public.profiles enable row level security;

create trigger bump_version before update on public.profiles
  for each row execute function private.bump_version();

-- == Factor rule ==

-- The rule that requires a second factor. A user who must have one and has none can read and write nothing
-- (session_start), on both platforms, until the first code of a factor is verified.
create table public.factor_rule (
  id boolean primary key default true check (id),
  required_of text not null default 'ninguem' check (required_of in ('ninguem', 'administradores', 'todos'))
);

comment on table public.factor_rule is
  'De quem se exige a verificação em duas etapas: uma só linha, do Administrador.';
comment on column public.factor_rule.required_of is
  'ninguem, administradores ou todos. Quem tem de usá-la e ainda não a ativou não lê nem grava nada.';

revoke all on public.factor_rule from anon, authenticated;
grant select on public.factor_rule to authenticated;
grant update (required_of) on public.factor_rule to authenticated;
grant all on public.factor_rule to service_role;

alter table public.factor_rule enable row level security;

insert into public.factor_rule default values;

-- A login without a profile has no rights that a second factor could protect.
create function private.is_factor_required(user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  required_of constant text = (select rule.required_of from public.factor_rule as rule);
begin
  if required_of = 'ninguem' then
    return false;
  end if;
  return exists (
    select from public.profiles as profile
    where profile.id = is_factor_required.user_id and (required_of = 'todos' or profile.role = 'Administrador')
  );
end
$$;
comment on function private.is_factor_required(uuid) is
  'Se a verificação em duas etapas é exigida de uma pessoa, que a use ou não.';
revoke all on function private.is_factor_required(uuid) from public;

-- == Caller ==

-- The caller of a request. The policies of every table use these functions.
-- Read the session, not only the token: a token is valid after the sign-out, but its rights end with the session. A
-- session older than the profile is ignored: a deleted profile that was created again may belong to another user.
-- PL/pgSQL caches the plan for the connection. An SQL function would be planned again for every table of every query,
-- which takes longer than reading the page.
-- The query filters by session id only and compares the other columns here: no plan can scan all sessions of a user.
create function private.session_start() returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  session record;
begin
  select open_session.user_id, open_session.created_at, open_session.not_after, open_session.aal into session
  from auth.sessions as open_session
  where open_session.id = (auth.jwt() ->> 'session_id')::uuid;
  if session.user_id is distinct from auth.uid() or session.not_after <= now() then
    return null;
  end if;
  -- Read the assurance level from the stored session: the token may hold an older one.
  if coalesce(session.aal, 'aal1') < 'aal2' and (
    exists (
      select from auth.mfa_factors as factor where factor.user_id = session.user_id and factor.status = 'verified'
    )
    or private.is_factor_required(session.user_id)
  ) then
    return null;
  end if;
  return session.created_at;
end
$$;
comment on function private.session_start() is
  'Quando começou a sessão de quem chama; nulo sem login, com a sessão encerrada ou sem a segunda etapa de quem a tem ou tem de ter.';

create function private.caller_role() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  start timestamptz = private.session_start();
begin
  if start is null then
    return null;
  end if;
  return (
    select profile.role
    from public.profiles as profile
    where profile.id = auth.uid() and start >= profile.created_at
  );
end
$$;
comment on function private.caller_role() is
  'Cargo de quem chama; nulo sem perfil, com a sessão encerrada ou anterior ao perfil.';

create function private.is_staff() returns boolean
language sql stable
return private.caller_role() is not null;
comment on function private.is_staff() is 'Quem chama tem perfil e sessão aberta.';

create function private.is_administrador() returns boolean
language sql stable
return coalesce(private.caller_role() = 'Administrador', false);
comment on function private.is_administrador() is 'Quem chama é Administrador, com sessão aberta.';

revoke all on function private.session_start() from public;
revoke all on function private.caller_role(), private.is_staff(), private.is_administrador() from public;
grant execute on function private.caller_role(), private.is_staff(), private.is_administrador()
  to authenticated;

-- With an ended session, the policies hide every row, and the client would receive an empty list. The API therefore
-- calls this function before each request (PostgREST docs, db-pre-request) and responds with HTTP status 401.
-- The policies must not raise this error: they run for matching rows only, so the error would reveal that rows exist.
create function private.require_open_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or private.session_start() is not null then
    return;
  end if;
  -- The session is open, but the user must have a second factor and has none.
  if exists (
    select from auth.sessions as open_session
    where open_session.id = (auth.jwt() ->> 'session_id')::uuid and open_session.user_id = auth.uid()
      and (open_session.not_after is null or open_session.not_after > now())
  ) and not exists (
    select from auth.mfa_factors as factor where factor.user_id = auth.uid() and factor.status = 'verified'
  ) then
    raise exception 'A verificação em duas etapas é exigida. Entre novamente para ativá-la.'
      using errcode = 'PT401', hint = 'factor_required';
  end if;
  raise exception 'Sua sessão terminou. Entre novamente.' using errcode = 'PT401';
end
$$;
comment on function private.require_open_session() is
  'Antes de cada pedido à API: o erro PT401 se a sessão de quem chama já terminou, ou se falta a segunda etapa.';
revoke all on function private.require_open_session() from public;
grant usage on schema private to anon;
grant execute on function private.require_open_session() to anon, authenticated, service_role;

-- Role settings belong to the cluster: the migration of another database may already have set this one.
do $$
begin
  if not exists (
    select from pg_roles
    where rolname = 'authenticator'
      and 'pgrst.db_pre_request=private.require_open_session' = any(rolconfig)
  ) then
    alter role authenticator set pgrst.db_pre_request = 'private.require_open_session';
  end if;
  notify pgrst, 'reload config';
end
$$;

create policy "staff reads profiles" on public.profiles
  for select to authenticated
  using ((select private.is_staff()));

create policy "an Administrador creates profiles" on public.profiles
  for insert to authenticated
  with check ((select private.is_administrador()));

create policy "an Administrador updates profiles, staff their own" on public.profiles
  for update to authenticated
  using (
    (select private.is_administrador())
    or (id = (select auth.uid()) and (select private.is_staff()))
  )
  with check (
    (select private.is_administrador())
    or (id = (select auth.uid()) and (select private.is_staff()))
  );

create policy "an Administrador deletes profiles" on public.profiles
  for delete to authenticated
  using ((select private.is_administrador()));

create policy "staff reads the factor rule" on public.factor_rule
  for select to authenticated using ((select private.is_staff()));
create policy "an Administrador updates the factor rule" on public.factor_rule
  for update to authenticated
  using ((select private.is_administrador())) with check ((select private.is_administrador()));

-- == Profile rules ==

-- Rules of profiles that policies cannot express. An error with code P0001 has a Portuguese message that the panel
-- shows unchanged; its hint names the rule for programs.

create function private.set_profile_email() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  login_email text;
begin
  -- This trigger runs before the policy: its error would tell any caller which user has which e-mail.
  if current_setting('role') = 'authenticated' and not private.is_administrador() then
    raise exception 'permission denied for table profiles' using errcode = '42501';
  end if;
  select email into login_email from auth.users where id = new.id;
  if lower(login_email) is distinct from lower(new.email) and login_email is not null then
    raise exception 'O e-mail do perfil deve ser o do login.' using hint = 'profile_email';
  end if;
  new.email = coalesce(login_email, new.email);
  return new;
end
$$;
comment on function private.set_profile_email() is 'O e-mail do perfil é o do login.';

create function private.protect_profile_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.id <> old.id or (
    new.email <> old.email
    and new.email is distinct from (select email from auth.users where id = new.id)
  ) then
    raise exception 'O e-mail de um perfil não pode ser alterado.' using hint = 'profile_email';
  end if;
  if new.role <> old.role and new.id = auth.uid() then
    raise exception 'Você não pode alterar o seu próprio cargo.' using hint = 'own_role';
  end if;
  return new;
end
$$;
comment on function private.protect_profile_identity() is
  'O e-mail só muda com o do login e ninguém altera o próprio cargo.';

create function private.copy_login_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return null;
end
$$;
comment on function private.copy_login_email() is
  'Trocado o e-mail do login, pelo servidor, o do perfil acompanha.';

create function private.refuse_own_profile_deletion() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.id = auth.uid() then
    raise exception 'Ninguém exclui o próprio perfil.' using hint = 'own_profile';
  end if;
  return old;
end
$$;
comment on function private.refuse_own_profile_deletion() is 'Ninguém exclui o próprio perfil.';

create function private.require_an_administrador() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Two Administradores who demote each other at the same time run one after the other.
  perform pg_advisory_xact_lock(hashtextextended('profiles.last_administrador', 0));
  if not exists (select from public.profiles where role = 'Administrador') then
    raise exception 'O último Administrador não pode ser excluído nem rebaixado.'
      using hint = 'last_administrador';
  end if;
  return null;
end
$$;
comment on function private.require_an_administrador() is
  'O último Administrador não pode ser excluído nem rebaixado, por ninguém.';

-- The platform lets `postgres`, the owner of this function, delete rows of auth.sessions.
create function private.end_all_sessions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = old.id;
  return null;
end
$$;
comment on function private.end_all_sessions() is 'Excluído o perfil, as sessões do login terminam.';

revoke all on function
  private.set_profile_email(),
  private.protect_profile_identity(),
  private.copy_login_email(),
  private.refuse_own_profile_deletion(),
  private.require_an_administrador(),
  private.end_all_sessions()
from public;

create trigger set_profile_email before insert on public.profiles
  for each row execute function private.set_profile_email();
create trigger protect_profile_identity before update on public.profiles
  for each row execute function private.protect_profile_identity();
create trigger refuse_own_profile_deletion before delete on public.profiles
  for each row execute function private.refuse_own_profile_deletion();
create trigger require_an_administrador_on_update after update of role on public.profiles
  for each row when (old.role = 'Administrador' and new.role <> 'Administrador')
  execute function private.require_an_administrador();
create trigger require_an_administrador_on_delete after delete on public.profiles
  for each row when (old.role = 'Administrador')
  execute function private.require_an_administrador();
create trigger end_sessions after delete on public.profiles
  for each row execute function private.end_all_sessions();
create trigger vitrine_copy_login_email after update of email on auth.users
  for each row when (new.email is distinct from old.email)
  execute function private.copy_login_email();
