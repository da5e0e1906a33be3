-- How a person wants each list: which columns are hidden and how many rows a page has. Nobody else's business.
create table public.list_settings (
  id uuid primary key default gen_random_uuid(),
  person uuid not null default auth.uid() references public.profiles on delete cascade,
  area text not null references private.areas check (char_length(area) <= 63),
  hidden_columns text not null default ''
    check (hidden_columns ~ '^[a-z_.]*$' and char_length(hidden_columns) <= 500),
  page_size integer check (page_size between 25 and 200),
  constraint list_settings_person_key unique (person, area)
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

create policy "staff reads the own list settings" on public.list_settings
  for select to authenticated
  using ((select private.is_staff()) and person = (select auth.uid()));
create policy "staff creates the own list settings" on public.list_settings
  for insert to authenticated
  with check ((select private.is_staff()) and person = (select auth.uid()));
create policy "staff updates the own list settings" on public.list_settings
  for update to authenticated
  using ((select private.is_staff()) and person = (select auth.uid()))
  with check ((select private.is_staff()) and person = (select auth.uid()));
create policy "staff deletes the own list settings" on public.list_settings
  for delete to authenticated
  using ((select private.is_staff()) and person = (select auth.uid()));

-- What is left out stays as it is.
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
  insert into public.list_settings as kept (area, hidden_columns, page_size)
  values (set_list.area, coalesce(set_list.hidden_columns, ''), set_list.page_size)
  on conflict (person, area) do update set
    hidden_columns = coalesce(set_list.hidden_columns, kept.hidden_columns),
    page_size = coalesce(set_list.page_size, kept.page_size)
  returning * into stored;
  return json_build_object('hidden', stored.hidden_columns, 'size', stored.page_size);
end
$$;
comment on function public.set_list(text, text, integer) is
  'Guarda, para quem chama, as colunas escondidas ou as linhas por página de uma lista, e devolve as duas.';
revoke all on function public.set_list(text, text, integer) from public, anon, authenticated, service_role;
grant execute on function public.set_list(text, text, integer) to authenticated;
