-- A file that no record uses any more goes to a closed bucket, under its old bucket and path, and comes back
-- when a record uses it again. The database says which: nothing else can be moved.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'lixeira', 'lixeira', false, 10 * 1024 * 1024,
  array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- The same as the policies of the four buckets say of uploads and deletions.
create function private.may_handle_file(bucket_id text, name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    case bucket_id
      when 'product-images' then private.is_staff()
      when 'logos' then private.is_staff()
      when 'avatars' then private.is_administrador()
        or (private.is_staff() and (storage.foldername(name))[1] = auth.uid()::text)
      when 'images' then private.is_administrador()
        or (private.is_staff() and (storage.foldername(name))[1] = 'categories')
      when 'lixeira' then private.may_handle_file(
        split_part(name, '/', 1), substr(name, strpos(name, '/') + 1)
      )
    end,
    false
  );
end
$$;
comment on function private.may_handle_file(text, text) is
  'Quem chama pode enviar e apagar arquivos nesse lugar; na lixeira, conforme o lugar de onde vieram.';
revoke all on function private.may_handle_file(text, text) from public;
grant execute on function private.may_handle_file(text, text) to authenticated;

-- Found to be listed, moved and deleted; its bytes are handed to nobody but the service key.
create policy "staff reads the trash" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'lixeira' and (select private.is_staff())
    and private.may_handle_file(bucket_id, name)
    and (select private.storage_operation()) in (
      '', 'object.list', 'object.list_v2', 'object.move', 'object.delete', 'object.delete_many'
    )
  );
create policy "staff moves unused files to the trash, used ones back" on storage.objects
  for update to authenticated
  using (
    (select private.is_staff()) and private.may_handle_file(bucket_id, name)
    and (bucket_id = 'lixeira' or not private.is_used_file(bucket_id, name))
  )
  with check (
    (select private.is_staff()) and private.may_handle_file(bucket_id, name)
    and (bucket_id = 'lixeira' or private.is_used_file(bucket_id, name))
  );
-- What a record uses again is on its way back.
create policy "staff deletes what lies in the trash" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'lixeira' and (select private.is_staff())
    and private.may_handle_file(bucket_id, name)
    and not private.is_used_file(split_part(name, '/', 1), substr(name, strpos(name, '/') + 1))
  );

create function private.files_in_trash(urls text[]) returns table (bucket text, path text)
language sql stable set search_path = '' as $$
  select distinct stored[1], name.path
  from unnest(files_in_trash.urls) as candidate (url)
  cross join regexp_match(candidate.url, '/object/public/([^/]+)/(.+)$') as stored
  cross join lateral (
    values (stored[2]), (regexp_replace(stored[2], '(\.small\.webp|\.[^./]*)$', '') || '.small.webp')
  ) as name (path)
  join storage.objects as object
    on object.bucket_id = 'lixeira' and object.name = stored[1] || '/' || name.path
$$;
comment on function private.files_in_trash(text[]) is
  'Os arquivos desses endereços, com as suas cópias pequenas, que estão na lixeira.';
revoke all on function private.files_in_trash(text[]) from public;

