-- Columns that belong together: an undo restores all of them or none. A part of an address with parts of another one is
-- wrong, and a promotion without its end never stops.
alter table private.areas add column units jsonb not null default '[]' check (jsonb_typeof(units) = 'array');
comment on column private.areas.units is
  'As colunas que só fazem sentido juntas: desfazer restaura todas, ou nenhuma.';
update private.areas set units = '[["real_price", "promo_price", "promo_starts_at", "promo_ends_at"]]'
where name = 'products';
update private.areas set units =
  '[["address", "cep", "logradouro", "numero", "complemento", "bairro", "cidade", "estado"]]'
where name in ('distribuidores', 'parceiros');
update private.areas set units = '[["starts_at", "ends_at"]]' where name in ('notificacoes', 'banners');

create function private.units_of(area text) returns table (column_name text, unit text[])
language sql stable security definer set search_path = '' as $$
  select member.name, array(select jsonb_array_elements_text(held.unit))
  from private.areas as known
  cross join jsonb_array_elements(known.units) as held (unit)
  cross join jsonb_array_elements_text(held.unit) as member (name)
  where known.name = units_of.area
$$;
comment on function private.units_of(text) is
  'As colunas de uma área que fazem parte de uma unidade, com todas as colunas da unidade.';
revoke all on function private.units_of(text) from public;
grant execute on function private.units_of(text) to authenticated;

