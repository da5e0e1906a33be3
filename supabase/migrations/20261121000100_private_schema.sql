-- Helpers of tables and policies. The schema is not exposed: no client reaches anything in it.
create schema private;
comment on schema private is 'Funções e tabelas internas, fora do alcance da API.';
grant usage on schema private to authenticated, service_role;

create extension if not exists pg_trgm with schema extensions;

create function private.searchable(value text) returns text
language sql immutable parallel safe
return lower(
  regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g') collate "pt-BR-x-icu"
);
comment on function private.searchable(text) is
  'Texto como a busca o compara: minúsculas, sem acentos.';
revoke all on function private.searchable(text) from public;
grant execute on function private.searchable(text) to authenticated, service_role;

create function private.stored_file(url text) returns text
language sql immutable parallel safe
return split_part(regexp_replace(url, '^.*?/object/public/', ''), '?', 1);
comment on function private.stored_file(text) is
  'Bucket e caminho de um endereço público; o mesmo arquivo conserva o valor quando a instalação muda de endereço.';
revoke all on function private.stored_file(text) from public;
grant execute on function private.stored_file(text) to authenticated, service_role;

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
