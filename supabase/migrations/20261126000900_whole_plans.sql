-- As with a bulk change, the first step of a spreadsheet or of pictures is refused until all rows have arrived and are
-- planned: the user confirms the doubtful prices that were counted by then, and no others.
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
    if staged.kind <> 'change' and (
      staged.total > (select count(*) from private.staged_batch_rows as own where own.batch_id = staged.id)
      or exists (
        select from private.staged_batch_rows as own where own.batch_id = staged.id and own.outcome is null
      )
    ) then
      raise check_violation using constraint = 'staged_batches_whole_plan',
        message = 'A conferência desta alteração ainda não terminou.';
    end if;
    totals = private.batch_counts(staged.id);
    if totals -> 'doubtful' <> to_jsonb(confirmed) then
      raise exception 'Preços fora do padrão que precisam de confirmação: %.', totals -> 'doubtful'
        using hint = 'price_guard';
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
  perform private.confirm_planned_prices(staged.id, places);
  removed = private.write_rows(staged, array(
    select own.place from private.staged_batch_rows as own
    where own.batch_id = staged.id and own.place = any (places) and own.outcome in ('create', 'change')
    order by own.place
  ));
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
comment on function public.apply_batch(uuid, integer, integer, integer, jsonb) is
  'Grava as próximas linhas de uma alteração preparada, em uma transação; um registro que mudou desde a conferência não é sobrescrito. step é o número do passo, a partir de 1; o último passo, pedido de novo, retorna o mesmo resultado. confirmed é o número de linhas com dúvidas, que o usuário confirmou. pictures são as imagens das linhas deste passo. Recusa uma alteração cuja conferência não terminou. Retorna applying, done ou missing.';
