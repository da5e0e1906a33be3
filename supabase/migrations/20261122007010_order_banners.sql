-- The banners that somebody sees, put into another order. Where they are no longer as they were seen, nothing is
-- moved; banners between them that were not seen stay at their place.
create function public.order_banners(seen bigint[], wanted bigint[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  ordered bigint[];
  answer jsonb;
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
  perform pg_advisory_xact_lock(hashtextextended('order of banners', 0)); -- as lock_places
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
  -- The history names the banner that was dragged, not those that made room for it.
  select jsonb_build_object(
    'id', banner.id::text, 'title', banner.titulo, 'from', array_position(ordered, banner.id),
    'to', array_position(ordered, seen[array_position(wanted, banner.id)])
  ) into moved
  from public.banners as banner
  where banner.id = any (seen) and array_remove(seen, banner.id) = array_remove(wanted, banner.id)
    and seen <> wanted
  order by array_position(seen, banner.id)
  limit 1;
  if moved is not null and answer -> 'left' <> 'null' then
    perform private.note_batch(jsonb_build_object('moved', moved));
  end if;
  return answer;
end
$$;
comment on function public.order_banners(bigint[], bigint[]) is
  'Põe banners vistos nesta ordem em outra e renumera todos, em um só ato; conflict se já não estão como foram vistos.';
revoke all on function public.order_banners(bigint[], bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.order_banners(bigint[], bigint[]) to authenticated;

-- Whoever saves a banner under a number that another one has wants it to stand there: the other one goes on to the
-- next number, and so on up to the first that is free. 0, which every banner has at first, is no place of its own:
-- those stand before the others, in the order in which they were made. Who writes several at once says the place of
-- each, a copy stands behind its original, and what is taken back stands where it stood. What asks under no role of
-- the API (psql, a backup) says the place of each, too.
create function private.take_place() returns trigger
language plpgsql set search_path = '' as $$
declare
  placed bigint[];
  place integer;
  free integer;
begin
  if tg_op = 'INSERT' then
    select array_agg(now.id), max(now.ordem) into placed, place from new_rows as now;
  else
    select array_agg(now.id), max(now.ordem) into placed, place
    from new_rows as now
    join old_rows as was using (id)
    where now.ordem <> was.ordem;
  end if;
  if cardinality(placed) is distinct from 1 or place = 0 or pg_trigger_depth() > 1
    or current_setting('role') not in ('authenticated', 'service_role')
    or coalesce(current_setting('vitrine.places_stay', true), '') = 'true'
    or coalesce(current_setting('vitrine.undoes', true), '') <> ''
  then
    return null;
  end if;
  select min(candidate.ordem) into free
  from (
    select place as ordem
    union all
    select banner.ordem + 1 from public.banners as banner
    where banner.ordem >= place and banner.ordem < 2147483647 and banner.id <> placed[1]
  ) as candidate
  where not exists (
    select from public.banners as banner
    where banner.ordem = candidate.ordem and banner.id <> placed[1]
  );
  update public.banners as banner set ordem = banner.ordem + 1
  where banner.ordem >= place and banner.ordem < free and banner.id <> placed[1];
  return null;
end
$$;
comment on function private.take_place() is
  'Um banner gravado com o número de outro fica no lugar dele: o outro passa ao número seguinte.';
revoke all on function private.take_place() from public;

-- One after the other, and before any row is locked: else two of them could wait for each other.
create function private.lock_places() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('order of banners', 0));
  return null;
end
$$;
comment on function private.lock_places() is 'Quem muda a ordem dos banners espera por quem a está mudando.';
revoke all on function private.lock_places() from public;

create trigger lock_places before insert or update of ordem on public.banners
  for each statement execute function private.lock_places();
create trigger take_place_inserted after insert on public.banners
  referencing new table as new_rows
  for each statement execute function private.take_place();
create trigger take_place_updated after update on public.banners
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.take_place();
