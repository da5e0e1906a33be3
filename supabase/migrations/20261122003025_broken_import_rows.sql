-- Which rows break a rule that the catalogue states: types, not null and check constraints, asked of all rows at
-- once. A spreadsheet whose every row names an unknown category would else be halved down to each of them.
create function private.broken_types(area text, import_id uuid, lines integer[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  writable record = private.import_columns(area);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', line, 'refusal', jsonb_build_object('code', '22P02', 'field', field)
    )), '[]')
    from (
      select distinct on (staged.line) staged.line, typed.name as field
      from private.import_rows as staged
      cross join unnest(writable.names, writable.types) as typed (name, type)
      where staged.import_id = broken_types.import_id and staged.line = any (lines)
        and not pg_input_is_valid(staged.cells ->> typed.name, typed.type)
      order by staged.line
    ) as broken
  );
end
$$;
comment on function private.broken_types(text, uuid, integer[]) is
  'Linhas com um valor que não é do tipo da sua coluna.';
revoke all on function private.broken_types(text, uuid, integer[]) from public;
grant execute on function private.broken_types(text, uuid, integer[]) to authenticated;

create function private.broken_rules(staging private.imports, lines integer[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  writable record = private.import_columns(staging.area);
  rules text;
  broken jsonb;
begin
  select string_agg(rule.text, ', ' order by rule.number, rule.text) into rules
  from (
    select attribute.attnum as number, format(
      '(%s, %L, %L, %I is null%s)', attribute.attnum, '23502', attribute.attname, attribute.attname,
      -- It will be there once its name is.
      case when attribute.attname = 'category_id' and staging.creates_categories
        then ' and coalesce(btrim(staged.cells ->> ''category''), '''') = ''''' else '' end
    ) as text
    from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', staging.area)::regclass
      and attribute.attname = any (writable.names) and attribute.attnotnull
    union all
    select checked.conkey[1], format(
      '(%s, %L, %L, not (%s))', checked.conkey[1], '23514', attribute.attname,
      pg_get_expr(checked.conbin, checked.conrelid)
    )
    from pg_catalog.pg_constraint as checked
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = checked.conrelid and attribute.attnum = checked.conkey[1]
    where checked.conrelid = format('public.%I', staging.area)::regclass and checked.contype = 'c'
  ) as rule;
  execute format(
    'with %s
    select coalesce(jsonb_agg(jsonb_build_object(
      ''line'', line, ''refusal'', jsonb_build_object(''code'', code, ''field'', field)
    )), ''[]'')
    from (
      select distinct on (staged.line) staged.line, rule.code, rule.field
      from staged
      cross join lateral (
        select * from (select (staged.wanted).*) as value
        cross join lateral (values %s) as rule (number, code, field, is_broken)
      ) as rule
      where rule.is_broken
      order by staged.line, rule.number
    ) as broken',
    private.import_source(staging.area), rules
  ) into broken using staging.id, lines, writable.defaults;
  return broken;
end
$$;
comment on function private.broken_rules(private.imports, integer[]) is
  'Linhas que deixam vazio o que é obrigatório ou não cumprem uma regra da tabela.';
revoke all on function private.broken_rules(private.imports, integer[]) from public;
grant execute on function private.broken_rules(private.imports, integer[]) to authenticated;

create function private.write_sound_rows(staging private.imports, lines integer[]) returns jsonb
language plpgsql set search_path = '' as $$
declare
  refused jsonb = private.broken_types(staging.area, staging.id, lines);
  sound integer[] = private.lines_without(lines, refused);
  broken jsonb = private.broken_rules(staging, sound);
begin
  sound = private.lines_without(sound, broken);
  return refused || broken || private.write_import_rows(staging, sound);
end
$$;
comment on function private.write_sound_rows(private.imports, integer[]) is
  'Grava as linhas dadas sem as que não cumprem as regras da tabela, e diz de cada uma o que muda ou por que não.';
revoke all on function private.write_sound_rows(private.imports, integer[]) from public;
grant execute on function private.write_sound_rows(private.imports, integer[]) to authenticated;

create function private.lines_without(lines integer[], refused jsonb) returns integer[]
language sql immutable set search_path = '' as $$
  select array(
    select line from unnest(lines) as line
    except
    select (refusal ->> 'line')::integer from jsonb_array_elements(refused) as refusal
    order by 1
  )
$$;
comment on function private.lines_without(integer[], jsonb) is 'As linhas menos as recusadas.';
revoke all on function private.lines_without(integer[], jsonb) from public;
grant execute on function private.lines_without(integer[], jsonb) to authenticated;
