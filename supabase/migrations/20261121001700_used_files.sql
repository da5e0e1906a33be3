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

-- PL/pgSQL keeps its plan for the connection: an index lookup for each of its tables, however many files and records there are.
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
