-- Settings and views of lists, the order of banners, and the numbers, hints and notices of the dashboard.

-- == List settings ==

-- The settings of each list per user: hidden columns and rows per page. Users can read only their own rows.
create table public.list_settings (
  id uuid primary key default gen_random_uuid(),
  owner uuid not null default auth.uid() references public.profiles on delete cascade,
  area text not null references private.areas check (char_length(area) <= 63),
  hidden_columns text not null default ''
    check (hidden_columns ~ '^[a-z_.]*$' and char_length(hidden_columns) <= 500),
  page_size integer check (page_size between 25 and 200),
  constraint list_settings_owner_key unique (owner, area)
);

comment on table public.list_settings is 'Como cada pessoa quer cada lista.';
comment on column public.list_settings.hidden_columns is 'Nomes das colunas escondidas, com um ponto entre eles.';
comment on column public.list_settings.page_size is 'Linhas por página; nulo é o padrão do painel.';

revoke all on public.list_settings from anon, authenticated;
grant select, delete on public.list_settings to authenticated;
grant insert (area, hidden_columns, page_size) on public.list_settings to authenticated;
grant update (hidden_columns, page_size) on public.list_settings to authenticated;
grant all on public.list_settings to service_role;

alter table public.list_settings enable row level security;

create policy "staff reads own list settings" on public.list_settings
  for select to authenticated
  using ((select private.is_staff()) and owner = (select auth.uid()));
create policy "staff creates own list settings" on public.list_settings
  for insert to authenticated
  with check ((select private.is_staff()) and owner = (select auth.uid()));
create policy "staff updates own list settings" on public.list_settings
  for update to authenticated
  using ((select private.is_staff()) and owner = (select auth.uid()))
  with check ((select private.is_staff()) and owner = (select auth.uid()));
create policy "staff deletes own list settings" on public.list_settings
  for delete to authenticated
  using ((select private.is_staff()) and owner = (select auth.uid()));

-- Arguments that are null keep the stored setting.
create function public.set_list(area text, hidden_columns text default null, page_size integer default null)
returns json
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  stored public.list_settings;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function set_list' using errcode = '42501';
  end if;
  insert into public.list_settings as stored (area, hidden_columns, page_size)
  values (set_list.area, coalesce(set_list.hidden_columns, ''), set_list.page_size)
  on conflict (owner, area) do update set
    hidden_columns = coalesce(set_list.hidden_columns, stored.hidden_columns),
    page_size = coalesce(set_list.page_size, stored.page_size)
  returning * into stored;
  return json_build_object('hidden', stored.hidden_columns, 'size', stored.page_size);
end
$$;
comment on function public.set_list(text, text, integer) is
  'Guarda, para quem chama, as colunas escondidas ou as linhas por página de uma lista, e devolve as duas.';
revoke all on function public.set_list(text, text, integer) from public, anon, authenticated, service_role;
grant execute on function public.set_list(text, text, integer) to authenticated;

-- == List views ==

-- A saved list: search, filters, order, columns and page size, stored as URL parameters. The panel parses them like any
-- other URL, so that a value that is no longer valid counts as absent.
create table public.list_views (
  id uuid primary key default gen_random_uuid(),
  owner uuid default auth.uid() references public.profiles on delete cascade,
  area text not null references private.areas check (char_length(area) <= 63),
  name text collate "pt-BR-x-icu" not null
    check (name <> '' and name = btrim(name) and char_length(name) <= 40),
  address text not null default '' check (char_length(address) <= 2000),
  position integer not null default 1000 check (position between 0 and 1000),
  constraint list_views_name_key unique nulls not distinct (owner, area, name)
);

comment on table public.list_views is 'Visualizações criadas das listas.';
comment on column public.list_views.owner is 'De quem é; nulo é de todos, e só o Administrador a muda.';
comment on column public.list_views.address is 'Busca, filtros, ordem, colunas e linhas por página, como no endereço da lista.';
comment on column public.list_views.position is 'Ordem entre as da mesma pessoa, ou entre as de todos.';

