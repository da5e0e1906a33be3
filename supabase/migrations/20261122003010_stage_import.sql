-- The column by which a row of a spreadsheet finds the record that is there already.
create function private.import_key(area text) returns text
language sql immutable parallel safe
return case area when 'products' then 'sku' when 'categories' then 'name' else 'email' end;
comment on function private.import_key(text) is 'Coluna que identifica um registro em uma planilha: SKU, nome ou e-mail.';
revoke all on function private.import_key(text) from public;
grant execute on function private.import_key(text) to authenticated;

-- As owner, because under row-level security no index on an expression may be used.
create function private.import_targets(area text, keys text[])
returns table (key text, id uuid, version integer, uses bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.caller_role() is null
    or (area in ('products', 'categories', 'distribuidores', 'parceiros')) is not true
  then
    raise exception 'permission denied for function import_targets' using errcode = '42501';
  end if;
  return query execute format(
    'select lower(stored.%1$I), min(stored.id::text)::uuid, min(stored.version), count(*)
    from public.%2$I as stored where lower(stored.%1$I) = any ($1) group by 1',
    private.import_key(area), area
  ) using keys;
end
$$;
comment on function private.import_targets(text, text[]) is
  'Os registros que as chaves de uma planilha encontram, e quantos cada uma encontra.';
revoke all on function private.import_targets(text, text[]) from public;
grant execute on function private.import_targets(text, text[]) to authenticated;

create function private.import_counts(import_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(coalesce(outcome, 'untried'), number), '{}')
  from (
    select outcome, count(*) as number
    from private.import_rows as staged
    where staged.import_id = import_counts.import_id
    group by outcome
    union all
    select 'doubtful', count(*)
    from private.import_rows as staged
    where staged.import_id = import_counts.import_id and staged.outcome in ('create', 'change')
      and staged.doubts <> '{}'
    having count(*) > 0
  ) as counted
$$;
comment on function private.import_counts(uuid) is
  'Quantas linhas de uma importação há de cada resultado, e quantas a gravar têm um preço duvidoso (doubtful).';
revoke all on function private.import_counts(uuid) from public;
grant execute on function private.import_counts(uuid) to authenticated;

create function public.stage_import(import jsonb, rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staging private.imports;
  held record;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function stage_import' using errcode = '42501';
  end if;
  perform private.checked_object(import, 'import'), private.checked_objects(rows, 1000, 'rows');
  if rows = '[]' then
    raise exception 'Envie pelo menos uma linha.' using errcode = '22023';
  end if;
  -- What one person holds is counted by one request at a time.
  perform pg_advisory_xact_lock(hashtextextended('import ' || auth.uid()::text, 0));
  staging = jsonb_populate_record(null::private.imports, import);
  if not exists (select from private.imports where id = staging.id) then
    perform private.sweep_imports();
    delete from private.imports as finished where not exists (
      select from private.import_rows as staged
      where staged.import_id = finished.id
        and (staged.outcome is null or staged.outcome in ('create', 'change'))
    );
    insert into private.imports (id, area, file_name, creates_categories, total)
    values (
      staging.id, staging.area, staging.file_name, coalesce(staging.creates_categories, false), staging.total
    );
  end if;
  update private.imports set bytes = bytes + octet_length(stage_import.rows::text)
  where id = staging.id
  returning * into staging;

  insert into private.import_rows (import_id, line, key, cells, problems)
  select
    staging.id, line, lower(btrim(cells ->> private.import_key(staging.area)) collate "pt-BR-x-icu"),
    cells, coalesce(problems, '{}')
  from jsonb_to_recordset(stage_import.rows) as given (line integer, cells jsonb, problems jsonb)
  on conflict (import_id, line) do nothing; -- a part that was sent twice

  select count(*) as imports, sum(own.total) as rows, sum(own.bytes) as bytes into held from private.imports as own;
  if held.imports > 5 or held.rows > 100000 or held.bytes > 128 * 1024 * 1024 then
    raise exception 'Há planilhas demais à espera: até 5, com 100.000 linhas e 128 MB ao todo. Conclua ou descarte uma delas.';
  end if;
  if (select count(*) from private.import_rows where import_id = staging.id) > staging.total then
    raise exception 'Há mais linhas do que a planilha tem.' using errcode = '22023';
  end if;
  return jsonb_build_object('status', 'staged');
end
$$;
comment on function public.stage_import(jsonb, jsonb) is
  'Recebe uma parte das linhas de uma planilha (id, area, file_name, creates_categories, total); nada muda ainda.';
revoke all on function public.stage_import(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.stage_import(jsonb, jsonb) to authenticated;

create function public.open_imports() returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(to_jsonb(own) || jsonb_build_object('counts', private.import_counts(own.id))
      order by own.created_at desc), '[]')
    from (
      select id, area, file_name, creates_categories, total, steps, created_at from private.imports
    ) as own
  );
end
$$;
comment on function public.open_imports() is 'As importações de quem chama que esperam por ele, a mais nova primeiro.';
revoke all on function public.open_imports() from public, anon, authenticated, service_role;
grant execute on function public.open_imports() to authenticated;

create function public.drop_import(import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
begin
  delete from private.imports where id = drop_import.import_id;
  return jsonb_build_object('status', case when found then 'dropped' else 'missing' end);
end
$$;
comment on function public.drop_import(uuid) is 'Descarta uma importação: as suas linhas, não o que já foi gravado.';
revoke all on function public.drop_import(uuid) from public, anon, authenticated, service_role;
grant execute on function public.drop_import(uuid) to authenticated;

create function public.imported_rows(
  import_id uuid, outcomes text[], after integer default 0, size integer default 50
) returns json
language plpgsql stable set search_path = '' as $$
begin
  perform private.required(import_id, 'import_id'), private.checked_list(outcomes, 10, 'outcomes'),
    private.required(after, 'after'), private.checked_size(size, 1000);
  return (
    select coalesce(json_agg(json_build_object(
      'line', line, 'cells', cells, 'outcome', outcome,
      'problems', problems, 'refusal', refusal, 'changes', changes, 'doubts', doubts
    ) order by line), '[]')
    from (
      -- An answer stays below what any platform sends at once, however long the texts are.
      select *, sum(octet_length(cells::text)) over (order by line) as bytes
      from (
        select staged.line, staged.cells, staged.outcome, staged.problems, staged.refusal, staged.changes,
          staged.doubts
        from private.import_rows as staged
        where staged.import_id = imported_rows.import_id and staged.outcome = any (outcomes)
          and staged.line > imported_rows.after
        order by staged.line
        limit imported_rows.size
      ) as page
    ) as measured
    where bytes <= 2000000 or bytes = octet_length(cells::text)
  );
end
$$;
comment on function public.imported_rows(uuid, text[], integer, integer) is
  'Linhas de uma importação com os resultados pedidos, depois de uma linha; menos do que o pedido quando são longas.';
revoke all on function public.imported_rows(uuid, text[], integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.imported_rows(uuid, text[], integer, integer) to authenticated;
