-- The areas of the panel and what the database enforces of each: the only list of them here, as src/app/areas.ts is
-- there. Every generic function reads this table. A migration adds an area with private.add_area.
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

-- PL/pgSQL keeps its plan for the connection: one index lookup.
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
