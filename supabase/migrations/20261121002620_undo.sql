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

-- A client that lost the response asks again: nothing is left to undo, and it gets its own undo.
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
  answer jsonb;
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
    changes = private.undecided(changes, conflicts);
  elsif conflicts <> '[]' then
    return jsonb_build_object(
      'status', 'conflict', 'conflicts', conflicts, 'names', private.names_in(private.conflict_values(conflicts))
    );
  end if;
  changes = private.with_pictures_decided(changes, decisions);
  lost = private.lost_pictures(changes);
  changes = private.without_lost_pictures(changes, lost);
  perform private.begin_undo(batch);
  perform private.take_back(changes, decisions);
  answer = private.taken_back(changes, lost);
  if is_last and (only_record is null or private.records_to_undo(batch, null, 1) = '{}') then
    perform private.mark_undone(batch);
  end if;
  if not in_steps then
    return answer;
  end if;
  return answer || jsonb_build_object(
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
  if private.locked_row(area, record_id) is null then
    raise exception 'Este registro foi excluído depois. Restaure-o primeiro.' using hint = 'record_gone';
  end if;
  if column_name is null then
    select array_agg(later) into changes
    from unnest(private.changes_since(area, record_id, own.last)) as later
    -- The record was deleted and restored: it exists.
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
  if private.may_see_changes(area, record_id) is not true then
    raise exception 'permission denied for function batch_of' using errcode = '42501';
  end if;
  perform private.required(area, 'area'), private.required(record_id, 'record_id');
  return (
    select (
      array_agg(change.batch order by case when batch_of.version is null then -change.id else change.id end)
    )[1]
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
