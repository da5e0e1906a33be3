-- == Trash ==

create view private.trashed_records with (security_invoker = true) as
select change.*
from private.changes as change
where change.kind = 'delete' and change.table_name = change.area
  and not exists (
    select from private.changes as later
    where later.area = change.area and later.record_id = change.record_id
      and later.id > change.id
      and later.table_name = later.area and later.kind in ('insert', 'discard', 'anonymise')
  );
comment on view private.trashed_records is
  'As exclusões de registros que não voltaram, não foram apagados de vez nem anonimizados. Uma visão e não uma função: o banco a junta às consultas, em vez de chamar uma função por exclusão.';
revoke all on private.trashed_records from public, anon, authenticated, service_role;

create function private.text_in_trash(area text, row_before jsonb, rules jsonb) returns text
language sql immutable parallel safe
return private.searchable(concat_ws(
  ' ', row_before ->> coalesce(rules -> area ->> 'title', 'name'), row_before ->> (rules -> area ->> 'key')
));
comment on function private.text_in_trash(text, jsonb, jsonb) is
  'O texto em que a busca da lixeira procura: o nome e o SKU ou e-mail de um registro excluído.';
revoke all on function private.text_in_trash(text, jsonb, jsonb) from public;

create function private.visible_in_trash(rules jsonb) returns text[]
language sql immutable set search_path = ''
return array(select rule.key from jsonb_each(rules) as rule where (rule.value -> 'is_visible')::boolean);
comment on function private.visible_in_trash(jsonb) is
  'As áreas de que quem chama vê todos os registros excluídos; rules são as de trash_rules.';
revoke all on function private.visible_in_trash(jsonb) from public;

create or replace function public.trash_groups(
  area text default null, search text default '', before bigint default null, size integer default 20
)
returns jsonb
language plpgsql stable security definer set search_path = ''
-- Few changes are deletions, but the statistics do not show it: a plan with a sort reads every change for each group.
set enable_sort = off set jit = off as $$
declare
  pattern text = private.like_pattern(private.required(search, 'search'));
  rules jsonb = private.trash_rules();
  visible text[] = private.visible_in_trash(rules);
  latest bigint = coalesce(before, 9223372036854775807);
  oldest bigint;
  stored_batch private.batches;
  groups jsonb = '[]';
begin
  if not private.is_staff() then
    raise exception 'permission denied for function trash_groups' using errcode = '42501';
  end if;
  select recent.id into oldest
  from private.batches as recent
  where recent.at > now() - interval '30 days'
  order by recent.at, recent.id
  limit 1;
  for place in 1 .. private.checked_size(size, 100) loop
    select batch.* into stored_batch
    from private.trashed_records as deletion
    join private.batches as batch on batch.id = deletion.batch
    where deletion.batch < latest and deletion.batch >= oldest
      and batch.at > now() - interval '30 days'
      and (trash_groups.area is null or deletion.area = trash_groups.area)
      and (deletion.area = any (visible) or private.may_see_changes(deletion.area, deletion.record_id))
      and (pattern is null or private.text_in_trash(deletion.area, deletion.before, rules) like pattern)
    order by deletion.batch desc, deletion.id desc
    limit 1;
    exit when not found;
    latest = stored_batch.id;
    groups = groups || jsonb_build_object(
      'batch', stored_batch.id, 'at', stored_batch.at, 'actor', stored_batch.actor_name, 'may_discard', private.may_discard(stored_batch),
      'records', (
        select jsonb_build_object(
          'count', count(*), 'area', min(deletion.area), 'mixed', count(distinct deletion.area) > 1
        )
        from (
          select deletion.area
          from private.trashed_records as deletion
          where deletion.batch = stored_batch.id
            and (trash_groups.area is null or deletion.area = trash_groups.area)
            and (deletion.area = any (visible) or private.may_see_changes(deletion.area, deletion.record_id))
            and (pattern is null or private.text_in_trash(deletion.area, deletion.before, rules) like pattern)
          limit 1000
        ) as deletion
      ),
      'rows', public.trash(trash_groups.area, null, 3, trash_groups.search, stored_batch.id)
    );
  end loop;
  return groups;
end
$$;

