-- Retention, exports and personal data.

-- == Retention ==

-- The retention period of the history. The operator of the database sets it, not the users whose actions it records.
create table private.retention (
  only_row boolean primary key default true check (only_row),
  history_years integer not null default 5 check (history_years between 1 and 100)
);
comment on table private.retention is 'Por quanto tempo se guarda o histórico; uma só linha.';
revoke all on private.retention from anon, authenticated, service_role;
alter table private.retention enable row level security;
insert into private.retention default values;

-- The daily job of the built-in server calls it until nothing is left. On the hosted platform, the panel calls it in
-- parts, at an Administrador's first visit of the day.
create function public.prune_history(size integer default 1000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  old_batches bigint[];
begin
  if not (private.is_administrador() or current_setting('role') = 'service_role') then
    raise exception 'permission denied for function prune_history' using errcode = '42501';
  end if;
  perform private.checked_size(size, 10000);
  perform private.prune_written_rows();
  select array_agg(old.id) into old_batches
  from (
    (
      select stored_batch.id from private.batches as stored_batch
      where stored_batch.at < now() - (select make_interval(years => history_years) from private.retention)
      order by stored_batch.at
      limit prune_history.size
    )
    union
    (
      select stored_batch.id from private.batches as stored_batch
      where stored_batch.kind in (
          'sign_in', 'sign_out', 'recovery', 'password', 'failed', 'refused', 'export', 'read', 'sessions',
          'factor_removed', 'factor_on', 'factor_off'
        )
        and stored_batch.at < now() - interval '180 days'
      limit prune_history.size
    )
  ) as old;
  if old_batches is null then
    return 0;
  end if;
  perform set_config(
    'vitrine.batch',
    private.note_event(null, 'retention', '', amount => cardinality(old_batches), continues => true)::text,
    true
  );
  delete from private.changes where batch = any (old_batches);
  delete from private.batches where id = any (old_batches);
  return cardinality(old_batches);
end
$$;
comment on function public.prune_history(integer) is
  'Esquece os atos mais antigos do que se guarda (5 anos, ou o que private.retention diz; entradas, recusas e exportações, 180 dias) e diz quantos eram.';
revoke all on function public.prune_history(integer) from public, anon, authenticated, service_role;
grant execute on function public.prune_history(integer) to authenticated, service_role;

-- == Export products ==

-- All products that match a list, in its order, step by step. Each step begins after the last row of the previous one:
-- a late step takes no longer than the first, and concurrent inserts and deletions repeat no row.
create function private.export_step(source text, condition text, "order" text, after text[], size integer)
returns table (id uuid, keys text[])
language plpgsql stable set search_path = '' as $$
declare
  sorted text = private.product_order("order", false);
  columns text = private.order_columns("order");
  direction text = case when "order" like '-%' then '<' else '>' end;
begin
  return query execute format(
    'select id, array[%s] from %s where %s%s order by %s limit %s',
    regexp_replace(columns, '(\w+)', '\1::text', 'g'),
    source,
    condition,
    case when after is not null then format(
      ' and (%s) %s (%s)', columns, direction, (select string_agg(quote_literal(key), ', ') from unnest(after) as key)
    ) end,
    sorted, size
  );
end
$$;
comment on function private.export_step(text, text, text, text[], integer) is
  'Os próximos produtos de uma condição, depois das chaves dadas, com as suas chaves.';
revoke all on function private.export_step(text, text, text, text[], integer) from public;

create function private.keys_of_step(keys jsonb, "order" text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  if keys is null or keys = 'null' then
    return null;
  end if;
  -- One key per column of the order.
  if jsonb_array_length(private.checked_texts(keys, 'after.keys'))
    <> cardinality(string_to_array(private.product_order("order", false), ','))
  then
    raise exception 'A exportação não tem esse passo.' using errcode = '22023';
  end if;
  return array(select jsonb_array_elements_text(keys));
end
$$;
comment on function private.keys_of_step(jsonb, text) is
  'As chaves da última linha de um passo da exportação; recusa as que não são da ordem.';
revoke all on function private.keys_of_step(jsonb, text) from public;

create function public.export_products(
  search text default '', filters jsonb default '{}', "order" text default 'name',
  after jsonb default null, size integer default 1000,
  ids uuid[] default null, "except" uuid[] default '{}'
) returns json
language plpgsql security definer
set search_path = ''
set enable_seqscan = off set jit = off set max_parallel_workers_per_gather = 0 set work_mem = '64MB'
as $$
declare
  sorted text = case "order" when 'relevance' then 'name' else "order" end;
  conditions text[];
  part integer;
  last text[];
  -- The category is exported by name; the other columns are those that clients write.
  fields constant text = (
    select string_agg(format('product.%I', name), ', ')
    from unnest(private.client_columns('products', 'insert')) as name
    where name not in ('id', 'category_id')
  );
  result json;
  amount integer;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function export_products' using errcode = '42501';
  end if;
  if coalesce(after, 'null') <> 'null' then
    part = (private.checked_object(after, 'after') ->> 'part')::integer;
    last = private.keys_of_step(after -> 'keys', sorted);
  end if;
  part = coalesce(part, 1);
  perform private.required(search, 'search'), private.required("order", 'order'),
    private.checked_object(filters, 'filters'), private.checked_list("except", 100000, 'except'),
    private.checked_list(coalesce(ids, '{}'), 100000, 'ids'), private.checked_size(size, 1000);
  conditions = case
    when ids is null then private.ranked_products(search, filters, "order")
    else array[format('id = any(%L)', ids)]
  end;
  if part not between 1 and cardinality(conditions) then
    raise exception 'A exportação não tem esse passo.' using errcode = '22023';
  end if;
  -- The response stays below the size limit of every platform.
  execute format(
    'with step as materialized (
      select found.id, found.keys, found.place
      from private.export_step($7, $1, $2, $3, $4) with ordinality as found (id, keys, place)
    ), listed as materialized (
      select step.place, step.keys, to_jsonb(row_of) as row,
        sum(octet_length(product.description)) over (order by step.place) as bytes
      from step
      join public.products as product on product.id = step.id
      join public.categories as category on category.id = product.category_id
      cross join lateral (select %s, category.name as category) as row_of
    ), fitting as (
      select * from listed where bytes <= 3000000 or place = 1
    )
    select json_build_object(
      ''rows'', coalesce(json_agg(fitting.row order by fitting.place), ''[]''),
      ''next'', case
        when max(fitting.place) < (select max(step.place) from step) or (select count(*) from step) = $4
          then json_build_object(
            ''part'', $5, ''keys'', jsonb_agg(to_jsonb(fitting.keys) order by fitting.place desc) -> 0
          )
        when $5 < $6 then json_build_object(''part'', $5 + 1)
      end
    ), count(fitting.place) from fitting',
    fields
  ) into result, amount
  using format('%s and id <> all(%L)', conditions[part], "except"), sorted, last, size, part, cardinality(conditions),
    private.products_source(search, case when ids is null then filters else '{}' end, sorted);
  perform private.note_event(
    auth.uid(), 'export', 'products', amount => amount, continues => after is not null
  );
  return result;
end
$$;
comment on function public.export_products(text, jsonb, text, jsonb, integer, uuid[], uuid[]) is
  'Um passo da exportação do que a lista mostra, ou só de ids, sem except, na sua ordem, com as colunas que um cliente grava; next é o after do passo seguinte, nulo no fim. Consta na atividade.';
revoke all on function public.export_products(text, jsonb, text, jsonb, integer, uuid[], uuid[])
  from public, anon, authenticated, service_role;
grant execute on function public.export_products(text, jsonb, text, jsonb, integer, uuid[], uuid[])
  to authenticated;

-- == Note export ==

-- For exports of other areas, the panel reads the list in pages and reports the export here: it appears in the
-- activity, like exports of products.
create function public.note_export(area text, amount integer, continues boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  -- export_products notes its own steps.
  if area = 'products' or private.may_read_area(area) is not true then
    raise exception 'permission denied for function note_export' using errcode = '42501';
  end if;
  perform private.checked_size(amount, 1000, 0), private.required(continues, 'continues');
  perform private.note_event(auth.uid(), 'export', area, amount => amount, continues => continues);
  return jsonb_build_object('status', 'noted');
end
$$;
comment on function public.note_export(text, integer, boolean) is
  'Anota entre os atos um passo da exportação de uma lista que quem chama pode ler; continues soma ao passo de antes.';
revoke all on function public.note_export(text, integer, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.note_export(text, integer, boolean) to authenticated;

-- == Personal data ==

-- The stored data about a titular, for that titular. The history also has deleted distribuidores, parceiros and users.

create function private.personal_record(area text, record_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stored jsonb;
begin
  if (private.area_of(area)).anonymous_values is null then
    raise exception 'Só distribuidores, parceiros e usuários são titulares.' using errcode = '22023';
  end if;
  execute format('select to_jsonb(stored) - ''search_text'' from public.%I as stored where id = $1', area)
  into stored using record_id::uuid;
  return coalesce(stored, (
    select change.before from private.changes as change
    where change.area = personal_record.area and change.record_id = personal_record.record_id
      and change.kind = 'delete'
    order by change.id desc
    limit 1
  ));
end
$$;
comment on function private.personal_record(text, text) is
  'O registro de um titular como está, ou como era ao ser excluído; nulo se não há.';
revoke all on function private.personal_record(text, text) from public;

create function public.personal_data(area text, record_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  stored jsonb;
  login jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function personal_data' using errcode = '42501';
  end if;
  record_id = record_id::uuid::text; -- the history stores ids in this spelling
  stored = private.personal_record(area, record_id);
  if stored is null then
    return jsonb_build_object('status', 'missing');
  end if;
  if area = 'profiles' then
    select jsonb_build_object(
      'email', account.email, 'created_at', account.created_at,
      'last_sign_in_at', account.last_sign_in_at,
      'sessions', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('since', open.created_at, 'from', host(open.ip), 'with', open.user_agent)
            order by open.created_at desc
          ),
          '[]'
        )
        from auth.sessions as open where open.user_id = account.id
      ),
      'factors', (
        select coalesce(
          jsonb_agg(
            jsonb_build_object('name', factor.friendly_name, 'since', factor.updated_at) order by factor.updated_at
          ),
          '[]'
        )
        from auth.mfa_factors as factor where factor.user_id = account.id and factor.status = 'verified'
      )
    ) into login
    from auth.users as account where account.id = record_id::uuid;
  end if;
  -- Repeated requests must not fill the disk with lines.
  if (
    select count(*) < 20 from private.batches as stored_batch
    where stored_batch.actor = auth.uid() and stored_batch.at > now() - interval '1 hour' and stored_batch.kind = 'export'
      and stored_batch.area = personal_data.area and stored_batch.record_id = personal_data.record_id
  ) then
    insert into private.changes (batch, table_name, row_id, area, record_id, kind)
    values (
      private.open_batch(area, record_id, 'export', private.title_of(area, stored), false),
      area, record_id, area, record_id, 'export'
    );
  end if;
  return jsonb_build_object(
    'status', 'found', 'area', area, 'record_id', record_id, 'at', now(), 'record', stored,
    'plan', (select plan.name from public.plans as plan where plan.id = (stored ->> 'plan_id')::uuid),
    'login', login,
    'views', (
      select coalesce(
        jsonb_agg(jsonb_build_object('area', stored.area, 'name', stored.name) order by stored.area, stored.name), '[]'
      )
      from public.list_views as stored
      where stored.owner = case when personal_data.area = 'profiles' then personal_data.record_id end::uuid
    ),
    'history', (
      select coalesce(jsonb_agg(listed.change order by listed.id desc), '[]')
      from (
        select change.id, jsonb_build_object(
          'at', stored_batch.at, 'actor', stored_batch.actor_name, 'kind', change.kind,
          'before', change.before, 'after', change.after
        ) as change
        from private.changes as change
        join private.batches as stored_batch on stored_batch.id = change.batch
        where change.area = personal_data.area and change.record_id = personal_data.record_id
        order by change.id desc
        limit 5000
      ) as listed
    ),
    -- The batches of the titular, without the records that they changed: those are about others.
    'batches', (
      select coalesce(jsonb_agg(listed.stored_batch order by listed.at desc), '[]')
      from (
        select stored_batch.at, jsonb_build_object('at', stored_batch.at, 'kind', stored_batch.kind, 'area', stored_batch.area) as stored_batch
        from private.batches as stored_batch
        where stored_batch.actor = case when personal_data.area = 'profiles' then personal_data.record_id end::uuid
        order by stored_batch.at desc
        limit 5000
      ) as listed
    )
  );
end
$$;
comment on function public.personal_data(text, text) is
  'Para o Administrador: tudo o que se guarda de um distribuidor, parceiro ou usuário, para entregar ao titular. Consta na atividade, até 20 vezes por hora.';
revoke all on function public.personal_data(text, text) from public, anon, authenticated, service_role;
grant execute on function public.personal_data(text, text) to authenticated;

-- == Anonymise ==

-- Anonymising removes a titular's data everywhere and keeps the row, so that counts stay correct: its other values
-- (plan, status, dates) identify nobody.

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

-- The login stays, disabled and without a name: rows of the platform refer to it.
create function private.anonymise_login(login_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  anonymous text = private.anonymous_values('profiles', login_id::text) ->> 'email';
begin
  delete from auth.sessions where user_id = login_id;
  delete from auth.mfa_factors where user_id = login_id;
  delete from auth.one_time_tokens where user_id = login_id;
  delete from public.list_views as stored where stored.owner = login_id;
  delete from public.list_settings as stored where stored.owner = login_id;
  delete from auth.audit_log_entries
  where payload ->> 'actor_id' = login_id::text or payload -> 'traits' ->> 'user_id' = login_id::text;
  update auth.identities
  set identity_data = jsonb_build_object('sub', login_id, 'email', anonymous), last_sign_in_at = null
  where user_id = login_id;
  update auth.users set
    email = anonymous, encrypted_password = '', raw_user_meta_data = '{}', phone = null,
    phone_change = '', email_change = '', recovery_token = '', confirmation_token = '',
    email_change_token_new = '', email_change_token_current = '', reauthentication_token = '',
    last_sign_in_at = null, banned_until = now() + interval '100 years'
  where id = login_id;
end
$$;
comment on function private.anonymise_login(uuid) is
  'Fecha um login e tira dele, e do registro de acessos da plataforma, o que diz de quem é.';
revoke all on function private.anonymise_login(uuid) from public;

-- Includes earlier names and e-mails of the record, which staged spreadsheets and views may still contain.
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

-- Also clears rows that hold one of the values but match no record, for example refused ones.
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

create function private.decode_url(address text) returns text
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
  return address; -- the bytes are not valid text
end
$$;
comment on function private.decode_url(text) is 'O texto de um endereço, sem a codificação por %.';
revoke all on function private.decode_url(text) from public;

-- Matches whole words: the name "Sol" is not in "Consolidado".
create function private.anonymise_views("values" text[]) returns integer
language plpgsql set search_path = '' as $$
declare
  deleted integer;
  patterns constant text[] = array(
    select '(^|[^[:alnum:]])' || regexp_replace(plain, '([^[:alnum:][:space:]])', '\\\1', 'g') || '($|[^[:alnum:]])'
    from unnest("values") as personal (value)
    cross join lateral (select private.searchable(personal.value)) as searched (plain)
    where plain <> ''
  );
begin
  delete from public.list_views as stored
  where private.searchable(stored.name || E'\n' || private.decode_url(stored.address)) ~ any (patterns);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function private.anonymise_views(text[]) is
  'Apaga as visões guardadas, de quem quer que sejam, que nomeiam ou procuram um titular; diz quantas.';
revoke all on function private.anonymise_views(text[]) from public;

-- Free text of other users is not changed automatically: the response names the areas in which it contains the values.
create function private.count_free_texts("values" text[]) returns jsonb
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
comment on function private.count_free_texts(text[]) is
  'Em quantos registros de cada área um texto livre ainda traz um destes valores.';
revoke all on function private.count_free_texts(text[]) from public;

-- Includes avatars that were uploaded but never saved.
create function private.orphaned_files(addresses text[], record_id text)
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
  where (object.bucket_id = 'avatars' and object.name like orphaned_files.record_id || '/%')
    or (object.bucket_id = 'lixeira' and object.name like 'avatars/' || orphaned_files.record_id || '/%')
$$;
comment on function private.orphaned_files(text[], text) is
  'Os arquivos desses endereços, e os da pasta de um usuário, onde quer que estejam, que nenhum registro usa.';
revoke all on function private.orphaned_files(text[], text) from public;

-- A retry after a lost response: nothing is left to change, but the files may still exist.
create function private.repeated_anonymise(area text, record_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'status', 'anonymised', 'views', 0, 'not_reached', jsonb_build_object(),
    'files', (
      select coalesce(
        jsonb_agg(jsonb_build_object('bucket', object.bucket_id, 'path', object.name)
          order by object.bucket_id, object.name), '[]'
      )
      from jsonb_array_elements_text(batch.note -> 'files') as noted (id)
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
  join private.batches as batch on batch.id = latest.batch
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
  anonymous jsonb;
  columns text;
  personal text[];
  addresses text[];
  batch_id bigint;
  known text[];
  anonymous_title text;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function anonymise' using errcode = '42501';
  end if;
  record_id = record_id::uuid::text; -- the history stores ids in this spelling
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
    where id = $2',
    area, columns
  ) using anonymous, record_id::uuid;
  perform private.anonymise_staged(area, record_id, known);

  -- Also delete the changes that the triggers have just recorded: the batch itself is enough.
  delete from private.changes as change where change.batch = batch_id;
  -- Files are recorded by id: a file name may identify the titular.
  perform private.note_batch(jsonb_build_object('files', (
    select coalesce(jsonb_agg(object.id), '[]')
    from private.orphaned_files(addresses, record_id) as file
    join storage.objects as object on object.bucket_id = file.bucket and object.name = file.path
  )));
  insert into private.changes (batch, table_name, row_id, area, record_id, kind)
  values (batch_id, area, record_id, area, record_id, 'anonymise');
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
comment on function public.anonymise(text, text) is
  'Para o Administrador: tira um distribuidor, parceiro ou usuário de tudo o que se guarda; a linha fica, sem nome. Não se desfaz. Devolve os arquivos que vão junto, quantas visões apagou (views) e em quantos registros de cada área um texto livre ainda o nomeia (not_reached).';
revoke all on function public.anonymise(text, text) from public, anon, authenticated, service_role;
grant execute on function public.anonymise(text, text) to authenticated;
