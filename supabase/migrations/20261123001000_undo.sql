-- Undo and the trash.

-- == Undo conflicts ==

-- Run before an undo writes: select the changes that the caller may undo, and find conflicts with later changes.

create function private.latest_deletions(changes private.changes[]) returns private.changes[]
language sql stable set search_path = '' as $$
  with again as (
    select change.area, change.record_id, change.batch, latest.batch as latest_batch
    from unnest(changes) as change
    cross join lateral (
      select later.batch, later.kind from private.changes as later
      where later.area = change.area and later.record_id = change.record_id and later.id > change.id
        and later.table_name = later.area and later.kind in ('insert', 'delete')
      order by later.id desc
      limit 1
    ) as latest
    where change.kind = 'delete' and change.table_name = change.area
      and latest.kind = 'delete' and latest.batch <> change.batch
  )
  select array_agg(chosen.change order by (chosen.change).id)
  from (
    select change
    from unnest(changes) as change
    where not exists (
      select from again where again.area = change.area and again.record_id = change.record_id
    )
    union all
    select later
    from again
    join private.changes as later
      on later.batch = again.latest_batch and later.area = again.area and later.record_id = again.record_id
    where later.kind = 'delete'
  ) as chosen (change)
$$;
comment on function private.latest_deletions(private.changes[]) is
  'As mudanças, com a última exclusão no lugar da de cada registro que voltou e foi excluído de novo.';
revoke all on function private.latest_deletions(private.changes[]) from public;

-- Keep only the columns that clients write: integrations or triggers wrote the others.
create function private.client_part(changes private.changes[]) returns private.changes[]
language sql stable set search_path = '' as $$
  with writable as materialized (
    select changed.table_name, private.client_columns(changed.table_name, 'update') as columns
    from (select distinct table_name from unnest(changes)) as changed
  )
  select array_agg(
    case
      when change.kind <> 'update' or protected.columns = '{}' then change
      else jsonb_populate_record(change, jsonb_build_object(
        'before', change.before - protected.columns, 'after', change.after - protected.columns
      ))
    end
    order by change.id
  )
  from unnest(changes) as change
  join writable using (table_name)
  cross join lateral (
    select array(select jsonb_object_keys(change.before - writable.columns)) as columns
  ) as protected
  where change.kind <> 'update' or change.before - protected.columns <> '{}'
$$;
comment on function private.client_part(private.changes[]) is
  'As mudanças, com as colunas que um cliente pode gravar; sem as que só mudaram outras.';
revoke all on function private.client_part(private.changes[]) from public;

create function private.undoable_changes(batch_id bigint, only_records text[])
returns private.changes[]
language plpgsql stable security definer set search_path = '' as $$
declare
  found private.changes[];
begin
  select array_agg(change order by change.id) into found
  from private.batches as batch
  join private.changes as change on change.batch = batch.id
  where batch.id = undoable_changes.batch_id
    and batch.kind in ('insert', 'update', 'delete')
    and change.kind in ('insert', 'update', 'delete')
    and (undoable_changes.only_records is null or change.record_id = any (undoable_changes.only_records))
    and not private.is_undone(batch.id, change.area, change.record_id);
  if exists (
    select
    from (
      select distinct area, case when area = 'profiles' then record_id else '' end as record_id
      from unnest(found)
      offset 0 -- otherwise the right is checked for every change, before `distinct`
    ) as record
    where private.may_see_changes(record.area, record.record_id) is not true
  ) then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  if (select at from private.batches where id = batch_id) < now() - interval '30 days' then
    raise exception 'Só alterações dos últimos 30 dias podem ser desfeitas.' using hint = 'undo_expired';
  end if;
  -- A record that was deleted again is restored from its latest deletion, with the changes in between.
  found = private.latest_deletions(private.client_part(found));
  -- Of several records, skip the discarded ones. For a single one, restore_rows reports why it cannot be restored.
  return coalesce((
    select array_agg(change order by change.id)
    from unnest(found) as change
    where change.kind <> 'delete'
      or not exists (
        select from private.changes as later
        where later.area = change.area and later.record_id = change.record_id
          and later.id > change.id and later.kind in ('discard', 'anonymise')
      )
  ), found);
end
$$;
comment on function private.undoable_changes(bigint, text[]) is
  'As mudanças de um ato, ou as de alguns registros, que quem chama pode desfazer e ninguém desfez ainda; nulo se não há.';
revoke all on function private.undoable_changes(bigint, text[]) from public;
grant execute on function private.undoable_changes(bigint, text[]) to authenticated;

-- An undo of many records runs in steps. The remaining records are stored: a step skips records that are already
-- undone.
create function private.records_to_undo(batch_id bigint, after text, size integer) returns text[]
language sql stable security definer set search_path = '' as $$
  with writable as materialized (
    select relation.relname as table_name, private.client_columns(relation.relname, 'update') as columns
    from pg_catalog.pg_class as relation
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p')
  )
  select array(
    select distinct change.record_id
    from private.changes as change
    where change.batch = batch_id and change.kind in ('insert', 'update', 'delete')
      and (change.kind <> 'update' or change.before ?| (
        select writable.columns from writable where writable.table_name = change.table_name
      ))
      and change.record_id > coalesce(records_to_undo.after, '')
      and not private.is_undone(batch_id, change.area, change.record_id)
    order by change.record_id
    limit records_to_undo.size
  )
$$;
comment on function private.records_to_undo(bigint, text, integer) is
  'Os próximos registros de um ato que ainda não foram desfeitos, na ordem dos ids, depois de um deles.';
revoke all on function private.records_to_undo(bigint, text, integer) from public;
grant execute on function private.records_to_undo(bigint, text, integer) to authenticated;

