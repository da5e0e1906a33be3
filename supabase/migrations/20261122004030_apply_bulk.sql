-- A planned change is made: up to 5,000 rows in one transaction, more in steps of 1,000 that are one act of the
-- history. It is written with the rights of who calls, under the policies, constraints and triggers of the table.
create function private.opened_bulk(bulk_id uuid) returns private.bulk_changes
language plpgsql set search_path = '' as $$
declare
  planned private.bulk_changes;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  select * into planned from private.bulk_changes where id = opened_bulk.bulk_id for update;
  return planned;
end
$$;
comment on function private.opened_bulk(uuid) is
  'Uma mudança preparada por quem chama, só para este passo; nula quando não há.';
revoke all on function private.opened_bulk(uuid) from public;
grant execute on function private.opened_bulk(uuid) to authenticated;

-- The rows of a step, locked in the order of their ids, so that two such changes never wait for each other.
create function private.lock_bulk_rows(
  planned private.bulk_changes, places integer[], out sound integer[], out refused jsonb
)
-- What was just planned has no statistics: a nested loop would meet every row for every row.
language plpgsql set search_path = '' set enable_nestloop = off as $$
begin
  execute format(
    'with locked as materialized (
      select stored.id, stored.version
      from public.%1$I as stored
      where stored.id = any (array(
        select record_id::%2$s from private.bulk_rows where bulk_id = $1 and place = any ($2)
      ))
      order by stored.id
      for update
    ), judged as materialized (
      select own.place, %3$s as words
      from private.bulk_rows as own
      join locked as stored on stored.id = own.record_id::%2$s and stored.version = own.version
      where own.bulk_id = $1 and own.place = any ($2)
    )
    select
      coalesce(array_agg(place) filter (where words is null), ''{}''),
      coalesce(jsonb_object_agg(place, words) filter (where words is not null), ''{}'')
    from judged',
    planned.area, private.id_type(planned.area),
    case when planned.change ->> 'kind' = 'delete' then private.bulk_refusal(planned.area, planned.change)
      else 'null::text' end
  ) into sound, refused using planned.id, places;
end
$$;
comment on function private.lock_bulk_rows(private.bulk_changes, integer[]) is
  'Prende as linhas de um passo e diz quais ainda são as que a conferência viu, e quais as regras recusam agora.';
revoke all on function private.lock_bulk_rows(private.bulk_changes, integer[]) from public;
grant execute on function private.lock_bulk_rows(private.bulk_changes, integer[]) to authenticated;

create function private.write_bulk_rows(planned private.bulk_changes, places integer[]) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'update public.%1$I as stored set %2$s
    from private.bulk_rows as own
    where own.bulk_id = $1 and own.place = any ($2) and stored.id = own.record_id::%3$s',
    planned.area,
    (
      select string_agg(format(
        '%1$I = (own.after ->> %1$L)::%2$s', attribute.attname,
        format_type(attribute.atttypid, attribute.atttypmod)
      ), ', ')
      from pg_catalog.pg_attribute as attribute
      where attribute.attrelid = format('public.%I', planned.area)::regclass
        and private.bulk_assignments(planned.area, planned.change) ? attribute.attname
    ),
    private.id_type(planned.area)
  ) using planned.id, places;
end
$$;
comment on function private.write_bulk_rows(private.bulk_changes, integer[]) is
  'Grava nas linhas dadas o que a conferência mostrou.';
revoke all on function private.write_bulk_rows(private.bulk_changes, integer[]) from public;
grant execute on function private.write_bulk_rows(private.bulk_changes, integer[]) to authenticated;

-- The pictures of products go first, as they do when one is deleted: their files are told.
create function private.delete_bulk_rows(planned private.bulk_changes, places integer[]) returns text[]
language plpgsql set search_path = '' as $$
declare
  ids text[] = array(
    select record_id from private.bulk_rows where bulk_id = planned.id and place = any (places)
  );
  gone jsonb[];
  more jsonb[] = '{}';
