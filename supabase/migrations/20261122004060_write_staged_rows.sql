-- The writers, one for each kind: they write the rows of a step with the rights of the caller, under the policies,
-- constraints and triggers of the table, and store the outcome of each row.

create function private.record_ids(staged private.staged_batches, places integer[]) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select record_id from private.staged_batch_rows
    where batch_id = staged.id and place = any (places) and record_id is not null
  )
$$;
comment on function private.record_ids(private.staged_batches, integer[]) is 'Os registros das linhas dadas.';
revoke all on function private.record_ids(private.staged_batches, integer[]) from public;
grant execute on function private.record_ids(private.staged_batches, integer[]) to authenticated;

-- In two statements: only the second one sees what others wrote while the first waited. Locks are always taken in the
-- order of the ids, so that two batches never wait for each other.
create function private.lock_records(staged private.staged_batches, places integer[]) returns void
-- Rows that were just planned have no statistics: a nested loop would read every row for every row.
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  ids text[] = private.record_ids(staged, places);
begin
  execute format(
    'select from public.%I as stored where stored.id = any ($1::%s[]) order by stored.id for update',
    staged.area, private.id_type(staged.area)
  ) using ids;
  execute format(
    'update private.staged_batch_rows as own
    set outcome = case when judged.is_planned then ''refuse'' else ''stale'' end,
      refusal = case when judged.is_planned then judged.refusal end
    from (
      select planned.place, %3$s as is_planned, %4$s as refusal
      from private.staged_batch_rows as planned
      left join public.%1$I as stored on stored.id = planned.record_id::%2$s and stored.id = any ($3::%2$s[])
      where planned.batch_id = $1 and planned.place = any ($2) and planned.record_id is not null
    ) as judged
    where own.batch_id = $1 and own.place = judged.place
      and (judged.is_planned is not true or judged.refusal is not null)',
    staged.area, private.id_type(staged.area),
    case
      when staged.kind = 'pictures' then
        'stored.id is not null
          and private.picture_urls(planned.record_id) = private.urls_in(planned.before -> ''images'')'
      else 'stored.version = planned.version'
    end,
    case
      when staged.source ->> 'kind' = 'delete' then private.delete_refusal_sql(staged.area)
      else 'null::jsonb'
    end
  ) using staged.id, places, ids;
  if staged.kind = 'import' then
    update private.staged_batch_rows as own
    set outcome = 'stale'
    from private.import_targets(staged.area, array(
      select key from private.staged_batch_rows
      where batch_id = staged.id and place = any (places) and outcome = 'create'
    )) as found
    where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'create' and own.key = found.key;
  end if;
end
$$;
comment on function private.lock_records(private.staged_batches, integer[]) is
  'Prende os registros das linhas dadas; as que não acham mais o que a conferência viu ficam de fora.';
revoke all on function private.lock_records(private.staged_batches, integer[]) from public;
grant execute on function private.lock_records(private.staged_batches, integer[]) to authenticated;

create function private.create_named_categories(staged private.staged_batches, places integer[]) returns void
language sql set search_path = '' as $$
  insert into public.categories (name)
  select distinct on (private.searchable(named.name)) named.name
  from (
    select own.place, btrim(case when own.record_id is null then own.cells else own.after end ->> 'category') as name
    from private.staged_batch_rows as own
    where own.batch_id = staged.id and own.place = any (places)
  ) as named
  left join public.categories as known on private.searchable(known.name) = private.searchable(named.name)
  where named.name <> '' and known.id is null
  order by private.searchable(named.name), named.place -- as the first row spells it
$$;
comment on function private.create_named_categories(private.staged_batches, integer[]) is
  'Cria as categorias que as linhas nomeiam e não existem.';
revoke all on function private.create_named_categories(private.staged_batches, integer[]) from public;
grant execute on function private.create_named_categories(private.staged_batches, integer[]) to authenticated;

create function private.write_values(staged private.staged_batches, places integer[]) returns void
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  writable record = private.writable_columns(staged.area);
  key_column text = (private.area_of(staged.area)).key_column;
  given text = format(
    'with known as (
      select distinct on (private.searchable(name)) private.searchable(name) as key, id
      from public.categories
      order by private.searchable(name), created_at, id
    ), given as materialized (
      select
        own.place, stored.id, jsonb_populate_record(
          case when stored.id is null then jsonb_populate_record(null::public.%1$I, $3) else stored end,
          own.columns || case
            when own.columns ? ''category'' then jsonb_build_object(''category_id'', known.id) else ''{}''
          end
        ) as wanted
      from (
        select place, record_id, case when record_id is null then cells else after end as columns
        from private.staged_batch_rows where batch_id = $1 and place = any ($2) and outcome = $4
        offset 0
      ) as own
      left join public.%1$I as stored on stored.id = own.record_id::%2$s and stored.id = any ($5::%2$s[])
      left join known on known.key = private.searchable(btrim(own.columns ->> ''category''))
      offset 0
    )',
    staged.area, private.id_type(staged.area)
  );
  ids text[] = private.record_ids(staged, places);
  changed text[];
