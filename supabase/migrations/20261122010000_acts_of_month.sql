-- How much was changed of late, as the dashboard draws it: acts, so that one change of a thousand products is one.
-- What was done before those thirty days costs nothing: an index leads to them.
create function public.acts_of_month() returns jsonb
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0
as $$
declare
  today constant date = (now() at time zone 'America/Sao_Paulo')::date;
  since constant timestamptz = (today - 29)::timestamp at time zone 'America/Sao_Paulo';
  areas text[];
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function acts_of_month' using errcode = '42501';
  end if;
  areas = array(
    select known.name
    from (select name from private.areas union all select 'plans') as known
    where private.may_see_changes(known.name, '')
  );
  return (
    with counted as materialized (
      select (act.at at time zone 'America/Sao_Paulo')::date as day, count(*) as acts
      from private.batches as act
      where act.area = any (areas) and act.kind in ('insert', 'update', 'delete') and act.at >= since
      group by 1
    )
    select jsonb_agg(
      jsonb_build_object('day', today - ago, 'acts', coalesce(counted.acts, 0)) order by ago desc
    )
    from generate_series(0, 29) as ago
    left join counted on counted.day = today - ago
  );
end
$$;
comment on function public.acts_of_month() is
  'Quantos atos mudaram algo em cada um dos últimos 30 dias (em São Paulo), só das áreas cujo histórico quem chama vê.';
revoke all on function public.acts_of_month() from public, anon, authenticated, service_role;
grant execute on function public.acts_of_month() to authenticated;
