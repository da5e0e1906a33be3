-- Helpers of tables and policies. The schema is not exposed: no client reaches anything in it.
create schema private;
comment on schema private is 'Funções e tabelas internas, fora do alcance da API.';
grant usage on schema private to authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create function private.searchable(value text) returns text
language sql immutable parallel safe
return lower(
  regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g') collate "pt-BR-x-icu"
);
comment on function private.searchable(text) is
  'Texto como a busca o compara: minúsculas, sem acentos.';
revoke all on function private.searchable(text) from public;
grant execute on function private.searchable(text) to authenticated, service_role;

-- One file has one address: what is compared as text here must not be read in another way elsewhere.
create function private.is_picture_address(address text) returns boolean
language sql immutable parallel safe
return char_length(address) <= 2000 and (
  address ~ '^(https?://[A-Za-z0-9.:[\]-]+)?/storage/v1/object/public(/[A-Za-z0-9_-][A-Za-z0-9_.-]*){2,}$'
  or (address ~ '^https?://[^/\s]\S*$' and address !~* '/storage/v1|/object/public')
);
comment on function private.is_picture_address(text) is
  'Endereço de imagem: de um arquivo guardado, sem %, ? nem .., ou de outro servidor.';
revoke all on function private.is_picture_address(text) from public;
grant execute on function private.is_picture_address(text) to authenticated, service_role;

create function private.stored_file(address text) returns text
language sql immutable parallel safe
return regexp_replace(
  regexp_replace(address, '^.*/object/public/', ''), '(\.small\.webp|\.[^./]*)$', ''
);
comment on function private.stored_file(text) is
  'Bucket e caminho sem a extensão: o mesmo valor para a imagem e a sua cópia pequena, em qualquer endereço da instalação.';
revoke all on function private.stored_file(text) from public;
grant execute on function private.stored_file(text) to authenticated, service_role;

-- A whole second of this century: 'infinity' is a timestamptz too, and no date that a screen could show.
create function private.is_period(starts_at timestamptz, ends_at timestamptz) returns boolean
language sql immutable parallel safe
return (starts_at < ends_at) is not false
  and (least(starts_at, ends_at) < timestamptz '2000-01-01 00:00:00+00') is not true
  and (greatest(starts_at, ends_at) >= timestamptz '2100-01-01 00:00:00+00') is not true;
comment on function private.is_period(timestamptz, timestamptz) is
  'Início e fim que servem: o fim depois do início, entre 2000 e 2099; nulo é em aberto.';
revoke all on function private.is_period(timestamptz, timestamptz) from public;
grant execute on function private.is_period(timestamptz, timestamptz) to authenticated, service_role;

create function private.is_on_air(
  starts_at timestamptz, ends_at timestamptz, moment timestamptz default now()
) returns boolean
language sql stable parallel safe
return (starts_at <= moment) is not false and (ends_at > moment) is not false;
comment on function private.is_on_air(timestamptz, timestamptz, timestamptz) is
  'Nesse momento o período já começou e ainda não terminou.';
revoke all on function private.is_on_air(timestamptz, timestamptz, timestamptz) from public;
grant execute on function private.is_on_air(timestamptz, timestamptz, timestamptz) to authenticated, service_role;

create function private.bump_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.version = old.version + 1;
  return new;
end
$$;
comment on function private.bump_version() is
  'Conta as gravações de uma linha, para que ninguém grave por cima do que não viu.';
revoke all on function private.bump_version() from public;

-- Arguments of functions that clients call. A null passes every comparison and `limit null` is no limit, so that what
-- is missing is refused like what is out of bounds.
create function private.required(value anyelement, name text) returns anyelement
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if value is null then
    raise exception 'Falta o valor de "%".', name using errcode = '22023', hint = 'missing';
  end if;
  return value;
end
$$;
comment on function private.required(anyelement, text) is 'O valor de um argumento; recusa o nulo.';
revoke all on function private.required(anyelement, text) from public;
grant execute on function private.required(anyelement, text) to authenticated, service_role;

create function private.checked_size(size integer, most integer, at_least integer default 1) returns integer
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if (size between at_least and most) is not true then
    raise exception 'O tamanho deve ser de % a %.', at_least, most using errcode = '22023', hint = 'size';
  end if;
  return size;
end
$$;
comment on function private.checked_size(integer, integer, integer) is
  'Quantas linhas se pedem; recusa o nulo e o que está fora dos limites.';
revoke all on function private.checked_size(integer, integer, integer) from public;
grant execute on function private.checked_size(integer, integer, integer) to authenticated, service_role;

-- A list of lists, or one that counts from another number than 1, is none that JSON could mean.
create function private.checked_list(list anyarray, most integer, name text) returns anyarray
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if list is null or cardinality(list) > most or array_ndims(list) > 1 or array_lower(list, 1) <> 1
    or array_position(list, null) is not null
  then
    raise exception 'A lista "%" deve ter de 0 a % valores, sem nulos.', name, most
      using errcode = '22023', hint = 'list';
  end if;
  return list;
end
$$;
comment on function private.checked_list(anyarray, integer, text) is
  'Uma lista de valores; recusa a nula, a longa demais, a de listas e a que tem nulos.';
revoke all on function private.checked_list(anyarray, integer, text) from public;
grant execute on function private.checked_list(anyarray, integer, text) to authenticated, service_role;

create function private.checked_object(value jsonb, name text) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(value) is distinct from 'object' then
    raise exception 'O valor de "%" deve ser um objeto.', name using errcode = '22023', hint = 'object';
  end if;
  return value;
end
$$;
comment on function private.checked_object(jsonb, text) is 'Um objeto JSON; recusa o nulo e o que não é um.';
revoke all on function private.checked_object(jsonb, text) from public;
grant execute on function private.checked_object(jsonb, text) to authenticated, service_role;

create function private.checked_objects(list jsonb, most integer, name text) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if (case
    when jsonb_typeof(list) = 'array' then jsonb_array_length(list) > most
      or jsonb_path_exists(list, 'strict $[*] ? (@.type() != "object")')
    else true
  end) then
    raise exception 'A lista "%" deve ter de 0 a % objetos.', name, most using errcode = '22023', hint = 'list';
  end if;
  return list;
end
$$;
comment on function private.checked_objects(jsonb, integer, text) is
  'Uma lista JSON de objetos; recusa a nula, a longa demais e a que tem outra coisa.';
revoke all on function private.checked_objects(jsonb, integer, text) from public;
grant execute on function private.checked_objects(jsonb, integer, text) to authenticated, service_role;

create function private.checked_texts(list jsonb, name text) returns jsonb
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if jsonb_typeof(list) is distinct from 'array' or jsonb_path_exists(list, 'strict $[*] ? (@.type() != "string")') then
    raise exception 'O valor de "%" deve ser uma lista de textos.', name using errcode = '22023', hint = 'list';
  end if;
  return list;
end
$$;
comment on function private.checked_texts(jsonb, text) is
  'Uma lista JSON de textos; recusa a nula e a que tem outra coisa.';
revoke all on function private.checked_texts(jsonb, text) from public;
grant execute on function private.checked_texts(jsonb, text) to authenticated, service_role;