create function private.only_columns("row" jsonb, columns text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(held.key, held.value)
  from jsonb_each("row") as held
  where held.key = any (columns)
$$;
comment on function private.only_columns(jsonb, text[]) is 'Só estas colunas de uma linha.';
revoke all on function private.only_columns(jsonb, text[]) from public;
grant execute on function private.only_columns(jsonb, text[]) to authenticated;

-- The decision to restore contains the version of the record that the user saw: a save after the question is asked
-- about, too. Only a SKU can get another value.
create function private.is_decided(decisions jsonb, key text, stored jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    decisions ->> key = 'keep' or decisions -> key -> 'version' = stored -> 'version'
      or key like '%/sku' and decisions -> key ? 'value' and not decisions -> key ? 'version',
    false
  )
$$;
comment on function private.is_decided(jsonb, text, jsonb) is
  'Se há uma decisão sobre este conflito, tomada na versão atual do registro.';
revoke all on function private.is_decided(jsonb, text, jsonb) from public;
grant execute on function private.is_decided(jsonb, text, jsonb) to authenticated;

-- If the user decides to restore a unit, its columns that only later changes wrote are restored, too.
create function private.with_units_decided(changes private.changes[], decisions jsonb) returns private.changes[]
language sql stable set search_path = '' as $$
  select array_agg(wanted.change order by (wanted.change).id)
  from (
    select change from unnest(changes) as change
    union all
    select jsonb_populate_record(later, jsonb_build_object(
      'before', private.only_columns(later.before, restored.unit),
      'after', private.only_columns(later.after, restored.unit)
    ))
    from (
      select change.area, change.record_id, member.unit, min(change.id) as id, array_agg(change.batch) as batches
      from unnest(changes) as change
      cross join lateral private.units_of(change.area) as member
      where change.table_name = change.area and change.kind = 'update' and change.before ? member.column_name
        and decisions -> (change.area || '/' || change.record_id || '/' || member.column_name) ? 'version'
      group by change.area, change.record_id, member.unit
    ) as restored
    cross join unnest(private.changes_since(restored.area, restored.record_id, restored.id)) as later
    where later.table_name = later.area and later.kind = 'update' and later.before ?| restored.unit
      and later.batch <> all (restored.batches)
  ) as wanted (change)
$$;
comment on function private.with_units_decided(private.changes[], jsonb) is
  'As mudanças, e as posteriores das unidades que voltam por inteiro.';
revoke all on function private.with_units_decided(private.changes[], jsonb) from public;
grant execute on function private.with_units_decided(private.changes[], jsonb) to authenticated;

create or replace function private.planned_reverts(changes private.changes[], decisions jsonb)
returns table (
  table_name text, row_id text, depth integer, deletes boolean, restores bigint, wanted jsonb, new_sku jsonb
)
language sql stable set search_path = '' as $$
  with touched as (
    select
      change.table_name, change.row_id,
      (array_agg(change.kind order by change.id))[1] as first_kind,
      (array_agg(change.kind order by change.id desc))[1] as last_kind,
      max(change.id) filter (where change.kind = 'delete') as deleted,
      change.table_name || '/' || change.row_id as key,
      change.area || '/' || change.record_id as record_key
    from unnest(changes) as change
    group by change.table_name, change.row_id, change.area, change.record_id
  ), writable as materialized (
    select changed.table_name, private.client_columns(changed.table_name, 'update') as columns
    from (select distinct touched.table_name from touched) as changed
  ), depths as materialized (
    select changed.table_name, private.reference_depth(changed.table_name) as depth
    from (select distinct touched.table_name from touched) as changed
  ), earliest as ( -- per column, the value before the first change
    select change.table_name, change.row_id, was.key, (array_agg(was.value order by change.id))[1] as value
    from unnest(changes) as change
    cross join jsonb_each(change.before) as was
    join touched using (table_name, row_id)
    join writable using (table_name)
    where was.key = any (writable.columns) and (
      change.kind = 'update'
      -- A row that was deleted and restored is updated with all of its old values. A picture that was deleted again is
      -- restored from its first deletion.
      or change.kind = 'delete' and (touched.last_kind <> 'delete' or change.table_name = 'product_images')
    )
    group by change.table_name, change.row_id, was.key
  ), unit as materialized (
    select writable.table_name, member.column_name, member.unit
    from writable
    cross join private.units_of(writable.table_name) as member
  ), restorable as (
    select earliest.*, coalesce(unit.unit, array[earliest.key]) as unit
    from earliest
    left join unit on unit.table_name = earliest.table_name and unit.column_name = earliest.key
  ), kept as (
    select restorable.table_name, restorable.row_id, restorable.unit
    from restorable
    join touched using (table_name, row_id)
    where decisions ->> (touched.key || '/' || restorable.key) = 'keep'
  ), values_wanted as (
    select
      restorable.table_name, restorable.row_id,
      jsonb_object_agg(
        restorable.key,
        -- Clients can choose a value only for the SKU: a chosen price would bypass the price guard.
        coalesce(
          case when restorable.key = 'sku' then decisions -> (touched.key || '/sku') -> 'value' end, restorable.value
        )
      ) as wanted
    from restorable
    join touched using (table_name, row_id)
    where (restorable.table_name, restorable.row_id, restorable.unit) not in (select * from kept)
    group by restorable.table_name, restorable.row_id
  )
  select
    touched.table_name, touched.row_id, depths.depth, touched.first_kind = 'insert',
    case when touched.last_kind = 'delete' and touched.first_kind <> 'insert' then touched.deleted end,
    case when touched.first_kind <> 'insert' then values_wanted.wanted end,
    decisions -> (touched.key || '/sku') -> 'value'
  from touched
  join depths using (table_name)
  left join values_wanted using (table_name, row_id)
  where (touched.first_kind <> 'insert' or touched.last_kind <> 'delete')
    -- If the decision keeps a created record, its parts are kept, too.
    and decisions ->> touched.record_key is distinct from 'keep'
$$;

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
  others jsonb;
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
    ), unit_members as materialized (
      select changed_table.table_name, member.column_name, member.unit
      from (select distinct net.table_name from net) as changed_table
      cross join private.units_of(changed_table.table_name) as member
    ), columns_of as (
      select jsonb_object_agg(record.key, record.columns) as records
      from (
        select
          net.table_name || '/' || net.row_id as key,
          jsonb_object_agg(net.key, jsonb_build_object(
            'was', net.was, 'became', net.became, 'unit', coalesce(member.unit, array[net.key])
          )) as columns
        from net
        left join unit_members as member on member.table_name = net.table_name and member.column_name = net.key
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
      if stored is not null and not private.is_decided(decisions, key, stored) and (
        key = any (later_records)
        or not stored @> touched.last_after or touched.row_id = any (other_pictures)
        -- A column that was null at the creation is not in "after".
        or private.is_filled(touched.table_name, touched.row_id, touched.last_after, stored)
      ) then
        conflicts = conflicts || jsonb_build_object(
          'key', key, 'kind', 'later', 'area', touched.table_name,
          'title', private.title_of(touched.table_name, stored), 'version', stored -> 'version'
        );
      end if;
    elsif stored is null then
      continue when not is_one; -- the other records are undone without it
      raise exception 'Este registro foi excluído depois. Restaure-o primeiro.'
        using hint = 'record_gone';
    else
      -- The other columns of a unit, with their values before the later changes.
      select jsonb_object_agg(other.name, jsonb_build_object('was', other.was, 'became', other.was, 'unit', other.unit))
      into others
      from (
        select distinct on (member.name) member.name, change.before -> member.name as was, own.value -> 'unit' as unit
        from jsonb_each(touched.columns) as own
        cross join jsonb_array_elements_text(own.value -> 'unit') as member (name)
        join unnest(later) as change on change.before ? member.name
        where change.table_name = touched.table_name and change.row_id = touched.row_id and change.kind = 'update'
          and not touched.columns ? member.name and stored -> own.key <> own.value -> 'was'
        order by member.name, change.id
      ) as other;
      for changed in select * from jsonb_each(touched.columns || coalesce(others, '{}')) loop
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
            exists (
              select from jsonb_each(touched.columns) as member
              where member.value -> 'unit' = changed.value -> 'unit'
                and stored -> member.key <> member.value -> 'was' and stored -> member.key <> member.value -> 'became'
            )
            or exists (
              select from unnest(later) as change
              where change.table_name = touched.table_name and change.row_id = touched.row_id
                and change.before ?| array(select jsonb_array_elements_text(changed.value -> 'unit'))
            )
          )
          and not private.is_decided(decisions, key, stored)
        ) then
          conflicts = conflicts || jsonb_build_object(
            'key', key, 'kind', case when holder is null then 'changed' else 'taken' end,
            'area', touched.table_name, 'column', changed.key,
            'title', private.title_of(touched.table_name, stored),
            'was', coalesce(
              case when changed.key = 'sku' then decisions -> key -> 'value' end, changed.value -> 'was'
            ),
            'now', stored -> changed.key, 'holder', holder, 'version', stored -> 'version',
            'unit', changed.value -> 'unit'
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

create or replace function private.picture_conflicts(
  changes private.changes[], later private.changes[], other_pictures text[], decisions jsonb
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'key', 'products/' || record.record_id || '/pictures', 'kind', 'pictures',
        'area', 'products', 'title', product.name, 'version', product.version
      )
    ),
    '[]'
  )
  from (
    select distinct change.record_id from unnest(changes) as change where change.table_name = 'product_images'
    intersect
    (
      select distinct change.record_id from unnest(later) as change where change.table_name = 'product_images'
      union
      select unnest(other_pictures)
    )
  ) as record
  join public.products as product on product.id = record.record_id::uuid
  where not private.is_decided(decisions, 'products/' || record.record_id || '/pictures', to_jsonb(product))