begin
  if staged.area = 'products' and (staged.source ->> 'creates_categories')::boolean then
    perform private.create_named_categories(staged, places);
  end if;
  if staged.kind = 'import' then
    execute given || format(
      ', created as (
        insert into public.%1$I (%2$s) select %3$s from given
        order by lower((wanted).%4$I), place
        on conflict do nothing -- another user creates the same record at this moment
        returning id::text, lower(%4$I) as key
      )
      update private.staged_batch_rows as own
      set record_id = created.id, outcome = case when created.id is null then ''stale'' else ''created'' end
      from given
      left join created on created.key = lower((given.wanted).%4$I)
      where own.batch_id = $1 and own.place = given.place',
      staged.area,
      (select string_agg(quote_ident(name), ', ') from unnest(writable.names) as name),
      (select string_agg(format('(wanted).%I', name), ', ') from unnest(writable.names) as name),
      key_column
    ) using staged.id, places, writable.defaults, 'create', ids;
  end if;
  changed = array(
    select distinct case name when 'category' then 'category_id' else name end
    from private.staged_batch_rows as own
    cross join jsonb_object_keys(own.after) as name
    where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'change'
  );
  if changed <> '{}' then
    execute given || format(
      ', changed as (
        update public.%1$I as stored set (%2$s) = row(%3$s) from given where stored.id = given.id
        returning stored.id
      )
      update private.staged_batch_rows as own
      set outcome = case when changed.id is null then ''stale'' else ''changed'' end
      from given
      left join changed on changed.id = given.id
      where own.batch_id = $1 and own.place = given.place',
      staged.area,
      (select string_agg(quote_ident(name), ', ') from unnest(changed) as name),
      (select string_agg(format('(given.wanted).%I', name), ', ') from unnest(changed) as name)
    ) using staged.id, places, writable.defaults, 'change', ids;
  end if;
end
$$;
comment on function private.write_values(private.staged_batches, integer[]) is
  'Cria ou muda os registros das linhas dadas.';
revoke all on function private.write_values(private.staged_batches, integer[]) from public;
grant execute on function private.write_values(private.staged_batches, integer[]) to authenticated;

-- The pictures of products go first, as they do when one is deleted: their files are told.
create function private.delete_records(staged private.staged_batches, places integer[]) returns text[]
language plpgsql set search_path = '' as $$
declare
  ids text[] = private.record_ids(staged, places);
  gone jsonb[];
  pictures text[] = '{}';
begin
  if staged.area = 'products' then
    with deleted as (
      delete from public.product_images as image where image.product_id = any (ids::uuid[]) returning image.url
    )
    select coalesce(array_agg(url), '{}') into pictures from deleted;
  end if;
  execute format(
    'with deleted as (
      delete from public.%I as stored where stored.id = any ($1::%s[]) returning to_jsonb(stored) as row
    )
    select array_agg(row) from deleted',
    staged.area, private.id_type(staged.area)
  ) into gone using ids;
  update private.staged_batch_rows as own
  set outcome = 'changed'
  where own.batch_id = staged.id and own.place = any (places)
    and own.record_id in (select deleted ->> 'id' from unnest(gone) as deleted);
  return pictures || private.addresses_in(gone);
end
$$;
comment on function private.delete_records(private.staged_batches, integer[]) is
  'Exclui os registros das linhas dadas, dos produtos primeiro as imagens; devolve os endereços das suas imagens.';
revoke all on function private.delete_records(private.staged_batches, integer[]) from public;
grant execute on function private.delete_records(private.staged_batches, integer[]) to authenticated;

create function private.write_pictures(staged private.staged_batches, places integer[]) returns text[]
language plpgsql set search_path = '' as $$
declare
  own private.staged_batch_rows;
  removed text[] = '{}';
begin
  for own in
    select * from private.staged_batch_rows
    where batch_id = staged.id and place = any (places)
    order by record_id::uuid
  loop
    -- A form that is open must not take the product for the one that it read.
    update public.products as product set sku = product.sku where product.id = own.record_id::uuid;
    removed = removed || private.save_product_images(own.record_id::uuid, own.after -> 'images');
    update private.staged_batch_rows set outcome = 'changed' where batch_id = staged.id and place = own.place;
  end loop;
  return removed;
end
$$;
comment on function private.write_pictures(private.staged_batches, integer[]) is
  'Deixa os produtos das linhas dadas com as suas imagens; devolve os endereços das que saíram.';
revoke all on function private.write_pictures(private.staged_batches, integer[]) from public;
grant execute on function private.write_pictures(private.staged_batches, integer[]) to authenticated;

-- Rows that the table refuses after all (a unique index, a trigger) are found by halving: the others are written.
create function private.write_rows(staged private.staged_batches, places integer[]) returns text[]
language plpgsql set search_path = '' as $$
declare
  half integer = cardinality(places) / 2;
  removed text[] = '{}';
  code text;
  field text;
  rule text;
  words text;
begin
  if places = '{}' then
    return removed;
  end if;
  begin
    if staged.kind = 'pictures' then
      removed = private.write_pictures(staged, places);
    elsif staged.source ->> 'kind' = 'delete' then
      removed = private.delete_records(staged, places);
    else
      perform private.write_values(staged, places);
    end if;
    return removed;
  exception when data_exception or integrity_constraint_violation or raise_exception then
    get stacked diagnostics
      code = returned_sqlstate, field = column_name, rule = constraint_name, words = message_text;
  end;
  if half > 0 then
    return private.write_rows(staged, places[:half]) || private.write_rows(staged, places[half + 1:]);
  end if;
  update private.staged_batch_rows
  set outcome = 'refuse',
    refusal = jsonb_build_object('code', code, 'field', nullif(field, ''), 'rule', rule, 'message', words)
  where batch_id = staged.id and place = places[1];
  return removed;
end
$$;
comment on function private.write_rows(private.staged_batches, integer[]) is
  'Grava as linhas dadas, menos as que o banco recusa, e diz de cada uma o que foi feito; devolve os endereços das imagens que saíram.';
revoke all on function private.write_rows(private.staged_batches, integer[]) from public;
grant execute on function private.write_rows(private.staged_batches, integer[]) to authenticated;
