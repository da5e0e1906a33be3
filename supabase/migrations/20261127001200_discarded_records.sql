-- Some of the given records may be in force again: the answer counts those that are discarded, also after a repetition.
create or replace function public.discard_records(batch bigint, records text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  stored_batch private.batches;
  deletions private.changes[];
  wanted private.changes[];
  discarded text[];
begin
  if not private.is_staff() then
    raise exception 'permission denied for function discard_records' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.checked_list(records, 1000, 'records');
  -- The lock makes a restoration of the same records wait.
  perform private.lock_batch(batch);
  select * into stored_batch from private.batches as stored where stored.id = discard_records.batch;
  select array_agg(change order by change.record_id) into deletions
  from private.changes as change
  where change.batch = discard_records.batch and change.record_id = any (records)
    and change.kind = 'delete' and change.table_name = change.area;
  if exists (
    select
    from (
      select distinct area, case when area = 'profiles' then record_id end as record_id
      from unnest(deletions)
      offset 0 -- as in undoable_changes
    ) as record
    where private.may_see_changes(record.area, record.record_id) is not true
  ) then
    raise exception 'permission denied for function discard_records' using errcode = '42501';
  end if;
  if deletions is not null and not private.may_discard(stored_batch) then
    raise exception 'Só um Administrador apaga de vez o que outra pessoa excluiu.'
      using errcode = '42501', hint = 'discard_of_others';
  end if;
  select array_agg(change order by change.record_id) into wanted
  from unnest(deletions) as change
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
  discarded = array(select change.record_id from unnest(deletions) as change where private.is_discarded(change));
  return jsonb_build_object(
    'status', case when wanted is null then 'missing' else 'discarded' end,
    'discarded', cardinality(discarded),
    'trashed_files', (
      select coalesce(jsonb_agg(file.bucket || '/' || file.path), '[]')
      from private.files_in_trash(private.unshared_picture_urls(discard_records.batch, discarded)) as file
      where not private.is_used_file(file.bucket, file.path)
    )
  );
end
$$;
comment on function public.discard_records(bigint, text[]) is
  'Apaga de vez até 1.000 registros que uma alteração excluiu; retorna quantos deles estão apagados de vez (discarded) e os arquivos da lixeira que devem ser apagados com eles. Só o Administrador apaga os que outra pessoa excluiu.';

-- Only the page that began a bulk change continues it, and no page lists it: an hour after its last step, that page is
-- closed. The batch neither reserves rows of the daily limit nor keeps its place.
create function private.is_over(staged private.staged_batches) returns boolean
language sql stable
return private.end_of_batch(staged) <= now()
  or staged.kind = 'change' and staged.steps > 0 and staged.last_step_at < now() - interval '1 hour';
comment on function private.is_over(private.staged_batches) is
  'Se uma alteração preparada terminou, ou é uma alteração em massa iniciada e há mais de uma hora sem um passo: só a página que a iniciou a continua.';
revoke all on function private.is_over(private.staged_batches) from public;
grant execute on function private.is_over(private.staged_batches) to authenticated;

create or replace function private.count_rows_to_write(batch_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*)
  from private.staged_batches as held
  join private.staged_batch_rows as own on own.batch_id = held.id and own.outcome in ('create', 'change')
  where held.id = count_rows_to_write.batch_id or held.steps > 0 and not private.is_over(held)
    and not private.has_undo(held.batch)
$$;

create or replace function private.make_room(new_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  most constant integer = 5;
  most_bytes constant bigint = 128 * 1024 * 1024;
begin
  delete from private.staged_batches as staged
  where staged.id in (
    select held.id
    from (
      select own.id, count(*) over by_worth as place, sum(own.bytes) over by_worth as bytes
      from private.staged_batches as own
      window by_worth as (
        order by own.id <> new_id, private.is_over(own), own.kind = 'change' and own.steps = 0,
          own.last_step_at desc, own.id
      )
    ) as held
    where held.place > most or held.bytes > most_bytes
  )
    -- Checked again on the locked row: a concurrent first step may have begun the batch.
    and (private.is_over(staged) or staged.kind = 'change' and staged.steps = 0) and staged.id <> new_id;
  if (select count(*) > most or sum(own.bytes) > most_bytes from private.staged_batches as own) then
    raise exception 'Há alterações pendentes demais: até 5, com 128 MB ao todo. Conclua ou descarte uma delas.'
      using hint = 'too_many_batches';
  end if;
end
$$;
comment on function private.make_room(uuid) is
  'Libera espaço para mais uma alteração preparada de quem chama (até 5, com 128 MB ao todo): apaga as terminadas, as alterações em massa não iniciadas e as iniciadas que estão há mais de uma hora sem um passo; se não basta, recusa.';
