-- == Imported addresses ==

-- The panel sends the text of an address without a CEP as an older address: the parts without a column in the
-- spreadsheet are null. The others repeat the stored ones, unless the address changes.
create or replace function private.with_kept_address(cells jsonb, stored jsonb) returns jsonb
language sql immutable parallel safe
return case
  when cells -> 'cep' = 'null' and cells ->> 'address' = stored ->> 'address' and not exists (
    select from unnest('{logradouro,numero,complemento,bairro,cidade,estado}'::text[]) as part
    where coalesce(cells ->> part, stored ->> part) is distinct from stored ->> part
  )
    then cells - '{cep,logradouro,numero,complemento,bairro,cidade,estado}'::text[]
  else cells
end;
comment on function private.with_kept_address(jsonb, jsonb) is
  'As células de uma linha, sem as partes de um endereço cujo texto é o guardado, se nenhuma delas traz outro valor: elas não mudam.';

-- == Pictures ==

-- The name of a server in a local network may have an underscore.
create or replace function private.is_picture_url(url text) returns boolean
language sql immutable parallel safe
return char_length(url) <= 2000 and (
  url ~ '^(https?://[A-Za-z0-9_.:[\]-]+)?/storage/v1/object/public(/[A-Za-z0-9_-][A-Za-z0-9_.-]*){2,}$'
  or (url ~ '^https?://[^/\s]\S*$' and url !~* '/storage/v1|/object/public')
);
