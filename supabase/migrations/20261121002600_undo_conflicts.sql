-- Before an undo writes anything: which changes the caller may undo, and which conflict with later changes.

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

-- The other columns stay as they are: an integration or a trigger wrote them.
create function private.client_part(changes private.changes[]) returns private.changes[]
language sql stable set search_path = '' as $$
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
  join (
    select changed.table_name, private.client_columns(changed.table_name, 'update') as columns
    from (select distinct table_name from unnest(changes)) as changed
  ) as writable using (table_name)
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
  from private.batches as act
  join private.changes as change on change.batch = act.id
  where act.id = undoable_changes.batch_id
    and act.kind in ('insert', 'update', 'delete')
    and change.kind in ('insert', 'update', 'delete')
    and (undoable_changes.only_records is null or change.record_id = any (undoable_changes.only_records))
    and not private.is_undone(act.id, change.area, change.record_id);
  if exists (
    select
    from (
      select distinct area, case when area = 'profiles' then record_id else '' end as record_id
      from unnest(found)
    ) as record
    where private.may_see_changes(record.area, record.record_id) is not true
  ) then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  if (select at from private.batches where id = batch_id) < now() - interval '30 days' then
    raise exception 'Só alterações dos últimos 30 dias podem ser desfeitas.' using hint = 'undo_expired';
  end if;
  -- A record that was deleted again returns as the latest deletion found it: with what was changed in between.
  found = private.latest_deletions(private.client_part(found));
  -- Of several records, skip those that were discarded; of a single one, restore_rows says why it cannot return.
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

-- An undo of many records runs in steps. What is left is stored: a step skips the records that are undone already.
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

-- An undo and a further step of the same batch exclude each other, so that nothing is written into an undone batch.
create function private.lock_batch(batch_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.batches as act where act.id = batch_id for update;
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
  select * into undone from private.batches as act where act.id = batch_id;
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
  update private.batches as act set is_reverted = undo.reverts
  from private.batches as undo
  where undo.id = nullif(current_setting('vitrine.batch', true), '')::bigint
    and undo.undoes = batch_id and act.id = undo.root and act.is_reverted <> undo.reverts
$$;
comment on function private.mark_undone(bigint) is 'Anota na raiz que o ato em andamento a desfez, ou refez, por inteiro.';
revoke all on function private.mark_undone(bigint) from public;
grant execute on function private.mark_undone(bigint) to authenticated;

-- A later change and its own undo cancel each other, and so do an undo and its redo: two changes can be undone, and
-- redone, one after the other.
create function private.later_changes(changes private.changes[]) returns setof private.changes
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select later.*
    from (
      select change.area, change.record_id, min(change.id) as id, array_agg(distinct change.batch) as batches,
        array_agg(distinct coalesce(act.root, act.id)) as roots
      from unnest(changes) as change
      join private.batches as act on act.id = change.batch
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

create function private.locked_row(table_name text, row_id text) returns jsonb
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
comment on function private.locked_row(text, text) is 'Uma linha como está, presa até o fim da transação.';
revoke all on function private.locked_row(text, text) from public;
grant execute on function private.locked_row(text, text) to authenticated;

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

-- Locks are always taken in the same order: tables by name, rows by id.
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

-- Most records are still as the batch left them and need no decision: one statement for each table finds them.
create function private.disputed_changes(changes private.changes[], later private.changes[])
returns private.changes[]
language plpgsql set search_path = '' as $$
declare
  target record;
  untouched text[];
  quiet text[] = '{}';
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
    quiet = quiet || array(select target.table_name || '/' || id from unnest(untouched) as id);
  end loop;
  return array(
    select change
    from unnest(changes) as change
    left join unnest(quiet) as known (key) on known.key = change.table_name || '/' || change.row_id
    where known.key is null
    order by change.id
  );
end
$$;
comment on function private.disputed_changes(private.changes[], private.changes[]) is
  'As mudanças menos as dos registros que ninguém mudou depois.';
revoke all on function private.disputed_changes(private.changes[], private.changes[]) from public;
grant execute on function private.disputed_changes(private.changes[], private.changes[]) to authenticated;

-- Later changes and their undos cancel each other, unless an undo restored what another later change had left.
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

create function private.id_type(area text) returns text
language sql stable set search_path = '' as $$
  select format_type(attribute.atttypid, attribute.atttypmod)
  from pg_catalog.pg_attribute as attribute
  where attribute.attrelid = to_regclass('public.' || quote_ident(area)) and attribute.attname = 'id'
$$;
comment on function private.id_type(text) is 'O tipo dos ids de uma tabela.';
revoke all on function private.id_type(text) from public;
grant execute on function private.id_type(text) to authenticated;

-- What stands in the way, each under a key by which it is decided: 'keep' what is there now, 'restore' what was,
-- or an object with another value.
--   changed   a column that somebody changed again
--   taken     a SKU that another product has by now
--   pictures  the pictures of a product, changed again: they count as one thing
--   later     a record that the act created and somebody changed since
create function private.undo_conflicts(changes private.changes[], decisions jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  later private.changes[];
  disputed private.changes[];
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
  disputed = private.disputed_changes(changes, later);
  other_pictures = array(select private.changed_pictures(changes));
  for touched in
    with net as (
      select
        change.table_name, change.row_id, was.key,
        (array_agg(was.value order by change.id))[1] as was,
        (array_agg(change.after -> was.key order by change.id desc))[1] as became
      from unnest(disputed) as change
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
    from unnest(disputed) as change
    where change.table_name = change.area
    group by change.table_name, change.row_id
    order by min(change.id)
  loop
    stored = private.locked_row(touched.table_name, touched.row_id);
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
      continue when not is_one; -- the others come back without it
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