$$;

create or replace function private.with_pictures_decided(changes private.changes[], decisions jsonb)
returns private.changes[]
language sql stable set search_path = '' as $$
  select case
    when jsonb_path_exists(decisions, '$.*.version') then
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
    where decisions -> ('products/' || record.record_id || '/pictures') ? 'version'
      and later.table_name = 'product_images' and later.id <> all (record.ids)
  ) as wanted (change)
$$;

create or replace function public.restore_record(
  area text, record_id text, batch bigint, column_name text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  own record = private.changes_of(batch, area, record_id);
  changes private.changes[];
  lost text[];
  since private.changes[];
  unit text[];
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function restore_record' using errcode = '42501';
  end if;
  if private.is_area(area) is not true then
    raise exception 'Só registros das áreas do painel podem ser restaurados.' using errcode = '22023';
  end if;
  if own.last is null then
    return jsonb_build_object('status', 'nothing');
  end if;
  if private.lock_row(area, record_id) is null then
    raise exception 'Este registro foi excluído depois. Restaure-o primeiro.' using hint = 'record_gone';
  end if;
  if column_name is null then
    select array_agg(later) into changes
    from unnest(private.changes_since(area, record_id, own.last)) as later
    -- Skip the deletion and restoration of the record itself: it exists now.
    where later.table_name <> later.area or later.kind = 'update';
  else
    select member.unit into unit
    from private.units_of(area) as member
    where member.column_name = restore_record.column_name;
    unit = coalesce(unit, array[column_name]);
    since = private.changes_since(area, record_id, own.first - 1);
    select array_agg(
      jsonb_populate_record(change, jsonb_build_object(
        'before', private.only_columns(change.before, unit), 'after', private.only_columns(change.after, unit)
      ))
    ) into changes
    from unnest(since) as change
    where change.table_name = restore_record.area and change.kind = 'update' and change.before ?| unit
      and exists (
        select from unnest(since) as own_change
        where own_change.batch = restore_record.batch and own_change.table_name = restore_record.area
          and own_change.kind = 'update' and own_change.before ? column_name
      );
  end if;
  if changes is null then
    return jsonb_build_object('status', 'nothing');
  end if;
  perform private.refuse_missing_reference(changes, '{}');
  lost = private.lost_pictures(changes);
  changes = private.without_equal_pictures(private.without_lost_pictures(changes, lost));
  perform private.revert_changes(changes, '{}');
  return private.undo_result(changes, lost);
end
$$;
