-- An undo that is asked to restore pictures does not write equal ones. Otherwise the next undo asks about pictures that
-- have not changed.
create or replace function private.without_equal_pictures(changes private.changes[]) returns private.changes[]
language sql stable set search_path = '' as $$
  with reverts as (
    select
      planned.deletes, to_jsonb(stored) as stored,
      coalesce(deleted.before, to_jsonb(stored)) || coalesce(planned.wanted, '{}') as wanted
    from private.planned_reverts(changes, '{}') as planned
    left join unnest(changes) as deleted on deleted.id = planned.restores
    left join public.product_images as stored on stored.id = planned.row_id::uuid
    where planned.table_name = 'product_images'
  ), present as (
    select stored.product_id, stored.url, stored.is_main, stored.position, stored.alt
    from reverts
    cross join jsonb_populate_record(null::public.product_images, reverts.stored) as stored
    where reverts.stored is not null
  ), earlier as (
    select wanted.product_id, wanted.url, wanted.is_main, wanted.position, wanted.alt
    from reverts
    cross join jsonb_populate_record(null::public.product_images, reverts.wanted) as wanted
    where not reverts.deletes
  ), differences as (
    (table present except all table earlier) union all (table earlier except all table present)
  )
  select array_agg(change)
  from unnest(changes) as change
  where change.table_name <> 'product_images' or change.record_id in (select product_id::text from differences)
$$;
comment on function private.without_equal_pictures(private.changes[]) is
  'As mudanças, sem as das imagens dos produtos que já têm as imagens de antes.';

create or replace function private.with_pictures_decided(changes private.changes[], decisions jsonb)
returns private.changes[]
language sql stable set search_path = '' as $$
  select case
    when jsonb_path_exists(decisions, '$.* ? (@ == "restore")') then
      private.without_equal_pictures(array_agg(wanted.change))
    else array_agg(wanted.change)
  end
  from (
    select change
    from unnest(changes) as change
    where change.table_name <> 'product_images'
      or decisions ->> ('products/' || change.record_id || '/pictures') is distinct from 'keep'
    union all
    select later
    from (
      select change.record_id, min(change.id) as id, array_agg(change.id) as ids
      from unnest(changes) as change
      where change.area = 'products'
      group by change.record_id
    ) as record
    cross join unnest(private.changes_since('products', record.record_id, record.id)) as later
    where decisions ->> ('products/' || record.record_id || '/pictures') = 'restore'
      and later.table_name = 'product_images' and later.id <> all (record.ids)
  ) as wanted (change)
$$;
