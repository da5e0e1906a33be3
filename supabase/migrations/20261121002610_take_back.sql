-- What was changed is taken back by changing it again, last change first: under the same policies, checks and
-- triggers as any save, hence as a batch of its own that can be taken back too. Only what no client may
-- write, the id and the date of a deleted row, needs rights of the owner: restore_rows.

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

create function private.restore_rows(batch_id bigint, change_ids bigint[], skus jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target record;
  category text;
  lost text[] = private.lost_pictures(array(
    select change from private.changes as change
    where change.batch = restore_rows.batch_id and change.id = any (change_ids) and change.kind = 'delete'
  ));
begin
  if exists (
    select
    from (
      select distinct change.area, case when change.area = 'profiles' then change.record_id else '' end as record_id
      from private.changes as change
      where change.batch = restore_rows.batch_id and change.id = any (change_ids) and change.kind = 'delete'
    ) as record
    where not private.may_see_changes(record.area, record.record_id)
      or (record.area = 'profiles' and not private.is_administrador())
  ) then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  if exists (
    select
    from private.changes as change
    join private.changes as later
      on later.area = change.area and later.record_id = change.record_id and later.batch > change.batch
    where change.batch = restore_rows.batch_id and change.id = any (change_ids) and later.kind in ('discard', 'anonymise')
  ) then
    raise exception 'Este registro foi excluído definitivamente.' using hint = 'record_discarded';
  end if;
  select gone.before ->> 'name' into category
  from private.changes as change
  join private.changes as gone
    on gone.area = 'categories' and gone.record_id = change.before ->> 'category_id'
      and gone.kind = 'delete' and gone.batch > change.batch
  where change.batch = restore_rows.batch_id and change.id = any (change_ids)
    and change.table_name = 'products' and change.kind = 'delete'
    and not exists (select from public.categories as stored where stored.id = gone.record_id::uuid)
  limit 1;
  if found then
    raise exception 'A categoria "%" foi excluída depois. Restaure-a primeiro.', category
      using hint = 'record_gone';
  end if;
  for target in
    select
      change.table_name, array_agg(change.row_id) as ids,
      -- A form that was open when the row went must not take it for the one that it read.
      array_agg(
        private.without_values(change.before, lost)
        || case
          when change.table_name = 'products' and skus ? change.row_id
            then jsonb_build_object('sku', skus -> change.row_id)
          else '{}'
        end
        || case
          when change.table_name = change.area and change.version is not null
            then jsonb_build_object('version', change.version + 1)
          else '{}'
        end
      ) as rows,
      (
        select string_agg(distinct quote_ident(key), ', ')
        from unnest(array_agg(change.before || case
          when change.table_name = change.area and change.version is not null then '{"version": 1}'::jsonb
          else '{}'
        end)) as kept (row)
        cross join jsonb_object_keys(kept.row) as key
      ) as columns
    from private.changes as change
    where change.batch = restore_rows.batch_id and change.id = any (change_ids) and change.kind = 'delete'
      and not (change.table_name = 'product_images' and change.before ->> 'url' = any (lost))
    group by change.table_name, change.area
    -- A record is there again before its parts are, and a category before its products.
    order by change.table_name <> change.area, change.table_name = 'products'
  loop
    execute format(
      'insert into public.%1$I (%2$s) overriding system value
      select %2$s
      from (
        select (jsonb_populate_record(null::public.%1$I, given.row)).*
        from unnest($1, $2) as given (id, row)
        where not exists (select from public.%1$I as stored where stored.id = given.id::%3$s)
      ) as restored
      on conflict (id) do nothing', -- somebody else brings it back at this very moment
      target.table_name, target.columns, private.id_type(target.table_name)
    ) using target.ids, target.rows;
  end loop;
end
$$;
comment on function private.restore_rows(bigint, bigint[], jsonb) is
  'Devolve às tabelas linhas excluídas, com os mesmos ids; só o SKU de um produto pode ser outro, se o seu já é de alguém.';
revoke all on function private.restore_rows(bigint, bigint[], jsonb) from public;
grant execute on function private.restore_rows(bigint, bigint[], jsonb) to authenticated;

-- Many records that all went the same way come back by one statement for each table. The others, and those of
-- which something was decided, come back one by one.
create function private.take_back_alike(changes private.changes[], decisions jsonb)
returns private.changes[]
language plpgsql set search_path = '' as $$
declare
  kinds text[] = array(select distinct kind from unnest(changes));
  alike private.changes[];
  target record;
begin
  if cardinality(kinds) <> 1
    or kinds = '{update}' and exists (
      select from unnest(changes) as change where change.table_name <> change.area
    )
    or exists (
      select from unnest(changes) as change group by change.table_name, change.row_id having count(*) > 1
    )
  then
    return changes;
  end if;
  alike = array(
    select change from unnest(changes) as change
    where not exists (
      select from jsonb_object_keys(decisions) as key
      where starts_with(key, change.area || '/' || change.record_id)
    )
  );
  if kinds = '{delete}' then
    for target in select batch, array_agg(id) as ids from unnest(alike) group by batch loop
      perform private.restore_rows(target.batch, target.ids, '{}');
    end loop;
  end if;
  for target in
    select
      change.table_name, array_agg(change.row_id) as ids, array_agg(change.before) as rows, (
        select string_agg(
          format(
            '%1$I = (given.row ->> %1$L)::%2$s', attribute.attname,
            format_type(attribute.atttypid, attribute.atttypmod)
          ), ', '
        )
        from pg_catalog.pg_attribute as attribute
        where attribute.attrelid = format('public.%I', change.table_name)::regclass
          and attribute.attname = any (columns.names)
      ) as assignments
    from unnest(alike) as change
    cross join lateral (
      select case when change.kind = 'update' then array(select jsonb_object_keys(change.before)) end
    ) as columns (names)
    where change.kind <> 'delete'
    group by change.table_name, change.area, columns.names
    -- A record goes after its parts did.
    order by change.table_name = change.area
  loop
    if kinds = '{insert}' then
      execute format(
        'delete from public.%I where id = any ($1::%s[])',
        target.table_name, private.id_type(target.table_name)
      ) using target.ids;
    elsif target.assignments is not null then -- of who was anonymised nothing may be left
      execute format(
        'update public.%I as stored set %s from unnest($1, $2) as given (id, row)
        where stored.id = given.id::%s',
        target.table_name, target.assignments, private.id_type(target.table_name)
      ) using target.ids, target.rows;
    end if;
  end loop;
  return array(
    select change from unnest(changes) as change
    where not exists (select from unnest(alike) as done where done.id = change.id and done.batch = change.batch)
  );
end
$$;
comment on function private.take_back_alike(private.changes[], jsonb) is
  'Desfaz de uma vez o que se fez igual a muitos registros; devolve as mudanças que restam.';
revoke all on function private.take_back_alike(private.changes[], jsonb) from public;
grant execute on function private.take_back_alike(private.changes[], jsonb) to authenticated;

-- A picture of then whose file is gone for good does not come back; what shows now stays. Those of a product are one
-- thing: they stay all of them, unless the product itself comes back, with what is left of them.
create function private.without_lost_pictures(changes private.changes[], lost text[])
returns private.changes[]
language sql stable set search_path = '' as $$
  with kept as (
    select distinct gone.record_id
    from unnest(changes) as gone
    where gone.table_name = 'product_images' and gone.kind = 'delete' and gone.before ->> 'url' = any (lost)
      and not exists (
        select from unnest(changes) as other
        where other.kind = 'insert' and other.table_name = 'product_images' and other.row_id = gone.row_id
          or other.kind = 'delete' and other.table_name = 'products' and other.row_id = gone.record_id
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
  where change.table_name <> 'product_images' or change.record_id not in (select record_id from kept)
$$;
comment on function private.without_lost_pictures(private.changes[], text[]) is
  'As mudanças sem as que deixariam um registro com uma imagem que não existe mais.';
revoke all on function private.without_lost_pictures(private.changes[], text[]) from public;
grant execute on function private.without_lost_pictures(private.changes[], text[]) to authenticated;

create function private.take_back(changes private.changes[], decisions jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  change private.changes;
  row_key text;
  wanted jsonb;
  assignments text;
begin
  -- These prices were there already.
  perform private.confirm_prices('before');
  for change in
    select given.*
    from unnest(private.take_back_alike(changes, decisions)) as given
    -- A record is there again before its parts are, whichever went first.
    order by
      given.batch desc, (given.kind = 'delete' and given.table_name = given.area) desc, given.id desc
  loop
    row_key = change.table_name || '/' || change.row_id;
    if change.kind = 'delete' then
      -- Owner's rights write this row, so nothing else that the client decided reaches it.
      perform private.restore_rows(
        change.batch, array[change.id], jsonb_strip_nulls(
          jsonb_build_object(change.row_id, decisions -> (row_key || '/sku') -> 'value')
        )
      );
      continue;
    end if;
    if change.kind = 'insert' then
      if decisions ->> row_key is distinct from 'keep' then
        execute format(
          'delete from public.%1$I where id = (jsonb_populate_record(null::public.%1$I, $1)).id',
          change.table_name
        ) using jsonb_build_object('id', change.row_id);
      end if;
      continue;
    end if;
    select
      jsonb_object_agg(
        was.key,
        -- Nothing else takes another value than it had: a price would pass its guard.
        coalesce(
          case when was.key = 'sku' then decisions -> (row_key || '/sku') -> 'value' end, was.value
        )
      ),
      string_agg(
        format('%1$I = (jsonb_populate_record(null::public.%2$I, $1)).%1$I', was.key, change.table_name),
        ', '
      )
    into wanted, assignments
    from jsonb_each(change.before) as was
    where decisions ->> (row_key || '/' || was.key) is distinct from 'keep';
    if wanted is not null then
      execute format(
        'update public.%1$I set %2$s where id = (jsonb_populate_record(null::public.%1$I, $1)).id',
        change.table_name, assignments
      ) using wanted || jsonb_build_object('id', change.row_id);
    end if;
  end loop;
end
$$;
comment on function private.take_back(private.changes[], jsonb) is
  'Desfaz mudanças, da última à primeira, menos o que foi decidido que fica.';
revoke all on function private.take_back(private.changes[], jsonb) from public;
grant execute on function private.take_back(private.changes[], jsonb) to authenticated;

-- Files follow their records, by the storage protocol, which only clients and servers speak: the answer says which.
create function private.taken_back(changes private.changes[], lost text[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'status', case when nullif(current_setting('vitrine.batch', true), '') is null then 'nothing' else 'undone' end,
    'batch', nullif(current_setting('vitrine.batch', true), '')::bigint,
    -- Its password does not come back: see close_reused_login.
    'closed_logins', exists (
      select from unnest(changes) as change
      where change.table_name = 'profiles' and change.kind = 'delete'
    ),
    'returning_files', (
      select coalesce(jsonb_agg(file), '[]')
      from public.trashed_files(
        private.addresses_in(array(select change.before from unnest(changes) as change))
      ) as file
    ),
    'removed_files', (
      select coalesce(jsonb_agg(file), '[]')
      from public.unused_files(
        private.addresses_in(array(select change.after from unnest(changes) as change))
      ) as file
    ),
    'lost_pictures', cardinality(lost)
  )
$$;
comment on function private.taken_back(private.changes[], text[]) is
  'O que resta a fazer com os arquivos depois de desfazer estas mudanças.';
revoke all on function private.taken_back(private.changes[], text[]) from public;
grant execute on function private.taken_back(private.changes[], text[]) to authenticated;
