-- A copy of a banner shares its picture: the history of the original may restore a picture that a change replaced.
create or replace function private.unshared_picture_urls(batch_id bigint, records text[]) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(address), '{}')
  from unnest(private.picture_urls_in(array(
    select change.before from private.changes as change
    where change.batch = batch_id and change.record_id = any (records) and change.kind = 'delete'
  ))) as address
  where address not in (
    select unnest(private.picture_urls_in(array[other.before]))
    from private.batches as batch
    join private.changes as other on other.batch = batch.id
    where batch.kind in ('update', 'delete') and batch.at > now() - interval '30 days'
      and other.record_id <> all (records)
      and other.kind = 'delete'
    union all
    select other.before ->> area.picture_column
    from private.areas as area
    join private.batches as batch on batch.area = area.name
    join private.changes as other on other.batch = batch.id
    where area.picture_column is not null
      and batch.kind = 'update' and batch.at > now() - interval '30 days'
      and other.record_id <> all (records)
      and other.kind = 'update' and other.before ->> area.picture_column is not null
  )
$$;
