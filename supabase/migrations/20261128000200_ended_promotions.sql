-- A spreadsheet of promotional prices often follows a promotion that has ended: the stored period would hide the new
-- prices. The plan of the import asks about each of them.

create function private.mark_ended_promotions(staged private.staged_batches, places integer[]) returns void
language sql set search_path = '' set enable_nestloop = off as $$
  update private.staged_batch_rows as own
  set doubts = own.doubts || (
    'ended:' || to_char(product.promo_ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
  )
  from public.products as product
  where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'change'
    and own.after ->> 'promo_price' is not null and not own.after ? 'promo_ends_at'
    and product.promo_ends_at <= now() and product.id = own.record_id::uuid
    and product.id = any (array(
      select record_id::uuid from private.staged_batch_rows
      where batch_id = staged.id and place = any (places) and outcome = 'change'
    ))
$$;
comment on function private.mark_ended_promotions(private.staged_batches, integer[]) is
  'Põe em dúvida as linhas que dão outro preço promocional a uma promoção que terminou.';
revoke all on function private.mark_ended_promotions(private.staged_batches, integer[]) from public;
grant execute on function private.mark_ended_promotions(private.staged_batches, integer[]) to authenticated;

create or replace function public.plan_import(batch_id uuid, size integer default 1000) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  staged private.staged_batches = private.lock_staged_batch(batch_id);
  places integer[];
begin
  if staged.kind is distinct from 'import' then
    return jsonb_build_object('status', 'missing');
  end if;
  perform private.checked_size(size, 1000);
  places = array(
    select place from private.staged_batch_rows
    where staged_batch_rows.batch_id = staged.id and outcome is null
    order by place limit size
  );
  perform private.find_targets(staged, places);
  perform private.compare_rows(staged, places);
  if staged.area = 'products' then
    perform private.mark_missing_zeros(staged, places);
    perform private.mark_ended_promotions(staged, places);
  end if;
  return jsonb_build_object('rows', cardinality(places)) || case
    when cardinality(places) = size then '{"status": "planning"}'
    else private.finish_plan(staged.id)
  end;
end
$$;

-- Only a doubt about the price itself confirms the price.
create or replace function private.confirm_planned_prices(batch_id uuid, places integer[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.confirm_prices('planned'), set_config('vitrine.planned_prices', (
    select jsonb_build_object(
      'ids', coalesce(jsonb_agg(own.record_id) filter (where own.record_id is not null), '[]'),
      'skus', coalesce(jsonb_agg(lower(own.cells ->> 'sku')) filter (where own.record_id is null), '[]')
    )
    from private.staged_batch_rows as own
    where own.batch_id = confirm_planned_prices.batch_id and own.place = any (confirm_planned_prices.places)
      and exists (select from unnest(own.doubts) as doubt where doubt !~ '^(zeros|ended):')
  )::text, true);
end
$$;

comment on column private.staged_batch_rows.doubts is
  'As dúvidas que pedem confirmação: os motivos de price_doubts, zeros:SKU se já existe o mesmo SKU com zeros na frente, ou ended:FIM se a promoção do preço terminou.';
