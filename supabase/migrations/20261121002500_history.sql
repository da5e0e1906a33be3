-- Who may see what was changed: the writers of the area; of a table without an area, the Administrador. Staff see the
-- history of their own profile.
create function private.may_see_changes(area text, record_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if may_see_changes.area = 'profiles' and may_see_changes.record_id = auth.uid()::text then
    return private.is_staff();
  end if;
  return coalesce(private.may_write_area(may_see_changes.area), private.is_administrador());
end
$$;
comment on function private.may_see_changes(text, text) is
  'Quem chama pode ver o histórico desse registro: quem pode alterá-lo.';
revoke all on function private.may_see_changes(text, text) from public;

-- Stored when the undo runs: following undos of undos would take longer with each of them. The latest change of the
-- chain tells, for each record, whether its root is in force. A batch that is undone cannot be undone again; a redo
-- puts it in force, and then it can.
create function private.is_undone(batch_id bigint, area text, record_id text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select latest.reverts from private.changes as latest
    where latest.root = coalesce(act.root, act.id) and latest.area = is_undone.area
      and latest.record_id = is_undone.record_id
    order by latest.id desc
    limit 1
  ), false) <> act.reverts
  from private.batches as act where act.id = batch_id
$$;
comment on function private.is_undone(bigint, text, text) is
  'O que o ato fez a esse registro foi desfeito, e não refeito depois.';
revoke all on function private.is_undone(bigint, text, text) from public;

-- The other kinds change nothing or, like loading the demonstration, cannot be undone one by one. No user may delete
-- their own profile or the last Administrador, so undoing their creation would only be refused.
create function private.is_undoable(batch private.batches) returns boolean
language sql stable
return batch.kind in ('insert', 'update', 'delete') and batch.at > now() - interval '30 days'
  and not (
    batch.kind = 'insert' and batch.area = 'profiles' and (
      batch.record_id = auth.uid()::text
      or not exists (
        select from public.profiles as other
        where other.role = 'Administrador' and other.id::text <> batch.record_id
      )
    )
  );
comment on function private.is_undoable(private.batches) is
  'O ato criou, mudou ou excluiu algo nos últimos 30 dias, e não criou o próprio perfil nem o último Administrador.';
revoke all on function private.is_undoable(private.batches) from public;

create function private.addresses_in(sides jsonb[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct side ->> picture.column_name), '{}')
  from unnest(sides) as side
  cross join (
    select 'url' as column_name
    union
    select area.picture_column from private.areas as area where area.picture_column is not null
  ) as picture
  where side ->> picture.column_name is not null
$$;
comment on function private.addresses_in(jsonb[]) is 'Os endereços de imagem em linhas ou partes delas.';
revoke all on function private.addresses_in(jsonb[]) from public;
grant execute on function private.addresses_in(jsonb[]) to authenticated;

-- What was removed lies in the trash, where nobody may read it: no page should ask for it.
create function private.pictures_gone(changes jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(address order by address), '[]')
  from unnest(private.addresses_in(array(
    select side.value
    from jsonb_array_elements(changes) as change
    cross join lateral (values (change -> 'before'), (change -> 'after')) as side (value)
  ))) as address
  cross join regexp_match(address, '/object/public/([^/]+)/(.+)$') as file
  where file is not null
    and not exists (
      select from storage.objects as object
      where object.bucket_id = file[1] and object.name = file[2]
    )
$$;
comment on function private.pictures_gone(jsonb) is
  'Os endereços de imagens guardadas aqui que as mudanças citam e que não existem mais.';
revoke all on function private.pictures_gone(jsonb) from public;

