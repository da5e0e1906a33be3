create function public.duplicate_banner(banner_id bigint, creation_key uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  copy public.banners;
begin
  -- The same request again: its response was lost.
  select * into copy from public.banners as made where made.creation_key = duplicate_banner.creation_key;
  if found then
    return jsonb_build_object('status', 'saved', 'banner', to_jsonb(copy) - '{search_text,creation_key}'::text[]);
  end if;
  -- The copy has the number of its original and stands behind it: see take_place.
  perform set_config('vitrine.places_stay', 'true', true);
  insert into public.banners (
    titulo, descricao, cta_texto, cta_link, imagem_url, status, posicao, tipo, ordem, starts_at,
    ends_at, creation_key
  )
  select
    left(source.titulo, 247) || ' (Cópia)', source.descricao, source.cta_texto, source.cta_link,
    source.imagem_url, source.status, source.posicao, source.tipo, source.ordem,
    source.starts_at, source.ends_at, duplicate_banner.creation_key
  from public.banners as source
  where source.id = duplicate_banner.banner_id
  returning * into copy;
  if copy.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  return jsonb_build_object('status', 'saved', 'banner', to_jsonb(copy) - '{search_text,creation_key}'::text[]);
end
$$;
comment on function public.duplicate_banner(bigint, uuid) is
  'Copia um banner, com (Cópia) no título; pedida de novo com a mesma creation_key, devolve a cópia que já fez.';
revoke all on function public.duplicate_banner(bigint, uuid) from public, anon, authenticated, service_role;
grant execute on function public.duplicate_banner(bigint, uuid) to authenticated;
