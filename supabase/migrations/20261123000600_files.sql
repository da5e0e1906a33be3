-- The files of records: which of them are used, and who may read, upload and delete them.

-- == Used files ==

-- A file may be deleted only if no record uses it. The function needs definer rights, because the caller may not be
-- able to read that record. A small copy is in use as long as its picture is: stored_file() returns the same value for
-- both.
create function private.build_used_files() returns void
language plpgsql set search_path = '' as $$
begin
  execute 'create or replace view private.used_files with (security_invoker = true) as
    select private.stored_file(url) as file from public.product_images' || (
    select string_agg(
      format(
        ' union all select private.stored_file(%1$I) from public.%2$I where %1$I is not null',
        area.picture_column, area.name
      ), '' order by area.place
    )
    from private.areas as area
    where area.picture_column is not null
  );
end
$$;
comment on function private.build_used_files() is 'Faz a visão used_files das colunas de imagem das áreas.';
revoke all on function private.build_used_files() from public;

select private.build_used_files();
comment on view private.used_files is 'Os arquivos para os quais algum registro aponta.';
revoke all on private.used_files from public, anon, authenticated, service_role;

-- PL/pgSQL caches the plan for the connection: one index lookup per table, however many files and records there are.
create function private.is_used_file(bucket_id text, name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.used_files as used
    where used.file = private.stored_file(is_used_file.bucket_id || '/' || is_used_file.name)
  );
end
$$;
comment on function private.is_used_file(text, text) is
  'Algum registro aponta para este arquivo ou para a imagem de que ele é a cópia pequena.';
revoke all on function private.is_used_file(text, text) from public;
grant execute on function private.is_used_file(text, text) to authenticated, service_role;

create function private.unused_files(urls text[]) returns table (bucket text, path text)
language sql stable security definer set search_path = '' as $$
  select distinct stored[1], name.path
  from unnest(unused_files.urls) as candidate (url)
  cross join regexp_match(candidate.url, '/object/public/([^/]+)/(.+)$') as stored
  cross join lateral (
    values (stored[2]), (regexp_replace(stored[2], '(\.small\.webp|\.[^./]*)$', '') || '.small.webp')
  ) as name (path)
  join storage.objects as object on object.bucket_id = stored[1] and object.name = name.path
  where (select private.is_staff())
    and private.is_picture_url(candidate.url)
    and not private.is_used_file(stored[1], stored[2])
  order by stored[1], name.path
$$;
comment on function private.unused_files(text[]) is
  'Os arquivos guardados, com as suas cópias pequenas, dos endereços que nenhum registro usa mais.';
revoke all on function private.unused_files(text[]) from public;
grant execute on function private.unused_files(text[]) to authenticated;

create function public.unused_files(urls text[]) returns table (bucket text, path text)
language sql stable set search_path = '' as $$
  select file.bucket, file.path
  from private.unused_files(private.checked_list(unused_files.urls, 1000, 'urls')) as file
$$;
comment on function public.unused_files(text[]) is
  'Os arquivos guardados, com as suas cópias pequenas, de até 1.000 endereços que nenhum registro usa mais: podem ir para a lixeira.';
revoke all on function public.unused_files(text[]) from public, anon, authenticated, service_role;
grant execute on function public.unused_files(text[]) to authenticated;

-- The daily cleanup calls this function to find uploads whose record was never saved. Each page reads a fixed number of
-- files by id, used or not: its time does not depend on the total number of files.
create function public.unused_objects(older_than interval, after uuid, page_size integer)
returns jsonb
language sql stable security definer set search_path = '' as $$
  with page as materialized (
    select object.id, object.bucket_id, object.name, object.created_at
    from storage.objects as object
    where object.id > unused_objects.after
    order by object.id
    limit unused_objects.page_size
  )
  select jsonb_build_object(
    'ids', coalesce(
      jsonb_agg(page.id) filter (
        where page.bucket_id in ('product-images', 'logos', 'avatars', 'images')
          and page.created_at < now() - unused_objects.older_than
          and not private.is_used_file(page.bucket_id, page.name)
      ),
      '[]'
    ),
    'next', case when count(*) = unused_objects.page_size then (array_agg(page.id order by page.id desc))[1] end
  )
  from page
$$;
comment on function public.unused_objects(interval, uuid, integer) is
  'Da página de arquivos depois do id dado: os ids dos mais antigos do que o dado que nenhum registro usa, e onde a próxima página começa.';
