create function public.duplicate_banner(banner_id bigint, creation_key uuid default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  source public.banners;
  copy jsonb;
begin
  -- The same request again: its response was lost.
  select to_jsonb(made) into copy from public.banners as made where made.creation_key = duplicate_banner.creation_key;
  if found then
    return jsonb_build_object('status', 'saved', 'banner', copy - '{search_text,creation_key}'::text[]);
  end if;
  select * into source from public.banners as original where original.id = duplicate_banner.banner_id;
  if not found then
    return jsonb_build_object('status', 'missing');
  end if;
  -- The copy has the number of its original and stands behind it: see take_place.
  perform set_config('vitrine.places_stay', 'true', true);
  copy = private.insert_record('banners', to_jsonb(source) || jsonb_build_object(
    'titulo', left(source.titulo, 247) || ' (Cópia)', 'creation_key', duplicate_banner.creation_key
  ));
  return jsonb_build_object('status', 'saved', 'banner', copy - '{search_text,creation_key}'::text[]);
end
$$;
comment on function public.duplicate_banner(bigint, uuid) is
  'Copia um banner, com (Cópia) no título; pedida de novo com a mesma creation_key, devolve a cópia que já fez.';
revoke all on function public.duplicate_banner(bigint, uuid) from public, anon, authenticated, service_role;
grant execute on function public.duplicate_banner(bigint, uuid) to authenticated;
