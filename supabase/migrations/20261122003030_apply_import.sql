-- The two acts of an import, step by step: try_import says what each row would do and takes it back, apply_import
-- does it. A step is one transaction, and short enough for the platform's limit of one statement.
create function private.opened_import(import_id uuid) returns private.imports
language plpgsql set search_path = '' as $$
declare
  staging private.imports;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for an import' using errcode = '42501';
  end if;
  select * into staging from private.imports where id = opened_import.import_id for update;
  return staging;
end
$$;
comment on function private.opened_import(uuid) is 'Uma importação de quem chama, só para este passo; nula quando não há.';
revoke all on function private.opened_import(uuid) from public;
grant execute on function private.opened_import(uuid) to authenticated;

create function public.try_import(import_id uuid, size integer default 1000) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staging private.imports = private.opened_import(import_id);
  lines integer[];
  results jsonb;
begin
  if staging.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  perform private.checked_size(size, 1000);
  lines = array(
    select line from private.import_rows
    where import_rows.import_id = staging.id and outcome is null
    order by line limit size
  );
  update private.import_rows as staged set
    target = found.id,
    version = found.version,
    refusal = case
      when found.uses > 1 then jsonb_build_object('code', 'ambiguous', 'uses', found.uses)
    end
  from private.import_targets(staging.area, array(
    select key from private.import_rows where import_rows.import_id = staging.id and line = any (lines)
  )) as found
  where staged.import_id = staging.id and staged.line = any (lines) and staged.key = found.key;
  with first as materialized (
    select tried.line, (
      select earlier.line from private.import_rows as earlier
      where earlier.import_id = staging.id and earlier.key = tried.key
      order by earlier.line limit 1
    ) as first
    from private.import_rows as tried
    where tried.import_id = staging.id and tried.line = any (lines)
  )
  update private.import_rows as staged
  set refusal = jsonb_build_object('code', 'repeated', 'line', first.first)
  from first
  where staged.import_id = staging.id and staged.line = first.line and first.first < first.line;

  begin
    perform private.confirm_prices('before'); -- whoever looks at the result confirms, or does not
    results = private.write_sound_rows(staging, array(
      select line from private.import_rows
      where import_rows.import_id = staging.id and line = any (lines) and problems = '{}' and refusal is null
      order by line
    ));
    raise exception 'only tried' using errcode = 'VT000';
  exception when sqlstate 'VT000' then -- what was written is gone, what it said is not
  end;
  update private.import_rows as staged set
    refusal = coalesce(staged.refusal, result.refusal),
    changes = result.changes,
    doubts = coalesce(result.doubts, '{}'),
    outcome = case
      when staged.problems <> '{}' or coalesce(staged.refusal, result.refusal) is not null then 'refuse'
      when staged.target is null then 'create'
      when result.changes = '{}' then 'keep'
      else 'change'
    end
  from unnest(lines) as tried (line)
  left join jsonb_to_recordset(results) as result (line integer, changes jsonb, refusal jsonb, doubts text[])
    using (line)
  where staged.import_id = staging.id and staged.line = tried.line;
  return jsonb_build_object(
    'status', case when cardinality(lines) < size then 'tried' else 'trying' end,
    'lines', cardinality(lines), 'counts', private.import_counts(staging.id)
  );
end
$$;
comment on function public.try_import(uuid, integer) is
  'Prova as próximas linhas de uma importação: cria, muda, mantém ou recusa cada uma, e desfaz. Devolve trying, tried ou missing.';
revoke all on function public.try_import(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.try_import(uuid, integer) to authenticated;

-- Each step has a number. A client that lost the response asks for the same step again and gets the stored result.
create function private.repeated_step(step integer, steps integer, result jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if step = steps and steps > 0 then
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

create function public.apply_import(
  import_id uuid, size integer default 1000, confirmed integer default 0, step integer default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staging private.imports = private.opened_import(import_id);
  step_result jsonb = private.repeated_step(step, staging.steps, staging.result);
  lines integer[];
  results jsonb;
  doubtful integer;
begin
  if staging.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  if step_result is not null then
    return step_result;
  end if;
  perform private.checked_size(size, 5000), private.required(confirmed, 'confirmed');
  -- What was confirmed once holds for the steps after: they are the same act.
  if staging.confirmed is null then
    doubtful = coalesce((private.import_counts(staging.id) ->> 'doubtful')::integer, 0);
    if doubtful is distinct from confirmed then
      raise exception 'Os preços duvidosos (%) pedem confirmação.', doubtful using hint = 'price_guard';
    end if;
  end if;
  perform private.confirm_prices('now');
  perform private.continue_batch(staging.batch);
  lines = array(
    select line from private.import_rows
    where import_rows.import_id = staging.id and outcome in ('create', 'change')
    order by line limit size
  );
  -- Somebody made the record since it was tried.
  update private.import_rows as staged
  set outcome = 'refuse', refusal = jsonb_build_object('code', 'stale')
  from private.import_targets(staging.area, array(
    select key from private.import_rows
    where import_rows.import_id = staging.id and line = any (lines) and outcome = 'create'
  )) as found
  where staged.import_id = staging.id and staged.line = any (lines)
    and staged.outcome = 'create' and staged.key = found.key;
  results = private.write_sound_rows(staging, array(
    select line from private.import_rows
    where import_rows.import_id = staging.id and line = any (lines) and outcome <> 'refuse'
    order by line
  ));
  update private.import_rows as staged set
    outcome = case
      when result.refusal is not null then 'refuse'
      when staged.outcome = 'create' then 'created'
      else 'changed'
    end,
    changes = result.changes,
    refusal = result.refusal
  from jsonb_to_recordset(results) as result (line integer, changes jsonb, refusal jsonb)
  where staged.import_id = staging.id and staged.line = result.line;
  step_result = jsonb_build_object(
    'status', case when cardinality(lines) < size then 'done' else 'applying' end,
    'lines', cardinality(lines), 'counts', private.import_counts(staging.id)
  );
  update private.imports set
    batch = nullif(current_setting('vitrine.batch'), '')::bigint,
    confirmed = coalesce(staging.confirmed, apply_import.confirmed),
    steps = staging.steps + 1,
    result = step_result
  where id = staging.id;
  return step_result;
end
$$;
comment on function public.apply_import(uuid, integer, integer, integer) is
  'Grava as próximas linhas provadas, em uma transação; o que mudou desde a prova ou agora foi recusado não é gravado. confirmed: quantas têm preços duvidosos. step: o número do passo, de 1 em diante; o último, pedido de novo, devolve o mesmo resultado. Devolve applying, done ou missing.';
revoke all on function public.apply_import(uuid, integer, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.apply_import(uuid, integer, integer, integer) to authenticated;
