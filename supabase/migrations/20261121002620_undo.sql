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

-- What nobody asks about one by one: where so much goes back, what was changed since stays as it is.
create function private.undecided(changes private.changes[], conflicts jsonb) returns private.changes[]
language sql immutable set search_path = '' as $$
  select array_agg(change order by change.id)
  from unnest(changes) as change
  where not exists (
    select from jsonb_array_elements(conflicts) as conflict
    where conflict ->> 'kind' = 'taken' and split_part(conflict ->> 'key', '/', 2) = change.record_id
  )
$$;
comment on function private.undecided(private.changes[], jsonb) is
  'As mudanças menos as dos produtos cujo SKU outro já tem.';
revoke all on function private.undecided(private.changes[], jsonb) from public;
grant execute on function private.undecided(private.changes[], jsonb) to authenticated;

create function public.undo_batch(
  batch bigint, decisions jsonb default '{}', only_record text default null, step jsonb default null
)
returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  records text[] = case
    when only_record is null then private.undo_step(batch, step ->> 'after')
    else array[only_record]
  end;
  in_steps boolean = only_record is null and records is not null;
  changes private.changes[];
  lost text[];
  conflicts jsonb;
begin
  if in_steps then
    perform private.continue_undo(batch, (step ->> 'batch')::bigint);
  end if;
  changes = private.undoable_changes(batch, records);
  if changes is null then
    return jsonb_build_object('status', case when in_steps then 'undone' else 'missing' end, 'batch', step -> 'batch');
  end if;
  conflicts = private.undo_conflicts(changes, decisions);
  if in_steps then
    decisions = decisions || coalesce((
      select jsonb_object_agg(conflict ->> 'key', 'keep') from jsonb_array_elements(conflicts) as conflict
    ), '{}');
    changes = private.undecided(changes, conflicts);
  elsif conflicts <> '[]' then
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
  lost = private.lost_pictures(changes);
  changes = private.without_lost_pictures(changes, lost);
  perform set_config('vitrine.undoes', batch::text, true);
  perform private.take_back(changes, decisions);
  if not in_steps then
    return private.taken_back(changes, lost);
  end if;
  return private.taken_back(changes, lost) || jsonb_build_object(
    'status', 'undoing',
    'left', (
      select count(distinct split_part(conflict ->> 'key', '/', 2)) from jsonb_array_elements(conflicts) as conflict
    ),
    'step', jsonb_build_object(
      'batch', nullif(current_setting('vitrine.batch', true), '')::bigint, 'after', records[cardinality(records)]
    )
  );
end
$$;
comment on function public.undo_batch(bigint, jsonb, text, jsonb) is
  'Desfaz um ato dos últimos 30 dias, todo ou o que fez a um registro. Devolve undone, nothing, missing ou conflict, com o que falta decidir; undoing quando são milhares de registros: segue com o step devolvido, e o que alguém mudou depois fica.';
revoke all on function public.undo_batch(bigint, jsonb, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.undo_batch(bigint, jsonb, text, jsonb) to authenticated;

create function public.restore_record(
  area text, record_id text, batch bigint, column_name text default null
) returns jsonb
language plpgsql set search_path = '' as $$
declare
  changes private.changes[];
  lost text[];
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
  lost = private.lost_pictures(changes);
  changes = private.without_lost_pictures(changes, lost);
  perform private.take_back(changes, '{}');
  return private.taken_back(changes, lost);
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
