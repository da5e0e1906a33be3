-- How staged rows become records: by one statement over all of them, with the rights of who calls, under the
-- constraints and triggers of the table itself. There is no second statement of the rules: the dry run writes and
-- takes it back. What the catalogue can tell beforehand is asked of it; whatever else refuses is found by halving.
create function private.import_columns(area text, out names text[], out types text[], out defaults jsonb)
language plpgsql stable set search_path = '' as $$
declare
  expressions text;
begin
  select
    array_agg(attribute.attname::text order by attribute.attnum),
    array_agg(format_type(attribute.atttypid, attribute.atttypmod) order by attribute.attnum),
    string_agg(
      format('%L, %s', attribute.attname, pg_get_expr(fallback.adbin, fallback.adrelid)), ', '
    ) filter (where fallback.adbin is not null)
  into names, types, expressions
  from pg_catalog.pg_attribute as attribute
  left join pg_catalog.pg_attrdef as fallback
    on fallback.adrelid = attribute.attrelid and fallback.adnum = attribute.attnum
  where attribute.attrelid = format('public.%I', area)::regclass and attribute.attnum > 0
    and not attribute.attisdropped
    and has_column_privilege('authenticated', attribute.attrelid, attribute.attnum, 'insert');
  execute format('select jsonb_build_object(%s)', expressions) into defaults;
end
$$;
comment on function private.import_columns(text) is
  'As colunas de uma tabela que uma planilha pode gravar, e o que vale onde um registro novo não diz nada.';
revoke all on function private.import_columns(text) from public;
grant execute on function private.import_columns(text) to authenticated;

-- A product names its category. One that has a category of this very name keeps it: names may be alike.
create function private.import_source(area text) returns text
language sql immutable set search_path = '' as $$
  select format(
    'category as materialized (
      select distinct on (private.searchable(name)) private.searchable(name) as key, id
      from public.categories
      where %2$s
      order by private.searchable(name), created_at, id
    ), staged as materialized (
      select *, to_jsonb(wanted) as after
      from (
        select
          staged.line, staged.target, staged.version, staged.cells, to_jsonb(stored) as before,
          current.name as category,
          jsonb_populate_record(
            case when stored.id is null then jsonb_populate_record(null::public.%1$I, $3) else stored end,
            (staged.cells - ''category'') || case
              when not staged.cells ? ''category'' then ''{}''
              when private.searchable(current.name) = category_named.key
                then jsonb_build_object(''category_id'', current.id)
              else jsonb_build_object(''category_id'', category.id)
            end
          ) as wanted
        from private.import_rows as staged
        cross join lateral (
          select private.searchable(btrim(staged.cells ->> ''category'')) as key
        ) as category_named
        left join public.%1$I as stored on stored.id = staged.target
        left join public.categories as current
          on %2$s and current.id = (to_jsonb(stored) ->> ''category_id'')::uuid
        left join category on category.key = category_named.key
        where staged.import_id = $1 and staged.line = any ($2)
        offset 0
      ) as populated
    )',
    area, case when area = 'products' then 'true' else 'false' end
  )
$$;
comment on function private.import_source(text) is
  'SQL das linhas de uma importação ao lado dos registros que encontram: antes, depois e o registro a gravar.';
revoke all on function private.import_source(text) from public;
grant execute on function private.import_source(text) to authenticated;

create function private.create_named_categories(import_id uuid, lines integer[]) returns void
language sql set search_path = '' as $$
  insert into public.categories (name)
  select distinct on (private.searchable(named.name)) named.name
  from (
    select btrim(staged.cells ->> 'category') as name, staged.line
    from private.import_rows as staged
    where staged.import_id = create_named_categories.import_id
      and staged.line = any (create_named_categories.lines)
      -- A row that is refused because its product changed meanwhile creates nothing.
      and (staged.target is null or exists (
        select from public.products as stored where stored.id = staged.target and stored.version = staged.version
      ))
  ) as named
  left join public.categories as known on private.searchable(known.name) = private.searchable(named.name)
  where named.name <> '' and known.id is null
  order by private.searchable(named.name), named.line -- as the first row spells it
$$;
comment on function private.create_named_categories(uuid, integer[]) is
  'Cria as categorias que as linhas nomeiam e não existem.';