-- A file that is in its place or still in the trash; what has lain there for 30 days is about to go.
create function private.lost_pictures(changes private.changes[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(address), '{}')
  from unnest(private.addresses_in(array(select change.before from unnest(changes) as change))) as address
  cross join regexp_match(address, '/object/public/([^/]+)/(.+)$') as file
  where file is not null
    and not exists (
      select from storage.objects as object
      where object.bucket_id = file[1] and object.name = file[2]
    )
    and not exists (
      select from storage.objects as object
      where object.bucket_id = 'lixeira' and object.name = file[1] || '/' || file[2]
        and object.updated_at > now() - interval '30 days'
    )
$$;
comment on function private.lost_pictures(private.changes[]) is
  'Os endereços de imagens guardadas aqui que estas mudanças trariam de volta e cujos arquivos não existem mais.';
revoke all on function private.lost_pictures(private.changes[]) from public;
grant execute on function private.lost_pictures(private.changes[]) to authenticated;

create function private.trashed_files(urls text[]) returns table (bucket text, path text)
language sql stable security definer set search_path = '' as $$
  select file.bucket, file.path
  from private.files_in_trash(trashed_files.urls) as file
  where (select private.is_staff()) and private.is_used_file(file.bucket, file.path)
  order by file.bucket, file.path
$$;
comment on function private.trashed_files(text[]) is
  'Os arquivos desses endereços que estão na lixeira e que algum registro usa de novo.';
revoke all on function private.trashed_files(text[]) from public;
grant execute on function private.trashed_files(text[]) to authenticated;

create function public.trashed_files(urls text[]) returns table (bucket text, path text)
language sql stable set search_path = '' as $$
  select file.bucket, file.path
  from private.trashed_files(private.checked_list(trashed_files.urls, 1000, 'urls')) as file
$$;
comment on function public.trashed_files(text[]) is
  'Os arquivos de até 1.000 endereços que estão na lixeira e que algum registro usa de novo: devem voltar.';
revoke all on function public.trashed_files(text[]) from public, anon, authenticated, service_role;
grant execute on function public.trashed_files(text[]) to authenticated;

-- Whoever gave the record back went before its files came along: in pages of the trash, as the sweep reads it.
create function public.files_to_return(after text default '', size integer default 1000) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function files_to_return' using errcode = '42501';
  end if;
  perform private.required(after, 'after'), private.checked_size(size, 1000);
  return (
    with page as materialized (
      select
        object.name, split_part(object.name, '/', 1) as bucket,
        substr(object.name, strpos(object.name, '/') + 1) as path
      from storage.objects as object
      where object.bucket_id = 'lixeira' and object.name collate "C" > files_to_return.after
      order by object.name collate "C"
      limit files_to_return.size
    )
    select jsonb_build_object(
      'files', coalesce(
        jsonb_agg(jsonb_build_object('bucket', page.bucket, 'path', page.path))
          filter (where private.is_used_file(page.bucket, page.path)),
        '[]'
      ),
      'next', case
        when count(*) = files_to_return.size then max(page.name collate "C")
      end
    )
    from page
  );
end
$$;
comment on function public.files_to_return(text, integer) is
  'De uma página da lixeira, os arquivos que algum registro usa de novo, e onde a próxima página começa.';
revoke all on function public.files_to_return(text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.files_to_return(text, integer) to authenticated;

-- Uploads whose record was never saved. The built-in server moves them by itself.
create function public.abandoned_files(
  after uuid default '00000000-0000-0000-0000-000000000000', size integer default 1000
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function abandoned_files' using errcode = '42501';
  end if;
  perform private.required(after, 'after'), private.checked_size(size, 1000);
  page = public.unused_objects('1 day', abandoned_files.after, abandoned_files.size);
  return jsonb_build_object(
    'files', (
      select coalesce(
        jsonb_agg(jsonb_build_object('bucket', object.bucket_id, 'path', object.name) order by object.id),
        '[]'
      )
      from jsonb_array_elements_text(page -> 'ids') as unused (id)
      join storage.objects as object on object.id = unused.id::uuid
    ),
    'next', page -> 'next'
  );
end
$$;
comment on function public.abandoned_files(uuid, integer) is
  'Da página de arquivos depois do id dado: os enviados há mais de um dia que nenhum registro usa, e onde a próxima página começa.';
revoke all on function public.abandoned_files(uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.abandoned_files(uuid, integer) to authenticated;

create function public.expired_files(size integer default 100) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_administrador() or current_setting('role') = 'service_role') then
    raise exception 'permission denied for function expired_files' using errcode = '42501';
  end if;
  return query
    select object.name from storage.objects as object
    where object.bucket_id = 'lixeira' and object.updated_at < now() - interval '30 days'
      and not private.is_used_file(
        split_part(object.name, '/', 1), substr(object.name, strpos(object.name, '/') + 1)
      )
    order by object.name
    limit private.checked_size(expired_files.size, 1000);
end
$$;
comment on function public.expired_files(integer) is
  'Os arquivos que estão na lixeira há mais de 30 dias, para que sejam apagados.';
revoke all on function public.expired_files(integer) from public, anon, authenticated, service_role;
grant execute on function public.expired_files(integer) to authenticated, service_role;
