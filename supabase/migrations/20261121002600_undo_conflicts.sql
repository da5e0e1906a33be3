-- Before anything is taken back: what the caller may, and what stands in the way because somebody changed it since.

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
    and (undoable_changes.only_records is null or change.record_id = any (undoable_changes.only_records));
  if exists (
    select
    from (
      select distinct area, case when area = 'profiles' then record_id else '' end as record_id
      from unnest(found)
    ) as record
    where not private.may_see_changes(record.area, record.record_id)
  ) then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  if (select at from private.batches where id = batch_id) < now() - interval '30 days' then
    raise exception 'Só se desfaz o que mudou nos últimos 30 dias.' using hint = 'undo_expired';
  end if;
  -- Of several records those come back that can; of one it is said why not: see restore_rows.
  return coalesce((
    select array_agg(change order by change.id)
    from unnest(found) as change
    where change.kind <> 'delete'
      or not exists (
        select from private.changes as later
        where later.area = change.area and later.record_id = change.record_id
          and later.batch > change.batch and later.kind in ('discard', 'anonymise')
      )
  ), found);
end
$$;
comment on function private.undoable_changes(bigint, text[]) is
  'As mudanças de um ato, ou as de alguns registros, que quem chama pode desfazer; nulo se não há.';
revoke all on function private.undoable_changes(bigint, text[]) from public;
grant execute on function private.undoable_changes(bigint, text[]) to authenticated;

-- A change of many records is taken back in steps too: the records of the next one, in the order of their ids. What
-- was deleted costs more to bring back than what was changed, and so do pictures.
create function private.undo_step(batch_id bigint, after text) returns text[]
language plpgsql stable security definer set search_path = '' as $$
declare
  at_once constant integer = case
    when after is not null then 0
    when (
      select act.kind = 'update' and not coalesce(act.note ? 'pictures', false)
      from private.batches as act where act.id = batch_id
    ) then 5000
    else 1000
  end;
  records text[] = array(
    select distinct change.record_id
    from private.changes as change
    where change.batch = undo_step.batch_id and change.kind in ('insert', 'update', 'delete')
      and change.record_id > coalesce(undo_step.after, '')
    order by change.record_id
    limit greatest(at_once + 1, 1000)
  );
begin
  return case when cardinality(records) > at_once or after is not null then records[:1000] end;
end
$$;
comment on function private.undo_step(bigint, text) is
  'Os registros do próximo passo de um desfazer; nulo onde um passo basta para todos.';
revoke all on function private.undo_step(bigint, text) from public;
grant execute on function private.undo_step(bigint, text) to authenticated;

create function private.continue_undo(batch_id bigint, undo_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if undo_id is not null and not exists (
    select from private.batches as undo
    where undo.id = undo_id and undo.undoes = batch_id and undo.actor = auth.uid()
      and undo.at > now() - interval '1 hour'
  ) then
    raise exception 'permission denied for table batches' using errcode = '42501';
  end if;
  perform set_config('vitrine.batch', coalesce(undo_id::text, ''), true);
end
$$;
comment on function private.continue_undo(bigint, bigint) is
  'Os passos de um desfazer são um ato: o que o primeiro abriu, os outros continuam.';
revoke all on function private.continue_undo(bigint, bigint) from public;
grant execute on function private.continue_undo(bigint, bigint) to authenticated;

create function private.changes_since(area text, record_id text, batch_id bigint)
returns private.changes[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may_see_changes(area, record_id) then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  return (
    select array_agg(change order by change.batch, change.id)
    from private.changes as change
    where change.area = changes_since.area
      and change.record_id = changes_since.record_id
      and change.batch > changes_since.batch_id
      and change.kind in ('insert', 'update', 'delete')
  );
end
$$;
comment on function private.changes_since(text, text, bigint) is
  'O que mudou em um registro depois de um ato.';
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

-- Most records are still as the act left them, and nothing has to be asked about them: they are found, and held until
-- the end of the transaction, by one statement for each table.
create function private.disputed_changes(changes private.changes[]) returns private.changes[]
language plpgsql set search_path = '' as $$
declare
  target record;
  untouched text[];
  quiet text[] = '{}';
begin
  for target in
    select only_one.table_name, array_agg(only_one.row_id) as ids, array_agg(only_one.after) as became
    from (
      select change.table_name, change.row_id, min(change.after::text)::jsonb as after
      from unnest(changes) as change
      where change.table_name = change.area
      group by change.table_name, change.row_id
      having count(*) = 1 and min(change.kind) = 'update' and not bool_or(change.before ? 'sku')
    ) as only_one
    group by only_one.table_name
  loop
    execute format(
      'with held as materialized (
        select stored.* from public.%1$I as stored where stored.id = any ($1::%2$s[])
        order by stored.id for update
      )
      select array_agg(given.id)
      from unnest($1, $2) as given (id, became)
      join held on held.id = given.id::%2$s
      where to_jsonb(held) @> given.became',
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
comment on function private.disputed_changes(private.changes[]) is
  'As mudanças menos as dos registros que ainda estão como elas os deixaram.';
revoke all on function private.disputed_changes(private.changes[]) from public;
grant execute on function private.disputed_changes(private.changes[]) to authenticated;

create function private.id_type(area text) returns text
language sql immutable parallel safe
return case
  when area in ('banners', 'notificacoes') then 'bigint'
  when area in ('price_guard', 'catalogue_readers') then 'boolean'
  else 'uuid'
end;
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
  disputed private.changes[] = private.disputed_changes(changes);
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
      max(change.version) as version,
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
      if (stored ->> 'version')::integer > touched.version and not decisions ? key then
        conflicts = conflicts || jsonb_build_object(
          'key', key, 'kind', 'later', 'area', touched.table_name,
          'title', coalesce(stored ->> 'name', stored ->> 'titulo')
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
          stored -> changed.key <> changed.value -> 'became'
          and stored -> changed.key <> changed.value -> 'was'
          and not decisions ? key
        ) then
          conflicts = conflicts || jsonb_build_object(
            'key', key, 'kind', case when holder is null then 'changed' else 'taken' end,
            'area', touched.table_name, 'column', changed.key,
            'title', coalesce(stored ->> 'name', stored ->> 'titulo'),
            'was', coalesce(
              case when changed.key = 'sku' then decisions -> key -> 'value' end, changed.value -> 'was'
            ),
            'now', stored -> changed.key, 'holder', holder
          );
        end if;
      end loop;
    end if;
  end loop;
  return conflicts || private.picture_conflicts(changes, decisions);
end
$$;
comment on function private.undo_conflicts(private.changes[], jsonb) is
  'O que impede desfazer estas mudanças sem perguntar: o que alguém mudou depois.';
revoke all on function private.undo_conflicts(private.changes[], jsonb) from public;
grant execute on function private.undo_conflicts(private.changes[], jsonb) to authenticated;

create function private.picture_conflicts(changes private.changes[], decisions jsonb) returns jsonb
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
    select change.record_id, max(change.batch) as batch
    from unnest(changes) as change
    where change.table_name = 'product_images'
    group by change.record_id
  ) as record
  join public.products as product on product.id = record.record_id::uuid
  where not decisions ? ('products/' || record.record_id || '/pictures')
    and exists (
      select from unnest(private.changes_since('products', record.record_id, record.batch)) as later
      where later.table_name = 'product_images'
    )
$$;
comment on function private.picture_conflicts(private.changes[], jsonb) is
  'Os produtos cujas imagens alguém mudou depois.';
revoke all on function private.picture_conflicts(private.changes[], jsonb) from public;
grant execute on function private.picture_conflicts(private.changes[], jsonb) to authenticated;
