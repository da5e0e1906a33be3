-- A list as somebody wants to find it again: search, filters, order, columns and page size, as its address says them.
-- The panel reads an address as it reads any other, so that a value that is no longer one counts as absent.
create table public.list_views (
  id uuid primary key default gen_random_uuid(),
  person uuid default auth.uid() references public.profiles on delete cascade,
  area text not null references private.areas check (char_length(area) <= 63),
  name text collate "pt-BR-x-icu" not null
    check (name <> '' and name = btrim(name) and char_length(name) <= 40),
  address text not null default '' check (char_length(address) <= 2000),
  position integer not null default 1000 check (position between 0 and 1000),
  constraint list_views_name_key unique nulls not distinct (person, area, name)
);

comment on table public.list_views is 'Visualizações criadas das listas.';
comment on column public.list_views.person is 'De quem é; nulo é de todos, e só o Administrador a muda.';
comment on column public.list_views.address is 'Busca, filtros, ordem, colunas e linhas por página, como no endereço da lista.';
comment on column public.list_views.position is 'Ordem entre as da mesma pessoa, ou entre as de todos.';

revoke all on public.list_views from anon, authenticated;
grant select, delete on public.list_views to authenticated;
grant insert (id, person, area, name, address, position) on public.list_views to authenticated;
grant update (person, name, address, position) on public.list_views to authenticated;
grant all on public.list_views to service_role;

alter table public.list_views enable row level security;

create policy "staff reads the own views and those for all" on public.list_views
  for select to authenticated
  using ((select private.is_staff()) and (person is null or person = (select auth.uid())));
create policy "staff creates own views, an Administrador those for all" on public.list_views
  for insert to authenticated
  with check (
    (select private.is_staff()) and person = (select auth.uid())
    or (select private.is_administrador()) and person is null
  );
create policy "staff updates own views, an Administrador those for all" on public.list_views
  for update to authenticated
  using (
    (select private.is_staff()) and person = (select auth.uid())
    or (select private.is_administrador()) and person is null
  )
  with check (
    (select private.is_staff()) and person = (select auth.uid())
    or (select private.is_administrador()) and person is null
  );
create policy "staff deletes own views, an Administrador those for all" on public.list_views
  for delete to authenticated
  using (
    (select private.is_staff()) and person = (select auth.uid())
    or (select private.is_administrador()) and person is null
  );

-- One after the other, so that two at the same moment are counted too.
create function private.bound_list_views() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('list_views ' || coalesce(new.person::text, ''), 0));
  if 60 <= (
    select count(*) from public.list_views as other
    where other.person is not distinct from new.person and other.id <> new.id
  ) then
    raise exception 'Já existem 60 visualizações. Apague uma antes de criar outra.' using errcode = 'P0001';
  end if;
  return new;
end
$$;
comment on function private.bound_list_views() is 'Até 60 visualizações de cada pessoa, e 60 de todos.';
revoke all on function private.bound_list_views() from public;

create trigger bound_list_views before insert or update of person on public.list_views
  for each row execute function private.bound_list_views();

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

-- All that the lists of a visit need, in one answer beside the rows.
create function public.list_choices() returns json
language plpgsql stable set search_path = '' as $$
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function list_choices' using errcode = '42501';
  end if;
  return json_build_object(
    'settings', (
      select coalesce(
        json_object_agg(kept.area, json_build_object('hidden', kept.hidden_columns, 'size', kept.page_size)), '{}'
      )
      from public.list_settings as kept
    ),
    'views', (
      select coalesce(json_agg(told order by told.shared, told.position, told.name), '[]')
      from (
        select stored.id, stored.area, stored.name, stored.address, stored.position, stored.person is null as shared
        from public.list_views as stored
      ) as told
    ),
    'may_share', private.is_administrador()
  );
end
$$;
comment on function public.list_choices() is
  'As visualizações que quem chama vê e como quer as suas listas.';
revoke all on function public.list_choices() from public, anon, authenticated, service_role;
grant execute on function public.list_choices() to authenticated;
