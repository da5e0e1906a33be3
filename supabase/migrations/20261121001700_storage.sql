-- Buckets are public: their files are read by URL, without a policy. Policies decide who lists,
-- uploads and removes. There is none for update: an upload never overwrites a file.
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
    id in ('product-images', 'logos', 'avatars', 'images') and (select private.is_staff())
  );

create policy "staff reads files" on storage.objects
  for select to authenticated
  using (
    bucket_id in ('product-images', 'logos', 'avatars', 'images') and (select private.is_staff())
  );

create policy "staff uploads product images and logos" on storage.objects
  for insert to authenticated
  with check (bucket_id in ('product-images', 'logos') and (select private.is_staff()));
create policy "staff deletes product images and logos" on storage.objects
  for delete to authenticated
  using (bucket_id in ('product-images', 'logos') and (select private.is_staff()));

create policy "an Administrador uploads avatars, staff their own" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'avatars'
    and (
      (select private.is_administrador())
      or ((select private.is_staff()) and (storage.foldername(name))[1] = (select auth.uid())::text)
    )
  );
create policy "an Administrador deletes avatars, staff their own" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'avatars'
    and (
      (select private.is_administrador())
      or ((select private.is_staff()) and (storage.foldername(name))[1] = (select auth.uid())::text)
    )
  );

create policy "an Administrador uploads images, staff those of categories" on storage.objects
  for insert to authenticated
  with check (
    bucket_id = 'images'
    and (
      (select private.is_administrador())
      or ((select private.is_staff()) and (storage.foldername(name))[1] = 'categories')
    )
  );
create policy "an Administrador deletes images, staff those of categories" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'images'
    and (
      (select private.is_administrador())
      or ((select private.is_staff()) and (storage.foldername(name))[1] = 'categories')
    )
  );