revoke all on public.list_views from anon, authenticated;
grant select, delete on public.list_views to authenticated;
grant insert (id, owner, area, name, address, position) on public.list_views to authenticated;
grant update (owner, name, address, position) on public.list_views to authenticated;
grant all on public.list_views to service_role;

alter table public.list_views enable row level security;

create policy "staff reads own views and those for all" on public.list_views
  for select to authenticated
  using ((select private.is_staff()) and (owner is null or owner = (select auth.uid())));
create policy "staff creates own views, an Administrador those for all" on public.list_views
  for insert to authenticated
  with check (
    (select private.is_staff()) and owner = (select auth.uid())
    or (select private.is_administrador()) and owner is null
  );
create policy "staff updates own views, an Administrador those for all" on public.list_views
  for update to authenticated
  using (
    (select private.is_staff()) and owner = (select auth.uid())
    or (select private.is_administrador()) and owner is null
  )
  with check (
    (select private.is_staff()) and owner = (select auth.uid())
    or (select private.is_administrador()) and owner is null
  );
create policy "staff deletes own views, an Administrador those for all" on public.list_views
  for delete to authenticated
  using (
    (select private.is_staff()) and owner = (select auth.uid())
    or (select private.is_administrador()) and owner is null
  );

-- The lock makes concurrent inserts count one after the other.
create function private.limit_list_views() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('list_views ' || coalesce(new.owner::text, ''), 0));
  if 60 <= (
    select count(*) from public.list_views as other
    where other.owner is not distinct from new.owner and other.id <> new.id
  ) then
    raise exception 'Já existem 60 visualizações. Apague uma antes de criar outra.' using errcode = 'P0001';
  end if;
  return new;
end
$$;
comment on function private.limit_list_views() is 'Até 60 visualizações de cada pessoa, e 60 de todos.';
revoke all on function private.limit_list_views() from public;

create trigger limit_list_views before insert or update of owner on public.list_views
  for each row execute function private.limit_list_views();