-- An act with what it changed: of the one record that is asked about, or of the first. What a person reads of
-- it is a line, so no more than 200 rows of it are told, and records are counted to 1,000.
create function private.batch_json(batch private.batches, area text, record_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'batch', batch.id,
    'at', batch.at,
    'actor', batch.actor_name,
    'area', batch_json.area,
    'record_id', batch_json.record_id,
    'kind', batch.kind,
    -- The title names the first record of the batch: another one than this, which the caller was allowed to read, is
    -- checked of its own.
    'title', case when (batch.area, batch.record_id) = (batch_json.area, batch_json.record_id)
      or private.may_see_changes(batch.area, batch.record_id) then coalesce(
      batch.title,
      -- A batch that changed only the pictures of a product recorded no name.
      (
        select product.name from public.products as product
        where product.id = case when batch.area = 'products' then nullif(batch.record_id, '') end::uuid
      )
    ) end,
    'amount', batch.amount,
    'undoes', batch.undoes,
    'note', coalesce(
      batch.note, (select undone.note from private.batches as undone where undone.id = batch.undoes)
    ),
    'undone', batch.kind in ('insert', 'update', 'delete')
      and private.is_undone(batch.id, batch_json.area, batch_json.record_id),
    'undoable', private.is_undoable(batch),
    'records', (
      select jsonb_build_object('count', count(*), 'mixed', count(distinct records.area) > 1)
      from (
        select distinct change.area, change.record_id
        from private.changes as change
        where change.batch = batch_json.batch.id
        limit 1000
      ) as records
    ),
    'changes', told.changes,
    -- Most acts change no picture, and the files are slow to look up.
    'pictures_gone', case
      when told.changes::text like '%/object/public/%' then private.pictures_gone(told.changes) else '[]'
    end
  )
  from (
    select coalesce(jsonb_agg(told.change order by told.id), '[]') as changes
    from (
      select
        change.id,
        jsonb_build_object(
          'table', change.table_name, 'row_id', change.row_id, 'kind', change.kind,
          'before', change.before, 'after', change.after
        ) as change
      from private.changes as change
      where change.batch = batch_json.batch.id
        and change.area = batch_json.area
        and change.record_id = batch_json.record_id
      order by change.id
      limit 200
    ) as told
  ) as told
$$;
comment on function private.batch_json(private.batches, text, text) is
  'Um ato, com o que mudou em um registro.';
revoke all on function private.batch_json(private.batches, text, text) from public;

