create function public.delete_product(product_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  dropped text[];
begin
  perform from public.products where id = delete_product.product_id for update;
  if not found then
    return jsonb_build_object('status', 'missing');
  end if;
  with gone as (
    delete from public.product_images as image
    where image.product_id = delete_product.product_id
    returning image.url
  )
  select array_agg(gone.url) into dropped from gone;
  delete from public.products where id = delete_product.product_id;
  return jsonb_build_object(
    'status', 'deleted',
    'removed_files',
    (select coalesce(jsonb_agg(file), '[]') from private.unused_files(dropped) as file)
  );
end
$$;
comment on function public.delete_product(uuid) is
  'Exclui primeiro as imagens e depois o produto; devolve os arquivos que nenhum registro usa mais.';
revoke all on function public.delete_product(uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_product(uuid) to authenticated;
