-- What a change of many records would do to each, before it does anything: one statement over all of them. Which
-- changes there are:
--   {"kind": "set", "column": "status", "value": "Inativo"}
--   {"kind": "price", "by": "percent" | "amount" | "to", "value": 10, "ending": 0.9, "promo": "keep" | "same" | "none"}
--   {"kind": "delete"}
create function private.bulk_columns(area text) returns text[]
language sql immutable parallel safe
return case area
  when 'products' then '{status,visibility,category_id,tipo,button_color,button_link}'
  when 'categories' then '{is_active}'
  when 'profiles' then '{}'
  else '{status}'
end::text[];
comment on function private.bulk_columns(text) is 'As colunas que muitos registros de uma área podem receber de uma vez.';
revoke all on function private.bulk_columns(text) from public;
grant execute on function private.bulk_columns(text) to authenticated;

create function private.checked_bulk_change(area text, change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  amount numeric;
begin
  if not private.is_staff()
    or area in ('banners', 'notificacoes', 'profiles') and not private.is_administrador()
  then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  if private.is_area(area) is not true then
    raise exception 'Os registros dessa área não mudam muitos de uma vez.' using errcode = '22023';
  end if;
  if change ->> 'kind' = 'delete' then
    return '{"kind": "delete"}';
  elsif change ->> 'kind' = 'set' and change ->> 'column' = any (private.bulk_columns(area)) then
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
comment on function private.checked_bulk_change(text, jsonb) is
  'Uma mudança de muitos registros como é guardada; recusa quem não pode e o que não é nenhuma.';
revoke all on function private.checked_bulk_change(text, jsonb) from public;
grant execute on function private.checked_bulk_change(text, jsonb) to authenticated;

-- To the nearest price with that ending, but never to nothing. Written out rather than called, because a hundred
-- thousand calls cost more than all the rest of a plan.
create function private.bulk_price(price text, change jsonb) returns text
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
comment on function private.bulk_price(text, jsonb) is
  'SQL de um preço mudado em %, em reais ou para um valor, arredondado para o final pedido.';
revoke all on function private.bulk_price(text, jsonb) from public;
grant execute on function private.bulk_price(text, jsonb) to authenticated;

-- SQL of what the changed columns become, by column, of a row named stored.
create function private.bulk_assignments(area text, change jsonb) returns jsonb
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
      'real_price', private.bulk_price('stored.real_price', change),
      'promo_price', case change ->> 'promo'
        when 'keep' then 'stored.promo_price'
        when 'none' then 'null::numeric'
        else private.bulk_price('stored.promo_price', change)
      end
    ) || case
      when change ->> 'promo' = 'none' then
        '{"promo_starts_at": "null::timestamptz", "promo_ends_at": "null::timestamptz"}'::jsonb
      else '{}'
    end
  end;
end
$$;
comment on function private.bulk_assignments(text, jsonb) is
  'SQL do que cada coluna mudada se torna, para uma linha de nome stored.';
revoke all on function private.bulk_assignments(text, jsonb) from public;
grant execute on function private.bulk_assignments(text, jsonb) to authenticated;