create or replace function public.trash(
  area text default null, before bigint default null, size integer default 50, search text default '',
  batch bigint default null
)
returns jsonb
language plpgsql stable security definer set search_path = ''
-- A plan for the given batch uses another index than the generic plan.
set plan_cache_mode = force_custom_plan as $$
declare
  pattern text = private.like_pattern(private.required(search, 'search'));
  rules jsonb = private.trash_rules();
  visible text[] = private.visible_in_trash(rules);
begin
  if not private.is_staff() then
    raise exception 'permission denied for function trash' using errcode = '42501';
  end if;
  return (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'batch', listed.batch, 'id', listed.id, 'at', listed.at, 'actor', listed.actor_name,
          'area', listed.area, 'record_id', listed.record_id,
          'title', listed.row_before ->> coalesce(rules -> listed.area ->> 'title', 'name'),
          'detail', listed.row_before ->> (rules -> listed.area ->> 'key')
        )
        order by listed.id desc
      ),
      '[]'
    )
    from (
      select
        deletion.batch, deletion.id, stored_batch.at, stored_batch.actor_name, deletion.area, deletion.record_id,
        deletion.before as row_before
      from private.trashed_records as deletion
      join private.batches as stored_batch on stored_batch.id = deletion.batch
      where deletion.batch = coalesce(trash.batch, deletion.batch)
        -- Bounds the index scan at the first change of the 30 days.
        and deletion.id >= (select private.first_change_since(now() - interval '30 days'))
        and stored_batch.at > now() - interval '30 days'
        and deletion.id < coalesce(trash.before, 9223372036854775807)
        and (trash.area is null or deletion.area = trash.area)
        and (deletion.area = any (visible) or private.may_see_changes(deletion.area, deletion.record_id))
        and (pattern is null or private.text_in_trash(deletion.area, deletion.before, rules) like pattern)
      order by deletion.id desc
      limit private.checked_size(trash.size, 1000)
    ) as listed
  );
end
$$;

drop function private.is_listed_in_trash(private.changes, text, text, jsonb);

-- == Pictures of deleted records ==

-- By their values, not by the columns of the areas: an index can contain those of all areas, also of new ones.
create function private.urls_in(side jsonb) returns jsonb
language sql immutable parallel safe
return jsonb_path_query_array(side, '$.* ? (@ like_regex "^(https?://|/storage/)")');
comment on function private.urls_in(jsonb) is 'Os endereços em um lado de uma mudança, também os das imagens.';
revoke all on function private.urls_in(jsonb) from public;
create index changes_former_urls_idx on private.changes using gin (private.urls_in(before) jsonb_path_ops)
  where kind in ('update', 'delete') and private.urls_in(before) <> '[]';

create or replace function private.unshared_picture_urls(batch_id bigint, records text[]) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(address), '{}')
  from unnest(private.picture_urls_in(array(
    select change.before from private.changes as change
    where change.batch = batch_id and change.record_id = any (records) and change.kind = 'delete'
  ))) as address
  where not exists (
    select
    from private.changes as other
    join private.batches as batch on batch.id = other.batch
    where private.urls_in(other.before) @> to_jsonb(address)
      and other.kind in ('update', 'delete') and private.urls_in(other.before) <> '[]'
      and batch.kind in ('update', 'delete') and batch.at > now() - interval '30 days'
      and other.record_id <> all (records)
  )
$$;

-- == Uploads ==

create or replace function private.has_room_for_uploads() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  files_each_day constant integer = 400;
  bytes_each_day constant bigint = 400 * 1024 * 1024;
  unused record;
  trashed record;
begin
  if not private.is_staff() then
    return false;
  end if;
  select count(*) as files, coalesce(sum(size), 0) as bytes into unused
  from (
    select (object.metadata ->> 'size')::bigint as size
    from (
      -- Only the newest files: each upload asks, and thousands of used files would make it slow.
      select uploaded.*
      from storage.objects as uploaded
      where uploaded.owner_id = auth.uid()::text
        and uploaded.created_at > now() - interval '1 day'
        and uploaded.bucket_id <> 'lixeira'
      order by uploaded.created_at desc
      limit 10 * files_each_day
    ) as object
    where not private.is_used_file(object.bucket_id, object.name)
    limit files_each_day
  ) as recent;
  select count(*) as files, coalesce(sum(size), 0) as bytes into trashed
  from (
    select (object.metadata ->> 'size')::bigint as size
    from storage.objects as object
    where object.owner_id = auth.uid()::text
      and object.created_at > now() - interval '1 day'
      and object.bucket_id = 'lixeira'
    limit 10 * files_each_day
  ) as recent;
  if unused.files >= files_each_day or unused.bytes >= bytes_each_day
    or trashed.files >= 10 * files_each_day or trashed.bytes >= 10 * bytes_each_day
  then
    -- Raise a separate error: users could not act on the message of a refused policy.
    raise exception 'Você enviou muitos arquivos que nenhum registro usa. Salve o que está aberto ou tente amanhã.'
      using errcode = '42501', hint = 'unused_files';
  end if;
  return true;
