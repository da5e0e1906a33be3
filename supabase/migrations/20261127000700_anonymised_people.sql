-- Matches whole words: the name "Sol" is not in "Consolidado".
create function private.word_patterns("values" text[]) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(
    '(^|[^[:alnum:]])' || regexp_replace(plain, '([^[:alnum:][:space:]])', '\\\1', 'g') || '($|[^[:alnum:]])'
  ), '{}')
  from unnest("values") as personal (value)
  cross join lateral (select private.searchable(personal.value)) as searched (plain)
  where plain <> ''
$$;
comment on function private.word_patterns(text[]) is
  'Expressões regulares que acham estes valores como palavras inteiras, sem acentos e maiúsculas.';
revoke all on function private.word_patterns(text[]) from public;

create or replace function private.anonymise_views("values" text[]) returns integer
language plpgsql set search_path = '' as $$
declare
  deleted integer;
  patterns constant text[] = private.word_patterns("values");
begin
  delete from public.list_views as stored
  where private.searchable(stored.name || E'\n' || private.decode_url(stored.address)) ~ any (patterns);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

create or replace function private.count_free_texts("values" text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  area text;
  number integer;
  found jsonb = '{}';
begin
  for area in select known.name from private.areas as known loop
    execute format(
      'select count(*) from public.%I as stored
      where case
        when exists (
          select from unnest($1) as personal (value)
          where strpos(lower(stored::text collate "pt-BR-x-icu"), personal.value) > 0
        ) then private.searchable(stored::text) ~ any ($2)
      end', area -- `case` fixes the order: the regular expression is slow, and few rows contain a value
    ) into number using "values", private.word_patterns("values");
    found = found || case when number > 0 then jsonb_build_object(area, number) else '{}' end;
  end loop;
  return found;
end
$$;

-- The history of an anonymised user contains no role: its undo would make an Administrador of a login that is disabled.
alter table private.changes disable trigger refuse_rewriting;
update private.changes as change set before = change.before - 'role', after = change.after - 'role'
where change.area = 'profiles' and exists (
  select from private.changes as done
  where done.area = 'profiles' and done.record_id = change.record_id and done.kind = 'anonymise'
);
alter table private.changes enable trigger refuse_rewriting;

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
  not_reached jsonb;
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
  personal = array(select jsonb_object_keys(anonymous));
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
  not_reached = private.count_free_texts(known);
  -- Files are recorded by id: a file name may identify the titular.
  perform private.note_batch(jsonb_build_object('not_reached', not_reached, 'files', (
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
    'status', 'anonymised', 'views', private.anonymise_views(known), 'not_reached', not_reached,
    'files', (
      select coalesce(jsonb_agg(file order by file.bucket, file.path), '[]')
      from private.orphaned_files(addresses, record_id) as file
    )
  );
end
$$;

create or replace function private.protect_profile_identity() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  anonymous constant jsonb = private.anonymous_values('profiles', old.id::text);
begin
  if new.id <> old.id or (
    new.email <> old.email
    and new.email is distinct from (select email from auth.users where id = new.id)
  ) then
    raise exception 'O e-mail de um perfil não pode ser alterado.' using hint = 'profile_email';
  end if;
  if new.role <> old.role and new.id = auth.uid() then
    raise exception 'Você não pode alterar o seu próprio cargo.' using hint = 'own_role';
  end if;
  if new.role <> old.role and new.role <> anonymous ->> 'role' and old.email = anonymous ->> 'email' then
    raise exception 'Este usuário foi anonimizado: o cargo não muda mais.' using hint = 'anonymised';
  end if;
  return new;
end
$$;