create function private.own_undo(batch_id bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  select undo.id from private.batches as undo
  where undo.undoes = batch_id and undo.actor = auth.uid() and undo.at > now() - interval '1 hour'
    and not exists (select from private.batches as redo where redo.undoes = undo.id)
  order by undo.id desc
  limit 1
$$;
comment on function private.own_undo(bigint) is
  'O desfazer desse ato que quem chama começou há menos de uma hora: os outros passos o continuam, e quem perdeu a resposta o recebe de novo.';
revoke all on function private.own_undo(bigint) from public;
grant execute on function private.own_undo(bigint) to authenticated;

-- An undo and a further step of the same batch exclude each other: nothing may be written into an undone batch.
create function private.lock_batch(batch_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.batches as batch where batch.id = batch_id for update;
  return not exists (select from private.batches as undo where undo.undoes = batch_id);
end
$$;
comment on function private.lock_batch(bigint) is
  'Prende um ato até o fim da transação; diz se nada dele foi desfeito.';
revoke all on function private.lock_batch(bigint) from public;
grant execute on function private.lock_batch(bigint) to authenticated;

create function private.continue_batch(batch_id bigint) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.lock_batch(batch_id) then
    raise exception 'O que já foi feito desta alteração foi desfeito. Comece de novo.' using hint = 'batch_undone';
  end if;
  perform set_config('vitrine.batch', coalesce(batch_id::text, ''), true);
end
$$;
comment on function private.continue_batch(bigint) is
  'Os passos de uma alteração são um ato: o que o primeiro abriu, os outros continuam; recusa o que foi desfeito.';
revoke all on function private.continue_batch(bigint) from public;
grant execute on function private.continue_batch(bigint) to authenticated;

create function private.begin_undo(batch_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  undone private.batches;
begin
  select * into undone from private.batches as batch where batch.id = batch_id;
  perform set_config('vitrine.undoes', undone.id::text, true),
    set_config('vitrine.root', coalesce(undone.root, undone.id)::text, true),
    set_config('vitrine.reverts', (not undone.reverts)::text, true);
end
$$;
comment on function private.begin_undo(bigint) is 'O que esta transação muda daqui em diante desfaz esse ato.';
revoke all on function private.begin_undo(bigint) from public;
grant execute on function private.begin_undo(bigint) to authenticated;

create function private.mark_undone(batch_id bigint) returns void
language sql security definer set search_path = '' as $$
  update private.batches as batch set is_reverted = undo.reverts
  from private.batches as undo
  where undo.id = nullif(current_setting('vitrine.batch', true), '')::bigint
    and undo.undoes = batch_id and batch.id = undo.root and batch.is_reverted <> undo.reverts
$$;
comment on function private.mark_undone(bigint) is 'Anota na raiz que o ato em andamento a desfez, ou refez, por inteiro.';
revoke all on function private.mark_undone(bigint) from public;
grant execute on function private.mark_undone(bigint) to authenticated;

-- A later change and its undo cancel each other, and so do an undo and its redo. Two changes can therefore be undone,
-- and redone, one after the other.
create function private.later_changes(changes private.changes[]) returns setof private.changes
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select later.*
    from (
      select change.area, change.record_id, min(change.id) as id, array_agg(distinct change.batch) as batches,
        array_agg(distinct coalesce(batch.root, batch.id)) as roots
      from unnest(changes) as change
      join private.batches as batch on batch.id = change.batch
      group by change.area, change.record_id
    ) as undone
    join private.changes as later
      on later.area = undone.area and later.record_id = undone.record_id and later.id > undone.id
    where later.kind in ('insert', 'update', 'delete', 'anonymise') and later.batch <> all (undone.batches)
      and private.may_see_changes(later.area, later.record_id)
      and not private.is_undone(later.batch, later.area, later.record_id)
      and (
        later.root is null
        or later.root <> all (undone.roots) and not exists (
          select from private.changes as cancelled
          where cancelled.batch = later.root and cancelled.area = later.area
            and cancelled.record_id = later.record_id and cancelled.id > undone.id
        ) and later.reverts <> coalesce((
          select earlier.reverts from private.changes as earlier
          where earlier.root = later.root and earlier.area = later.area
            and earlier.record_id = later.record_id and earlier.id < undone.id
          order by earlier.id desc
          limit 1
        ), false)
      );
end
$$;
comment on function private.later_changes(private.changes[]) is
  'O que se mudou nos mesmos registros depois destas mudanças, sem o que foi desfeito.';
revoke all on function private.later_changes(private.changes[]) from public;
grant execute on function private.later_changes(private.changes[]) to authenticated;

create function private.changes_since(area text, record_id text, change_id bigint)
returns private.changes[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.may_see_changes(area, record_id) is not true then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  return private.client_part(array(
    select change
    from private.changes as change
    where change.area = changes_since.area
      and change.record_id = changes_since.record_id
      and change.id > changes_since.change_id
      and change.kind in ('insert', 'update', 'delete')
  ));
end
$$;
comment on function private.changes_since(text, text, bigint) is
  'O que mudou em um registro depois de uma mudança.';
revoke all on function private.changes_since(text, text, bigint) from public;
grant execute on function private.changes_since(text, text, bigint) to authenticated;

create function private.holder_of_sku(sku text, other_than text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select product.name from public.products as product
    where lower(product.sku) = lower(holder_of_sku.sku)
      and product.id <> holder_of_sku.other_than::uuid
  );
end
$$;
comment on function private.holder_of_sku(text, text) is 'O nome do outro produto que tem este SKU.';
revoke all on function private.holder_of_sku(text, text) from public;
grant execute on function private.holder_of_sku(text, text) to authenticated;

create function private.lock_row(table_name text, row_id text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  stored jsonb;
begin
  execute format(
    'select to_jsonb(stored) from public.%1$I as stored
    where id = (jsonb_populate_record(null::public.%1$I, $1)).id for update',
    table_name
  ) into stored using jsonb_build_object('id', row_id);
  return stored;
end
$$;
comment on function private.lock_row(text, text) is 'Uma linha como está, presa até o fim da transação.';
revoke all on function private.lock_row(text, text) from public;
grant execute on function private.lock_row(text, text) to authenticated;

create function private.refuse_discarded(changes private.changes[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select
    from unnest(changes) as change
    join private.changes as later
      on later.area = change.area and later.record_id = change.record_id and later.id > change.id
    where change.kind = 'delete' and change.table_name = change.area and later.kind in ('discard', 'anonymise')
  ) then
    raise exception 'Este registro foi excluído definitivamente.' using hint = 'record_discarded';
  end if;
end
$$;
comment on function private.refuse_discarded(private.changes[]) is
  'Recusa devolver um registro que foi excluído definitivamente ou anonimizado.';
revoke all on function private.refuse_discarded(private.changes[]) from public;
grant execute on function private.refuse_discarded(private.changes[]) to authenticated;

-- Rows are locked in a fixed order, tables by name and rows by id, to avoid deadlocks.
create function private.lock_changed_rows(changes private.changes[]) returns void
language plpgsql set search_path = '' as $$
declare
  target record;
begin
  for target in
    select change.table_name, array_agg(distinct change.row_id) as ids
    from unnest(changes) as change
    where change.table_name = change.area
    group by change.table_name
    order by change.table_name
  loop
    execute format(
      'select from public.%I as stored where stored.id = any ($1::%s[]) order by stored.id for update',
      target.table_name, private.id_type(target.table_name)
    ) using target.ids;
  end loop;
end
$$;
comment on function private.lock_changed_rows(private.changes[]) is
  'Prende as linhas destas mudanças até o fim da transação.';
revoke all on function private.lock_changed_rows(private.changes[]) from public;
grant execute on function private.lock_changed_rows(private.changes[]) to authenticated;

-- Most records still have the values that the batch wrote and need no decision. One statement per table finds them.
create function private.conflicting_changes(changes private.changes[], later private.changes[])
returns private.changes[]
language plpgsql set search_path = '' as $$
declare
  target record;
  untouched text[];
  unchanged text[] = '{}';
begin
  for target in
    select single.table_name, array_agg(single.row_id) as ids, array_agg(single.after) as became
    from (
      select change.table_name, change.row_id, min(change.after::text)::jsonb as after
      from unnest(changes) as change
      where change.table_name = change.area
      group by change.table_name, change.row_id
      having count(*) = 1 and min(change.kind) = 'update' and not bool_or(change.before ? 'sku')
    ) as single
    where not exists (
      select from unnest(later) as change
      where change.table_name = single.table_name and change.row_id = single.row_id
    )
    group by single.table_name
  loop
    execute format(
      'select array_agg(given.id)
      from unnest($1, $2) as given (id, became)
      join public.%1$I as stored on stored.id = given.id::%2$s
      where to_jsonb(stored) @> given.became',
      target.table_name, private.id_type(target.table_name)
    ) into untouched using target.ids, target.became;
    unchanged = unchanged || array(select target.table_name || '/' || id from unnest(untouched) as id);
  end loop;
  return array(
    select change
    from unnest(changes) as change
    left join unnest(unchanged) as known (key) on known.key = change.table_name || '/' || change.row_id
    where known.key is null
    order by change.id
  );
end
$$;
comment on function private.conflicting_changes(private.changes[], private.changes[]) is
  'As mudanças menos as dos registros que ninguém mudou depois.';
revoke all on function private.conflicting_changes(private.changes[], private.changes[]) from public;
grant execute on function private.conflicting_changes(private.changes[], private.changes[]) to authenticated;

-- Later changes and their undos cancel each other, unless an undo restored the values of another later change.
create function private.changed_pictures(changes private.changes[]) returns setof text
language sql stable set search_path = '' as $$
  select record.record_id
  from (
    select change.record_id, max(change.id) as last, array_agg(distinct change.batch) as batches
    from unnest(changes) as change
    where change.area = 'products'
    group by change.record_id
    having bool_or(change.table_name = 'product_images' or change.kind = 'insert')
  ) as record
  where exists (
    select
    from (
      select later.row_id, (array_agg(later.kind order by later.id))[1] as first_kind
      from unnest(private.changes_since('products', record.record_id, record.last)) as later
      where later.table_name = 'product_images' and later.batch <> all (record.batches)
      group by later.row_id
    ) as touched
    left join public.product_images as stored on stored.id = touched.row_id::uuid
    where (touched.first_kind = 'insert') = (stored.id is not null)
      or touched.first_kind <> 'insert' and not to_jsonb(stored) @> (
        select jsonb_object_agg(was.key, was.value)
        from (
          select distinct on (was.key) was.key, was.value
          from unnest(private.changes_since('products', record.record_id, record.last)) as later
          cross join jsonb_each(later.before) as was
          where later.row_id = touched.row_id and later.batch <> all (record.batches)
          order by was.key, later.id
        ) as was
      )
  )
$$;
comment on function private.changed_pictures(private.changes[]) is
  'Os produtos destas mudanças cujas imagens não são mais as que elas deixaram.';
revoke all on function private.changed_pictures(private.changes[]) from public;
grant execute on function private.changed_pictures(private.changes[]) to authenticated;

-- The conflicts of an undo. `decisions` maps the key of a conflict to 'keep' (the present value), 'restore' (the old
-- one) or {"value": ...}. Kinds of conflicts:
--   changed   a column that was changed again
--   taken     a SKU that another product uses
--   pictures  the pictures of a product, changed again: all of them are one conflict
--   later     a record that the batch created and that was changed since
create function private.undo_conflicts(changes private.changes[], decisions jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  later private.changes[];
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
    )
    select
      change.table_name, change.row_id,
      (array_agg(change.kind order by change.id))[1] as first_kind,
      (array_agg(change.kind order by change.id desc))[1] as last_kind,
      (array_agg(change.before order by change.id desc))[1] as last_before,
      (array_agg(change.after order by change.id desc))[1] as last_after,
      (
        select jsonb_object_agg(net.key, jsonb_build_object('was', net.was, 'became', net.became))
        from net
        where net.table_name = change.table_name and net.row_id = change.row_id
      ) as columns
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
        exists (
          select from unnest(later) as change
          where change.area = touched.table_name and change.record_id = touched.row_id
        )
        or not stored @> touched.last_after or touched.row_id = any (other_pictures)
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
comment on function private.undo_conflicts(private.changes[], jsonb) is
  'O que impede desfazer estas mudanças sem perguntar: o que alguém mudou depois.';
revoke all on function private.undo_conflicts(private.changes[], jsonb) from public;
grant execute on function private.undo_conflicts(private.changes[], jsonb) to authenticated;

create function private.picture_conflicts(
  changes private.changes[], later private.changes[], other_pictures text[], decisions jsonb
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'key', 'products/' || record.record_id || '/pictures', 'kind', 'pictures',
        'area', 'products', 'title', product.name
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
  where not decisions ? ('products/' || record.record_id || '/pictures')
$$;
comment on function private.picture_conflicts(private.changes[], private.changes[], text[], jsonb) is
  'Os produtos cujas imagens alguém mudou depois.';
revoke all on function private.picture_conflicts(private.changes[], private.changes[], text[], jsonb) from public;
grant execute on function private.picture_conflicts(private.changes[], private.changes[], text[], jsonb) to authenticated;

-- == Revert changes ==

-- An undo changes the rows again, under the same policies, checks and triggers as a save. It is therefore a batch that
-- can be undone too. Only restore_rows needs the owner's rights: clients cannot write the id and the creation date of a
-- deleted row.

create function private.reference_depth(table_name text) returns integer
language sql stable set search_path = '' as $$
  with recursive referenced as (
    select format('public.%I', table_name)::regclass::oid as table_id, 0 as depth
    union
    select link.confrelid, referenced.depth + 1
    from referenced
    join pg_catalog.pg_constraint as link on link.conrelid = referenced.table_id and link.contype = 'f'
    join pg_catalog.pg_class as parent on parent.oid = link.confrelid
    where parent.relnamespace = 'public'::regnamespace and link.confrelid <> link.conrelid
      and referenced.depth < 10
  )
  select max(depth) from referenced
$$;
comment on function private.reference_depth(text) is
  'Por quantas chaves estrangeiras seguidas a tabela depende de outras: 0 não depende de nenhuma.';
revoke all on function private.reference_depth(text) from public;
grant execute on function private.reference_depth(text) to authenticated;

create function private.without_values(columns jsonb, "values" text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select case
    when "values" = '{}' then columns
    else columns - array(
      select held.key from jsonb_each_text(columns) as held where held.value = any ("values")
    )
  end
$$;
comment on function private.without_values(jsonb, text[]) is 'As colunas menos as que têm um destes valores.';
revoke all on function private.without_values(jsonb, text[]) from public;
grant execute on function private.without_values(jsonb, text[]) to authenticated;

-- Rows that were deleted before a column was added have no value for it.
create function private.required_defaults(table_name text) returns jsonb
language sql stable set search_path = '' as $$
  select private.column_defaults(table_name, array_agg(attribute.attname::text))
  from pg_catalog.pg_attribute as attribute
  where attribute.attrelid = format('public.%I', table_name)::regclass and attribute.attnum > 0
    and attribute.attnotnull and attribute.attidentity = ''
$$;
comment on function private.required_defaults(text) is 'O que vale nas colunas que não podem ficar vazias.';
revoke all on function private.required_defaults(text) from public;

create function private.restore_rows(change_ids bigint[], other_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target record;
  category text;
  deleted private.changes[] = array(
    select change from private.changes as change where change.id = any (change_ids) and change.kind = 'delete'
  );
  lost text[] = private.lost_pictures(deleted);
begin
  if exists (
    select
    from (
      select distinct change.area, case when change.area = 'profiles' then change.record_id else '' end as record_id
      from private.changes as change
      where change.id = any (change_ids) and change.kind = 'delete'
      offset 0 -- as in undoable_changes
    ) as record
    where private.may_see_changes(record.area, record.record_id) is not true
      or (record.area = 'profiles' and not private.is_administrador())
  ) then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  perform private.refuse_discarded(deleted);
  select category_deletion.before ->> 'name' into category
  from private.changes as change
  join private.changes as category_deletion
    on category_deletion.area = 'categories' and category_deletion.record_id = change.before ->> 'category_id'
      and category_deletion.kind = 'delete' and category_deletion.id > change.id
  where change.id = any (change_ids)
    and change.table_name = 'products' and change.kind = 'delete'
    and not exists (select from public.categories as stored where stored.id = category_deletion.record_id::uuid)
  limit 1;
  if found then
    raise exception 'A categoria "%" foi excluída depois. Restaure-a primeiro.', category
      using hint = 'record_gone';
  end if;
  for target in
    select
      change.table_name, array_agg(change.row_id) as ids,
      -- Increase the version: a form opened before the deletion must detect the conflict.
      array_agg(
        private.without_values(change.before, lost)
        || case
          when other_values ? change.row_id then (
            select coalesce(jsonb_object_agg(given.key, given.value), '{}')
            from jsonb_each(other_values -> change.row_id) as given
            where change.table_name = 'products' and given.key = 'sku'
              or change.table_name = 'product_images' and given.key in ('is_main', 'position', 'alt')
          )
          else '{}'
        end
        || case
          when change.table_name = change.area and change.version is not null
            then jsonb_build_object('version', 1 + (
              select latest.version from private.changes as latest
              where latest.area = change.area and latest.record_id = change.record_id
                and latest.table_name = latest.area and latest.version is not null
              order by latest.id desc
              limit 1
            ))
          else '{}'
        end
      ) as rows,
      (
        select string_agg(distinct quote_ident(key), ', ')
        from unnest(array_agg(change.before || case
          when change.table_name = change.area and change.version is not null then '{"version": 1}'::jsonb
          else '{}'
        end)) as deleted_row (row)
        cross join jsonb_object_keys(deleted_row.row) as key
      ) as columns
    from private.changes as change
    where change.id = any (change_ids) and change.kind = 'delete'
      and not (change.table_name = 'product_images' and change.before ->> 'url' = any (lost))
    group by change.table_name, change.area
    -- Insert parents first: a category before its products, a product before its images.
    order by private.reference_depth(change.table_name), change.table_name
  loop
    execute format(
      'insert into public.%1$I (%2$s) overriding system value
      select %2$s
      from (
        select (jsonb_populate_record(jsonb_populate_record(null::public.%1$I, $3), given.row)).*
        from unnest($1, $2) as given (id, row)
        where not exists (select from public.%1$I as stored where stored.id = given.id::%3$s)
      ) as restored
      on conflict (id) do nothing', -- a concurrent transaction may have restored it
      target.table_name, target.columns, private.id_type(target.table_name)
    ) using target.ids, target.rows, private.required_defaults(target.table_name);
  end loop;
end
$$;
comment on function private.restore_rows(bigint[], jsonb) is
  'Devolve às tabelas linhas excluídas, com os mesmos ids; só o SKU de um produto e o lugar de uma imagem podem ser outros (other_values).';
revoke all on function private.restore_rows(bigint[], jsonb) from public;
grant execute on function private.restore_rows(bigint[], jsonb) to authenticated;

-- A picture whose file is permanently deleted is not restored; the present picture stays. The pictures of a product are
-- decided together: all present ones stay. If the product itself is restored, it gets those that still exist.
create function private.without_lost_pictures(changes private.changes[], lost text[])
returns private.changes[]
language sql stable set search_path = '' as $$
  with unchanged as (
    select distinct image_deletion.record_id
    from unnest(changes) as image_deletion
    where image_deletion.table_name = 'product_images' and image_deletion.kind = 'delete' and image_deletion.before ->> 'url' = any (lost)
      and not exists (
        select from unnest(changes) as other
        where other.kind = 'insert' and other.table_name = 'product_images' and other.row_id = image_deletion.row_id
          or other.kind = 'delete' and other.table_name = 'products' and other.row_id = image_deletion.record_id
      )
  )
  select array_agg(
    case
      when change.kind = 'update' then jsonb_populate_record(
        change, jsonb_build_object('before', private.without_values(change.before, lost))
      )
      else change
    end
  )
  from unnest(changes) as change
  where change.table_name <> 'product_images' or change.record_id not in (select record_id from unchanged)
$$;
comment on function private.without_lost_pictures(private.changes[], text[]) is
  'As mudanças sem as que deixariam um registro com uma imagem que não existe mais.';
revoke all on function private.without_lost_pictures(private.changes[], text[]) from public;
grant execute on function private.without_lost_pictures(private.changes[], text[]) to authenticated;

-- The effect of an undo on each row: the state before its first change, except for columns decided as 'keep'.
create function private.planned_reverts(changes private.changes[], decisions jsonb)
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
  ), values_wanted as (
    select
      earliest.table_name, earliest.row_id,
      jsonb_object_agg(
        earliest.key,
        -- Clients can choose a value only for the SKU: a chosen price would bypass the price guard.
        coalesce(
          case when earliest.key = 'sku' then decisions -> (touched.key || '/sku') -> 'value' end, earliest.value
        )
      ) as wanted
    from earliest
    join touched using (table_name, row_id)
    where decisions ->> (touched.key || '/' || earliest.key) is distinct from 'keep'
    group by earliest.table_name, earliest.row_id
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
comment on function private.planned_reverts(private.changes[], jsonb) is
  'O que desfazer estas mudanças faz a cada linha: excluir a que foi criada, devolver a excluída (restores), ou gravar o que era (wanted).';
revoke all on function private.planned_reverts(private.changes[], jsonb) from public;
grant execute on function private.planned_reverts(private.changes[], jsonb) to authenticated;

-- Pictures that are already equal keep their rows: otherwise an undo of the change that made them equal would report a
-- conflict.
create function private.without_equal_pictures(changes private.changes[]) returns private.changes[]
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
    select stored.url, stored.is_main, stored.position, stored.alt
    from reverts
    cross join jsonb_populate_record(null::public.product_images, reverts.stored) as stored
    where reverts.stored is not null
  ), earlier as (
    select wanted.url, wanted.is_main, wanted.position, wanted.alt
    from reverts
    cross join jsonb_populate_record(null::public.product_images, reverts.wanted) as wanted
    where not reverts.deletes
  ), differences as (
    (table present except all table earlier) union all (table earlier except all table present)
  )
  select array_agg(change)
  from unnest(changes) as change
  where change.table_name <> 'product_images' or exists (select from differences)
$$;
comment on function private.without_equal_pictures(private.changes[]) is
  'As mudanças de um registro sem as das imagens, se ele tem outra vez as mesmas.';
revoke all on function private.without_equal_pictures(private.changes[]) from public;
grant execute on function private.without_equal_pictures(private.changes[]) to authenticated;

create function private.delete_created_rows(table_name text, ids text[]) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('delete from public.%I where id = any ($1::%s[])', table_name, private.id_type(table_name))
    using ids;
end
$$;
comment on function private.delete_created_rows(text, text[]) is 'Exclui linhas que as mudanças desfeitas criaram.';
revoke all on function private.delete_created_rows(text, text[]) from public;
grant execute on function private.delete_created_rows(text, text[]) to authenticated;

create function private.write_earlier_values(table_name text, ids text[], rows jsonb[], columns text[]) returns void
language plpgsql set search_path = '' as $$
declare
  names text;
  casts text;
begin
  select
    string_agg(format('%I', attribute.attname), ', ' order by attribute.attnum),
    string_agg(
      format(
        '(given.row ->> %L)::%s', attribute.attname, format_type(attribute.atttypid, attribute.atttypmod)
      ), ', ' order by attribute.attnum
    )
  into names, casts
  from pg_catalog.pg_attribute as attribute
  where attribute.attrelid = format('public.%I', table_name)::regclass and attribute.attname = any (columns);
  -- Skip rows that already have these values: their version would increase without a change.
  execute format(
    'update public.%1$I as stored set (%2$s) = row(%3$s) from unnest($1, $2) as given (id, row)
    where stored.id = given.id::%4$s and row(%5$s) is distinct from row(%3$s)',
    table_name, names, casts, private.id_type(table_name), regexp_replace(names, '(^|, )', '\1stored.', 'g')
  ) using ids, rows;
end
$$;
comment on function private.write_earlier_values(text, text[], jsonb[], text[]) is
  'Grava em muitas linhas as mesmas colunas, cada uma com os seus valores de antes.';
revoke all on function private.write_earlier_values(text, text[], jsonb[], text[]) from public;
grant execute on function private.write_earlier_values(text, text[], jsonb[], text[]) to authenticated;

-- Pictures are part of their product: a form opened before the undo must not overwrite the pictures that it changed.
create function private.bump_product_versions(versions jsonb) returns void
language sql security definer set search_path = '' as $$
  update public.products as product set sku = product.sku
  from jsonb_each_text(versions) as earlier
  where product.id = earlier.key::uuid and product.version = earlier.value::integer
    and exists (
      select from private.changes as change
      where change.batch = nullif(current_setting('vitrine.batch', true), '')::bigint
        and change.record_id = earlier.key and change.table_name = 'product_images'
    )
$$;
comment on function private.bump_product_versions(jsonb) is
  'Conta uma gravação dos produtos dados, com a versão de antes, de que só mudaram as imagens.';
revoke all on function private.bump_product_versions(jsonb) from public;
grant execute on function private.bump_product_versions(jsonb) to authenticated;

-- Writes in groups, so that thousands of mixed records take a few statements. The order satisfies every foreign key and
-- unique index after each statement: referenced rows are inserted first and deleted last, and a unique value is
-- released before it is restored.
create function private.revert_changes(changes private.changes[], decisions jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  reverts jsonb;
  versions jsonb;
  target record;
begin
  perform private.allow_many_rows();
  perform private.confirm_prices('before'); -- these prices were stored before
  select coalesce(jsonb_object_agg(product.id, product.version), '{}') into versions
  from public.products as product
  where product.id in (
    select change.record_id::uuid from unnest(changes) as change where change.table_name = 'product_images'
  );
  select jsonb_agg(to_jsonb(planned)) into reverts from private.planned_reverts(changes, decisions) as planned;
  for target in
    with planned as (
      select * from jsonb_to_recordset(reverts) as row_of (
        table_name text, row_id text, depth integer, deletes boolean, restores bigint, wanted jsonb, new_sku jsonb
      )
    ), phases as (
      select 1 as phase, planned.table_name, planned.depth, null::text[] as columns, planned.row_id,
        planned.restores, planned.wanted, null::jsonb as other_values
      from planned where planned.restores is not null and planned.depth = 0
      union all
      select 2, planned.table_name, -planned.depth, null, planned.row_id, null, null, null
      from planned where planned.deletes and planned.depth > 0
      union all
      select
        case when planned.restores is null then 3 else 5 end, planned.table_name,
        -- A product has at most one main image at any moment.
        (coalesce(planned.wanted ->> 'is_main', 'false') = 'true')::integer,
        array(select jsonb_object_keys(planned.wanted) order by 1), planned.row_id, null, planned.wanted, null
      from planned
      where planned.wanted is not null and planned.wanted <> '{}'
        and (planned.restores is null or planned.table_name <> 'product_images')
      union all
      -- A restored picture gets its old position: it may have been the main one when it was deleted.
      select 4, planned.table_name, planned.depth, null, planned.row_id, planned.restores, null,
        case
          when planned.table_name = 'product_images' then planned.wanted
          when planned.new_sku is not null then jsonb_build_object('sku', planned.new_sku)
        end
      from planned where planned.restores is not null and planned.depth > 0
      union all
      select 6, planned.table_name, 0, null, planned.row_id, null, null, null
      from planned where planned.deletes and planned.depth = 0
    )
    select
      phases.phase, phases.table_name, phases.columns,
      array_agg(phases.row_id order by phases.row_id) as ids,
      array_agg(phases.wanted order by phases.row_id) as rows,
      array_agg(phases.restores) as restored,
      coalesce(
        jsonb_object_agg(phases.row_id, phases.other_values) filter (where phases.other_values is not null), '{}'
      ) as other_values
    from phases
    group by phases.phase, phases.depth, phases.table_name, phases.columns
    order by phases.phase, phases.depth, phases.table_name, phases.columns
  loop
    if target.phase in (1, 4) then
      perform private.restore_rows(target.restored, target.other_values);
    elsif target.phase in (2, 6) then
      perform private.delete_created_rows(target.table_name, target.ids);
    else
      perform private.write_earlier_values(target.table_name, target.ids, target.rows, target.columns);
    end if;
  end loop;
  perform private.bump_product_versions(versions);
end
$$;
comment on function private.revert_changes(private.changes[], jsonb) is
  'Desfaz mudanças, menos o que foi decidido que fica.';
revoke all on function private.revert_changes(private.changes[], jsonb) from public;
grant execute on function private.revert_changes(private.changes[], jsonb) to authenticated;

-- The response lists the files to move: SQL cannot move them, only clients and servers use the storage protocol.
create function private.undo_result(changes private.changes[], lost text[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'status', case when nullif(current_setting('vitrine.batch', true), '') is null then 'nothing' else 'undone' end,
    'batch', nullif(current_setting('vitrine.batch', true), '')::bigint,
    -- The password of a restored profile's login is not restored: see close_reused_login.
    'closed_logins', exists (
      select from unnest(changes) as change
      where change.table_name = 'profiles' and change.kind = 'delete'
    ),
    'returning_files', (
      select coalesce(jsonb_agg(file), '[]')
      from private.restorable_files(
        private.picture_urls_in(array(select change.before from unnest(changes) as change))
      ) as file
    ),
    'removed_files', (
      select coalesce(jsonb_agg(file), '[]')
      from private.unused_files(
        private.picture_urls_in(array(select change.after from unnest(changes) as change))
      ) as file
    ),
    'lost_pictures', cardinality(lost)
  )
$$;
comment on function private.undo_result(private.changes[], text[]) is
  'O que resta a fazer com os arquivos depois de desfazer estas mudanças.';
revoke all on function private.undo_result(private.changes[], text[]) from public;
grant execute on function private.undo_result(private.changes[], text[]) to authenticated;

-- == Undo ==

-- The undo functions that clients call. Each returns the remaining work, or the conflicts that the user must decide
-- first.

-- Restoring earlier pictures also undoes the later changes of pictures.
create function private.with_pictures_decided(changes private.changes[], decisions jsonb)
returns private.changes[]
language sql stable set search_path = '' as $$
  select array_agg(wanted.change)
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
comment on function private.with_pictures_decided(private.changes[], jsonb) is
  'As mudanças, sem as das imagens que ficam, e com as posteriores das que voltam.';
revoke all on function private.with_pictures_decided(private.changes[], jsonb) from public;
grant execute on function private.with_pictures_decided(private.changes[], jsonb) to authenticated;

-- An undo of many records asks for no decision on single columns: those changed since keep their value.
create function private.without_taken_skus(changes private.changes[], conflicts jsonb) returns private.changes[]
language sql immutable set search_path = '' as $$
  select array_agg(change order by change.id)
  from unnest(changes) as change
  where not exists (
    select from jsonb_array_elements(conflicts) as conflict
    where conflict ->> 'kind' = 'taken' and split_part(conflict ->> 'key', '/', 2) = change.record_id
  )
$$;
comment on function private.without_taken_skus(private.changes[], jsonb) is
  'As mudanças menos as dos produtos cujo SKU outro já tem.';
revoke all on function private.without_taken_skus(private.changes[], jsonb) from public;
grant execute on function private.without_taken_skus(private.changes[], jsonb) to authenticated;

-- If a client retries after a lost response, nothing is left to undo: return the undo that it already made.
create function private.repeated_undo(batch_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when private.own_undo(batch_id) is null then '{"status": "nothing", "batch": null}'
    else jsonb_build_object('status', 'undone', 'batch', private.own_undo(batch_id))
  end
$$;
comment on function private.repeated_undo(bigint) is 'O resultado de desfazer o que já foi desfeito.';
revoke all on function private.repeated_undo(bigint) from public;
grant execute on function private.repeated_undo(bigint) to authenticated;

create function public.undo_batch(
  batch bigint, decisions jsonb default '{}', only_record text default null, after text default null,
  size integer default 1000
)
returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  records text[] = array[only_record];
  in_steps boolean = after is not null;
  is_last boolean = true;
  changes private.changes[];
  lost text[];
  conflicts jsonb;
  result jsonb;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function undo_batch' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_object(decisions, 'decisions'),
    private.checked_size(size, 1000);
  if jsonb_path_exists(
    decisions, '$.* ? (!(@ == "keep" || @ == "restore" || @.type() == "object"))'
  ) then
    raise exception 'Decisão desconhecida.' using errcode = '22023', hint = 'decisions';
  end if;
  perform private.lock_batch(batch);
  if only_record is null then
    records = private.records_to_undo(batch, after, size + 1);
    is_last = cardinality(records) <= size;
    in_steps = in_steps or not is_last;
    records = records[:size];
  end if;
  changes = private.undoable_changes(batch, records);
  if changes is null then
    return private.repeated_undo(batch);
  end if;
  conflicts = private.undo_conflicts(changes, decisions);
  if in_steps then
    -- All steps are one batch of the history.
    perform set_config('vitrine.batch', coalesce(private.own_undo(batch)::text, ''), true);
    decisions = decisions || coalesce((
      select jsonb_object_agg(conflict ->> 'key', 'keep') from jsonb_array_elements(conflicts) as conflict
    ), '{}');
    changes = private.without_taken_skus(changes, conflicts);
  elsif conflicts <> '[]' then
    return jsonb_build_object(
      'status', 'conflict', 'conflicts', conflicts, 'names', private.names_in(private.conflict_values(conflicts))
    );
  end if;
  changes = private.with_pictures_decided(changes, decisions);
  lost = private.lost_pictures(changes);
  changes = private.without_lost_pictures(changes, lost);
  perform private.begin_undo(batch);
  perform private.revert_changes(changes, decisions);
  result = private.undo_result(changes, lost);
  if is_last and (only_record is null or private.records_to_undo(batch, null, 1) = '{}') then
    perform private.mark_undone(batch);
  end if;
  if not in_steps then
    return result;
  end if;
  return result || jsonb_build_object(
    'status', case when is_last then 'undone' else 'undoing' end,
    'left', (
      select count(distinct split_part(conflict ->> 'key', '/', 2)) from jsonb_array_elements(conflicts) as conflict
    ),
    'records', cardinality(records), 'after', records[cardinality(records)]
  );
end
$$;
comment on function public.undo_batch(bigint, jsonb, text, text, integer) is
  'Desfaz um ato dos últimos 30 dias, todo ou o que fez a um registro. Devolve undone, nothing ou conflict, com o que falta decidir; undoing quando são mais registros que size (até 1.000): segue com o after devolvido, e o que alguém mudou depois fica.';
revoke all on function public.undo_batch(bigint, jsonb, text, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.undo_batch(bigint, jsonb, text, text, integer) to authenticated;

create function private.conflict_values(conflicts jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object('changes', coalesce(
    jsonb_agg(
      jsonb_build_object(
        'before', jsonb_build_object(conflict ->> 'column', conflict -> 'was'),
        'after', jsonb_build_object(conflict ->> 'column', conflict -> 'now')
      )
    ),
    '[]'
  )))
  from jsonb_array_elements(conflicts) as conflict
  where conflict ? 'column'
$$;
comment on function private.conflict_values(jsonb) is 'Os valores em conflito como names_in os lê.';
revoke all on function private.conflict_values(jsonb) from public;
grant execute on function private.conflict_values(jsonb) to authenticated;

-- "Since" means after the batch's own last change of this record: a step may write later under an older batch.
create function private.changes_of(batch_id bigint, area text, record_id text, out first bigint, out last bigint)
language sql stable security definer set search_path = '' as $$
  select min(change.id), max(change.id) from private.changes as change
  where change.batch = batch_id and change.area = changes_of.area and change.record_id = changes_of.record_id
    and private.may_see_changes(change.area, change.record_id)
$$;
comment on function private.changes_of(bigint, text, text) is
  'A primeira e a última mudança que um ato fez em um registro; nulo se não fez nenhuma, ou se quem chama não pode vê-la.';
revoke all on function private.changes_of(bigint, text, text) from public;
grant execute on function private.changes_of(bigint, text, text) to authenticated;

create function public.restore_record(
  area text, record_id text, batch bigint, column_name text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  own record = private.changes_of(batch, area, record_id);
  changes private.changes[];
  lost text[];
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
    select array_agg(
      jsonb_populate_record(change, jsonb_build_object(
        'before', jsonb_build_object(column_name, change.before -> column_name),
        'after', jsonb_build_object(column_name, change.after -> column_name)
      ))
    ) into changes
    from unnest(private.changes_since(area, record_id, own.first - 1)) as change
    where change.batch = restore_record.batch and change.table_name = restore_record.area
      and change.kind = 'update' and change.before ? column_name;
  end if;
  if changes is null then
    return jsonb_build_object('status', 'nothing');
  end if;
  lost = private.lost_pictures(changes);
  changes = private.without_equal_pictures(private.without_lost_pictures(changes, lost));
  perform private.revert_changes(changes, '{}');
  return private.undo_result(changes, lost);
end
$$;
comment on function public.restore_record(text, text, bigint, text) is
  'Deixa um registro como era logo depois de um ato; ou só uma coluna, como era antes dele.';
revoke all on function public.restore_record(text, text, bigint, text)
  from public, anon, authenticated, service_role;
grant execute on function public.restore_record(text, text, bigint, text) to authenticated;

create function public.batch_of(area text, record_id text, version integer default null) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.may_see_changes(area, record_id) is not true then
    raise exception 'permission denied for function batch_of' using errcode = '42501';
  end if;
  perform private.required(area, 'area'), private.required(record_id, 'record_id');
  return (
    select (
      array_agg(change.batch order by case when batch_of.version is null then -change.id else change.id end)
    )[1]
    from private.changes as change
    join private.batches as batch on batch.id = change.batch
    where change.area = batch_of.area
      and change.record_id = batch_of.record_id
      and case
        when batch_of.version is null then change.kind = 'delete' and change.table_name = change.area
        else batch.kind <> 'delete' and change.version = batch_of.version
      end
  );
end
$$;
comment on function public.batch_of(text, text, integer) is
  'O ato que deixou um registro nessa versão; sem versão, o que o excluiu.';
revoke all on function public.batch_of(text, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.batch_of(text, text, integer) to authenticated;

-- == Trash ==

-- The trash is a query to the history: records deleted in the last 30 days and not restored. No table holds deleted
-- rows, so no reader can receive one by mistake.
create function private.is_in_trash(change private.changes) returns boolean
language sql stable set search_path = '' as $$
  select not exists (
    select from private.changes as later
    where later.area = change.area and later.record_id = change.record_id
      and later.id > change.id
      and later.table_name = later.area and later.kind in ('insert', 'discard', 'anonymise')
  )
$$;
comment on function private.is_in_trash(private.changes) is
  'O registro excluído não voltou, não foi excluído definitivamente nem anonimizado.';
revoke all on function private.is_in_trash(private.changes) from public;

-- Called once per request: a search reads every deletion of the month.
create function private.trash_rules() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(area.name, jsonb_build_object(
    'title', area.title_column, 'key', nullif(area.key_column, area.title_column),
    'is_visible', private.may_see_changes(area.name, '')
  ))
  from private.areas as area
$$;
comment on function private.trash_rules() is
  'Por área: as colunas do nome e do SKU ou e-mail, e se quem chama vê todos os seus registros excluídos.';
revoke all on function private.trash_rules() from public;

create function private.is_listed_in_trash(change private.changes, area text, pattern text, rules jsonb) returns boolean
language sql stable set search_path = '' as $$
  select change.area = coalesce(is_listed_in_trash.area, change.area)
    and (
      pattern is null
      or private.searchable(concat_ws(
        ' ', change.before ->> coalesce(rules -> change.area ->> 'title', 'name'),
        change.before ->> (rules -> change.area ->> 'key')
      )) like pattern
    )
    and (
      coalesce((rules -> change.area -> 'is_visible')::boolean, false)
      or private.may_see_changes(change.area, change.record_id)
    )
    and private.is_in_trash(change)
$$;
comment on function private.is_listed_in_trash(private.changes, text, text, jsonb) is
  'O registro excluído está na lixeira, quem chama pode vê-lo, e ele é da área e do texto procurados.';
revoke all on function private.is_listed_in_trash(private.changes, text, text, jsonb) from public;

create function private.like_pattern(search text) returns text
language sql immutable parallel safe set search_path = ''
return '%' || replace(replace(replace(
  private.searchable(nullif(left(btrim(search), 200), '')), '\', '\\'), '%', '\%'), '_', '\_'
) || '%';
comment on function private.like_pattern(text) is 'O texto procurado como like o lê; nulo se está vazio.';
revoke all on function private.like_pattern(text) from public;

create function private.may_discard(batch private.batches) returns boolean
language sql stable set search_path = ''
return private.is_administrador() or batch.actor is not distinct from auth.uid();
comment on function private.may_discard(private.batches) is
  'Quem chama pode apagar de vez o que este ato excluiu: o Administrador, ou quem o excluiu.';
revoke all on function private.may_discard(private.batches) from public;

create function public.trash(
  area text default null, before bigint default null, size integer default 50, search text default '',
  batch bigint default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
-- A plan for the given batch uses another index than the generic plan.
set plan_cache_mode = force_custom_plan as $$
declare
  pattern text = private.like_pattern(private.required(search, 'search'));
  rules jsonb = private.trash_rules();
begin
  if not private.is_staff() then
    raise exception 'permission denied for function trash' using errcode = '42501';
  end if;
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'batch', deletion.batch, 'id', deletion.id, 'at', deletion.at, 'actor', deletion.actor_name,
          'area', deletion.area, 'record_id', deletion.record_id,
          'title', deletion.row_before ->> coalesce(rules -> deletion.area ->> 'title', 'name'),
          'detail', deletion.row_before ->> (rules -> deletion.area ->> 'key')
        )
        order by deletion.id desc
      ),
      '[]'
    )
    from (
      select
        change.batch, change.id, stored_batch.at, stored_batch.actor_name, change.area, change.record_id,
        change.before as row_before
      from private.changes as change
      join private.batches as stored_batch on stored_batch.id = change.batch
      where change.kind = 'delete'
        and change.table_name = change.area
        and change.batch = coalesce(trash.batch, change.batch)
        -- Bounds the index scan at the first change of the 30 days.
        and change.id >= (select private.first_change_since(now() - interval '30 days'))
        and stored_batch.at > now() - interval '30 days'
        and change.id < coalesce(trash.before, 9223372036854775807)
        and private.is_listed_in_trash(change, trash.area, pattern, rules)
      order by change.id desc
      limit private.checked_size(trash.size, 1000)
    ) as deletion
  );
end
$$;
comment on function public.trash(text, bigint, integer, text, bigint) is
  'O que foi excluído nos últimos 30 dias e pode voltar, o mais novo primeiro; de um ato (batch), de uma área ou com um texto; before é o último id já recebido.';
revoke all on function public.trash(text, bigint, integer, text, bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.trash(text, bigint, integer, text, bigint) to authenticated;

-- A group holds the records that one batch deleted. Its first three records are listed, and at most 1,000 are counted.
create function public.trash_groups(
  area text default null, search text default '', before bigint default null, size integer default 20
)
returns jsonb
language plpgsql stable security definer set search_path = ''
-- Few changes are deletions, but the statistics do not show it: a plan with a sort reads every change for each group.
set enable_sort = off set jit = off as $$
declare
  pattern text = private.like_pattern(private.required(search, 'search'));
  rules jsonb = private.trash_rules();
  latest bigint = coalesce(before, 9223372036854775807);
  oldest bigint;
  stored_batch private.batches;
  groups jsonb = '[]';
begin
  if not private.is_staff() then
    raise exception 'permission denied for function trash_groups' using errcode = '42501';
  end if;
  select recent.id into oldest
  from private.batches as recent
  where recent.at > now() - interval '30 days'
  order by recent.at, recent.id
  limit 1;
  for place in 1 .. private.checked_size(size, 100) loop
    select batch.* into stored_batch
    from private.changes as change
    join private.batches as batch on batch.id = change.batch
    where change.kind = 'delete' and change.table_name = change.area
      and change.batch < latest and change.batch >= oldest
      and batch.at > now() - interval '30 days'
      and private.is_listed_in_trash(change, trash_groups.area, pattern, rules)
    order by change.batch desc, change.id desc
    limit 1;
    exit when not found;
    latest = stored_batch.id;
    groups = groups || jsonb_build_object(
      'batch', stored_batch.id, 'at', stored_batch.at, 'actor', stored_batch.actor_name, 'may_discard', private.may_discard(stored_batch),
      'records', (
        select jsonb_build_object(
          'count', count(*), 'area', min(deletion.area), 'mixed', count(distinct deletion.area) > 1
        )
        from (
          select change.area
          from private.changes as change
          where change.batch = stored_batch.id and change.kind = 'delete' and change.table_name = change.area
            and private.is_listed_in_trash(change, trash_groups.area, pattern, rules)
          limit 1000
        ) as deletion
      ),
      'rows', public.trash(trash_groups.area, null, 3, trash_groups.search, stored_batch.id)
    );
  end loop;
  return groups;
end
$$;
comment on function public.trash_groups(text, text, bigint, integer) is
  'A lixeira pelos atos que excluíram, o mais novo primeiro: quem, quando, quantos (até 1.000), os três primeiros, e se quem chama os pode apagar de vez; before é o último batch já recebido.';
revoke all on function public.trash_groups(text, text, bigint, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.trash_groups(text, text, bigint, integer) to authenticated;

-- Many records of one deletion are restored in steps, all of them one batch. A repeated step finds its records already
-- restored. A record whose SKU another product has now stays in the trash.
create function public.restore_trashed(batch bigint, records text[]) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  changes private.changes[];
  conflicts jsonb;
  decisions jsonb;
  lost text[];
  result jsonb = '{"status": "undone", "batch": null, "returning_files": [], "removed_files": []}';
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function restore_trashed' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_list(records, 1000, 'records');
  perform private.lock_batch(batch);
  changes = private.undoable_changes(batch, records);
  if changes is not null then
    perform set_config('vitrine.batch', coalesce(private.own_undo(batch)::text, ''), true);
    conflicts = private.undo_conflicts(changes, '{}');
    select coalesce(jsonb_object_agg(conflict ->> 'key', 'keep'), '{}') into decisions
    from jsonb_array_elements(conflicts) as conflict;
    changes = private.without_taken_skus(changes, conflicts);
  end if;
  if changes is not null then
    lost = private.lost_pictures(changes);
    changes = private.without_lost_pictures(changes, lost);
    perform private.begin_undo(batch);
    perform private.revert_changes(changes, decisions);
    result = private.undo_result(changes, lost);
    if private.records_to_undo(batch, null, 1) = '{}' then
      perform private.mark_undone(batch);
    end if;
  end if;
  return result || jsonb_build_object(
    'left', private.count_in_trash(batch, records),
    'batch', coalesce(nullif(result -> 'batch', 'null'), to_jsonb(private.own_undo(batch)))
  );
end
$$;
comment on function public.restore_trashed(bigint, text[]) is
  'Restaura até 1.000 registros que um ato excluiu; left diz quantos ficam na lixeira porque outro já tem o SKU.';
revoke all on function public.restore_trashed(bigint, text[]) from public, anon, authenticated, service_role;
grant execute on function public.restore_trashed(bigint, text[]) to authenticated;

create function private.count_in_trash(batch bigint, records text[]) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)
  from private.changes as change
  where change.batch = count_in_trash.batch and change.record_id = any (records)
    and change.kind = 'delete' and change.table_name = change.area
    and private.is_listed_in_trash(change, null, null, (select private.trash_rules()))
$$;
comment on function private.count_in_trash(bigint, text[]) is
  'Quantos destes registros que um ato excluiu estão na lixeira e à vista de quem chama.';
revoke all on function private.count_in_trash(bigint, text[]) from public;
grant execute on function private.count_in_trash(bigint, text[]) to authenticated;

-- Discarding deletes no history: it records one more change, after which the record cannot be restored. A repeated step
-- discards nothing, but lists the files of the deleted records again, so that a client that lost the first response can
-- delete them.
create function public.discard_records(batch bigint, records text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  stored_batch private.batches;
  deletions private.changes[];
  wanted private.changes[];
begin
  if not private.is_staff() then
    raise exception 'permission denied for function discard_records' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_list(records, 1000, 'records');
  -- The lock makes a restoration of the same records wait.
  perform private.lock_batch(batch);
  select * into stored_batch from private.batches as stored where stored.id = discard_records.batch;
  select array_agg(change order by change.record_id) into deletions
  from private.changes as change
  where change.batch = discard_records.batch and change.record_id = any (records)
    and change.kind = 'delete' and change.table_name = change.area;
  if exists (
    select
    from (
      select distinct area, case when area = 'profiles' then record_id end as record_id
      from unnest(deletions)
      offset 0 -- as in undoable_changes
    ) as record
    where private.may_see_changes(record.area, record.record_id) is not true
  ) then
    raise exception 'permission denied for function discard_records' using errcode = '42501';
  end if;
  if deletions is not null and not private.may_discard(stored_batch) then
    raise exception 'Só um Administrador apaga de vez o que outra pessoa excluiu.'
      using errcode = '42501', hint = 'discard_of_others';
  end if;
  select array_agg(change order by change.record_id) into wanted
  from unnest(deletions) as change
  where private.is_in_trash(change);
  if wanted is not null then
    insert into private.changes (batch, table_name, row_id, area, record_id, kind, version)
    select
      private.open_batch(
        wanted[1].area, wanted[1].record_id, 'discard',
        private.title_of(wanted[1].area, wanted[1].before), false
      ),
      change.table_name, change.row_id, change.area, change.record_id, 'discard', change.version
    from unnest(wanted) as change;
  end if;
  return jsonb_build_object(
    'status', case when wanted is null then 'missing' else 'discarded' end,
    'trashed_files', (
      select coalesce(jsonb_agg(file.bucket || '/' || file.path), '[]')
      from private.files_in_trash(private.unshared_picture_urls(discard_records.batch, array(
        select change.record_id from unnest(deletions) as change where private.is_discarded(change)
      ))) as file
      where not private.is_used_file(file.bucket, file.path)
    )
  );
end
$$;
comment on function public.discard_records(bigint, text[]) is
  'Apaga de vez até 1.000 registros que um ato excluiu; devolve os arquivos que vão com eles. Só o Administrador apaga o que outra pessoa excluiu.';
revoke all on function public.discard_records(bigint, text[])
  from public, anon, authenticated, service_role;
grant execute on function public.discard_records(bigint, text[]) to authenticated;

create function private.is_discarded(change private.changes) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.changes as later
    where later.area = change.area and later.record_id = change.record_id and later.id > change.id
      and later.kind = 'discard'
  )
$$;
comment on function private.is_discarded(private.changes) is 'O registro excluído foi apagado de vez.';
revoke all on function private.is_discarded(private.changes) from public;

-- Copies share their picture files: a file stays while another record of the last 30 days needs it.
create function private.unshared_picture_urls(batch_id bigint, records text[]) returns text[]
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
    where batch.kind in ('update', 'delete')
      and batch.at > now() - interval '30 days'
      and other.record_id <> all (records)
      and other.kind = 'delete'
  )
$$;
comment on function private.unshared_picture_urls(bigint, text[]) is
  'Os endereços destes registros excluídos que nenhum outro excluído há pouco tinha.';
revoke all on function private.unshared_picture_urls(bigint, text[]) from public;
