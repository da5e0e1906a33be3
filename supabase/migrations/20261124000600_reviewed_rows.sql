-- A step of a batch writes what its user reviewed, and nothing else: a price that became doubtful after the plan is
-- refused like in a form, and a user who lost the role writes no row.

create function private.places_to_write(batch_id uuid, places integer[], doubtful boolean) returns integer[]
language sql stable set search_path = '' as $$
  select array(
    select own.place from private.staged_batch_rows as own
    where own.batch_id = places_to_write.batch_id and own.place = any (places_to_write.places)
      and own.outcome in ('create', 'change')
      and exists (select from unnest(own.doubts) as doubt where doubt not like 'zeros:%') = places_to_write.doubtful
    order by own.place
  )
$$;
comment on function private.places_to_write(uuid, integer[], boolean) is
  'Das linhas dadas as que se vão gravar: as de preço que o plano achou duvidoso, e quem aplica confirmou, ou as outras.';
revoke all on function private.places_to_write(uuid, integer[], boolean) from public;
grant execute on function private.places_to_write(uuid, integer[], boolean) to authenticated;

-- The confirmation covers the prices that were doubtful in the plan. The guard judges the others again: an Administrador
-- may have tightened it since.
create or replace function public.apply_batch(
  batch_id uuid, step integer, size integer default 1000, confirmed integer default 0, pictures jsonb default null
) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  staged private.staged_batches = private.lock_staged_batch(batch_id);
  step_result jsonb = private.repeated_step(step, staged.steps, staged.result);
  places integer[];
  removed text[];
  totals jsonb;
  created integer;
  changed integer;
begin
  if staged.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  if step_result is not null then
    return step_result;
  end if;
  if private.may_write_area(staged.area) is not true then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  perform private.checked_size(size, 5000), private.required(confirmed, 'confirmed');
  -- One confirmation covers all steps: they are one batch of the history.
  if staged.steps = 0 then
    totals = private.batch_counts(staged.id);
    if totals -> 'doubtful' <> to_jsonb(confirmed) then
      raise exception 'Os preços duvidosos (%) pedem confirmação.', totals -> 'doubtful' using hint = 'price_guard';
    end if;
    perform private.check_daily_limit(private.count_rows_to_write(staged.id));
  end if;
  perform private.allow_many_rows(), private.continue_batch(staged.batch);
  if staged.kind = 'pictures' then
    places = private.store_pictures(staged, pictures);
  elsif pictures is not null then
    raise exception 'Esta alteração não recebe imagens.' using errcode = '22023';
  else
    places = array(
      select place from private.staged_batch_rows as own
      where own.batch_id = staged.id and own.outcome in ('create', 'change')
      order by place limit size
    );
  end if;
  perform private.lock_records(staged, places);
  perform private.confirm_prices('now');
  removed = private.write_rows(staged, private.places_to_write(staged.id, places, true));
  perform private.confirm_prices('');
  removed = removed || private.write_rows(staged, private.places_to_write(staged.id, places, false));
  staged.batch = nullif(current_setting('vitrine.batch'), '');
  totals = private.batch_counts(staged.id);
  step_result = totals || jsonb_build_object(
    'status', case when totals -> 'counts' ?| '{create,change}' then 'applying' else 'done' end,
    'batch', staged.batch, 'rows', cardinality(places),
    'pictures', coalesce((staged.result -> 'pictures')::integer, 0) + private.count_new_pictures(staged, places),
    'removed_files', (select coalesce(jsonb_agg(file), '[]') from private.unused_files(removed) as file)
  );
  created = coalesce((totals -> 'counts' ->> 'created')::integer, 0);
  changed = coalesce((totals -> 'counts' ->> 'changed')::integer, 0);
  perform private.note_batch(
    jsonb_build_object('count', created + changed) || case staged.kind
      when 'change' then jsonb_build_object('bulk', staged.source)
      when 'import' then jsonb_build_object('import', jsonb_build_object('created', created, 'changed', changed))
      else jsonb_build_object('pictures', step_result -> 'pictures')
    end
  );
  update private.staged_batches set
    batch = staged.batch, confirmed = coalesce(staged.confirmed, apply_batch.confirmed), steps = staged.steps + 1,
    result = step_result, last_step_at = clock_timestamp(),
    ended_at = case when step_result ->> 'status' = 'done' then clock_timestamp() end
  where id = staged.id;
  return step_result;
end
$$;
