-- The column grants of a table are the only list of the columns that clients write: save, duplicate, export, import,
-- changes of many, history and restore read them here.
create function private.client_columns(table_name text, command text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(attribute.attname::text order by attribute.attnum), '{}')
  from pg_catalog.pg_attribute as attribute
  where attribute.attrelid = to_regclass('public.' || quote_ident(table_name)) and attribute.attnum > 0
    and not attribute.attisdropped and attribute.attgenerated = '' and attribute.attidentity <> 'a'
    and has_column_privilege('authenticated', attribute.attrelid, attribute.attnum, command)
$$;
comment on function private.client_columns(text, text) is
  'As colunas de uma tabela que um cliente pode gravar: em um registro novo (insert) ou em um que há (update).';
revoke all on function private.client_columns(text, text) from public;
grant execute on function private.client_columns(text, text) to authenticated;

create function private.column_list(names text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(quote_ident(name), ', ' order by place) from unnest(names) with ordinality as listed (name, place)
$$;
comment on function private.column_list(text[]) is 'SQL de uma lista de colunas.';
revoke all on function private.column_list(text[]) from public;
grant execute on function private.column_list(text[]) to authenticated;

create function private.column_defaults(table_name text, names text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  defaults jsonb;
begin
  execute format('select jsonb_build_object(%s)', (
    select string_agg(format('%L, %s', attribute.attname, pg_get_expr(fallback.adbin, fallback.adrelid)), ', ')
    from pg_catalog.pg_attribute as attribute
    join pg_catalog.pg_attrdef as fallback on fallback.adrelid = attribute.attrelid and fallback.adnum = attribute.attnum
    where attribute.attrelid = format('public.%I', table_name)::regclass and attribute.attgenerated = ''
      and attribute.attname = any (names)
  )) into defaults;
  return defaults;
end
$$;
comment on function private.column_defaults(text, text[]) is 'O que vale em um registro novo que não diz nada destas colunas.';
revoke all on function private.column_defaults(text, text[]) from public;
grant execute on function private.column_defaults(text, text[]) to authenticated;

-- With the rights of the caller. A column that the record does not name, or a null where none may be, is the default.
create function private.insert_record(table_name text, record jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given text[] = array(
    select attribute.attname
    from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', table_name)::regclass
      and attribute.attname = any (private.client_columns(table_name, 'insert'))
      and record ? attribute.attname and (record ->> attribute.attname is not null or not attribute.attnotnull)
  );
  stored jsonb;
begin
  execute format(
    'insert into public.%1$I as stored (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1)
    returning to_jsonb(stored)',
    table_name, private.column_list(given)
  ) into stored using record;
  return stored;
end
$$;
comment on function private.insert_record(text, jsonb) is
  'Cria um registro com as colunas que um cliente pode gravar, e só com elas; devolve o que ficou.';
revoke all on function private.insert_record(text, jsonb) from public;
grant execute on function private.insert_record(text, jsonb) to authenticated;

create function private.update_record(table_name text, record jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'update public.%1$I as stored set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
    where stored.id = (jsonb_populate_record(null::public.%1$I, $2)).id',
    table_name, private.column_list(private.client_columns(table_name, 'update'))
  ) using record, jsonb_build_object('id', record -> 'id');
end
$$;
comment on function private.update_record(text, jsonb) is
  'Grava em um registro inteiro as colunas que um cliente pode mudar, e só elas.';
revoke all on function private.update_record(text, jsonb) from public;
grant execute on function private.update_record(text, jsonb) to authenticated;
