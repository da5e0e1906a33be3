-- The acts that clients ask for. Each answers with what is left to do, or with what a person has to decide first.

-- Earlier pictures only come back past the later ones, which are taken back too.
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
      select distinct record_id, max(batch) as batch from unnest(changes) group by record_id
    ) as record
    cross join unnest(private.changes_since('products', record.record_id, record.batch)) as later
    where decisions ->> ('products/' || record.record_id || '/pictures') = 'restore'
      and later.table_name = 'product_images'
  ) as wanted (change)
$$;
comment on function private.with_pictures_decided(private.changes[], jsonb) is
  'As mudanças, sem as das imagens que ficam, e com as posteriores das que voltam.';
revoke all on function private.with_pictures_decided(private.changes[], jsonb) from public;
grant execute on function private.with_pictures_decided(private.changes[], jsonb) to authenticated;

create function public.undo_batch(batch bigint, decisions jsonb default '{}', only_record text default null)
returns jsonb
language plpgsql set search_path = '' as $$
declare
  changes private.changes[] = private.undoable_changes(batch, only_record);
  conflicts jsonb;
begin
  if changes is null then
    return jsonb_build_object('status', 'missing');
  end if;
  conflicts = private.undo_conflicts(changes, decisions);
  if conflicts <> '[]' then
    return jsonb_build_object(
      'status', 'conflict',
      'conflicts', conflicts,
      'names', private.names_in(
        (
          select jsonb_build_array(jsonb_build_object('changes', coalesce(
            jsonb_agg(
              jsonb_build_object(
                'before', jsonb_build_object(asked ->> 'column', asked -> 'was'),
                'after', jsonb_build_object(asked ->> 'column', asked -> 'now')
              )
            ),
            '[]'
          )))
          from jsonb_array_elements(conflicts) as asked
          where asked ? 'column'
        )
      )
    );
  end if;
  changes = private.with_pictures_decided(changes, decisions);
  perform set_config('vitrine.undoes', batch::text, true);
  perform private.take_back(changes, decisions);
  return private.taken_back(changes);
end
$$;
comment on function public.undo_batch(bigint, jsonb, text) is
  'Desfaz um ato dos últimos 30 dias, todo ou o que fez a um registro. Devolve undone, nothing, missing ou conflict, com o que falta decidir.';
revoke all on function public.undo_batch(bigint, jsonb, text)
  from public, anon, authenticated, service_role;
grant execute on function public.undo_batch(bigint, jsonb, text) to authenticated;

create function public.restore_record(
  area text, record_id text, batch bigint, column_name text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  changes private.changes[];
begin
  if column_name is null then
    select array_agg(later) into changes
    from unnest(private.changes_since(area, record_id, batch)) as later
    -- Gone and back again: the record itself is there.
    where later.table_name <> later.area or later.kind = 'update';
  else
    select array_agg(
      jsonb_populate_record(change, jsonb_build_object(
        'before', jsonb_build_object(column_name, change.before -> column_name),
        'after', jsonb_build_object(column_name, change.after -> column_name)
      ))
    ) into changes
    from unnest(private.changes_since(area, record_id, batch - 1)) as change
    where change.batch = restore_record.batch and change.table_name = restore_record.area
      and change.kind = 'update' and change.before ? column_name;
  end if;
  if changes is null then
    return jsonb_build_object('status', 'nothing');
  end if;
  if private.locked_row(area, record_id) is null then
    raise exception 'Este registro foi excluído depois. Restaure-o primeiro.' using hint = 'record_gone';
  end if;
  perform private.take_back(changes, '{}');
  return private.taken_back(changes);
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
  if not private.may_see_changes(area, record_id) then
    raise exception 'permission denied for function batch_of' using errcode = '42501';
  end if;
  return (
    select case when batch_of.version is null then max(change.batch) else min(change.batch) end
    from private.changes as change
    join private.batches as act on act.id = change.batch
    where change.area = batch_of.area
      and change.record_id = batch_of.record_id
      and case
        when batch_of.version is null then change.kind = 'delete' and change.table_name = change.area
        else act.kind <> 'delete' and change.version = batch_of.version
      end
  );
end
$$;
comment on function public.batch_of(text, text, integer) is
  'O ato que deixou um registro nessa versão; sem versão, o que o excluiu.';
revoke all on function public.batch_of(text, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.batch_of(text, text, integer) to authenticated;
