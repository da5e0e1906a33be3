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