end
$$;

-- == Pictures of a staged batch ==

create function private.named_pictures(images jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'url', image -> 'url', 'is_main', image -> 'is_main', 'alt', image -> 'alt'
  )) order by place), '[]')
  from jsonb_array_elements(
    private.checked_objects(images, (private.limits()).pictures_of_product, 'images')
  ) with ordinality as given (image, place)
$$;
comment on function private.named_pictures(jsonb) is
  'As imagens que um cliente enviou, só com os valores que são gravados: url, is_main e alt.';
revoke all on function private.named_pictures(jsonb) from public;
grant execute on function private.named_pictures(jsonb) to authenticated;

create or replace function private.store_pictures(staged private.staged_batches, pictures jsonb) returns integer[]
language plpgsql set search_path = '' as $$
declare
  taken integer[];
  places integer[];
begin
  with given as (
    update private.staged_batch_rows as own
    set
      after = case
        when sent.images is null then own.after
        else jsonb_build_object('images', private.named_pictures(sent.images))
      end,
      problems = own.problems || private.checked_object(coalesce(sent.problems, '{}'), 'problems'),
      outcome = case when sent.images is null then 'refuse' else 'change' end
    from jsonb_to_recordset(private.checked_objects(pictures, 100, 'pictures'))
      as sent (place integer, images jsonb, problems jsonb)
    where own.batch_id = staged.id and own.place = sent.place and own.outcome = 'change'
    returning own.place, own.outcome
  )
  select array_agg(given.place), coalesce(array_agg(given.place) filter (where given.outcome = 'change'), '{}')
  into taken, places from given;
  if cardinality(taken) is distinct from jsonb_array_length(pictures) then
    raise exception 'Uma destas linhas não espera imagens.' using errcode = '22023';
  end if;
  update private.staged_batches as own set bytes = own.bytes + octet_length(pictures::text)
  where own.id = staged.id;
  perform private.make_room(staged.id);
  return places;
end
$$;

-- == Texts that name a titular ==

-- The text of a row doubles quotation marks and backslashes: the values are compared in the same form.
create or replace function private.count_free_texts("values" text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  pages_at_once constant integer = 500;
  -- Well below the time limit of a request: the anonymising itself must not fail.
  deadline constant timestamptz = clock_timestamp() + interval '3 seconds';
  known constant text[] = array(
    select replace(replace(personal.value, '"', '""'), '\', '\\') from unnest("values") as personal (value)
  );
  area text;
  pages integer;
  counted integer;
  number integer;
  found jsonb = '{}';
begin
  for area, pages in
    select each.name, pg_relation_size(format('public.%I', each.name)::regclass) / current_setting('block_size')::integer
    from private.areas as each
    order by 2
  loop
    number = 0;
    for page in 0 .. pages by pages_at_once loop
      if clock_timestamp() > deadline then
        number = null;
        exit;
      end if;
      execute format(
        'select count(*)
        from (
          select written.value, lower(written.value collate "pt-BR-x-icu") as lowered
          from (
            select stored::text as value from public.%I as stored where stored.ctid >= $3 and stored.ctid < $4 offset 0
          ) as written
          offset 0 -- once for each row, not for each value
        ) as written
        where case
          when exists (
            select from unnest($1) as personal (value) where strpos(written.lowered, personal.value) > 0
          ) then private.searchable(written.value) ~ any ($2)
        end', area -- `case` fixes the order: the regular expression is slow, and few rows contain a value
      ) into counted using
        known, private.word_patterns(known), format('(%s,0)', page)::tid, format('(%s,0)', page + pages_at_once)::tid;
      number = number + counted;
    end loop;
    found = found || case when number = 0 then '{}' else jsonb_build_object(area, number) end;
  end loop;
  return found;
end
$$;
comment on function private.count_free_texts(text[]) is
  'O número de registros de cada área em que um texto ainda contém um destes valores; nulo se em três segundos não leu todos os registros da área.';
