-- The areas of the panel, the columns that clients may write, and row counts.

-- == Areas ==

-- The areas of the panel and the rules that the database enforces for each. This is the only list of areas in the
-- database; src/areas/index.ts is the list of the panel. Every generic function reads this table. A migration adds an
-- area with private.add_area.
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
  is_importable boolean not null default false,
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
comment on column private.areas.is_importable is 'Recebe planilhas.';
comment on column private.areas.is_counted is 'O número de linhas se anota: ver row_changes.';
comment on column private.areas.anonymous_values is
  'Onde os registros são titulares de dados: o que fica no lugar do que diz quem são; {id} é o id.';
revoke all on private.areas from anon, authenticated, service_role;
alter table private.areas enable row level security;

insert into private.areas (
  name, place, title_column, key_column, detail_column, search_columns, status_column, status_texts,
  picture_column, bulk_columns, readers, writers, is_importable, is_counted
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

create function private.id_type(area text) returns text
language sql stable set search_path = '' as $$
  select format_type(attribute.atttypid, attribute.atttypmod)
  from pg_catalog.pg_attribute as attribute
  where attribute.attrelid = to_regclass('public.' || quote_ident(area)) and attribute.attname = 'id'
$$;
comment on function private.id_type(text) is 'O tipo dos ids de uma tabela.';
revoke all on function private.id_type(text) from public;
grant execute on function private.id_type(text) to authenticated;

-- == Row counts ==

-- Exact row counts without reading the table. Every statement that inserts or deletes rows adds a note with their
-- number, in its own transaction; the sum of the notes is the count. With a single counter row, every save would wait
-- for concurrent saves. Notes wait for nothing and disappear with a rollback.
create table private.row_changes (
  id bigint generated always as identity primary key,
  table_name text not null,
  change bigint not null
);
comment on table private.row_changes is
  'De quantas linhas cada comando mudou uma tabela: a soma é o número de linhas dela.';
revoke all on private.row_changes from anon, authenticated, service_role;
alter table private.row_changes enable row level security;

create function private.note_row_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  noted bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.row_changes where table_name = tg_table_name;
    return null;
  end if;
  insert into private.row_changes (table_name, change)
  select tg_table_name, case tg_op when 'INSERT' then count(*) else - count(*) end
  from changed
  having count(*) > 0
  returning id into noted;
  -- Every hundredth note is merged with the notes before it. Notes that another transaction has locked are skipped.
  if noted % 100 = 0 then
    with merged as (
      delete from private.row_changes
      where id in (
        select note.id from private.row_changes as note
        where note.table_name = tg_table_name
        for update skip locked
      )
      returning change
    )
    insert into private.row_changes (table_name, change)
    select tg_table_name, sum(change) from merged;
  end if;
  return null;
end
$$;
comment on function private.note_row_change() is
  'Anota de quantas linhas um comando mudou a tabela.';
revoke all on function private.note_row_change() from public;

create function private.count_table(table_name text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger count_added after insert on public.%1$I
      referencing new table as changed
      for each statement execute function private.note_row_change();
    create trigger count_removed after delete on public.%1$I
      referencing old table as changed
      for each statement execute function private.note_row_change();
    create trigger count_emptied after truncate on public.%1$I
      for each statement execute function private.note_row_change()',
    table_name
  );
end
$$;
comment on function private.count_table(text) is 'Liga os gatilhos que anotam o número de linhas de uma tabela.';
revoke all on function private.count_table(text) from public;

create function private.row_count(of_table text) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(note.change), 0)
    from private.row_changes as note
    where note.table_name = row_count.of_table
  );
end
$$;
comment on function private.row_count(text) is 'O número de linhas de uma tabela cujas mudanças se anotam.';
revoke all on function private.row_count(text) from public;

create function public.count_rows(of_table text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function count_rows' using errcode = '42501';
  end if;
  if (private.area_of(of_table)).is_counted is not true then
    raise exception 'As linhas dessa tabela não se contam.' using errcode = '22023';
  end if;
  return private.row_count(of_table);
end
$$;
comment on function public.count_rows(text) is
  'O número exato de registros de uma área cujas linhas se contam, qualquer que seja o tamanho da tabela.';
revoke all on function public.count_rows(text) from public, anon, authenticated, service_role;
grant execute on function public.count_rows(text) to authenticated;

create function private.recount_rows() returns void
language plpgsql set search_path = '' as $$
declare
  counted text[] = array(select name from private.areas where is_counted order by place);
begin
  execute format(
    'lock table %s in share mode', (select string_agg(format('public.%I', name), ', ') from unnest(counted) as name)
  );
  delete from private.row_changes;
  execute (
    select string_agg(format(
      'insert into private.row_changes (table_name, change) select %1$L, count(*) from public.%1$I', name
    ), ';')
    from unnest(counted) as name
  );
end
$$;
comment on function private.recount_rows() is
  'Conta de novo as linhas: depois de uma carga com os gatilhos desligados.';
revoke all on function private.recount_rows() from public;
