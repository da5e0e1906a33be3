-- The trash is a question to the history: what was deleted in the last 30 days and is not back. No table keeps
-- deleted rows, so no reader can see one by mistake.
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

-- Once for a request: a search reads every deletion of the month.
create function private.trash_rules() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(area.name, jsonb_build_object(
    'title', area.title_column, 'key', nullif(area.key_column, area.title_column),
    'is_visible', private.may_see_changes(area.name, '')
  ))
  from private.areas as area
$$;
comment on function private.trash_rules() is
  'Por área: as colunas do nome e do SKU ou e-mail, e se quem chama vê todos os seus registros excluídos.';
revoke all on function private.trash_rules() from public;

create function private.trashed(change private.changes, area text, pattern text, rules jsonb) returns boolean
language sql stable set search_path = '' as $$
  select change.area = coalesce(trashed.area, change.area)
    and (
      pattern is null
      or private.searchable(concat_ws(
        ' ', change.before ->> coalesce(rules -> change.area ->> 'title', 'name'),
        change.before ->> (rules -> change.area ->> 'key')
      )) like pattern
    )
    and (
      coalesce((rules -> change.area -> 'is_visible')::boolean, false)
      or private.may_see_changes(change.area, change.record_id)
    )
    and private.is_in_trash(change)
$$;
comment on function private.trashed(private.changes, text, text, jsonb) is
  'O registro excluído está na lixeira, quem chama pode vê-lo, e ele é da área e do texto procurados.';
revoke all on function private.trashed(private.changes, text, text, jsonb) from public;

create function private.trash_pattern(search text) returns text
language sql immutable parallel safe set search_path = ''
return '%' || replace(replace(replace(
  private.searchable(nullif(left(btrim(search), 200), '')), '\', '\\'), '%', '\%'), '_', '\_'
) || '%';
comment on function private.trash_pattern(text) is 'O texto procurado como like o lê; nulo se está vazio.';
revoke all on function private.trash_pattern(text) from public;

create function private.may_discard(batch private.batches) returns boolean
language sql stable set search_path = ''
return private.is_administrador() or batch.actor is not distinct from auth.uid();
comment on function private.may_discard(private.batches) is
  'Quem chama pode apagar de vez o que este ato excluiu: o Administrador, ou quem o excluiu.';
revoke all on function private.may_discard(private.batches) from public;

create function public.trash(
  area text default null, before bigint default null, size integer default 50, search text default '',
  batch bigint default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
-- The plan for one act reads an index of its own.
set plan_cache_mode = force_custom_plan as $$
declare
  pattern text = private.trash_pattern(private.required(search, 'search'));
  rules jsonb = private.trash_rules();
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
          'title', gone.row_before ->> coalesce(rules -> gone.area ->> 'title', 'name'),
          'detail', gone.row_before ->> (rules -> gone.area ->> 'key')
        )
        order by gone.id desc
      ),
      '[]'
    )
    from (
      select
        change.batch, change.id, act.at, act.actor_name, change.area, change.record_id,
        change.before as row_before
      from private.changes as change
      join private.batches as act on act.id = change.batch
      where change.kind = 'delete'
        and change.table_name = change.area
        and change.batch = coalesce(trash.batch, change.batch)
        -- The index ends where the 30 days do.
        and change.id >= (select private.first_change_since(now() - interval '30 days'))
        and act.at > now() - interval '30 days'
        and change.id < coalesce(trash.before, 9223372036854775807)
        and private.trashed(change, trash.area, pattern, rules)
      order by change.id desc
      limit private.checked_size(trash.size, 1000)
    ) as gone
  );
end
$$;
comment on function public.trash(text, bigint, integer, text, bigint) is
  'O que foi excluído nos últimos 30 dias e pode voltar, o mais novo primeiro; de um ato (batch), de uma área ou com um texto; before é o último id já recebido.';
