-- The choices of the lists' filter of cities.
create function public.company_cities(of_table text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  cities text[];
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function company_cities' using errcode = '42501';
  end if;
  if (of_table in ('distribuidores', 'parceiros')) is not true then
    raise exception 'Essa tabela não tem cidades.' using errcode = '22023';
  end if;
  execute format(
    'select array(select distinct cidade from public.%I where cidade <> '''' order by cidade limit 6000)', of_table
  ) into cities;
  return cities;
end
$$;
comment on function public.company_cities(text) is
  'As cidades em que há distribuidores, ou parceiros, em ordem.';
revoke all on function public.company_cities(text) from public, anon, authenticated, service_role;
grant execute on function public.company_cities(text) to authenticated;