begin
  if planned.area = 'products' then
    with deleted as (
      delete from public.product_images as image where image.product_id = any (ids::uuid[])
      returning jsonb_build_object('url', image.url) as row
    )
    select array_agg(row) into more from deleted;
  end if;
  execute format(
    'with deleted as (
      delete from public.%I as stored where stored.id = any ($1::%s[]) returning to_jsonb(stored) as row
    )
    select array_agg(row) from deleted',
    planned.area, private.id_type(planned.area)
  ) into gone using ids;
  return private.addresses_in(more || gone);
end
$$;
comment on function private.delete_bulk_rows(private.bulk_changes, integer[]) is
  'Exclui os registros das linhas dadas, dos produtos primeiro as imagens; devolve os endereços das suas imagens.';
revoke all on function private.delete_bulk_rows(private.bulk_changes, integer[]) from public;
grant execute on function private.delete_bulk_rows(private.bulk_changes, integer[]) to authenticated;

create function public.apply_bulk(
  bulk_id uuid, size integer default 5000, confirmed integer default 0, step integer default null
)
returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  planned private.bulk_changes = private.opened_bulk(bulk_id);
  step_result jsonb = private.repeated_step(step, planned.steps, planned.result);
  places integer[];
  locked record;
  addresses text[] = '{}';
  doubtful integer;
begin
  if planned.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  if step_result is not null then
    return step_result;
  end if;
  perform private.checked_size(size, 5000), private.required(confirmed, 'confirmed');
  -- What was confirmed once holds for the steps after: they are the same act.
  if planned.confirmed is null then
    select count(*) into doubtful from private.bulk_rows as own
    where own.bulk_id = planned.id and own.outcome = 'change' and own.doubts <> '{}';
    if doubtful is distinct from confirmed then
      raise exception 'Os preços duvidosos (%) pedem confirmação.', doubtful using hint = 'price_guard';
    end if;
  end if;
  perform private.confirm_prices('now');
  perform private.continue_batch(planned.batch);
  places = array(
    select own.place from private.bulk_rows as own
    where own.bulk_id = planned.id and own.outcome = 'change'
    order by own.place limit size
  );
  locked = private.lock_bulk_rows(planned, places);
  if planned.change ->> 'kind' = 'delete' then
    addresses = private.delete_bulk_rows(planned, locked.sound);
  else
    perform private.write_bulk_rows(planned, locked.sound);
  end if;
  update private.bulk_rows as own set
    outcome = case
      when sound.place is not null then 'changed'
      when locked.refused ? tried.place::text then 'refuse'
      else 'stale'
    end,
    refusal = locked.refused ->> tried.place::text
  from unnest(places) as tried (place)
  left join unnest(locked.sound) as sound (place) using (place)
  where own.bulk_id = planned.id and own.place = tried.place;
  perform private.note_batch(jsonb_build_object('bulk', planned.change, 'count', (
    select count(*) from private.bulk_rows as own
    where own.bulk_id = planned.id and own.outcome = 'changed'
  )));
  step_result = jsonb_build_object(
    'status', case when cardinality(places) < size then 'done' else 'applying' end,
    'batch', nullif(current_setting('vitrine.batch'), '')::bigint,
    'counts', private.bulk_counts(planned.id),
    'removed_files',
    (select coalesce(jsonb_agg(file), '[]') from private.unused_files(addresses) as file)
  );
  update private.bulk_changes as own set
    batch = nullif(current_setting('vitrine.batch'), '')::bigint,
    confirmed = coalesce(planned.confirmed, apply_bulk.confirmed),
    steps = planned.steps + 1,
    result = step_result
  where own.id = planned.id;
  return step_result;
end
$$;
comment on function public.apply_bulk(uuid, integer, integer, integer) is
  'Faz o próximo passo de uma mudança preparada, em uma transação; o que alguém mudou desde a conferência não é sobrescrito. confirmed: quantos preços duvidosos há. step: o número do passo, de 1 em diante; o último, pedido de novo, devolve o mesmo resultado. Devolve applying, done ou missing.';
revoke all on function public.apply_bulk(uuid, integer, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.apply_bulk(uuid, integer, integer, integer) to authenticated;
