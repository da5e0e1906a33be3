-- The rows of a batch out of one change of many records: one statement over all of them, which locks none. Which
-- changes there are:
--   {"kind": "set", "column": "status", "value": "Inativo"}
--   {"kind": "price", "by": "percent" | "amount" | "to", "value": 10, "ending": 0.9, "promo": "keep" | "same" | "none"}
--   {"kind": "delete"}
create function private.changeable_columns(area text) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select unnest((private.area_of(area)).bulk_columns) intersect select unnest(private.client_columns(area, 'update'))
  )
$$;
comment on function private.changeable_columns(text) is 'As colunas que muitos registros de uma área podem receber de uma vez.';
revoke all on function private.changeable_columns(text) from public;
grant execute on function private.changeable_columns(text) to authenticated;

create function private.checked_change(area text, change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  amount numeric;
begin
  if not private.is_staff() or not private.may_write_area(area) then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  if private.is_area(area) is not true then
    raise exception 'Os registros dessa área não podem ser alterados em massa.' using errcode = '22023';
  end if;
  if change ->> 'kind' = 'delete' then
    return '{"kind": "delete"}';
  elsif change ->> 'kind' = 'set' and change ->> 'column' = any (private.changeable_columns(area)) then
    if change ->> 'column' = 'category_id'
      and not exists (select from public.categories where id = (change ->> 'value')::uuid)
    then
      raise exception 'A categoria escolhida não existe mais.' using hint = 'category_gone';
    end if;
    return jsonb_build_object(
      'kind', 'set', 'column', change -> 'column',
      'value', case when btrim(change ->> 'value') <> '' then change -> 'value' else 'null' end
    );
  elsif change ->> 'kind' = 'price' and area = 'products' then
    if jsonb_typeof(change -> 'value') is distinct from 'number'
      or coalesce(change ->> 'by', '') not in ('percent', 'amount', 'to')
      or coalesce(change ->> 'promo', '') not in ('keep', 'same', 'none')
      or change ->> 'by' = 'to' and change ->> 'promo' = 'same'
      or coalesce((change ->> 'ending')::numeric, 0) not in (0, 0.9, 0.99)
    then
      raise exception 'Mudança de preço incompleta.' using errcode = '22023';
    end if;
    amount = (change ->> 'value')::numeric;
    if abs(amount) > (case when change ->> 'by' = 'percent' then 10000 else 9999999999.99 end)
      or min_scale(amount) > 4
    then
      raise exception 'O valor está fora dos limites.' using errcode = '22023';
    end if;
    return jsonb_build_object(
      'kind', 'price', 'by', change -> 'by', 'value', amount,
      'ending', change -> 'ending', 'promo', change -> 'promo'
    );
  end if;
  raise exception 'Mudança desconhecida.' using errcode = '22023';
end
$$;
comment on function private.checked_change(text, jsonb) is
  'Uma mudança de muitos registros como é guardada; recusa quem não pode e o que não é nenhuma.';
revoke all on function private.checked_change(text, jsonb) from public;
grant execute on function private.checked_change(text, jsonb) to authenticated;

-- To the nearest price with that ending, but never to nothing. Written out rather than called, because a hundred
-- thousand calls cost more than all the rest of a plan.
create function private.changed_price(price text, change jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when change ->> 'ending' is null then format('round(%s, 2)', raw)
    else format(
      'round(case when %1$s <= 0 then %1$s else greatest(round(%1$s - %2$s) + %2$s, %3$s) end, 2)',
      raw, ending, case when ending = 0 then 1 else ending end
    )
  end
  from (
    select
      (change ->> 'ending')::numeric as ending,
      case change ->> 'by'
        when 'percent' then format('(%s * %s)', price, 1 + (change ->> 'value')::numeric / 100)
        when 'amount' then format('(%s + (%s))', price, change ->> 'value')
        else format('(%s::numeric)', change ->> 'value')
      end as raw
  ) as changed
$$;
comment on function private.changed_price(text, jsonb) is
  'SQL de um preço mudado em %, em reais ou para um valor, arredondado para o final pedido.';
revoke all on function private.changed_price(text, jsonb) from public;
grant execute on function private.changed_price(text, jsonb) to authenticated;

-- SQL of what the changed columns become, by column, of a row named stored.
create function private.change_assignments(area text, change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case change ->> 'kind'
    when 'delete' then '{}'
    when 'set' then (
      select jsonb_build_object(attribute.attname, format(
        '%L::%s', change ->> 'value', format_type(attribute.atttypid, attribute.atttypmod)
      ))
      from pg_catalog.pg_attribute as attribute
      where attribute.attrelid = format('public.%I', area)::regclass
        and attribute.attname = change ->> 'column'
    )
    else jsonb_build_object(
      'real_price', private.changed_price('stored.real_price', change),
      'promo_price', case change ->> 'promo'
        when 'keep' then 'stored.promo_price'
        when 'none' then 'null::numeric'
        else private.changed_price('stored.promo_price', change)
      end
    ) || case
      when change ->> 'promo' = 'none' then
        '{"promo_starts_at": "null::timestamptz", "promo_ends_at": "null::timestamptz"}'::jsonb
      else '{}'
    end
  end;
end
$$;
comment on function private.change_assignments(text, jsonb) is
  'SQL do que cada coluna mudada se torna, para uma linha de nome stored.';
revoke all on function private.change_assignments(text, jsonb) from public;
grant execute on function private.change_assignments(text, jsonb) to authenticated;

-- As owner: matching_products speaks of the narrow copy of the products, which no client reads.
create function private.selected_products(selection jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  selected uuid[];
begin
  if private.caller_role() is null then
    raise exception 'permission denied for a selection of products' using errcode = '42501';
  end if;
  execute format(
    'select array(select id from private.findable_products where (%s) limit 100001)',
    array_to_string(
      private.matching_products(
        selection ->> 'search', coalesce(selection -> 'filters', '{}')
      ), ') or ('
    )
  ) into selected;
  return selected;
end
$$;
comment on function private.selected_products(jsonb) is
  'Os ids de todos os produtos que uma lista mostra com a sua busca e os seus filtros.';
revoke all on function private.selected_products(jsonb) from public;
grant execute on function private.selected_products(jsonb) to authenticated;

create function private.selected_ids(area text, selection jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  selected text[];
begin
  -- A selection of neither records nor a search must not mean all products.
  if not private.checked_object(selection, 'selection') ? 'ids'
    and jsonb_typeof(selection -> 'search') is distinct from 'string'
  then
    raise exception 'Seleção desconhecida.' using errcode = '22023';
  end if;
  if selection ? 'ids' then
    perform private.checked_texts(selection -> 'ids', 'ids');
    selected = array(select distinct jsonb_array_elements_text(selection -> 'ids'));
  elsif area = 'products' then
    selected = array(
      select id::text from unnest(private.selected_products(selection)) as id
      except
      select jsonb_array_elements_text(private.checked_texts(coalesce(selection -> 'except', '[]'), 'except'))
    );
  else
    raise exception 'Seleção desconhecida.' using errcode = '22023';
  end if;
  if cardinality(selected) > (private.limits()).rows_of_batch then
    raise exception 'São registros demais: mude até % de uma vez.', private.number_text((private.limits()).rows_of_batch)
      using hint = 'too_many';
  end if;
  return selected;
end
$$;
comment on function private.selected_ids(text, jsonb) is
  'Os registros de uma seleção: {"ids"}, ou de produtos {"search", "filters", "except"}.';
revoke all on function private.selected_ids(text, jsonb) from public;
grant execute on function private.selected_ids(text, jsonb) to authenticated;

create function private.side_sql(row_name text, columns text[]) returns text
language sql immutable set search_path = '' as $$
  select format('jsonb_build_object(%s)', string_agg(format('%L, %s.%I', name, row_name, name), ', '))
  from unnest(columns) as name
$$;
comment on function private.side_sql(text, text[]) is 'SQL de um objeto com estas colunas de uma linha.';
revoke all on function private.side_sql(text, text[]) from public;
grant execute on function private.side_sql(text, text[]) to authenticated;

create function public.plan_change(batch_id uuid, area text, selection jsonb, change jsonb) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  checked jsonb = private.checked_change(area, change);
  assignments jsonb = private.change_assignments(area, checked);
  selected text[] = private.selected_ids(area, selection);
  names text[] = array(select jsonb_object_keys(assignments));
  known private.areas = private.area_of(area);
  staged private.staged_batches;
  planned integer;
begin
  staged.id = plan_change.batch_id;
  staged.kind = 'change';
  staged.area = plan_change.area;
  staged.source = checked;
  staged.total = cardinality(selected);
  staged = private.begin_batch(staged);
  execute format(
    'insert into private.staged_batch_rows (
      batch_id, place, record_id, title, detail, version, before, after, doubts, outcome, refusal
    )
    select
      $1, row_number() over (order by stored.%2$I, stored.id), stored.id::text, stored.%2$I::text, %3$s::text,
      stored.version, side.before, side.after, %4$s,
      case
        when refusal.reason is not null then ''refuse''
        when side.before = side.after and $3 then ''keep''
        else ''change''
      end,
      refusal.reason
    from public.%1$I as stored
    cross join lateral (select %5$s) as wanted
    cross join lateral (select %6$s as before, %7$s as after) as side
    cross join lateral (select %8$s as reason) as refusal
    %10$s
    where stored.id = any ($2::%9$s[])',
    area, known.title_column,
    private.column_sql(nullif(known.key_column, known.title_column)),
    private.doubts_sql(case when checked ->> 'kind' = 'price' then area end),
    coalesce(
      (select string_agg(format('%s as %I', assignments ->> name, name), ', ') from unnest(names) as name),
      'null::text as nothing'
    ),
    private.side_sql('stored', names), private.side_sql('wanted', names),
    case when names = '{}' then private.delete_refusal_sql(area) else private.refusal_sql(area, names) end,
    private.id_type(area),
    case when checked ->> 'kind' = 'price' then
      'left join private.price_references($2::uuid[]) as reference on reference.id = stored.id'
    end
  ) using staged.id, selected, names <> '{}';
  get diagnostics planned = row_count;
  return private.planned(staged.id) || jsonb_build_object('missing', staged.total - planned);
end
$$;
comment on function public.plan_change(uuid, text, jsonb, jsonb) is
  'Prepara uma mudança de muitos registros (até 100.000) sem mudar nada: devolve quantos mudam, ficam, são recusados ou são duvidosos.';
revoke all on function public.plan_change(uuid, text, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.plan_change(uuid, text, jsonb, jsonb) to authenticated;
