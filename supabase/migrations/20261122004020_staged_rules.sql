-- The rules of a table, read from the catalogue for the planners and the writers: no rule is stated twice. The functions
-- return SQL, because 100,000 calls would take longer than the rest of a plan. In it, `stored` is the row of the table
-- and `wanted` the row that it becomes.
create function private.writable_columns(area text, out names text[], out types text[], out defaults jsonb)
language plpgsql stable set search_path = '' as $$
begin
  select array_agg(attribute.attname::text order by attribute.attnum),
    array_agg(format_type(attribute.atttypid, attribute.atttypmod) order by attribute.attnum)
  into names, types
  from pg_catalog.pg_attribute as attribute
  where attribute.attrelid = format('public.%I', area)::regclass
    and attribute.attname = any (private.client_columns(area, 'insert'))
    and attribute.attname not in ('id', 'creation_key');
  defaults = private.column_defaults(area, names);
end
$$;
comment on function private.writable_columns(text) is
  'As colunas que um cliente pode gravar em um registro novo, os seus tipos, e o que vale onde ele não diz nada.';
revoke all on function private.writable_columns(text) from public;
grant execute on function private.writable_columns(text) to authenticated;

create function private.refusal_sql(area text, columns text[]) returns text
language sql stable set search_path = '' as $$
  select format('(select case %s end from (select wanted.*) as value)', string_agg(
    format('when %s then %L::jsonb', rule.is_broken, json_build_object(
      'code', rule.code, 'field', rule.field, 'rule', rule.name, 'message', case
        when rule.code = '23502' then 'O campo não pode ficar vazio.'
        when rule.field = 'real_price' then 'O preço ficaria negativo ou alto demais.'
        when rule.field = 'promo_price' then 'O preço promocional ficaria negativo ou alto demais.'
        else 'O valor não serve para este campo.'
      end
    )), ' ' order by rule.place, rule.code, rule.is_broken
  ))
  from (
    select attribute.attnum as place, '23502' as code, null::name as name, attribute.attname as field,
      format('%I is null', attribute.attname) as is_broken
    from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', area)::regclass
      and attribute.attname = any (columns) and attribute.attnotnull
    union all
    select checked.conkey[1], '23514', checked.conname, min(attribute.attname) filter (where attribute.attnum = checked.conkey[1]),
      format('not (%s)', pg_get_expr(checked.conbin, checked.conrelid))
    from pg_catalog.pg_constraint as checked
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = checked.conrelid and attribute.attnum = any (checked.conkey)
    where checked.conrelid = format('public.%I', area)::regclass and checked.contype = 'c'
    group by checked.oid, checked.conname, checked.conkey, checked.conbin, checked.conrelid
    having bool_and(attribute.attname = any (columns))
  ) as rule
$$;
comment on function private.refusal_sql(text, text[]) is
  'SQL de por que as regras destas colunas recusam a linha wanted: código, coluna e palavras; nulo onde não recusam.';
revoke all on function private.refusal_sql(text, text[]) from public;
grant execute on function private.refusal_sql(text, text[]) to authenticated;

create function private.delete_refusal_sql(area text) returns text
language sql immutable set search_path = ''
return case area
  when 'categories' then
    '(select jsonb_build_object(''code'', ''23503'', ''message'', private.uses_text(count(*)))
      from public.products where category_id = stored.id having count(*) > 0)'
  when 'profiles' then
    'case when stored.id = auth.uid() then
      jsonb_build_object(''code'', ''P0001'', ''message'', ''Ninguém exclui o próprio perfil.'')
    end'
  else 'null::jsonb'
end;
comment on function private.delete_refusal_sql(text) is
  'SQL de por que a linha stored não pode ser excluída, em palavras; nulo onde pode.';
revoke all on function private.delete_refusal_sql(text) from public;
grant execute on function private.delete_refusal_sql(text) to authenticated;

create function private.doubts_sql(area text) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select format(
        'private.price_doubts(
          stored.real_price, stored.promo_price, wanted.real_price, wanted.promo_price, %s, %s,
          reference.real_price, reference.promo_price
        )',
        guard.up_limit, guard.down_limit
      )
      from public.price_guard as guard
      where doubts_sql.area = 'products'
    ),
    '''{}''::text[]'
  )
$$;
comment on function private.doubts_sql(text) is
  'SQL do que há de duvidoso nos preços de wanted, ao lado de stored e de reference (price_references); nada em outras áreas.';
revoke all on function private.doubts_sql(text) from public;
grant execute on function private.doubts_sql(text) to authenticated;
