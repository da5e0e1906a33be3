-- What waits for somebody, as the dashboard tells it: each number is that of the list it leads to, which is filtered
-- by the same words. Up to 10,000 are counted; more are 10,001.
create function public.needs_attention() returns jsonb
language plpgsql stable security definer
set search_path = ''
-- As find_products counts.
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0 set random_page_cost = 1.1
as $$
declare
  enough constant integer = 10001;
  counts jsonb;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function needs_attention' using errcode = '42501';
  end if;
  select jsonb_object_agg(
    asked.name, private.count_products(private.filter_condition(asked.filters), enough)
  )
  into counts
  from (
    values
      ('without_image', '{"image": "missing"}'::jsonb),
      ('promo_ended', '{"promo": "ended"}'),
      ('promo_without_discount', '{"promo": "no_discount"}'),
      ('in_inactive_category', '{"category_state": "inactive"}'),
      ('broken_link', '{"link": "broken"}')
  ) as asked (name, filters);
  counts = counts || jsonb_build_object('pending_distribuidores', (
    select count(*)
    from (
      select from public.distribuidores
      where status = 'Pendente' and created_at < now() - interval '7 days'
      limit enough
    ) as pending
  ));
  -- Nobody else reads banners.
  if private.is_administrador() then
    counts = counts || jsonb_build_object('banners_without_image', (
      select count(*)
      from (select from public.banners where imagem_url is null limit enough) as bare
    ));
  end if;
  return counts;
end
$$;
comment on function public.needs_attention() is
  'Quantos registros pedem atenção, por motivo, só do que quem chama pode abrir; 10001 é mais de 10.000.';
revoke all on function public.needs_attention() from public, anon, authenticated, service_role;
grant execute on function public.needs_attention() to authenticated;
