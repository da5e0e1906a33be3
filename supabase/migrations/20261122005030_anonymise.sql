-- A person is taken out of everything that is kept, and counts as one all the same: the row stays with what says
-- nothing of anybody (plan, status, dates).

create function private.anonymous_values(area text, record_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_object_agg(known.key, to_jsonb(replace(known.value, '{id}', record_id)))
  from private.areas as personal
  cross join jsonb_each_text(personal.anonymous_values) as known
  where personal.name = anonymous_values.area
$$;
comment on function private.anonymous_values(text, text) is
  'As colunas de um titular que dizem quem é, com o que fica no lugar.';
revoke all on function private.anonymous_values(text, text) from public;

-- The login stays, closed and nameless: rows of the platform refer to it.
create function private.anonymise_login(person uuid) returns void
language plpgsql set search_path = '' as $$
declare
  nameless text = private.anonymous_values('profiles', person::text) ->> 'email';
begin
  delete from auth.sessions where user_id = person;
  delete from auth.mfa_factors where user_id = person;
  delete from auth.one_time_tokens where user_id = person;
  delete from public.list_views as stored where stored.person = anonymise_login.person;
  delete from public.list_settings as stored where stored.person = anonymise_login.person;
  delete from auth.audit_log_entries
  where payload ->> 'actor_id' = person::text or payload -> 'traits' ->> 'user_id' = person::text;
  update auth.identities
  set identity_data = jsonb_build_object('sub', person, 'email', nameless), last_sign_in_at = null
  where user_id = person;
  update auth.users set
    email = nameless, encrypted_password = '', raw_user_meta_data = '{}', phone = null,
    phone_change = '', email_change = '', recovery_token = '', confirmation_token = '',
    email_change_token_new = '', email_change_token_current = '', reauthentication_token = '',
    last_sign_in_at = null, banned_until = now() + interval '100 years'
  where id = person;
end
$$;
comment on function private.anonymise_login(uuid) is
  'Fecha um login e tira dele, e do registro de acessos da plataforma, o que diz de quem é.';
revoke all on function private.anonymise_login(uuid) from public;

-- Also the names and e-mails that the record had before, which spreadsheets and views may still hold.
create function private.personal_values(area text, record_id text, stored jsonb) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(distinct lower(btrim(held.value))) filter (where char_length(btrim(held.value)) > 2), '{}')
  from (
    select personal_values.stored as row
    union all
    select side.row
    from private.changes as change
    cross join unnest(array[change.before, change.after]) as side (row)
    where change.area = personal_values.area and change.record_id = personal_values.record_id
  ) as known
  cross join jsonb_each_text(known.row) as held
  where held.key in ((private.area_of(area)).title_column, (private.area_of(area)).key_column, 'phone')
    and held.value is distinct from private.anonymous_values(area, record_id) ->> held.key
$$;
comment on function private.personal_values(text, text, jsonb) is
  'Nomes, e-mails e telefones que um titular tem ou teve, em minúsculas.';
revoke all on function private.personal_values(text, text, jsonb) from public;

-- A row that holds one of the values goes too where it found no record: it may have been refused.
create function private.anonymise_staged(area text, record_id text, "values" text[]) returns void
language sql set search_path = '' as $$
  update private.staged_batch_rows as own
  set key = null, title = null, detail = null, cells = '{}', problems = '{}', before = '{}', after = '{}',
    refusal = null, outcome = case when own.outcome in ('created', 'changed', 'stale') then own.outcome else 'keep' end
  from private.staged_batches as staged
  where staged.id = own.batch_id
    and staged.area in (select personal.name from private.areas as personal where personal.anonymous_values is not null)
    and (
      staged.area = anonymise_staged.area and own.record_id = anonymise_staged.record_id
      or lower(own.title) = any ("values") or lower(own.detail) = any ("values")
      or exists (
        select from unnest(array[own.cells, own.before, own.after]) as side (row)
        cross join jsonb_each_text(side.row) as held
        where lower(btrim(held.value)) = any ("values")
      )
    )
