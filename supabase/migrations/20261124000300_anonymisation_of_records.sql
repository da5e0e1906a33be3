-- A form that was opened before its record was anonymised must not store the earlier personal data again: it reads here
-- that the record was anonymised.
create or replace function public.record_authors(
  area text, record_ids text[], version integer default null, batch bigint default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  result jsonb;
begin
  perform private.required(area, 'area'), private.checked_list(record_ids, 1000, 'record_ids');
  if exists (
    select from unnest(record_ids) as wanted (id)
    where private.may_see_changes(record_authors.area, wanted.id) is not true
  ) then
    raise exception 'permission denied for function record_authors' using errcode = '42501';
  end if;
  with later as (
    select change.id, stored_batch.at, stored_batch.actor, stored_batch.actor_name, change.batch,
      change.kind = 'delete' and change.table_name = change.area as deletes,
      change.kind = 'anonymise' as anonymises
    from unnest(record_ids) as wanted (id)
    cross join lateral (
      -- One save consists of several changes; those of pictures have no version.
      select coalesce(max(own.id), 0) as id
      from private.changes as own
      where own.area = record_authors.area and own.record_id = wanted.id and own.batch in (
        select known.batch from private.changes as known
        where known.area = record_authors.area and known.record_id = wanted.id
          and case
            when record_authors.batch is null
              then known.version = record_authors.version and known.kind <> 'delete'
            else known.batch = record_authors.batch
          end
      )
    ) as seen
    cross join lateral (
      select latest.* from private.changes as latest
      where latest.area = record_authors.area and latest.record_id = wanted.id and latest.id > seen.id
      order by latest.id desc
      limit 200
    ) as change
    join private.batches as stored_batch on stored_batch.id = change.batch
  )
  select jsonb_build_object(
    'authors', coalesce((
      select jsonb_agg(
        jsonb_build_object('name', author.actor_name, 'own', coalesce(author.actor = auth.uid(), false))
        order by author.latest desc
      )
      from (
        select later.actor, (array_agg(later.actor_name order by later.id desc))[1] as actor_name,
          max(later.id) as latest
        from later
        group by later.actor
      ) as author
    ), '[]'),
    'deletion', (
      select case when latest.deletes then jsonb_build_object(
        'name', latest.actor_name, 'own', coalesce(latest.actor = auth.uid(), false),
        'at', latest.at, 'batch', latest.batch
      ) end
      from (select * from later order by later.deletes desc, later.id desc limit 1) as latest
      where not exists (select from later as again where again.id > latest.id and again.batch <> latest.batch)
    ),
    'anonymisation', (
      select jsonb_build_object(
        'name', latest.actor_name, 'own', coalesce(latest.actor = auth.uid(), false), 'at', latest.at
      )
      from later as latest
      where latest.anonymises
      order by latest.id desc
      limit 1
    )
  ) into result;
  return result;
end
$$;
comment on function public.record_authors(text, text[], integer, bigint) is
  'Quem alterou estes registros depois de uma versão ou de uma alteração, o último primeiro; se a última foi a exclusão, quem os excluiu, quando e em qual alteração; e quem os anonimizou desde então.';

-- The history knows the version that an anonymisation wrote: a form that was opened afterwards is no earlier one.
create or replace function public.anonymise(area text, record_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  repeated jsonb;
  stored jsonb;
  anonymous jsonb;
  columns text;
  personal text[];
  addresses text[];
  batch_id bigint;
  known text[];
  anonymous_title text;
  new_version integer;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function anonymise' using errcode = '42501';
  end if;
  record_id = record_id::uuid::text; -- the history stores ids in this spelling
  repeated = private.repeated_anonymise(area, record_id);
  if repeated is not null then
    return repeated;
  end if;
  if private.personal_record(area, record_id) is null then
    return jsonb_build_object('status', 'missing');
  end if;
  -- Read the values under a lock: a concurrent save may have changed them.
  perform private.lock_row(area, record_id);
  stored = private.personal_record(area, record_id);
  if area = 'profiles' and record_id::uuid = auth.uid() then
    raise exception 'Você não pode anonimizar o seu próprio perfil.' using hint = 'own_profile';
  end if;
  anonymous = private.anonymous_values(area, record_id);
  columns = (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(anonymous) as name);
  personal = array(select jsonb_object_keys(anonymous - 'role'));
  select private.picture_urls_in(array_agg(change.before) || array_agg(change.after) || stored) into addresses
  from private.changes as change
  where change.area = anonymise.area and change.record_id = anonymise.record_id;

  perform private.allow_many_rows();
  known = private.personal_values(area, record_id, stored);
  anonymous_title = private.title_of(area, anonymous);
  batch_id = private.open_batch(area, record_id, 'anonymise', anonymous_title, false);
  if area = 'profiles' then
    perform private.anonymise_login(record_id::uuid);
    delete from private.announced_users as announced
    where announced.email = lower(stored ->> 'email');
  end if;
  execute format(
    'update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
    where id = $2 returning version',
    area, columns
  ) into new_version using anonymous, record_id::uuid;
  perform private.anonymise_staged(area, record_id, known);

  -- Also delete the changes that the triggers have just recorded: the batch itself is enough.
  delete from private.changes as change where change.batch = batch_id;
  -- Files are recorded by id: a file name may identify the titular.
  perform private.note_batch(jsonb_build_object('files', (
    select coalesce(jsonb_agg(object.id), '[]')
    from private.orphaned_files(addresses, record_id) as file
    join storage.objects as object on object.bucket_id = file.bucket and object.name = file.path
  )));
  insert into private.changes (batch, table_name, row_id, area, record_id, kind, version)
  values (batch_id, area, record_id, area, record_id, 'anonymise', new_version);
  update private.changes as change
  set before = change.before - personal, after = change.after - personal
  where change.area = anonymise.area and change.record_id = anonymise.record_id;
  -- Includes batches without changes of the record, such as the end of a session.
  update private.batches as stored_batch set title = anonymous_title
  where stored_batch.title is not null and stored_batch.area = anonymise.area and stored_batch.record_id = anonymise.record_id;
  update private.batches as stored_batch set actor_name = anonymous_title
  where stored_batch.actor = case when anonymise.area = 'profiles' then anonymise.record_id end::uuid;

  return jsonb_build_object(
    'status', 'anonymised', 'views', private.anonymise_views(known), 'not_reached', private.count_free_texts(known),
    'files', (
      select coalesce(jsonb_agg(file order by file.bucket, file.path), '[]')
      from private.orphaned_files(addresses, record_id) as file
    )
  );
end
$$;
