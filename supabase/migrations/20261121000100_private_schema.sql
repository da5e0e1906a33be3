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

-- The areas of the panel with a list, by their tables: the only list of them here, as src/app/areas.ts is there.
create function private.is_area(area text) returns boolean
language sql immutable parallel safe
return area in (
  'products', 'categories', 'distribuidores', 'parceiros', 'profiles', 'notificacoes', 'banners'
);
comment on function private.is_area(text) is 'É a tabela de uma área do painel, com lista e formulário.';
revoke all on function private.is_area(text) from public;
grant execute on function private.is_area(text) to authenticated, service_role;
