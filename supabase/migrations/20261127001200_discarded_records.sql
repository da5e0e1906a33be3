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
