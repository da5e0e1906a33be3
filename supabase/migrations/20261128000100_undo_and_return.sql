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

-- == Privacy ==

-- A retry after a lost response receives the same counts: the values that were counted are gone. If a record
-- returned with its values, it is anonymised again. An export between the requests changes nothing.
create or replace function private.repeated_anonymise(area text, record_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'status', 'anonymised', 'views', 0, 'not_reached', coalesce(batch.note -> 'not_reached', '{}'),
    'files', (
      select coalesce(
        jsonb_agg(jsonb_build_object('bucket', object.bucket_id, 'path', object.name)
          order by object.bucket_id, object.name), '[]'
      )
      from jsonb_array_elements_text(batch.note -> 'files') as noted (id)
      join storage.objects as object on object.id = noted.id::uuid
      where not private.is_used_file(object.bucket_id, object.name)
    )
  )
  from (
    select change.batch, change.kind, change.area, change.record_id from private.changes as change
    where change.area = repeated_anonymise.area and change.record_id = repeated_anonymise.record_id
      and change.kind <> 'export'
    order by change.id desc
    limit 1
  ) as latest
  join private.batches as batch on batch.id = latest.batch
  where latest.kind = 'anonymise' and (
    not private.is_stored(latest.area, latest.record_id, null)
    or private.personal_record(latest.area, latest.record_id)
      @> private.anonymous_values(latest.area, latest.record_id)
  )
$$;
