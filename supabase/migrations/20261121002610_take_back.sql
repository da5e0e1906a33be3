-- An undo changes the rows again, under the same policies, checks and triggers as any save. So it is a batch of its
-- own that can be undone too. Only restore_rows needs the owner's rights: clients may not write the id and the
-- creation date of a deleted row.

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

-- A row that was deleted before the table got a column says nothing of it.
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
    ) as record
    where private.may_see_changes(record.area, record.record_id) is not true
      or (record.area = 'profiles' and not private.is_administrador())
  ) then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  perform private.refuse_discarded(deleted);
  select gone.before ->> 'name' into category
  from private.changes as change
  join private.changes as gone
    on gone.area = 'categories' and gone.record_id = change.before ->> 'category_id'
      and gone.kind = 'delete' and gone.id > change.id
  where change.id = any (change_ids)
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
        end)) as kept (row)
        cross join jsonb_object_keys(kept.row) as key
      ) as columns
    from private.changes as change
    where change.id = any (change_ids) and change.kind = 'delete'
      and not (change.table_name = 'product_images' and change.before ->> 'url' = any (lost))
    group by change.table_name, change.area
    -- Parents first: a category before its products, a product before its images.
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
      on conflict (id) do nothing', -- another person restores it at the same moment
      target.table_name, target.columns, private.id_type(target.table_name)
    ) using target.ids, target.rows, private.required_defaults(target.table_name);
  end loop;
end
$$;
comment on function private.restore_rows(bigint[], jsonb) is
  'Devolve às tabelas linhas excluídas, com os mesmos ids; só o SKU de um produto e o lugar de uma imagem podem ser outros (other_values).';
revoke all on function private.restore_rows(bigint[], jsonb) from public;
grant execute on function private.restore_rows(bigint[], jsonb) to authenticated;

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

-- What an undo does to each row: the first state that the changes left behind, without what was decided to stay.
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
  ), earliest as ( -- of each column, the value before the first change
    select change.table_name, change.row_id, was.key, (array_agg(was.value order by change.id))[1] as value
    from unnest(changes) as change
    cross join jsonb_each(change.before) as was
    join touched using (table_name, row_id)
    join writable using (table_name)
    where was.key = any (writable.columns) and (
      change.kind = 'update'
      -- A row that was deleted and restored is updated with all that it had. A picture that was deleted again returns
      -- as its first deletion found it.
      or change.kind = 'delete' and (touched.last_kind <> 'delete' or change.table_name = 'product_images')
    )
    group by change.table_name, change.row_id, was.key
  ), values_wanted as (
    select
      earliest.table_name, earliest.row_id,
      jsonb_object_agg(
        earliest.key,
        -- Only an SKU takes a value that the client decides: a price would pass its guard.
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
  join (
    select distinct_tables.table_name, private.reference_depth(distinct_tables.table_name) as depth
    from (select distinct touched.table_name from touched) as distinct_tables
  ) as depths using (table_name)
  left join values_wanted using (table_name, row_id)
  where (touched.first_kind <> 'insert' or touched.last_kind <> 'delete')
    -- A created record that stays keeps its parts.
    and decisions ->> touched.record_key is distinct from 'keep'
$$;
comment on function private.planned_reverts(private.changes[], jsonb) is
  'O que desfazer estas mudanças faz a cada linha: excluir a que foi criada, devolver a excluída (restores), ou gravar o que era (wanted).';
revoke all on function private.planned_reverts(private.changes[], jsonb) from public;
grant execute on function private.planned_reverts(private.changes[], jsonb) to authenticated;

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
  -- A row that has these values already is not written: its version would go up without a change.
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

-- Pictures are part of their product: an open form must not save over a product whose pictures an undo has changed.
create function private.count_picture_saves(versions jsonb) returns void
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
comment on function private.count_picture_saves(jsonb) is
  'Conta uma gravação dos produtos dados, com a versão de antes, de que só mudaram as imagens.';
revoke all on function private.count_picture_saves(jsonb) from public;
grant execute on function private.count_picture_saves(jsonb) to authenticated;

-- In groups, so that thousands of mixed records take a few statements. The order lets every foreign key and unique
-- index hold after each statement: referenced rows return first and are deleted last; a value is free before it returns.
create function private.take_back(changes private.changes[], decisions jsonb) returns void
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
        -- At most one image of a product is the main one at any moment.
        (coalesce(planned.wanted ->> 'is_main', 'false') = 'true')::integer,
        array(select jsonb_object_keys(planned.wanted) order by 1), planned.row_id, null, planned.wanted, null
      from planned
      where planned.wanted is not null and planned.wanted <> '{}'
        and (planned.restores is null or planned.table_name <> 'product_images')
      union all
      -- A picture returns in its place: it may have been the main one when it was deleted.
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
  perform private.count_picture_saves(versions);
end
$$;
comment on function private.take_back(private.changes[], jsonb) is
  'Desfaz mudanças, menos o que foi decidido que fica.';
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
      from private.trashed_files(
        private.addresses_in(array(select change.before from unnest(changes) as change))
      ) as file
    ),
    'removed_files', (
      select coalesce(jsonb_agg(file), '[]')
      from private.unused_files(
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
