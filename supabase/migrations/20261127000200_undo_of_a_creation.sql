-- The undo of a creation asks if a column has a value that was null at the creation. Changes that were undone only in
-- part do not count as later changes, and the history stores no nulls of a created record.
create function private.is_filled(record_table text, record text, created jsonb, stored jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select
    from private.changes as change
    cross join jsonb_object_keys(change.after) as changed_column
    where change.area = record_table and change.record_id = record and change.table_name = record_table
      and change.kind = 'update' and not created ? changed_column and stored -> changed_column <> 'null'
  )
$$;
comment on function private.is_filled(text, text, jsonb, jsonb) is
  'Diz se uma coluna vazia na criação do registro tem um valor agora.';
revoke execute on function private.is_filled(text, text, jsonb, jsonb) from public;
grant execute on function private.is_filled(text, text, jsonb, jsonb) to authenticated;

create or replace function private.undo_conflicts(changes private.changes[], decisions jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  later private.changes[];
  later_records text[];
  conflicting private.changes[];
  other_pictures text[];
  is_one constant boolean = (
    select count(*) = 1 from (select distinct area, record_id from unnest(changes)) as record
  );
  touched record;
  stored jsonb;
  changed record;
  key text;
  holder text;
  conflicts jsonb = '[]';
begin
  perform private.refuse_discarded(changes);
  perform private.lock_changed_rows(changes);
  later = array(select change from private.later_changes(changes) as change);
  later_records = array(select distinct change.area || '/' || change.record_id from unnest(later) as change);
  conflicting = private.conflicting_changes(changes, later);
  other_pictures = array(select private.changed_pictures(changes));
  for touched in
    with net as (
      select
        change.table_name, change.row_id, was.key,
        (array_agg(was.value order by change.id))[1] as was,
        (array_agg(change.after -> was.key order by change.id desc))[1] as became
      from unnest(conflicting) as change
      cross join jsonb_each(change.before) as was
      where change.kind = 'update'
      group by change.table_name, change.row_id, was.key
    ), columns_of as (
      select jsonb_object_agg(record.key, record.columns) as records
      from (
        select
          net.table_name || '/' || net.row_id as key,
          jsonb_object_agg(net.key, jsonb_build_object('was', net.was, 'became', net.became)) as columns
        from net
        group by net.table_name, net.row_id
      ) as record
    )
    select
      change.table_name, change.row_id,
      (array_agg(change.kind order by change.id))[1] as first_kind,
      (array_agg(change.kind order by change.id desc))[1] as last_kind,
      (array_agg(change.before order by change.id desc))[1] as last_before,
      (array_agg(change.after order by change.id desc))[1] as last_after,
      (select records from columns_of) -> (change.table_name || '/' || change.row_id) as columns
    from unnest(conflicting) as change
    where change.table_name = change.area
    group by change.table_name, change.row_id
    order by min(change.id)
  loop
    stored = private.lock_row(touched.table_name, touched.row_id);
    if touched.last_kind = 'delete' then
      if stored is null and touched.first_kind <> 'insert' and touched.table_name = 'products' then
        key = 'products/' || touched.row_id || '/sku';
        holder = private.holder_of_sku(
          coalesce(decisions -> key ->> 'value', touched.last_before ->> 'sku'), touched.row_id
        );
        if holder is not null then
          conflicts = conflicts || jsonb_build_object(
            'key', key, 'kind', 'taken', 'area', 'products', 'column', 'sku',
            'title', touched.last_before ->> 'name',
            'was', coalesce(decisions -> key -> 'value', touched.last_before -> 'sku'),
            'holder', holder
          );
        end if;
      end if;
    elsif touched.first_kind = 'insert' then
      key = touched.table_name || '/' || touched.row_id;
      if stored is not null and not decisions ? key and (
        key = any (later_records)
        or not stored @> touched.last_after or touched.row_id = any (other_pictures)
        -- A column that was null at the creation is not in "after".
        or private.is_filled(touched.table_name, touched.row_id, touched.last_after, stored)
      ) then
        conflicts = conflicts || jsonb_build_object(
          'key', key, 'kind', 'later', 'area', touched.table_name,
          'title', private.title_of(touched.table_name, stored)
        );
      end if;
    elsif stored is null then
      continue when not is_one; -- the other records are undone without it
      raise exception 'Este registro foi excluído depois. Restaure-o primeiro.'
        using hint = 'record_gone';
    else
      for changed in select * from jsonb_each(touched.columns) loop
        key = touched.table_name || '/' || touched.row_id || '/' || changed.key;
        holder = case
          when touched.table_name = 'products' and changed.key = 'sku'
            and decisions ->> key is distinct from 'keep'
          then private.holder_of_sku(
            coalesce(decisions -> key ->> 'value', changed.value ->> 'was'), touched.row_id
          )
        end;
        if holder is not null or (
          stored -> changed.key <> changed.value -> 'was'
          and (
            stored -> changed.key <> changed.value -> 'became'
            or exists (
              select from unnest(later) as change
              where change.table_name = touched.table_name and change.row_id = touched.row_id
                and change.before ? changed.key
            )
          )
          and not decisions ? key
        ) then
          conflicts = conflicts || jsonb_build_object(
            'key', key, 'kind', case when holder is null then 'changed' else 'taken' end,
            'area', touched.table_name, 'column', changed.key,
            'title', private.title_of(touched.table_name, stored),
            'was', coalesce(
              case when changed.key = 'sku' then decisions -> key -> 'value' end, changed.value -> 'was'
            ),
            'now', stored -> changed.key, 'holder', holder
          );
        end if;
      end loop;
    end if;
  end loop;
  if is_one and exists (
    select from unnest(changes) as change
    where change.table_name = 'product_images'
      and not exists (select from public.products as product where product.id = change.record_id::uuid)
      and not exists (select from unnest(changes) as own where own.table_name = 'products')
  ) then
    raise exception 'Este registro foi excluído depois. Restaure-o primeiro.' using hint = 'record_gone';
  end if;
  return conflicts || private.picture_conflicts(changes, later, other_pictures, decisions);
end
$$;