revoke all on function public.trash(text, bigint, integer, text, bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.trash(text, bigint, integer, text, bigint) to authenticated;

-- A group is what one act deleted. Of each the first three records are listed, and no more than 1,000 are counted.
create function public.trash_groups(
  area text default null, search text default '', before bigint default null, size integer default 20
)
returns jsonb
language plpgsql stable security definer set search_path = ''
-- Few changes are deletions, which no statistics tell: a plan that sorts them reads every one for each group.
set enable_sort = off set jit = off as $$
declare
  pattern text = private.trash_pattern(private.required(search, 'search'));
  rules jsonb = private.trash_rules();
  latest bigint = coalesce(before, 9223372036854775807);
  oldest bigint;
  act private.batches;
  groups jsonb = '[]';
begin
  if not private.is_staff() then
    raise exception 'permission denied for function trash_groups' using errcode = '42501';
  end if;
  select kept.id into oldest
  from private.batches as kept
  where kept.at > now() - interval '30 days'
  order by kept.at, kept.id
  limit 1;
  for place in 1 .. private.checked_size(size, 100) loop
    select batch.* into act
    from private.changes as change
    join private.batches as batch on batch.id = change.batch
    where change.kind = 'delete' and change.table_name = change.area
      and change.batch < latest and change.batch >= oldest
      and batch.at > now() - interval '30 days'
      and private.trashed(change, trash_groups.area, pattern, rules)
    order by change.batch desc, change.id desc
    limit 1;
    exit when not found;
    latest = act.id;
    groups = groups || jsonb_build_object(
      'batch', act.id, 'at', act.at, 'actor', act.actor_name, 'may_discard', private.may_discard(act),
      'records', (
        select jsonb_build_object(
          'count', count(*), 'area', min(gone.area), 'mixed', count(distinct gone.area) > 1
        )
        from (
          select change.area
          from private.changes as change
          where change.batch = act.id and change.kind = 'delete' and change.table_name = change.area
            and private.trashed(change, trash_groups.area, pattern, rules)
          limit 1000
        ) as gone
      ),
      'rows', public.trash(trash_groups.area, null, 3, trash_groups.search, act.id)
    );
  end loop;
  return groups;
end
$$;
comment on function public.trash_groups(text, text, bigint, integer) is
  'A lixeira pelos atos que excluíram, o mais novo primeiro: quem, quando, quantos (até 1.000), os três primeiros, e se quem chama os pode apagar de vez; before é o último batch já recebido.';
revoke all on function public.trash_groups(text, text, bigint, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.trash_groups(text, text, bigint, integer) to authenticated;

-- Many records of one deletion come back in steps of one act; a step that is repeated finds them restored. A record
-- whose SKU another one has by now stays in the trash.
create function public.restore_trashed(batch bigint, records text[]) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  changes private.changes[];
  conflicts jsonb;
  decisions jsonb;
  lost text[];
  answer jsonb = '{"status": "undone", "batch": null, "returning_files": [], "removed_files": []}';
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function restore_trashed' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_list(records, 1000, 'records');
  perform private.lock_batch(batch);
  changes = private.undoable_changes(batch, records);
  if changes is not null then
    perform set_config('vitrine.batch', coalesce(private.own_undo(batch)::text, ''), true);
    conflicts = private.undo_conflicts(changes, '{}');
    select coalesce(jsonb_object_agg(conflict ->> 'key', 'keep'), '{}') into decisions
    from jsonb_array_elements(conflicts) as conflict;
    changes = private.undecided(changes, conflicts);
  end if;
  if changes is not null then
    lost = private.lost_pictures(changes);
    changes = private.without_lost_pictures(changes, lost);
    perform private.begin_undo(batch);
    perform private.take_back(changes, decisions);
    answer = private.taken_back(changes, lost);
    if private.records_to_undo(batch, null, 1) = '{}' then
      perform private.mark_undone(batch);
    end if;
  end if;
  return answer || jsonb_build_object(
    'left', private.count_in_trash(batch, records),
    'batch', coalesce(nullif(answer -> 'batch', 'null'), to_jsonb(private.own_undo(batch)))
  );
end
$$;
comment on function public.restore_trashed(bigint, text[]) is
  'Restaura até 1.000 registros que um ato excluiu; left diz quantos ficam na lixeira porque outro já tem o SKU.';
revoke all on function public.restore_trashed(bigint, text[]) from public, anon, authenticated, service_role;
grant execute on function public.restore_trashed(bigint, text[]) to authenticated;

create function private.count_in_trash(batch bigint, records text[]) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)
  from private.changes as change
  where change.batch = count_in_trash.batch and change.record_id = any (records)
    and change.kind = 'delete' and change.table_name = change.area
    and private.trashed(change, null, null, (select private.trash_rules()))
$$;
comment on function private.count_in_trash(bigint, text[]) is
  'Quantos destes registros que um ato excluiu estão na lixeira e à vista de quem chama.';
revoke all on function private.count_in_trash(bigint, text[]) from public;
grant execute on function private.count_in_trash(bigint, text[]) to authenticated;

-- History forgets nothing: that a record can't come back is written down as one more change. A repeated step discards
-- nothing, and names the files of the deleted records again, so that a client that lost the first response can remove them.
create function public.discard_records(batch bigint, records text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  act private.batches;
  gone private.changes[];
  wanted private.changes[];
begin
  if not private.is_staff() then
    raise exception 'permission denied for function discard_records' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_list(records, 1000, 'records');
  -- A restoration of the same records waits.
  perform private.lock_batch(batch);
  select * into act from private.batches as stored where stored.id = discard_records.batch;
  select array_agg(change order by change.record_id) into gone
  from private.changes as change
  where change.batch = discard_records.batch and change.record_id = any (records)
    and change.kind = 'delete' and change.table_name = change.area;
  if exists (
    select
    from (select distinct area, case when area = 'profiles' then record_id end as record_id from unnest(gone)) as record
    where private.may_see_changes(record.area, record.record_id) is not true
  ) then
    raise exception 'permission denied for function discard_records' using errcode = '42501';
  end if;
  if gone is not null and not private.may_discard(act) then
    raise exception 'Só um Administrador apaga de vez o que outra pessoa excluiu.'
      using errcode = '42501', hint = 'discard_of_others';
  end if;
  select array_agg(change order by change.record_id) into wanted
  from unnest(gone) as change
  where private.is_in_trash(change);
  if wanted is not null then
    insert into private.changes (batch, table_name, row_id, area, record_id, kind, version)
    select
      private.open_batch(
        wanted[1].area, wanted[1].record_id, 'discard',
        private.title_of(wanted[1].area, wanted[1].before), false
      ),
      change.table_name, change.row_id, change.area, change.record_id, 'discard', change.version
    from unnest(wanted) as change;
  end if;
  return jsonb_build_object(
    'status', case when wanted is null then 'missing' else 'discarded' end,
    'trashed_files', (
      select coalesce(jsonb_agg(file.bucket || '/' || file.path), '[]')
      from private.files_in_trash(private.addresses_of_these(discard_records.batch, array(
        select change.record_id from unnest(gone) as change where private.is_discarded(change)
      ))) as file
      where not private.is_used_file(file.bucket, file.path)
    )
  );
end
$$;
comment on function public.discard_records(bigint, text[]) is
  'Apaga de vez até 1.000 registros que um ato excluiu; devolve os arquivos que vão com eles. Só o Administrador apaga o que outra pessoa excluiu.';
revoke all on function public.discard_records(bigint, text[])
  from public, anon, authenticated, service_role;
grant execute on function public.discard_records(bigint, text[]) to authenticated;

create function private.is_discarded(change private.changes) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.changes as later
    where later.area = change.area and later.record_id = change.record_id and later.id > change.id
      and later.kind = 'discard'
  )
$$;
comment on function private.is_discarded(private.changes) is 'O registro excluído foi apagado de vez.';
revoke all on function private.is_discarded(private.changes) from public;

-- Copies share their pictures: a file goes with the last one, or when its 30 days are over.
create function private.addresses_of_these(batch_id bigint, records text[]) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(address), '{}')
  from unnest(private.addresses_in(array(
    select change.before from private.changes as change
    where change.batch = batch_id and change.record_id = any (records) and change.kind = 'delete'
  ))) as address
  where address not in (
    select unnest(private.addresses_in(array[other.before]))
    from private.batches as act
    join private.changes as other on other.batch = act.id
    where act.kind in ('update', 'delete')
      and act.at > now() - interval '30 days'
      and other.record_id <> all (records)
      and other.kind = 'delete'
  )
$$;
comment on function private.addresses_of_these(bigint, text[]) is
  'Os endereços destes registros excluídos que nenhum outro excluído há pouco tinha.';
revoke all on function private.addresses_of_these(bigint, text[]) from public;