-- Categories and plans are kept by their ids; people know them by name, also when they are gone.
create function private.names_in(entries jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with ids as (
    select distinct side.value ->> link.key as id, link.area
    from jsonb_array_elements(entries) as entry
    cross join jsonb_array_elements(entry -> 'changes') as change
    cross join lateral (values (change -> 'before'), (change -> 'after')) as side (value)
    cross join (values ('category_id', 'categories'), ('plan_id', 'plans')) as link (key, area)
    where side.value ->> link.key is not null
  )
  select coalesce(jsonb_object_agg(ids.id, name.name), '{}')
  from ids
  cross join lateral (
    select coalesce(
      (select category.name from public.categories as category where category.id = ids.id::uuid),
      (select plan.name from public.plans as plan where plan.id = ids.id::uuid),
      (
        select change.before ->> 'name'
        from private.changes as change
        where change.area = ids.area and change.record_id = ids.id and change.kind = 'delete'
        order by change.id desc
        limit 1
      )
    ) as name
  ) as name
  where name.name is not null
$$;
comment on function private.names_in(jsonb) is 'Os nomes das categorias e dos planos citados, pelo id.';
revoke all on function private.names_in(jsonb) from public;
grant execute on function private.names_in(jsonb) to authenticated;

create function public.record_history(
  area text, record_id text, before bigint default null, size integer default 20
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  latest bigint = coalesce(before, 9223372036854775807);
  batch bigint;
  found_batches bigint[] = '{}';
  entries jsonb;
begin
  if private.may_see_changes(area, record_id) is not true then
    raise exception 'permission denied for function record_history' using errcode = '42501';
  end if;
  perform private.required(area, 'area'), private.required(record_id, 'record_id');
  perform private.checked_size(size, 100);
  -- One entry for each batch, at its latest change of this record.
  for place in 1 .. size loop
    select change.id, change.batch into latest, batch
    from private.changes as change
    where change.area = record_history.area and change.record_id = record_history.record_id
      and change.id < latest and change.batch <> all (found_batches)
    order by change.id desc
    limit 1;
    exit when not found;
    found_batches = found_batches || batch;
  end loop;
  select coalesce(
    jsonb_agg(
      private.batch_json(act, record_history.area, record_history.record_id) order by listed.place
    ),
    '[]'
  ) into entries
  from unnest(found_batches) with ordinality as listed (id, place)
  join private.batches as act on act.id = listed.id;
  return jsonb_build_object('entries', entries, 'names', private.names_in(entries), 'next', latest);
end
$$;
comment on function public.record_history(text, text, bigint, integer) is
  'O que se fez com um registro, o mais novo primeiro; before é o next da página anterior, nulo na última.';
revoke all on function public.record_history(text, text, bigint, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.record_history(text, text, bigint, integer) to authenticated;

create function public.activity(
  filters jsonb default '{}', before bigint default null, size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  conditions text = 'true';
  entries jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function activity' using errcode = '42501';
  end if;
  perform private.checked_object(filters, 'filters');
  -- Only what is asked stands in the question: each filter has an index in this order.
  if filters ? 'actor' then
    conditions = conditions || case
      when filters ->> 'actor' = 'sistema' then ' and actor is null'
      else ' and actor = ($1 ->> ''actor'')::uuid'
    end;
  end if;
  if filters ? 'area' then
    conditions = conditions || ' and area = $1 ->> ''area''';
  end if;
  if filters ? 'kind' then
    conditions = conditions || ' and kind = $1 ->> ''kind''';
  end if;
  if filters ? 'without_visits' then
    conditions = conditions || ' and kind not in (''sign_in'', ''sign_out'')';
  end if;
  if filters ? 'changed' then
    conditions = conditions || ' and kind in (''insert'', ''update'', ''delete'')';
  end if;
  if filters ? 'from' then
    conditions = conditions || ' and at >= ($1 ->> ''from'')::timestamptz';
  end if;
  if filters ? 'to' then
    conditions = conditions || ' and at < ($1 ->> ''to'')::timestamptz';
  end if;
  if before is not null then
    conditions = conditions
      || ' and (at, id) < ((select at from private.batches where id = $2), $2)';
  end if;
  execute format(
    'select coalesce(
      jsonb_agg(
        private.batch_json(act, act.area, act.record_id)
          || case when act.root is null then jsonb_build_object(''undone'', act.is_reverted) else ''{}'' end
        order by act.at desc, act.id desc
      ),
      ''[]''
    )
    from (select * from private.batches where %s order by at desc, id desc limit $3) as act',
    conditions
  ) into entries using filters, before, private.checked_size(size, 100);
  return jsonb_build_object('entries', entries, 'names', private.names_in(entries));
end
$$;
comment on function public.activity(jsonb, bigint, integer) is
  'Para o Administrador: tudo o que se fez, o mais novo primeiro; filtros actor (ou sistema), area, kind, changed (só o que mudou algo), without_visits (sem entradas e saídas), from e to.';
revoke all on function public.activity(jsonb, bigint, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.activity(jsonb, bigint, integer) to authenticated;

-- The name that a record has now; of a deleted one, the name that it had.
create function private.record_name(area text, record_id text) returns text
language plpgsql stable set search_path = '' as $$
declare
  found_name text;
begin
  execute format(
    'select private.title_of(%1$L, to_jsonb(stored)) from public.%1$I as stored where stored.id = $1::%2$s',
    area, private.id_type(area)
  ) into found_name using record_id;
  return coalesce(found_name, (
    select private.title_of(change.area, change.before)
    from private.changes as change
    where change.area = record_name.area and change.record_id = record_name.record_id
      and change.kind = 'delete' and change.table_name = change.area
    order by change.id desc
    limit 1
  ));
end
$$;
comment on function private.record_name(text, text) is 'O nome que um registro tem, ou tinha quando foi excluído.';
revoke all on function private.record_name(text, text) from public;

create function public.batch_records(batch bigint, after text default '', size integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  entries jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function batch_records' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.required(after, 'after');
  select coalesce(
    jsonb_agg(
      private.batch_json(act, record.area, record.record_id)
        || jsonb_build_object('title', private.record_name(record.area, record.record_id))
      order by record.record_id
    ),
    '[]'
  ) into entries
  from private.batches as act
  cross join lateral (
    select distinct change.area, change.record_id
    from private.changes as change
    where change.batch = act.id and change.record_id > batch_records.after
    order by change.record_id
    limit private.checked_size(batch_records.size, 100)
  ) as record
  where act.id = batch_records.batch;
  return jsonb_build_object('entries', entries, 'names', private.names_in(entries));
end
$$;
comment on function public.batch_records(bigint, text, integer) is
  'Para o Administrador: o que um ato fez a cada registro, na ordem dos ids; after é o último id já recebido.';
revoke all on function public.batch_records(bigint, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.batch_records(bigint, text, integer) to authenticated;
