-- The rows of a batch out of a spreadsheet: stage_rows takes them in parts, plan_import says step by step what each
-- would do. It asks the rules of the catalogue and writes no record, so that nobody waits for a preview.

-- As owner: under row-level security no index on an expression is used.
create function private.import_targets(area text, keys text[])
returns table (key text, id text, version integer, uses bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  known private.areas = private.area_of(area);
begin
  if private.caller_role() is null or known.takes_sheets is not true then
    raise exception 'permission denied for function import_targets' using errcode = '42501';
  end if;
  return query execute format(
    'select lower(stored.%1$I), min(stored.id::text), min(stored.version), count(*)
    from public.%2$I as stored where lower(stored.%1$I) = any ($1) group by 1',
    known.key_column, area
  ) using keys;
end
$$;
comment on function private.import_targets(text, text[]) is
  'Os registros que as chaves de uma planilha encontram, e quantos cada uma encontra.';
revoke all on function private.import_targets(text, text[]) from public;
grant execute on function private.import_targets(text, text[]) to authenticated;

-- Spreadsheet programs drop the zeros before a number. As owner, for the same reason; one look into the index for each.
create function private.keys_with_zeros(keys text[]) returns table (key text, sku text)
language plpgsql stable security definer
set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function keys_with_zeros' using errcode = '42501';
  end if;
  return query
    select given.key, min(stored.sku)
    from unnest(keys_with_zeros.keys) as given (key)
    cross join generate_series(1, 12) as zeros (number)
    join public.products as stored on lower(stored.sku) = repeat('0', zeros.number) || given.key
    where given.key ~ '^[0-9]{1,18}$'
    group by given.key;
end
$$;
comment on function private.keys_with_zeros(text[]) is
  'Os SKUs que são um dos números dados com zeros na frente, que uma planilha tira.';
revoke all on function private.keys_with_zeros(text[]) from public;
grant execute on function private.keys_with_zeros(text[]) to authenticated;

create function public.stage_rows(batch jsonb, rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches = private.sent_batch(batch, rows);
  known private.areas = private.area_of(staged.area);
  -- Nothing else is stored: a row must not set what its sender may not write.
  columns constant text[] = private.client_columns(staged.area, 'insert') || 'category'::text;
begin
  if known.takes_sheets is not true then
    raise exception 'Esta área não recebe planilhas.' using errcode = '22023';
  end if;
  staged.kind = 'import';
  staged.source = staged.source || jsonb_build_object(
    'creates_categories', coalesce((batch ->> 'creates_categories')::boolean, false)
  );
  staged = private.begin_batch(staged);
  insert into private.staged_batch_rows (batch_id, place, key, title, detail, cells, problems)
  select
    staged.id, place, lower(btrim(cells ->> known.key_column) collate "pt-BR-x-icu"),
    left(cells ->> known.title_column, 255), left(cells ->> nullif(known.key_column, known.title_column), 255),
    (
      select coalesce(jsonb_object_agg(cell.key, cell.value), '{}')
      from jsonb_each(private.checked_object(cells, 'cells')) as cell where cell.key = any (columns)
    ),
    coalesce(problems, '{}')
  from jsonb_to_recordset(stage_rows.rows) as given (place integer, cells jsonb, problems jsonb)
  on conflict (batch_id, place) do nothing; -- a part that was sent twice
  perform private.check_total(staged);
  return jsonb_build_object('status', 'staged');
end
$$;
comment on function public.stage_rows(jsonb, jsonb) is
  'Recebe uma parte das linhas (place, cells, problems) de uma planilha (id, area, file_name, creates_categories, total); nada muda ainda.';
revoke all on function public.stage_rows(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.stage_rows(jsonb, jsonb) to authenticated;

create function private.find_targets(staged private.staged_batches, places integer[]) returns void
-- Rows that were just staged have no statistics: a nested loop would judge every row for every row.
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  writable record = private.writable_columns(staged.area);
begin
  with given as materialized (
    select untried.place, untried.key, (
      select min(same.place) from private.staged_batch_rows as same
      where same.batch_id = staged.id and same.key = untried.key
    ) as first, (
      select typed.name from unnest(writable.names, writable.types) as typed (name, type)
      where untried.problems = '{}' and not pg_input_is_valid(untried.cells ->> typed.name, typed.type)
      limit 1
    ) as invalid
    from private.staged_batch_rows as untried
    where untried.batch_id = staged.id and untried.place = any (places)
  ), judged as (
    select given.place, found.id, found.version, case
      when given.first < given.place then jsonb_build_object('code', 'repeated', 'place', given.first)
      when found.uses > 1 then jsonb_build_object('code', 'ambiguous', 'uses', found.uses)
      when given.invalid is not null then jsonb_build_object('code', '22P02', 'field', given.invalid)
    end as refusal
    from given
    left join private.import_targets(staged.area, array(select key from given)) as found on found.key = given.key
  )
  update private.staged_batch_rows as own
  set
    record_id = judged.id, version = judged.version, refusal = judged.refusal,
    outcome = case when judged.refusal is not null or own.problems <> '{}' then 'refuse' end
  from judged
  where own.batch_id = staged.id and own.place = judged.place;
end
$$;
comment on function private.find_targets(private.staged_batches, integer[]) is
  'Acha os registros das linhas dadas; recusa as repetidas, as que acham mais de um e as que têm um valor de outro tipo.';
revoke all on function private.find_targets(private.staged_batches, integer[]) from public;
grant execute on function private.find_targets(private.staged_batches, integer[]) to authenticated;

-- A product names its category. One that has a category of this very name keeps it: names may be alike. A category that
-- will be created has no id yet, and any id does here.
create function private.category_sql(area text) returns text
language sql immutable set search_path = ''
return case
  when area <> 'products' then
    'cross join (select ''{}''::jsonb as columns, null::text as before, null::text as after) as category'
  else
    'left join public.categories as current on current.id = stored.category_id
    left join known on known.key = private.searchable(btrim(own.cells ->> ''category''))
    cross join lateral (
      select own.cells ? ''category'' and (
        private.searchable(current.name) = private.searchable(btrim(own.cells ->> ''category''))
      ) is not true as is_other
    ) as given
    cross join lateral (
      select
        case
          when given.is_other then jsonb_build_object(''category_id'', coalesce(known.id, case
            when $5 and btrim(own.cells ->> ''category'') <> '''' then ''00000000-0000-0000-0000-000000000000''::uuid
          end))
          else ''{}''
        end as columns,
        current.name as before, case when given.is_other then own.cells ->> ''category'' else current.name end as after
    ) as category'
end;
comment on function private.category_sql(text) is
  'SQL da categoria que cada linha de uma planilha de produtos nomeia: o que grava, e o nome de antes e de depois.';
revoke all on function private.category_sql(text) from public;
grant execute on function private.category_sql(text) to authenticated;

create function private.compare_rows(staged private.staged_batches, places integer[]) returns void
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  writable record = private.writable_columns(staged.area);
  known private.areas = private.area_of(staged.area);
begin
  execute format(
    'with known as materialized (
      select distinct on (private.searchable(name)) private.searchable(name) as key, id
      from public.categories
      order by private.searchable(name), created_at, id
    ), judged as materialized (
      select
        own.place, own.record_id is null as is_new,
        to_jsonb(stored) || jsonb_build_object(''category'', category.before) as was,
        to_jsonb(wanted) || jsonb_build_object(''category'', category.after) as becomes,
        %3$s as doubts, %4$s as refusal
      from private.staged_batch_rows as own
      left join public.%1$I as stored on stored.id = own.record_id::uuid and stored.id = any (array(
        select record_id::uuid from private.staged_batch_rows where batch_id = $1 and place = any ($2)
      ))
      %2$s
      cross join lateral jsonb_populate_record(
        case when stored.id is null then jsonb_populate_record(null::public.%1$I, $3) else stored end,
        own.cells || category.columns
      ) as wanted
      %5$s
      where own.batch_id = $1 and own.place = any ($2) and own.outcome is null
    )
    update private.staged_batch_rows as own
    set
      title = coalesce(judged.was ->> %6$L, own.title), before = side.before, after = side.after,
      doubts = judged.doubts, refusal = judged.refusal,
      outcome = case
        when judged.refusal is not null then ''refuse''
        when judged.is_new then ''create''
        when side.after = ''{}'' then ''keep''
        else ''change''
      end
    from judged
    cross join lateral (
      select
        coalesce(jsonb_object_agg(name, judged.was -> name), ''{}'') as before,
        coalesce(jsonb_object_agg(name, judged.becomes -> name), ''{}'') as after
      from unnest($4) as name
      where not judged.is_new and judged.was -> name is distinct from judged.becomes -> name
    ) as side
    where own.batch_id = $1 and own.place = judged.place',
    staged.area, private.category_sql(staged.area), private.doubts_sql(staged.area),
    private.refusal_sql(staged.area, writable.names),
    case when staged.area = 'products' then
      'left join private.price_references(
        array(
          select record_id::uuid from private.staged_batch_rows
          where batch_id = $1 and place = any ($2) and outcome is null order by place
        ),
        array(
          select btrim(cells ->> ''sku'') from private.staged_batch_rows
          where batch_id = $1 and place = any ($2) and outcome is null order by place
        )
      ) as reference on reference.sku = btrim(own.cells ->> ''sku'')'
    end,
    known.title_column
  ) using staged.id, places, writable.defaults,
    -- A key that has found its record is not changed: it may be spelled in another case.
    array_remove(
      array_replace(private.client_columns(staged.area, 'update'), 'category_id', 'category'), known.key_column
    ),
    (staged.source ->> 'creates_categories')::boolean;
end
$$;
comment on function private.compare_rows(private.staged_batches, integer[]) is
  'Diz de cada linha dada o que ela muda no seu registro, ou por que as regras a recusam.';
revoke all on function private.compare_rows(private.staged_batches, integer[]) from public;
grant execute on function private.compare_rows(private.staged_batches, integer[]) to authenticated;

create function private.doubt_new_numbers(staged private.staged_batches, places integer[]) returns void
language sql set search_path = '' as $$
  update private.staged_batch_rows as own
  set doubts = own.doubts || ('zeros:' || found.sku)
  from private.keys_with_zeros(array(
    select key from private.staged_batch_rows
    where batch_id = staged.id and place = any (places) and outcome = 'create'
  )) as found
  where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'create' and own.key = found.key
$$;
comment on function private.doubt_new_numbers(private.staged_batches, integer[]) is
  'Põe em dúvida as linhas que criariam um produto cujo SKU, com zeros na frente, já existe.';
revoke all on function private.doubt_new_numbers(private.staged_batches, integer[]) from public;
grant execute on function private.doubt_new_numbers(private.staged_batches, integer[]) to authenticated;

create function public.plan_import(batch_id uuid, size integer default 1000) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  staged private.staged_batches = private.opened_batch(batch_id);
  places integer[];
begin
  if staged.kind is distinct from 'import' then
    return jsonb_build_object('status', 'missing');
  end if;
  perform private.checked_size(size, 1000);
  places = array(
    select place from private.staged_batch_rows
    where staged_batch_rows.batch_id = staged.id and outcome is null
    order by place limit size
  );
  perform private.find_targets(staged, places);
  perform private.compare_rows(staged, places);
  if staged.area = 'products' then
    perform private.doubt_new_numbers(staged, places);
  end if;
  return jsonb_build_object('rows', cardinality(places)) || case
    when cardinality(places) = size then '{"status": "planning"}'
    else private.planned(staged.id)
  end;
end
$$;
comment on function public.plan_import(uuid, integer) is
  'Diz das próximas linhas de uma planilha o que fariam: criar, mudar, manter, ou por que são recusadas; nada muda. Devolve planning, planned ou missing.';
revoke all on function public.plan_import(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.plan_import(uuid, integer) to authenticated;