revoke all on function public.unused_objects(interval, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.unused_objects(interval, uuid, integer) to service_role;

-- == Storage ==

-- Buckets are public: files are read by URL, without a policy. Policies decide who lists, uploads and deletes files. An
-- upload never overwrites a file. No client can delete a file that a record uses. Unused files may be moved to the
-- trash: see the definition of the bucket lixeira.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select bucket.id, bucket.id, true, bucket.bytes,
  array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
from (values
  ('product-images', 10 * 1024 * 1024), -- folders main, additional
  ('logos', 5 * 1024 * 1024),           -- folders distribuidores, parceiros
  ('avatars', 5 * 1024 * 1024), -- one folder per user, named by the user id
  ('images', 10 * 1024 * 1024)          -- folders categories, banners
) as bucket (id, bytes)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create policy "staff reads buckets" on storage.buckets
  for select to authenticated
  using (
    id in ('product-images', 'logos', 'avatars', 'images', 'lixeira')
    and (select private.is_staff())
  );

-- The storage server names the operation of a request, e.g. storage.object.upload; newer versions may omit the first
-- word.
create function private.storage_operation() returns text
language sql stable set search_path = ''
return regexp_replace(coalesce(storage.operation(), ''), '^storage\.', '');
comment on function private.storage_operation() is
  'O que o servidor de arquivos está fazendo, como object.upload; vazio fora dele.';
revoke all on function private.storage_operation() from public;
grant execute on function private.storage_operation() to authenticated;

-- A signed URL and a resumable upload would outlive the session, the profile and the limits of their user. Only plain
-- uploads are therefore accepted, and no file can be signed.
create policy "files arrive by plain uploads" on storage.objects
  as restrictive for insert to authenticated
  with check ((select private.storage_operation()) = 'object.upload');
create policy "no URL is signed" on storage.objects
  as restrictive for select to authenticated
  using ((select private.storage_operation()) not like 'object.sign%');

create policy "staff reads files" on storage.objects
  for select to authenticated
  using (
    bucket_id in ('product-images', 'logos', 'avatars', 'images') and (select private.is_staff())
  );

-- Files are uploaded before their record is saved: a few are unused at any moment, but never thousands.
create function private.has_room_for_uploads() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  unused record;
begin
  if not private.is_staff() then
    return false;
  end if;
  select count(*) as files, coalesce(sum(size), 0) as bytes into unused
  from (
    select (object.metadata ->> 'size')::bigint as size
    from storage.objects as object
    where object.owner_id = auth.uid()::text
      and object.created_at > now() - interval '1 day'
      and not private.is_used_file(object.bucket_id, object.name)
    limit 400
  ) as recent;
  if unused.files >= 400 or unused.bytes >= 400 * 1024 * 1024 then
    -- Raise a separate error: users could not act on the message of a refused policy.
    raise exception 'Você enviou muitos arquivos que nenhum registro usa. Salve o que está aberto ou tente amanhã.'
      using errcode = '42501', hint = 'unused_files';
  end if;
  return true;
end
$$;
comment on function private.has_room_for_uploads() is
  'Quem chama tem menos de 400 arquivos e de 400 MB enviados em um dia e sem uso; senão, erro.';
revoke all on function private.has_room_for_uploads() from public;
grant execute on function private.has_room_for_uploads() to authenticated;

create policy "staff uploads product images and logos" on storage.objects
  for insert to authenticated
  with check (
    bucket_id in ('product-images', 'logos')
    and (select private.is_staff())
    and (select private.has_room_for_uploads())
  );
create policy "staff deletes product images and logos" on storage.objects
  for delete to authenticated
  using (
    bucket_id in ('product-images', 'logos')
    and (select private.is_staff())
    and not private.is_used_file(bucket_id, name)
  );

create policy "an Administrador uploads avatars, staff their own" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and (
      (select private.is_administrador())
      or ((select private.is_staff()) and (storage.foldername(name))[1] = (select auth.uid())::text)
    )
    and (select private.has_room_for_uploads())
  );
create policy "an Administrador deletes avatars, staff their own" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'avatars'
    and (
      (select private.is_administrador())
      or ((select private.is_staff()) and (storage.foldername(name))[1] = (select auth.uid())::text)
    )
    and not private.is_used_file(bucket_id, name)
  );

create policy "an Administrador uploads images, staff those of categories" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'images'
    and (
      (select private.is_administrador())
      or ((select private.is_staff()) and (storage.foldername(name))[1] = 'categories')
    )
    and (select private.has_room_for_uploads())
  );
create policy "an Administrador deletes images, staff those of categories" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'images'
    and (
      (select private.is_administrador())
      or ((select private.is_staff()) and (storage.foldername(name))[1] = 'categories')
    )
    and not private.is_used_file(bucket_id, name)
  );