-- SQL of why the rules refuse a row, in words, or null: what the table checks, asked of the catalogue, and for
-- deletions what its triggers refuse. The row is named stored; what it would become, wanted.
create function private.bulk_refusal(area text, change jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  columns text[] = array(select jsonb_object_keys(private.bulk_assignments(area, change)));
begin
  if change ->> 'kind' = 'delete' then
    return case area
      when 'categories' then
        'private.uses_text((select count(*) from public.products where category_id = stored.id))'
      when 'profiles' then
        'case when stored.id = auth.uid() then ''Ninguém exclui o próprio perfil.'' end'
      else 'null::text'
    end;
  end if;
  return format('(select case %s end from (select wanted.*) as value)', (
    select string_agg(rule.text, ' ')
    from (
      select format(
        'when not (%s) then %L', pg_get_expr(checked.conbin, checked.conrelid),
        case attribute.attname
          when 'real_price' then 'O preço ficaria negativo ou alto demais.'
          when 'promo_price' then 'O preço promocional ficaria negativo ou alto demais.'
          else 'O valor não serve para este campo.'
        end
      ) as text
      from pg_catalog.pg_constraint as checked
      join pg_catalog.pg_attribute as attribute
        on attribute.attrelid = checked.conrelid and attribute.attnum = checked.conkey[1]
      where checked.conrelid = format('public.%I', area)::regclass and checked.contype = 'c'
        and cardinality(checked.conkey) = 1 and attribute.attname = any (columns)
      union all
      select format('when %I is null then %L', attribute.attname, 'O campo não pode ficar vazio.')
      from pg_catalog.pg_attribute as attribute
      where attribute.attrelid = format('public.%I', area)::regclass
        and attribute.attname = any (columns) and attribute.attnotnull
    ) as rule
  ));
end
$$;
comment on function private.bulk_refusal(text, jsonb) is
  'SQL de por que as regras recusam a linha stored mudada em wanted, em palavras; nulo onde não recusam.';
revoke all on function private.bulk_refusal(text, jsonb) from public;
grant execute on function private.bulk_refusal(text, jsonb) to authenticated;

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
  -- What names neither records nor a search must not mean all products.
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
  if cardinality(selected) > 100000 then
    raise exception 'São registros demais: mude até 100.000 de uma vez.' using hint = 'too_many';
  end if;
  return selected;
end
$$;
comment on function private.selected_ids(text, jsonb) is
  'Os registros de uma seleção: {"ids"}, ou de produtos {"search", "filters", "except"}.';
revoke all on function private.selected_ids(text, jsonb) from public;
grant execute on function private.selected_ids(text, jsonb) to authenticated;

create function private.bulk_totals(bulk_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'counts', private.bulk_counts(bulk_totals.bulk_id),
    'doubtful', count(*) filter (where planned.doubts <> '{}'),
    'sum', sum((planned.after ->> 'real_price')::numeric - (planned.before ->> 'real_price')::numeric),
    'percent', round(avg(
      ((planned.after ->> 'real_price')::numeric / nullif((planned.before ->> 'real_price')::numeric, 0) - 1) * 100
    ), 2)
  )
  from private.bulk_rows as planned
  where planned.bulk_id = bulk_totals.bulk_id and planned.outcome = 'change'
$$;
comment on function private.bulk_totals(uuid) is
  'Quantas linhas há de cada resultado, quantas a mudar são duvidosas, e quanto os preços mudam em soma e em média.';
revoke all on function private.bulk_totals(uuid) from public;
grant execute on function private.bulk_totals(uuid) to authenticated;

create function public.plan_bulk(bulk_id uuid, area text, selection jsonb, change jsonb) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  checked jsonb = private.checked_bulk_change(area, change);
  assignments jsonb = private.bulk_assignments(area, checked);
  selected text[] = private.selected_ids(area, selection);
  names text[] = array(select jsonb_object_keys(assignments));
  title text = case when area in ('banners', 'notificacoes') then 'titulo' else 'name' end;
  detail text = case
    when area = 'products' then 'stored.sku'
    when area in ('distribuidores', 'parceiros', 'profiles') then 'stored.email'
    else 'null'
  end;
  doubts text = '''{}''::text[]';
begin
  -- One request at a time counts the plans of a user: the four newest stay.
  perform pg_advisory_xact_lock(hashtextextended('bulk ' || auth.uid()::text, 0));
  perform private.sweep_bulk_changes();
  delete from private.bulk_changes
  -- One that has begun stays: without it the rest could not be applied.
  where id in (select id from private.bulk_changes where batch is null order by created_at desc offset 3);
  insert into private.bulk_changes (id, area, change) values (plan_bulk.bulk_id, area, checked);
  if checked ->> 'kind' = 'price' then
    doubts = (
      select format(
        'private.price_doubts(stored.real_price, stored.promo_price, wanted.real_price, wanted.promo_price, %s, %s)',
        guard.up_limit, guard.down_limit
      )
      from public.price_guard as guard
    );
  end if;
  execute format(
    'insert into private.bulk_rows (
      bulk_id, place, record_id, title, detail, version, before, after, doubts, outcome, refusal
    )
    select
      $1, row_number() over (order by stored.%2$I, stored.id), stored.id::text, stored.%2$I, %3$s,
      stored.version, side.before, side.after, %4$s,
      case
        when refusal.words is not null then ''refuse''
        when side.before = side.after and $3 then ''keep''
        else ''change''
      end,
      refusal.words
    from public.%1$I as stored
    cross join lateral (select %5$s) as wanted
    cross join lateral (select %6$s as before, %7$s as after) as side
    cross join lateral (select %8$s as words) as refusal
    where stored.id = any ($2::%9$s[])',
    area, title, detail, doubts,
    coalesce(
      (select string_agg(format('%s as %I', assignments ->> name, name), ', ') from unnest(names) as name),
      'null::text as nothing'
    ),
    private.bulk_side('stored', names), private.bulk_side('wanted', names),
    private.bulk_refusal(area, checked), private.id_type(area)
  ) using plan_bulk.bulk_id, selected, checked ->> 'kind' <> 'delete';
  return jsonb_build_object('status', 'planned', 'missing', cardinality(selected) - (
    select count(*) from private.bulk_rows as planned where planned.bulk_id = plan_bulk.bulk_id
  )) || private.bulk_totals(plan_bulk.bulk_id);
end
$$;
comment on function public.plan_bulk(uuid, text, jsonb, jsonb) is
  'Prepara uma mudança de muitos registros (até 100.000) sem mudar nada: devolve quantos mudam, ficam, são recusados ou são duvidosos.';
revoke all on function public.plan_bulk(uuid, text, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.plan_bulk(uuid, text, jsonb, jsonb) to authenticated;

create function private.bulk_side(row_name text, columns text[]) returns text
language sql immutable set search_path = '' as $$
  select format('jsonb_build_object(%s)', string_agg(format('%L, %s.%I', name, row_name, name), ', '))
  from unnest(columns) as name
$$;
comment on function private.bulk_side(text, text[]) is 'SQL de um objeto com estas colunas de uma linha.';
revoke all on function private.bulk_side(text, text[]) from public;
grant execute on function private.bulk_side(text, text[]) to authenticated;

create function public.leave_out_of_bulk(bulk_id uuid, records text[], leave boolean default true) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.checked_list(records, 1000, 'records'), private.required(leave, 'leave');
  if not exists (select from private.bulk_changes where id = leave_out_of_bulk.bulk_id) then
    return jsonb_build_object('status', 'missing');
  end if;
  update private.bulk_rows as planned
  set outcome = case when leave_out_of_bulk.leave then 'out' else 'change' end
  where planned.bulk_id = leave_out_of_bulk.bulk_id and planned.record_id = any (records)
    and planned.outcome = case when leave_out_of_bulk.leave then 'change' else 'out' end;
  return jsonb_build_object('status', 'planned') || private.bulk_totals(leave_out_of_bulk.bulk_id);
end
$$;
comment on function public.leave_out_of_bulk(uuid, text[], boolean) is
  'Tira registros de uma mudança preparada, ou os põe de volta; devolve os totais, ou missing.';
revoke all on function public.leave_out_of_bulk(uuid, text[], boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.leave_out_of_bulk(uuid, text[], boolean) to authenticated;