revoke all on function private.create_named_categories(uuid, integer[]) from public;
grant execute on function private.create_named_categories(uuid, integer[]) to authenticated;

create function private.write_import_set(staging private.imports, lines integer[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  writable record = private.import_columns(staging.area);
  written jsonb;
begin
  -- Locks are always taken in the same order: stored rows by id, new ones by their key.
  execute format(
    'select from public.%I as stored
    where stored.id = any (array(
      select target from private.import_rows where import_id = $1 and line = any ($2)
    ))
    order by stored.id for update',
    staging.area
  ) using staging.id, lines;
  if staging.creates_categories and staging.area = 'products' then
    perform private.create_named_categories(staging.id, lines);
  end if;
  execute format(
    'with %2$s, compared as materialized (
      select staged.*, coalesce((
        select jsonb_object_agg(
          case when name = ''category_id'' then ''category'' else name end,
          case when name = ''category_id'' then jsonb_build_array(category, cells -> ''category'')
            else jsonb_build_array(before -> name, after -> name) end
        )
        from unnest($4) as name
        where target is not null and before -> name is distinct from after -> name
      ), ''{}'') as changes, %5$s as doubts
      from staged
    ), created as (
      insert into public.%1$I (%3$s) select %4$s from compared where target is null
      order by lower((compared.wanted).%6$I), line
      on conflict do nothing -- another person creates the same record at this moment
      returning lower(%6$I) as key
    ), changed as (
      update public.%1$I as stored set (%3$s) = row(%4$s)
      from compared
      where stored.id = compared.target and stored.version = compared.version and compared.changes <> ''{}''
      returning compared.line
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      ''line'', compared.line, ''changes'', compared.changes, ''doubts'', compared.doubts,
      ''refusal'', case
        when compared.target is not null and compared.changes <> ''{}'' and changed.line is null
          or compared.target is null and created.key is null
        then jsonb_build_object(''code'', ''stale'')
      end
    )), ''[]'')
    from compared
    left join changed on changed.line = compared.line
    left join (select distinct key from created) as created on created.key = lower((compared.wanted).%6$I)',
    staging.area,
    private.import_source(staging.area),
    (select string_agg(quote_ident(name), ', ') from unnest(writable.names) as name),
    (select string_agg(format('(compared.wanted).%I', name), ', ') from unnest(writable.names) as name),
    case
      when staging.area = 'products' then (
        select format(
          'private.price_doubts(
            (before ->> ''real_price'')::numeric, (before ->> ''promo_price'')::numeric,
            (wanted).real_price, (wanted).promo_price, %s, %s
          )', guard.up_limit, guard.down_limit
        )
        from public.price_guard as guard
      )
      else '''{}''::text[]'
    end,
    private.import_key(staging.area)
  ) into written using staging.id, lines, writable.defaults, writable.names;
  return written;
end
$$;
comment on function private.write_import_set(private.imports, integer[]) is
  'Grava as linhas dadas, todas ou nenhuma, e diz o que muda em cada uma.';
revoke all on function private.write_import_set(private.imports, integer[]) from public;
grant execute on function private.write_import_set(private.imports, integer[]) to authenticated;

create function private.write_import_rows(staging private.imports, lines integer[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  half integer = cardinality(lines) / 2;
  code text;
  field text;
  rule text;
  said text;
begin
  if cardinality(lines) = 0 then
    return '[]';
  end if;
  begin
    return private.write_import_set(staging, lines);
  exception when data_exception or integrity_constraint_violation or raise_exception then
    get stacked diagnostics
      code = returned_sqlstate, field = column_name, rule = constraint_name, said = message_text;
  end;
  if half > 0 then
    return private.write_import_rows(staging, lines[:half])
      || private.write_import_rows(staging, lines[half + 1:]);
  end if;
  return jsonb_build_array(jsonb_build_object(
    'line', lines[1],
    'refusal', jsonb_build_object('code', code, 'field', nullif(field, ''), 'rule', rule, 'message', said)
  ));
end
$$;
comment on function private.write_import_rows(private.imports, integer[]) is
  'Grava as linhas dadas, menos as que o banco recusa, e diz de cada uma o que muda ou por que não.';
revoke all on function private.write_import_rows(private.imports, integer[]) from public;
grant execute on function private.write_import_rows(private.imports, integer[]) to authenticated;
