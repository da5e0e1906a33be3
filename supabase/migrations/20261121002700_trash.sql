-- The trash is a question to the history: what was deleted in the last 30 days and is not back. No table keeps
-- deleted rows, so no reader can see one by mistake.
create function public.trash(area text default null, before bigint default null, size integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'permission denied for function trash' using errcode = '42501';
  end if;
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'batch', gone.batch, 'id', gone.id, 'at', gone.at, 'actor', gone.actor_name,
          'area', gone.area, 'record_id', gone.record_id,
          'title', coalesce(gone.row_before ->> 'name', gone.row_before ->> 'titulo'),
          'detail', coalesce(gone.row_before ->> 'sku', gone.row_before ->> 'email')
        )
        order by gone.id desc
      ),
      '[]'
    )
    from (
      select
        change.batch, change.id, batch.at, batch.actor_name, change.area, change.record_id,
        change.before as row_before
      from private.changes as change
      join private.batches as batch on batch.id = change.batch
      where change.kind = 'delete'
        and change.table_name = change.area
        -- Changes are numbered as they happen: the index ends where the 30 days do.
        and change.id >= (
          select min(oldest.id) from private.changes as oldest
          where oldest.batch = (
            select act.id from private.batches as act
            where act.at > now() - interval '30 days'
              -- Who only came in changed nothing.
              and exists (select from private.changes as kept where kept.batch = act.id)
            order by act.at, act.id
            limit 1
          )
        )
        and batch.at > now() - interval '30 days'
        and change.area = coalesce(trash.area, change.area)
        and change.id < coalesce(trash.before, 9223372036854775807)
        and private.may_see_changes(change.area, change.record_id)
        and private.is_in_trash(change)
      order by change.id desc
      limit private.checked_size(trash.size, 100)
    ) as gone
  );
end
$$;
comment on function public.trash(text, bigint, integer) is
  'O que foi excluído nos últimos 30 dias e pode voltar, o mais novo primeiro; before é o último id já recebido.';
revoke all on function public.trash(text, bigint, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.trash(text, bigint, integer) to authenticated;

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

-- History forgets nothing: that a record can't come back is written down as one more change.
create function public.discard_record(batch bigint, record_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  gone private.changes;
  addresses text[];
begin
  select change.* into gone
  from private.changes as change
  where change.batch = discard_record.batch and change.record_id = discard_record.record_id
    and change.kind = 'delete' and change.table_name = change.area;
  if not found or not private.is_in_trash(gone) then
    return jsonb_build_object('status', 'missing');
  end if;
  if not private.may_see_changes(gone.area, gone.record_id) then
    raise exception 'permission denied for function discard_record' using errcode = '42501';
  end if;
  insert into private.changes (batch, table_name, row_id, area, record_id, kind, version)
  values (
    private.open_batch(
      gone.area, gone.record_id, 'discard', coalesce(gone.before ->> 'name', gone.before ->> 'titulo'),
      false
    ),
    gone.table_name, gone.row_id, gone.area, gone.record_id, 'discard', gone.version
  );
  select private.addresses_in(array_agg(change.before)) into addresses
  from private.changes as change
  where change.batch = gone.batch and change.record_id = gone.record_id and change.kind = 'delete';
  return jsonb_build_object(
    'status', 'discarded',
    'trashed_files', (
      select coalesce(jsonb_agg(file.bucket || '/' || file.path), '[]')
      from private.files_in_trash(private.addresses_of_one(addresses, gone.record_id)) as file
      where not private.is_used_file(file.bucket, file.path)
    )
  );
end
$$;
comment on function public.discard_record(bigint, text) is
  'Exclui definitivamente o que está na lixeira; devolve os arquivos que vão com ele.';
revoke all on function public.discard_record(bigint, text)
  from public, anon, authenticated, service_role;
grant execute on function public.discard_record(bigint, text) to authenticated;

-- Copies share their pictures: a file goes with the last one, or when its 30 days are over.
create function private.addresses_of_one(addresses text[], record_id text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(address), '{}')
  from unnest(addresses) as address
  where not exists (
    select
    from private.batches as batch
    join private.changes as other on other.batch = batch.id
    where batch.kind in ('update', 'delete')
      and batch.at > now() - interval '30 days'
      and other.record_id <> addresses_of_one.record_id
      and other.kind = 'delete'
      and address = any (private.addresses_in(array[other.before]))
  )
$$;
comment on function private.addresses_of_one(text[], text) is
  'Os endereços que nenhum outro registro excluído há pouco tinha.';
revoke all on function private.addresses_of_one(text[], text) from public;
