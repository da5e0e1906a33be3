-- The banners that somebody sees, put into another order. Where they are no longer as they were seen, nothing is
-- moved; banners between them that were not seen stay at their place.
create function public.order_banners(seen bigint[], wanted bigint[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  ordered bigint[];
  answer jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for table banners' using errcode = '42501';
  end if;
  if cardinality(seen) not between 1 and 1000
    or (select array_agg(id order by id) from unnest(seen) as id)
      is distinct from (select array_agg(id order by id) from unnest(wanted) as id)
  then
    raise exception 'A nova ordem deve ter os mesmos banners.' using errcode = '22023';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('order of banners', 0));
  select array_agg(locked.id order by locked.ordem, locked.id) into ordered
  from (select banner.id, banner.ordem from public.banners as banner order by banner.id for update) as locked;
  if (select array_agg(here.id order by here.place) from unnest(ordered) with ordinality as here (id, place) where here.id = any (seen))
    is distinct from seen
  then
    return '{"status": "conflict"}';
  end if;
  with slots as ( -- the places of those that were seen, filled in the order that is wanted
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
  )) into answer;
  return answer;
end
$$;
comment on function public.order_banners(bigint[], bigint[]) is
  'Põe banners vistos nesta ordem em outra e renumera todos, em um só ato; conflict se já não estão como foram vistos.';
revoke all on function public.order_banners(bigint[], bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.order_banners(bigint[], bigint[]) to authenticated;
