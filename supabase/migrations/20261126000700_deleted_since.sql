-- An undo of many does not count the records that it would delete and that another user has deleted: nothing of them
-- is left.
create or replace function private.without_missing_records(changes private.changes[]) returns private.changes[]
language plpgsql stable security definer set search_path = '' as $$
declare
  target record;
  existing text[];
  missing text[] = '{}';
begin
  for target in
    select change.area, array_agg(distinct change.record_id) as ids
    from unnest(changes) as change
    where private.is_area(change.area)
    group by change.area
  loop
    execute format(
      'select array_agg(stored.id::text) from public.%I as stored where stored.id = any ($1::%s[])',
      target.area, private.id_type(target.area)
    ) into existing using target.ids;
    missing = missing || array(
      select target.area || '/' || id from unnest(target.ids) as id where id <> all (coalesce(existing, '{}'))
    );
  end loop;
  return (
    select array_agg(change order by change.id)
    from unnest(changes) as change
    where change.area || '/' || change.record_id <> all (missing)
      or exists (
        select from unnest(changes) as own
        where own.area = change.area and own.record_id = change.record_id
          and own.table_name = own.area and own.kind in ('insert', 'delete')
      )
  );
end
$$;
comment on function private.without_missing_records(private.changes[]) is
  'As mudanças, sem as dos registros que não existem mais e que elas não criaram nem excluíram.';
