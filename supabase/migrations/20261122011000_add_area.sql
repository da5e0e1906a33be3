-- How a migration adds an area: it creates the table with the columns of its own, and calls private.add_area, which
-- adds to it what every area has, and its row in private.areas.
create function private.add_area(
  table_name text, title text, searched text[], key text default null, detail text default null,
  status text default null, status_texts text[] default null, picture text default null, bulk text[] default '{}',
  read_only text[] default '{}', readers text default 'staff', writers text default 'staff',
  takes_sheets boolean default false, is_counted boolean default false, anonymous_values jsonb default null
) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  missing text;
begin
  select named.name into missing
  from unnest(array['id', title, key, detail, status, picture] || searched || bulk || read_only) as named (name)
  where named.name is not null and not exists (
    select from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', table_name)::regclass and attribute.attname = named.name
  );
  if found then
    raise exception 'public.% has no column %', table_name, missing;
  end if;
  if private.id_type(table_name) <> 'uuid' or takes_sheets and key is null or bulk && read_only then
    raise exception 'public.%: the id must be a uuid, a sheet needs a key, and changes of many write no read-only column',
      table_name;
  end if;
  insert into private.areas (
    name, place, title_column, key_column, detail_column, search_columns, status_column, status_texts, picture_column,
    bulk_columns, readers, writers, takes_sheets, is_counted, anonymous_values
  )
  select
    table_name, max(area.place) + 1, title, key, detail, searched, status, status_texts, picture,
    bulk, readers, writers, takes_sheets, is_counted, anonymous_values
  from private.areas as area;
  perform private.add_common_columns(private.area_of(table_name));
  perform private.open_area(private.area_of(table_name), read_only);
  execute format(
    'create trigger bump_version before update on public.%I for each row execute function private.bump_version()',
    table_name
  );
  perform private.build_search_areas(), private.record_table(table_name), private.refuse_deleted_ids_in(table_name);
  if is_counted then
    perform private.count_table(table_name);
  end if;
  if picture is not null then
    execute format('create index on public.%I (private.stored_file(%I))', table_name, picture);
    perform private.build_used_files();
  end if;
end
$$;
comment on function private.add_area(
  text, text, text[], text, text, text, text[], text, text[], text[], text, text, boolean, boolean, jsonb
) is
  'Faz de uma tabela uma área: colunas, índices, permissões e gatilhos que toda área tem. Clientes gravam todas as colunas próprias, menos as de read_only. Os outros argumentos são as colunas de private.areas.';
revoke all on function private.add_area(
  text, text, text[], text, text, text, text[], text, text[], text[], text, text, boolean, boolean, jsonb
) from public;

create function private.add_common_columns(area private.areas) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'alter table public.%1$I
      add column created_at timestamptz not null default now(),
      add column version integer not null default 1,
      add column search_text text not null generated always as (private.searchable(%2$s)) stored;
    comment on column public.%1$I.version is %4$L;
    comment on column public.%1$I.search_text is %5$L;
    create index on public.%1$I (%3$I, id);
    create index on public.%1$I using gin (search_text extensions.gin_trgm_ops)',
    area.name,
    (
      select string_agg(format('coalesce(%I::text, '''')', searched.name), ' || E''\n'' || ' order by searched.place)
      from unnest(area.search_columns) with ordinality as searched (name, place)
    ),
    area.title_column, 'Número de gravações, para detectar edição simultânea.',
    'As colunas em que se busca, em minúsculas, sem acentos.'
  );
end
$$;
comment on function private.add_common_columns(private.areas) is
  'Acrescenta à tabela de uma área a data de criação, a versão e o texto da busca, com os seus índices.';
revoke all on function private.add_common_columns(private.areas) from public;

create function private.open_area(area private.areas, read_only text[]) returns void
language plpgsql set search_path = '' as $$
declare
  written text = (
    select string_agg(quote_ident(attribute.attname), ', ' order by attribute.attnum)
    from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', area.name)::regclass and attribute.attnum > 0
      and not attribute.attisdropped and attribute.attgenerated = ''
      and attribute.attname <> all ('{id,created_at,updated_at,version}' || read_only)
  );
  person record;
begin
  execute format(
    'revoke all on public.%1$I from anon, authenticated;
    grant select, delete on public.%1$I to authenticated;
    grant insert (id, %2$s), update (%2$s) on public.%1$I to authenticated;
    grant all on public.%1$I to service_role;
    alter table public.%1$I enable row level security',
    area.name, written
  );
  for person in
    select
      case who.may when 'staff' then 'staff' else 'an Administrador' end as title,
      case who.may when 'staff' then '((select private.is_staff()))' else '((select private.is_administrador()))' end as rule,
      who.verb, who.command, who.clauses
    from (values
      (area.readers, 'reads', 'select', 'using %1$s'),
      (area.writers, 'creates', 'insert', 'with check %1$s'),
      (area.writers, 'updates', 'update', 'using %1$s with check %1$s'),
      (area.writers, 'deletes', 'delete', 'using %1$s')
    ) as who (may, verb, command, clauses)
  loop
    execute format(
      'create policy %I on public.%I for %s to authenticated %s',
      format('%s %s %s', person.title, person.verb, area.name), area.name, person.command,
      format(person.clauses, person.rule)
    );
  end loop;
end
$$;
comment on function private.open_area(private.areas, text[]) is
  'Dá aos clientes o que podem fazer com a tabela de uma área: as colunas que gravam, e uma política por comando.';
revoke all on function private.open_area(private.areas, text[]) from public;
