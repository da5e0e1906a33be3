-- A file may be deleted only when no record points to it any more, whoever may see that record:
-- hence definer rights.
create view private.used_files with (security_invoker = true) as
  select private.stored_file(url) as file from public.product_images
  union all
  select private.stored_file(image_url) from public.categories where image_url is not null
  union all
  select private.stored_file(logo_url) from public.distribuidores where logo_url is not null
  union all
  select private.stored_file(logo_url) from public.parceiros where logo_url is not null
  union all
  select private.stored_file(avatar_url) from public.profiles where avatar_url is not null
  union all
  select private.stored_file(imagem_url) from public.banners where imagem_url is not null;
comment on view private.used_files is 'Os arquivos para os quais algum registro aponta.';
revoke all on private.used_files from public, anon, authenticated, service_role;

create function public.unused_files(urls text[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct candidate.url), '{}')
  from unnest(urls) as candidate (url)
  where private.is_staff()
    and not exists (
      select from private.used_files as used where used.file = private.stored_file(candidate.url)
    )
$$;
comment on function public.unused_files(text[]) is
  'Dos endereços dados, os que nenhum registro usa mais: esses arquivos podem ser apagados.';
revoke all on function public.unused_files(text[]) from public, anon, authenticated, service_role;
grant execute on function public.unused_files(text[]) to authenticated;