$$;
comment on function private.anonymise_staged(text, text, text[]) is
  'Esvazia as linhas de alterações preparadas, de quem quer que sejam, que falam de um titular.';
revoke all on function private.anonymise_staged(text, text, text[]) from public;

create function private.url_text(address text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(convert_from((
    select string_agg(
      case when part[1] ~ '^%' then decode(substr(part[1], 2), 'hex') else convert_to(part[1], 'UTF8') end, ''
      order by place
    )
    from regexp_matches(replace(address, '+', ' '), '%[0-9A-Fa-f]{2}|.', 'g') with ordinality as found (part, place)
  ), 'UTF8'), '');
exception when character_not_in_repertoire then
  return address; -- bytes that are no text
end
$$;
comment on function private.url_text(text) is 'O texto de um endereço, sem a codificação por %.';
revoke all on function private.url_text(text) from public;

create function private.anonymise_views("values" text[]) returns integer
language plpgsql set search_path = '' as $$
declare
  deleted integer;
begin
  delete from public.list_views as stored
  where exists (
    select from unnest("values") as personal (value)
    where strpos(
      private.searchable(stored.name || E'\n' || private.url_text(stored.address)), private.searchable(personal.value)
    ) > 0
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function private.anonymise_views(text[]) is
  'Apaga as visões guardadas, de quem quer que sejam, que nomeiam ou procuram um titular; diz quantas.';
revoke all on function private.anonymise_views(text[]) from public;

-- Free text of other people is not changed without them: the response says in which areas there is any.
create function private.texts_naming("values" text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  area text;
  number integer;
  found jsonb = '{}';
begin
  for area in select known.name from private.areas as known where known.anonymous_values is null loop
    execute format(
      'select count(*) from public.%I as stored
      where exists (
        select from unnest($1) as personal (value)
        where strpos(lower(stored::text collate "pt-BR-x-icu"), personal.value) > 0
      )', area
    ) into number using "values";
    found = found || case when number > 0 then jsonb_build_object(area, number) else '{}' end;
  end loop;
  return found;
end
$$;
comment on function private.texts_naming(text[]) is
  'Em quantos registros de cada área um texto livre ainda traz um destes valores.';
revoke all on function private.texts_naming(text[]) from public;

-- Also what was chosen as a portrait and never saved.
create function private.files_of_nobody(addresses text[], record_id text)
returns table (bucket text, path text)
language sql stable set search_path = '' as $$
  select unused.bucket, unused.path from private.unused_files(addresses) as unused
  union
  select 'lixeira', trashed.bucket || '/' || trashed.path
  from private.files_in_trash(addresses) as trashed
  where not private.is_used_file(trashed.bucket, trashed.path)
  union
  select object.bucket_id, object.name
  from storage.objects as object
  where (object.bucket_id = 'avatars' and object.name like files_of_nobody.record_id || '/%')
    or (object.bucket_id = 'lixeira' and object.name like 'avatars/' || files_of_nobody.record_id || '/%')
$$;
comment on function private.files_of_nobody(text[], text) is
  'Os arquivos desses endereços, e os da pasta de um usuário, onde quer que estejam, que nenhum registro usa.';
revoke all on function private.files_of_nobody(text[], text) from public;

-- The same request again, after a lost response: nothing is left to change, but the files may still be there.
create function private.repeated_anonymise(area text, record_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'status', 'anonymised', 'views', 0, 'not_reached', jsonb_build_object(),
    'files', (
      select coalesce(
        jsonb_agg(jsonb_build_object('bucket', object.bucket_id, 'path', object.name)
          order by object.bucket_id, object.name), '[]'
      )
      from jsonb_array_elements_text(act.note -> 'files') as noted (id)
      join storage.objects as object on object.id = noted.id::uuid
      where not private.is_used_file(object.bucket_id, object.name)
    )
  )
  from (
    select change.batch, change.kind from private.changes as change
    where change.area = repeated_anonymise.area and change.record_id = repeated_anonymise.record_id
    order by change.id desc
    limit 1
  ) as latest
  join private.batches as act on act.id = latest.batch
  where latest.kind = 'anonymise'
$$;
comment on function private.repeated_anonymise(text, text) is
  'O resultado, se a última mudança de um registro foi anonimizá-lo; nulo se não.';
revoke all on function private.repeated_anonymise(text, text) from public;

create function public.anonymise(area text, record_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  repeated jsonb;
  stored jsonb;
  nameless jsonb;
  columns text;
  personal text[];
  addresses text[];
  act_id bigint;
  known text[];
  nobody text;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function anonymise' using errcode = '42501';
  end if;
  repeated = private.repeated_anonymise(area, record_id);
  if repeated is not null then
    return repeated;
  end if;
  stored = private.personal_record(area, record_id);
  if stored is null then
    return jsonb_build_object('status', 'missing');
  end if;
  if area = 'profiles' and record_id::uuid = auth.uid() then
    raise exception 'Você não pode anonimizar o seu próprio perfil.' using hint = 'own_profile';
  end if;
  nameless = private.anonymous_values(area, record_id);
  columns = (select string_agg(quote_ident(name), ', ') from jsonb_object_keys(nameless) as name);
  personal = array(select jsonb_object_keys(nameless - 'role'));
  select private.addresses_in(array_agg(change.before) || array_agg(change.after) || stored) into addresses
  from private.changes as change
  where change.area = anonymise.area and change.record_id = anonymise.record_id;

  perform private.allow_many_rows();
  known = private.personal_values(area, record_id, stored);
  nobody = private.title_of(area, nameless);
  act_id = private.open_batch(area, record_id, 'anonymise', nobody, false);
  if area = 'profiles' then
    perform private.anonymise_login(record_id::uuid);
    delete from private.announced_users as announced
    where announced.email = lower(stored ->> 'email');
  end if;
  execute format(
    'update public.%1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1))
    where id = $2',
    area, columns
  ) using nameless, record_id::uuid;
  perform private.anonymise_staged(area, record_id, known);

  -- What the triggers have just written down of the row goes too: the act itself says enough.
  delete from private.changes as change where change.batch = act_id;
  -- By their ids: a name of a file may say whose it is.
  perform private.note_batch(jsonb_build_object('files', (
    select coalesce(jsonb_agg(object.id), '[]')
    from private.files_of_nobody(addresses, record_id) as file
    join storage.objects as object on object.bucket_id = file.bucket and object.name = file.path
  )));
  insert into private.changes (batch, table_name, row_id, area, record_id, kind)
  values (act_id, area, record_id, area, record_id, 'anonymise');
  update private.changes as change
  set before = change.before - personal, after = change.after - personal
  where change.area = anonymise.area and change.record_id = anonymise.record_id;
  -- Also of acts that changed nothing of the record, as the end of a session.
  update private.batches as act set title = nobody
  where act.title is not null and act.area = anonymise.area and act.record_id = anonymise.record_id;
  update private.batches as act set actor_name = nobody
  where act.actor = case when anonymise.area = 'profiles' then anonymise.record_id end::uuid;

  return jsonb_build_object(
    'status', 'anonymised', 'views', private.anonymise_views(known), 'not_reached', private.texts_naming(known),
    'files', (
      select coalesce(jsonb_agg(file order by file.bucket, file.path), '[]')
      from private.files_of_nobody(addresses, record_id) as file
    )
  );
end
$$;
comment on function public.anonymise(text, text) is
  'Para o Administrador: tira um distribuidor, parceiro ou usuário de tudo o que se guarda; a linha fica, sem nome. Não se desfaz. Devolve os arquivos que vão junto, quantas visões apagou (views) e em quantos registros de cada área um texto livre ainda o nomeia (not_reached).';
revoke all on function public.anonymise(text, text) from public, anon, authenticated, service_role;
grant execute on function public.anonymise(text, text) to authenticated;
