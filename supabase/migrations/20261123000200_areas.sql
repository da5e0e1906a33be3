-- The areas of the panel, the columns that clients may write, and the function that adds an area.

-- == Areas ==

-- The areas of the panel and the rules that the database enforces for each. This is the only list of areas in the
-- database; src/areas/index.ts is the one of the panel. Every generic function reads this table. A migration adds an area
-- with private.add_area.
create table private.areas (
  name text primary key,
  place integer not null unique,
  title_column text not null,
  key_column text,
  detail_column text,
  search_columns text[] not null,
  status_column text,
  status_texts text[] check (cardinality(status_texts) = 2),
  picture_column text,
  bulk_columns text[] not null default '{}',
  readers text not null check (readers in ('staff', 'Administrador')),
  writers text not null check (writers in ('staff', 'Administrador')),
  takes_sheets boolean not null default false,
  is_counted boolean not null default false,
  anonymous_values jsonb check (jsonb_typeof(anonymous_values) = 'object')
);
comment on table private.areas is 'As áreas do painel, com lista e formulário: uma linha por tabela, preenchida pelas migrações.';
comment on column private.areas.place is 'Ordem dos grupos na busca do painel.';
comment on column private.areas.title_column is 'O nome de um registro: no histórico, na lixeira, na busca, nas alterações de muitos.';
comment on column private.areas.key_column is
  'SKU, e-mail, nome: por ele uma planilha acha um registro; ele distingue dois de mesmo nome, também na lixeira.';
comment on column private.areas.detail_column is 'O que a busca do painel mostra ao lado do nome.';
comment on column private.areas.search_columns is 'As colunas de search_text, por onde a área busca.';
comment on column private.areas.status_column is 'O status que a busca do painel mostra.';
comment on column private.areas.status_texts is 'Como se dizem verdadeiro e falso, onde o status é um booleano.';
comment on column private.areas.picture_column is 'O endereço da imagem de um registro; o arquivo fica enquanto a coluna o cita.';
comment on column private.areas.bulk_columns is 'O que uma alteração de muitos registros pode gravar.';
comment on column private.areas.readers is 'Quem lê e exporta a lista: a equipe (staff) ou só o Administrador.';
comment on column private.areas.writers is
  'Quem muda os registros, muitos de uma vez também, vê o seu histórico e os acha na busca do painel.';
comment on column private.areas.takes_sheets is 'Recebe planilhas.';
comment on column private.areas.is_counted is 'O número de linhas se anota: ver row_changes.';
comment on column private.areas.anonymous_values is
  'Onde os registros são titulares de dados: o que fica no lugar do que diz quem são; {id} é o id.';
revoke all on private.areas from anon, authenticated, service_role;
alter table private.areas enable row level security;

insert into private.areas (
  name, place, title_column, key_column, detail_column, search_columns, status_column, status_texts,
  picture_column, bulk_columns, readers, writers, takes_sheets, is_counted
) values
  (
    'products', 1, 'name', 'sku', 'sku', '{name,sku}', 'status', null, null,
    '{status,visibility,category_id,tipo,button_color,button_link}', 'staff', 'staff', true, true
  ),
  (
    'categories', 2, 'name', 'name', 'description', '{name,description}', 'is_active', '{Ativa,Inativa}',
    'image_url', '{is_active}', 'staff', 'staff', true, true
  ),
  (
    'distribuidores', 3, 'name', 'email', 'email', '{name,email}', 'status', null, 'logo_url', '{status}',
    'staff', 'staff', true, true
  ),
  (
    'parceiros', 4, 'name', 'email', 'email', '{name,email}', 'status', null, 'logo_url', '{status}',
    'staff', 'staff', true, true
  ),
  (
    'profiles', 5, 'name', 'email', 'email', '{name,email}', null, null, 'avatar_url', '{}',
    'staff', 'Administrador', false, false
  ),
  (
    'notificacoes', 6, 'titulo', null, 'conteudo', '{titulo}', 'status', null, null, '{status}',
    'Administrador', 'Administrador', false, false
  ),
  (
    'banners', 7, 'titulo', null, 'descricao', '{titulo}', 'status', null, 'imagem_url', '{status}',
    'Administrador', 'Administrador', false, false
  );
update private.areas set anonymous_values = '{
  "name": "Titular anonimizado", "email": "anonimizado-{id}@anonimizado.invalid", "phone": "—", "address": "—",
  "cep": null, "logradouro": null, "numero": null, "complemento": null, "bairro": null, "cidade": null,
  "estado": null, "instagram": null, "logo_url": null
}' where name in ('distribuidores', 'parceiros');
update private.areas set anonymous_values = '{
  "name": "Titular anonimizado", "email": "anonimizado-{id}@anonimizado.invalid", "phone": null,
  "company": null, "avatar_url": null, "role": "Colaborador"
}' where name = 'profiles';

-- PL/pgSQL caches the plan for the connection: a call is one index lookup.
create function private.area_of(table_name text) returns private.areas
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select area from private.areas as area where area.name = area_of.table_name);
end
$$;
comment on function private.area_of(text) is 'O que o banco garante de uma área; nulo se a tabela não é de nenhuma.';
revoke all on function private.area_of(text) from public;
grant execute on function private.area_of(text) to authenticated;

create function private.is_area(area text) returns boolean
language sql stable
return (private.area_of(area)).name is not null;
comment on function private.is_area(text) is 'É a tabela de uma área do painel, com lista e formulário.';
revoke all on function private.is_area(text) from public;
grant execute on function private.is_area(text) to authenticated;

create function private.title_of(area text, record jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return record ->> coalesce((select known.title_column from private.areas as known where known.name = title_of.area), 'name');
end
$$;
comment on function private.title_of(text, jsonb) is 'O nome de um registro, ou de uma versão dele.';
revoke all on function private.title_of(text, jsonb) from public;
grant execute on function private.title_of(text, jsonb) to authenticated;

create function private.may_read_area(area text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case (private.area_of(area)).readers
    when 'staff' then private.is_staff()
    when 'Administrador' then private.is_administrador()
  end;
end
$$;
comment on function private.may_read_area(text) is 'Quem chama pode ler a lista de uma área e exportá-la; nulo se não há a área.';
revoke all on function private.may_read_area(text) from public;

create function private.may_write_area(area text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case (private.area_of(area)).writers
    when 'staff' then private.is_staff()
    when 'Administrador' then private.is_administrador()
  end;
end
$$;
comment on function private.may_write_area(text) is
  'Quem chama pode mudar os registros de uma área e ver o seu histórico; nulo se não há a área.';
revoke all on function private.may_write_area(text) from public;
grant execute on function private.may_write_area(text) to authenticated;

-- == Client columns ==

-- The column grants of a table are the only list of the columns that clients can write. Save, duplicate, export,
-- import, batches, history and restore read them here.
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

-- Runs with the rights of the caller. A missing column, or a null in a `not null` column, gets the default value.
create function private.insert_record(table_name text, record jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  given text[] = array(
    select attribute.attname
    from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', table_name)::regclass
      and attribute.attname = any ((select private.client_columns(table_name, 'insert'))::text[])
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

-- == Add area ==

-- To add an area, a migration creates the table with its own columns and calls private.add_area. That function adds the
-- columns, triggers and policies that all areas share, and inserts the row of private.areas.
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
