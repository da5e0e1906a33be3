-- Pictures are planned for a SKU, the name of their files. A product that got another SKU since the plan does not get
-- them: the SKU may belong to another product now.
create or replace function private.lock_records(staged private.staged_batches, places integer[]) returns void
-- Rows just planned have no statistics: a nested loop would read all rows for each row.
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  ids text[] = private.record_ids(staged, places);
begin
  execute format(
    'select from public.%I as stored where stored.id = any ($1::%s[]) order by stored.id for update',
    staged.area, private.id_type(staged.area)
  ) using ids;
  execute format(
    'update private.staged_batch_rows as own
    set outcome = case when judged.is_planned then ''refuse'' else ''stale'' end,
      refusal = case when judged.is_planned then judged.refusal end
    from (
      select planned.place, %3$s as is_planned, %4$s as refusal
      from private.staged_batch_rows as planned
      left join public.%1$I as stored on stored.id = planned.record_id::%2$s and stored.id = any ($3::%2$s[])
      where planned.batch_id = $1 and planned.place = any ($2) and planned.record_id is not null
    ) as judged
    where own.batch_id = $1 and own.place = judged.place
      and (judged.is_planned is not true or judged.refusal is not null)',
    staged.area, private.id_type(staged.area),
    case
      when staged.kind = 'pictures' then
        'lower(stored.sku) = lower(coalesce(planned.detail, stored.sku))
          and private.picture_urls(planned.record_id) = private.urls_of_images(planned.before -> ''images'')'
      else 'stored.version = planned.version'
    end,
    case
      when staged.source ->> 'kind' = 'delete' then private.delete_refusal_sql(staged.area)
      else 'null::jsonb'
    end
  ) using staged.id, places, ids;
  if staged.kind = 'import' then
    update private.staged_batch_rows as own
    set outcome = 'stale'
    from private.import_targets(staged.area, array(
      select key from private.staged_batch_rows
      where batch_id = staged.id and place = any (places) and outcome = 'create'
    )) as found
    where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'create' and own.key = found.key;
  end if;
end
$$;
