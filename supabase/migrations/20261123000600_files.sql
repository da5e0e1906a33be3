-- The files of records: which are used, and who may read, upload and remove them.

-- == Used files ==

-- A file may be deleted only when no record points to it any more, whoever may see that record:
-- hence definer rights. A small copy is in use as long as its picture is: stored_file() is the same.
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

-- PL/pgSQL keeps its plan for the connection: an index lookup for each of its tables, however many files and records
-- there are.
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
    and private.is_picture_address(candidate.url)
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

-- For the daily sweep: what uploads left behind whose record was never saved. A page reads so many files
-- by their id, used or not, so that its cost does not depend on how many there are.
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

-- Buckets are public: their files are read by URL, without a policy. Policies decide who lists,
-- uploads and removes. An upload never overwrites a file. Nobody deletes a file that a record uses. What
-- no record uses may be moved to the trash, see the card of the bucket lixeira.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
select bucket.id, bucket.id, true, bucket.bytes,
  array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
from (values
  ('product-images', 10 * 1024 * 1024), -- folders main, additional
  ('logos', 5 * 1024 * 1024),           -- folders distribuidores, parceiros
  ('avatars', 5 * 1024 * 1024),         -- one folder a user, named by the id
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

-- The storage server names what a request does, e.g. storage.object.upload; newer versions may leave the first word out.
create function private.storage_operation() returns text
language sql stable set search_path = ''
return regexp_replace(coalesce(storage.operation(), ''), '^storage\.', '');
comment on function private.storage_operation() is
  'O que o servidor de arquivos está fazendo, como object.upload; vazio fora dele.';
revoke all on function private.storage_operation() from public;
grant execute on function private.storage_operation() to authenticated;

-- A signed URL and a resumable upload outlive the session, the profile and the limits of their user. Hence files arrive
-- by plain uploads alone, and no file is found for a signature.
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

-- Uploads come before their record is saved: some are unused at any moment, thousands never are.
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
    -- Not as a refusal of the policy, whose words nobody could act on.
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