create function public.order_list_views(ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  moved integer;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function order_list_views' using errcode = '42501';
  end if;
  update public.list_views as ordered
  set position = wanted.place
  from unnest(private.checked_list(order_list_views.ids, 200, 'ids')) with ordinality as wanted (id, place)
  where ordered.id = wanted.id and ordered.position is distinct from wanted.place;
  get diagnostics moved = row_count;
  return moved;
end
$$;
comment on function public.order_list_views(uuid[]) is 'Põe as visualizações nesta ordem; as que não se podem mudar ficam. Devolve quantas mudaram de lugar.';
revoke all on function public.order_list_views(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.order_list_views(uuid[]) to authenticated;

-- All settings and views that the lists need, in one response.
create function public.list_choices() returns json
language plpgsql stable set search_path = '' as $$
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function list_choices' using errcode = '42501';
  end if;
  return json_build_object(
    'settings', (
      select coalesce(
        json_object_agg(stored.area, json_build_object('hidden', stored.hidden_columns, 'size', stored.page_size)), '{}'
      )
      from public.list_settings as stored
    ),
    'views', (
      select coalesce(json_agg(view order by view.shared, view.position, view.name), '[]')
      from (
        select stored.id, stored.area, stored.name, stored.address, stored.position, stored.owner is null as shared
        from public.list_views as stored
      ) as view
    ),
    'may_share', private.is_administrador()
  );
end
$$;
comment on function public.list_choices() is
  'As visualizações que quem chama vê e como quer as suas listas.';
revoke all on function public.list_choices() from public, anon, authenticated, service_role;
grant execute on function public.list_choices() to authenticated;

-- == Order banners ==

-- Reorders the banners that the user sees. If their order has changed since, nothing moves. Banners between them that
-- the user does not see keep their place.
create function public.order_banners(seen bigint[], wanted bigint[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  ordered bigint[];
  result jsonb;
  moved jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for table banners' using errcode = '42501';
  end if;
  perform private.checked_list(seen, 1000, 'seen'), private.checked_list(wanted, 1000, 'wanted');
  if cardinality(seen) = 0
    or (select array_agg(id order by id) from unnest(seen) as id)
      is distinct from (select array_agg(id order by id) from unnest(wanted) as id)
  then
    raise exception 'A nova ordem deve ter os mesmos banners.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order of banners', 0)); -- the lock of lock_banner_order
  select array_agg(locked.id order by locked.ordem, locked.id) into ordered
  from (select banner.id, banner.ordem from public.banners as banner order by banner.id for update) as locked;
  if (select array_agg(here.id order by here.place) from unnest(ordered) with ordinality as here (id, place) where here.id = any (seen))
    is distinct from seen
  then
    return '{"status": "conflict"}';
  end if;
  with slots as ( -- the places of the visible banners, assigned in the wanted order
    select place, row_number() over (order by place) as turn
    from unnest(ordered) with ordinality as here (id, place)
    where here.id = any (seen)
  ), renumbered as (
    select coalesce(wanted[slots.turn], here.id) as id, here.place
    from unnest(ordered) with ordinality as here (id, place)
    left join slots on slots.place = here.place
  ), moved as (
    update public.banners as banner set ordem = renumbered.place
    from renumbered
    where banner.id = renumbered.id and banner.ordem <> renumbered.place
    returning banner.id, banner.version
  )
  select jsonb_build_object('status', 'saved', 'left', (
    select jsonb_build_object('id', moved.id, 'version', moved.version) from moved limit 1
  )) into result;
  -- The history names the banner that the user dragged, not the ones that moved as a consequence.
  select jsonb_build_object(
    'id', banner.id::text, 'title', banner.titulo, 'from', array_position(ordered, banner.id),
    'to', array_position(ordered, seen[array_position(wanted, banner.id)])
  ) into moved
  from public.banners as banner
  where banner.id = any (seen) and array_remove(seen, banner.id) = array_remove(wanted, banner.id)
    and seen <> wanted
  order by array_position(seen, banner.id)
  limit 1;
  if moved is not null and result -> 'left' <> 'null' then
    perform private.note_batch(jsonb_build_object('moved', moved));
  end if;
  return result;
end
$$;
comment on function public.order_banners(bigint[], bigint[]) is
  'Põe banners vistos nesta ordem em outra e renumera todos, em um só ato; conflict se já não estão como foram vistos.';
revoke all on function public.order_banners(bigint[], bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.order_banners(bigint[], bigint[]) to authenticated;

-- == Batches per day ==

-- The numbers of the dashboard's chart of recent changes. It counts batches: one change of a thousand products counts
-- as one. An index skips everything older than thirty days.
create function public.batches_per_day() returns jsonb
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0
as $$
declare
  today constant date = (now() at time zone 'America/Sao_Paulo')::date;
  since constant timestamptz = (today - 29)::timestamp at time zone 'America/Sao_Paulo';
  areas text[];
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function batches_per_day' using errcode = '42501';
  end if;
  areas = array(
    select known.name
    from (select name from private.areas union all select 'plans') as known
    where private.may_see_changes(known.name, '')
  );
  return (
    with counted as materialized (
      select (batch.at at time zone 'America/Sao_Paulo')::date as day, count(*) as batches
      from private.batches as batch
      where batch.area = any (areas) and batch.kind in ('insert', 'update', 'delete') and batch.at >= since
      group by 1
    )
    select jsonb_agg(
      jsonb_build_object('day', today - ago, 'batches', coalesce(counted.batches, 0)) order by ago desc
    )
    from generate_series(0, 29) as ago
    left join counted on counted.day = today - ago
  );
end
$$;
comment on function public.batches_per_day() is
  'Quantos atos mudaram algo em cada um dos últimos 30 dias (em São Paulo), só das áreas cujo histórico quem chama vê.';
revoke all on function public.batches_per_day() from public, anon, authenticated, service_role;
grant execute on function public.batches_per_day() to authenticated;

-- == Needs attention ==

-- Hints of the dashboard: each number is the total of the linked list, with the same filter. Counting stops at the cap
-- of 10,000; the result is then 10,001.
create function public.needs_attention() returns jsonb
language plpgsql stable security definer
set search_path = ''
-- The planner settings of find_products.
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0 set random_page_cost = 1.1
as $$
declare
  enough constant integer = 10001;
  counts jsonb;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function needs_attention' using errcode = '42501';
  end if;
  select jsonb_object_agg(
    hint.name, private.count_products(
      private.products_source('', hint.filters, 'name'), private.filter_condition(hint.filters), enough
    )
  )
  into counts
  from (
    values
      ('without_image', '{"image": "missing"}'::jsonb),
      ('promo_ended', '{"promo": "ended"}'),
      ('promo_without_discount', '{"promo": "no_discount"}'),
      ('in_inactive_category', '{"category_state": "inactive"}'),
      ('broken_link', '{"link": "broken"}')
  ) as hint (name, filters);
  counts = counts || jsonb_build_object('pending_distribuidores', (
    select count(*)
    from (
      select from public.distribuidores
      where status = 'Pendente' and created_at < now() - interval '7 days'
      limit enough
    ) as pending
  ));
  -- Only an Administrador reads banners.
  if private.is_administrador() then
    counts = counts || jsonb_build_object('banners_without_image', (
      select count(*)
      from (select from public.banners where imagem_url is null limit enough) as bare
    ));
  end if;
  return counts;
end
$$;
comment on function public.needs_attention() is
  'Quantos registros pedem atenção, por motivo, só do que quem chama pode abrir; 10001 é mais de 10.000.';
revoke all on function public.needs_attention() from public, anon, authenticated, service_role;
grant execute on function public.needs_attention() to authenticated;

-- == Backups ==

-- The results of the last successful and the last failed backup. Programs of the server write them, as a role without
-- restrictions. The table stays empty where the platform makes the backups.
create table private.backups (
  outcome text primary key check (outcome in ('made', 'failed')),
  at timestamptz not null default now(),
  problem text check (char_length(problem) <= 2000)
);
comment on table private.backups is 'O último backup feito e o último que falhou.';
comment on column private.backups.problem is 'Por que falhou; do que foi feito, o que há a dizer dele.';
revoke all on private.backups from anon, authenticated, service_role;
alter table private.backups enable row level security;

create function private.note_backup(outcome text, problem text default null) returns void
language sql set search_path = '' as $$
  insert into private.backups (outcome, at, problem)
  values (note_backup.outcome, now(), left(note_backup.problem, 2000))
  on conflict (outcome) do update set at = excluded.at, problem = excluded.problem
$$;
comment on function private.note_backup(text, text) is 'Anota como foi um backup: made ou failed.';
revoke all on function private.note_backup(text, text) from public;

create function public.backup_notice() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function backup_notice' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'failed_at', failed.at, 'made_at', made.at, 'problem', coalesce(failed.problem, made.problem)
    )
    from (values ('made')) as wanted (outcome)
    left join private.backups as made on made.outcome = wanted.outcome
    left join private.backups as failed
      on failed.outcome = 'failed' and (made.at is null or failed.at > made.at)
  );
end
$$;
comment on function public.backup_notice() is
  'O que um Administrador deve saber dos backups: quando foi feito o último, se o seguinte falhou, e por quê; ou o que há a dizer do que foi feito.';
revoke all on function public.backup_notice() from public, anon, authenticated, service_role;
grant execute on function public.backup_notice() to authenticated;

-- == First steps ==

-- The first steps of a new installation, which the dashboard lists until there are ten products. A Colaborador gets
-- only the steps that a Colaborador can do.
create function public.first_steps() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  steps jsonb;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function first_steps' using errcode = '42501';
  end if;
  if (select count(*) from (select from public.products limit 10) as first_ten) = 10 then
    return null;
  end if;
  steps = jsonb_build_object(
    'password', exists (
      select from private.batches as batch where batch.actor = auth.uid() and batch.kind = 'password'
    ),
    'category', exists (select from public.categories),
    'product', exists (select from public.products)
  );
  if private.is_administrador() then
    steps = steps || jsonb_build_object(
      'people', (select count(*) from public.profiles) > 1,
      'backup', exists (select from private.backups where outcome = 'made')
    );
  end if;
  return steps;
end
$$;
comment on function public.first_steps() is
  'O que já se fez dos primeiros passos: senha própria, categoria, produto; para o Administrador também pessoas e backup. Nulo a partir de dez produtos.';
revoke all on function public.first_steps() from public, anon, authenticated, service_role;
grant execute on function public.first_steps() to authenticated;
