-- A batch with many confirmed prices: the history of one record says whether its own price was one of them.
create or replace function private.batch_json(batch private.batches, area text, record_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'batch', batch.id,
    'at', batch.at,
    'actor', batch.actor_name,
    'area', batch_json.area,
    'record_id', batch_json.record_id,
    'kind', batch.kind,
    -- The title names the first record of the batch. If that is not the requested record, the caller's right to read it
    -- is checked separately.
    'title', case when (batch.area, batch.record_id) = (batch_json.area, batch_json.record_id)
      or private.may_see_changes(batch.area, batch.record_id) then coalesce(
      batch.title,
      -- A batch that changed only the pictures of a product has no stored title.
      (
        select product.name from public.products as product
        where product.id = case when batch.area = 'products' then nullif(batch.record_id, '') end::uuid
      )
    ) end,
    'amount', batch.amount,
    'undoes', batch.undoes,
    'note', coalesce(
      batch.note, (select undone.note from private.batches as undone where undone.id = batch.undoes)
    ),
    'undone', batch.kind in ('insert', 'update', 'delete')
      and private.is_undone(batch.id, batch_json.area, batch_json.record_id),
    'undoable', private.is_undoable(batch),
    'records', (
      select jsonb_build_object('count', count(*), 'mixed', count(distinct records.area) > 1)
      from (
        select distinct change.record_id, change.area -- the order of the index
        from private.changes as change
        where change.batch = batch_json.batch.id
        limit 1000
      ) as records
    ),
    -- The note counts the confirmed prices of the whole batch.
    'confirmed', exists (
      select from private.changes as change
      where change.batch = batch_json.batch.id and change.area = batch_json.area
        and change.record_id = batch_json.record_id and change.confirmed
    ),
    'changes', shown.changes,
    -- Most batches change no picture, and looking up files is slow.
    'missing_pictures', case
      when shown.changes::text like '%/object/public/%' then private.missing_pictures(shown.changes) else '[]'
    end
  )
  from (
    select coalesce(jsonb_agg(shown.change order by shown.id), '[]') as changes
    from (
      select
        change.id,
        jsonb_build_object(
          'table', change.table_name, 'row_id', change.row_id, 'kind', change.kind,
          'before', change.before, 'after', change.after
        ) as change
      from private.changes as change
      where change.batch = batch_json.batch.id
        and change.area = batch_json.area
        and change.record_id = batch_json.record_id
      order by change.id
      limit 200
    ) as shown
  ) as shown
$$;
