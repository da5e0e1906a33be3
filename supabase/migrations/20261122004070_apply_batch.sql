-- A batch is written in steps, each of them one transaction and all of them one batch of the history. Each step has a
-- number: a client that lost the response asks for the same step again and gets the stored result.
create function private.repeated_step(step integer, steps integer, result jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if private.required(step, 'step') = steps and steps > 0 then
    return result;
  end if;
  if step <> steps + 1 then
    raise exception 'O passo % não é o próximo.', step using errcode = '22023';
  end if;
  return null;
end
$$;
comment on function private.repeated_step(integer, integer, jsonb) is
  'O resultado guardado, se este passo já foi feito; nulo se é o próximo; recusa qualquer outro.';
revoke all on function private.repeated_step(integer, integer, jsonb) from public;
grant execute on function private.repeated_step(integer, integer, jsonb) to authenticated;

-- The browser uploads the pictures of a step before it.
create function private.take_pictures(staged private.staged_batches, pictures jsonb) returns integer[]
language plpgsql set search_path = '' as $$
declare
  taken integer[];
  places integer[];
begin
  with given as (
    update private.staged_batch_rows as own
    set
      after = case
        when sent.images is null then own.after
        else jsonb_build_object('images', private.checked_objects(sent.images, (private.limits()).pictures_of_product, 'images'))
      end,
      problems = own.problems || private.checked_object(coalesce(sent.problems, '{}'), 'problems'),
      outcome = case when sent.images is null then 'refuse' else 'change' end
    from jsonb_to_recordset(private.checked_objects(pictures, 100, 'pictures'))
      as sent (place integer, images jsonb, problems jsonb)
    where own.batch_id = staged.id and own.place = sent.place and own.outcome = 'change'
    returning own.place, own.outcome
  )
  select array_agg(given.place), coalesce(array_agg(given.place) filter (where given.outcome = 'change'), '{}')
  into taken, places from given;
  if cardinality(taken) is distinct from jsonb_array_length(pictures) then
    raise exception 'Uma destas linhas não espera imagens.' using errcode = '22023';
  end if;
  return places;
end
$$;
comment on function private.take_pictures(private.staged_batches, jsonb) is
  'Guarda nas linhas as imagens enviadas e devolve as linhas a gravar; a que só tem problemas é recusada.';
revoke all on function private.take_pictures(private.staged_batches, jsonb) from public;
grant execute on function private.take_pictures(private.staged_batches, jsonb) to authenticated;

create function private.new_pictures(staged private.staged_batches, places integer[]) returns integer
language sql stable set search_path = '' as $$
  select count(*)
  from private.staged_batch_rows as own
  cross join unnest(private.urls_in(own.after -> 'images')) as url
  where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'changed'
    and url <> all (private.urls_in(own.before -> 'images'))
$$;
comment on function private.new_pictures(private.staged_batches, integer[]) is
  'Quantas imagens novas as linhas dadas gravaram.';
revoke all on function private.new_pictures(private.staged_batches, integer[]) from public;
grant execute on function private.new_pictures(private.staged_batches, integer[]) to authenticated;

-- A batch that has begun is finished, whatever the day has seen: its rows count from its first step.
create function private.rows_to_write(batch_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*)
  from private.staged_batches as held
  join private.staged_batch_rows as own on own.batch_id = held.id and own.outcome in ('create', 'change')
  where held.id = rows_to_write.batch_id or held.steps > 0
$$;
comment on function private.rows_to_write(uuid) is
  'Quantas linhas esta alteração, e as que quem chama começou, ainda vão gravar.';
revoke all on function private.rows_to_write(uuid) from public;
grant execute on function private.rows_to_write(uuid) to authenticated;

create function public.apply_batch(
  batch_id uuid, step integer, size integer default 1000, confirmed integer default 0, pictures jsonb default null
) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  staged private.staged_batches = private.opened_batch(batch_id);
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
  perform private.checked_size(size, 5000), private.required(confirmed, 'confirmed');
  -- A confirmation holds for all steps: they are one batch of the history.
  if staged.steps = 0 then
    totals = private.batch_counts(staged.id);
    if totals -> 'doubtful' <> to_jsonb(confirmed) then
      raise exception 'Os preços duvidosos (%) pedem confirmação.', totals -> 'doubtful' using hint = 'price_guard';
    end if;
    perform private.refuse_beyond_day(private.rows_to_write(staged.id));
  end if;
  perform private.confirm_prices('now'), private.allow_many_rows(), private.continue_batch(staged.batch);
  if staged.kind = 'pictures' then
    places = private.take_pictures(staged, pictures);
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
  removed = private.write_rows(staged, array(
    select place from private.staged_batch_rows as own
    where own.batch_id = staged.id and own.place = any (places) and own.outcome in ('create', 'change')
    order by place
  ));
  staged.batch = nullif(current_setting('vitrine.batch'), '');
  totals = private.batch_counts(staged.id);
  step_result = totals || jsonb_build_object(
    'status', case when totals -> 'counts' ?| '{create,change}' then 'applying' else 'done' end,
    'batch', staged.batch, 'rows', cardinality(places),
    'pictures', coalesce((staged.result -> 'pictures')::integer, 0) + private.new_pictures(staged, places),
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
  'Grava as próximas linhas de uma alteração preparada, em uma transação; o que alguém mudou desde a conferência não é sobrescrito. step: o número do passo, de 1 em diante; o último, pedido de novo, devolve o mesmo resultado. confirmed: quantos preços duvidosos há. pictures: as imagens das linhas deste passo. Devolve applying, done ou missing.';
revoke all on function public.apply_batch(uuid, integer, integer, integer, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.apply_batch(uuid, integer, integer, integer, jsonb) to authenticated;
