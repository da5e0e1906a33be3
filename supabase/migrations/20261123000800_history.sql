-- History: the changes of every record, events, the files of deleted records, and the function that adds an area.

-- == Changes ==

-- Triggers record every change, with the values before and after it. History, undo, trash and activity are queries to
-- these two tables. A batch holds the changes of one transaction.
create table private.batches (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor uuid,
  actor_name text,
  area text not null,
  record_id text not null,
  kind text not null check (
    kind in (
      'insert', 'update', 'delete', 'discard', 'load', 'anonymise', 'retention',
      'sign_in', 'sign_out', 'recovery', 'password', 'failed', 'refused', 'export', 'read', 'sessions',
      'factor_removed', 'factor_on', 'factor_off'
    )
  ),
  title text,
  undoes bigint,
  root bigint,
  reverts boolean not null default false,
  is_reverted boolean not null default false,
  amount integer,
  note jsonb
);
comment on table private.batches is
  'Cada ato que mudou algo, e cada entrada, recusa e exportação: quem, quando, o quê.';
comment on column private.batches.actor is 'O perfil de quem agiu; nulo é o sistema. Sem chave: o perfil pode ter sido excluído.';
comment on column private.batches.actor_name is 'O nome que quem agiu tinha então.';
comment on column private.batches.area is 'A tabela do primeiro registro mudado; as imagens de um produto contam como o produto.';
comment on column private.batches.title is 'O nome que o primeiro registro tinha então.';
comment on column private.batches.undoes is 'O ato que este desfez.';
comment on column private.batches.root is
  'O primeiro ato da cadeia: o que este desfez ou refez. Um desfazer e o desfazer dele têm a mesma raiz.';
comment on column private.batches.reverts is 'Este ato desfez a raiz; se não, a refez.';
comment on column private.batches.is_reverted is 'Só da raiz: foi desfeita por inteiro e não refeita depois.';
comment on column private.batches.amount is
  'Quantas vezes em uma hora falhou ou foi recusado; quantas linhas se exportaram ou se esqueceram.';
comment on column private.batches.note is
  'O que se fez a muitos registros de uma vez (bulk, count), qual banner mudou de posição (moved), e quantos preços duvidosos quem agiu confirmou (confirmed).';

create index batches_at_idx on private.batches (at desc, id desc);
create index batches_actor_idx on private.batches (actor, at desc, id desc);
create index batches_area_idx on private.batches (area, kind, at desc, id desc);
create index batches_kind_idx on private.batches (kind, at desc, id desc);
create index batches_undoes_idx on private.batches (undoes) where undoes is not null;

create table private.changes (
  id bigint generated always as identity primary key,
  batch bigint not null,
  table_name text not null,
  row_id text not null,
  area text not null,
  record_id text not null,
  kind text not null check (
    kind in ('insert', 'update', 'delete', 'discard', 'anonymise', 'export')
  ),
  version integer,
  before jsonb,
  after jsonb,
  root bigint,
  reverts boolean,
  confirmed boolean
);
comment on table private.changes is 'Cada linha mudada, com o que mudou; só cresce.';
comment on column private.changes.id is
  'A ordem das mudanças de um registro. A ordem dos atos não serve: um passo posterior grava sob um ato antigo.';
comment on column private.changes.root is 'O ato que esta mudança desfez ou refez neste registro.';
comment on column private.changes.reverts is 'Desfez a raiz; falso: refez. A última de cada registro diz se o ato vale para ele.';
comment on column private.changes.confirmed is 'Quem agiu confirmou o preço duvidoso que esta mudança gravou.';
comment on column private.changes.area is 'A tabela do registro em cujo histórico a mudança aparece.';
comment on column private.changes.version is 'A versão que o registro tinha depois da mudança, ou antes de ser excluído.';
comment on column private.changes.before is 'As colunas mudadas, como eram; da linha excluída, todas.';
comment on column private.changes.after is 'As colunas mudadas, como ficaram; da linha criada, todas.';

create index changes_batch_idx on private.changes (batch, record_id, id);
create index changes_record_idx on private.changes (area, record_id, id desc);
create index changes_root_idx on private.changes (root, area, record_id, id desc) where root is not null;
create index changes_deleted_idx on private.changes (id desc)
  where kind = 'delete' and table_name = area;
create index changes_deleted_batch_idx on private.changes (batch desc, id desc)
  where kind = 'delete' and table_name = area;
-- Finds deleted products, and products whose SKU changed, by their old SKU.
create index changes_sku_idx on private.changes (lower(before ->> 'sku'), id)
  where table_name = 'products' and before ? 'sku';

revoke all on private.batches, private.changes from anon, authenticated, service_role;
alter table private.batches enable row level security;
alter table private.changes enable row level security;

-- The history is append-only, also for the owner. The exceptions: the current batch gets its subject (open_batch), a
-- counter is increased (note_event), an undo marks the root of its chain (mark_undone), the current batch marks
-- confirmed prices (watch_prices), and the retention and anonymise batches remove data, after they are recorded
-- themselves.
create function private.refuse_rewriting() returns trigger
language plpgsql set search_path = '' as $$
declare
  current_id bigint = nullif(current_setting('vitrine.batch', true), '');
begin
  if tg_op = 'UPDATE' and tg_table_name = 'batches' then
    if old.id = current_id
      or (new.amount >= old.amount and to_jsonb(new) - 'amount' = to_jsonb(old) - 'amount')
      or (
        to_jsonb(new) - 'is_reverted' = to_jsonb(old) - 'is_reverted'
        and exists (select from private.batches as undo where undo.id = current_id and undo.root = old.id)
      )
    then
      return new;
    end if;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'changes' then
    if old.batch = current_id and new.confirmed and to_jsonb(new) - 'confirmed' = to_jsonb(old) - 'confirmed' then
      return new;
    end if;
  end if;
  if tg_op <> 'TRUNCATE' and exists (
    select from private.batches as batch
    where batch.id = current_id and batch.kind in ('anonymise', 'retention')
  ) then
    return coalesce(new, old);
  end if;
  raise exception 'O histórico não pode ser alterado.' using errcode = '42501', hint = 'append_only';
end
$$;
comment on function private.refuse_rewriting() is
  'O histórico só cresce; só a limpeza e a anonimização, que nele constam, tiram algo.';
revoke all on function private.refuse_rewriting() from public;

create trigger refuse_rewriting before update or delete on private.batches
  for each row execute function private.refuse_rewriting();
create trigger refuse_rewriting before update or delete on private.changes
  for each row execute function private.refuse_rewriting();
create trigger refuse_truncating before truncate on private.batches
  for each statement execute function private.refuse_rewriting();
create trigger refuse_truncating before truncate on private.changes
  for each statement execute function private.refuse_rewriting();

-- The first change of a transaction opens its batch. If a part of a record opened it (an image deleted before its
-- product), the batch gets its subject as soon as the record itself changes.
create function private.open_batch(
  area text, record_id text, kind text, title text, is_part boolean
) returns bigint
language plpgsql set search_path = '' as $$
declare
  current_id bigint = nullif(current_setting('vitrine.batch', true), '');
begin
  if current_id is null then
    insert into private.batches (actor, actor_name, area, record_id, kind, title, undoes, root, reverts)
    values (
      auth.uid(), (select name from public.profiles where id = auth.uid()),
      open_batch.area, open_batch.record_id, open_batch.kind, open_batch.title,
      nullif(current_setting('vitrine.undoes', true), '')::bigint,
      nullif(current_setting('vitrine.root', true), '')::bigint,
      coalesce(current_setting('vitrine.reverts', true) = 'true', false)
    )
    returning id into current_id;
    perform set_config('vitrine.batch', current_id::text, true);
    perform set_config('vitrine.batch_of_part', is_part::text, true);
  elsif not is_part and current_setting('vitrine.batch_of_part', true) = 'true' then
    update private.batches as batch set
      area = open_batch.area, record_id = open_batch.record_id, kind = open_batch.kind,
      title = open_batch.title
    where batch.id = current_id;
    perform set_config('vitrine.batch_of_part', 'false', true);
  end if;
  return current_id;
end
$$;
comment on function private.open_batch(text, text, text, text, boolean) is
  'O ato em andamento nesta transação; o primeiro registro mudado o abre.';
revoke all on function private.open_batch(text, text, text, text, boolean) from public;

create function private.note_batch(note jsonb) returns void
language sql security definer set search_path = '' as $$
  update private.batches as batch
  set note = coalesce(batch.note, '{}') || note_batch.note
  where batch.id = nullif(current_setting('vitrine.batch', true), '')::bigint
$$;
comment on function private.note_batch(jsonb) is 'Anota algo no ato em andamento.';
revoke all on function private.note_batch(jsonb) from public;
grant execute on function private.note_batch(jsonb) to authenticated;

-- Ids increase with time: the changes since a moment are those from one id on.
create function private.first_change_since(moment timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select min(oldest.id + 0) from private.changes as oldest -- `+ 0`: do not walk the primary key from its first id
  where oldest.batch = (
    select batch.id from private.batches as batch
    where batch.at > first_change_since.moment
      -- A batch without changes, such as a sign-in, does not count.
      and exists (select from private.changes as stored where stored.batch = batch.id offset 0)
    order by batch.at, batch.id
    limit 1
  )
$$;
comment on function private.first_change_since(timestamptz) is 'A primeira mudança depois de um momento; nulo se não há.';
revoke all on function private.first_change_since(timestamptz) from public;

create function private.record_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Columns that every save counts, generates or touches.
  derived constant text[] = '{search_text,version,updated_at}';
  is_part constant boolean = tg_table_name = 'product_images';
  area constant text = case when is_part then 'products' else tg_table_name end;
  record_key constant text = case when is_part then 'product_id' else 'id' end;
  kind constant text = case tg_op when 'TRUNCATE' then 'delete' else lower(tg_op) end;
  were jsonb[];
  became jsonb[];
  first jsonb;
  batch_id bigint;
  written record;
begin
  if tg_op = 'INSERT' then
    select array_agg(to_jsonb(stored)) into became from new_rows as stored;
  elsif tg_op = 'DELETE' then
    select array_agg(to_jsonb(stored)) into were from old_rows as stored;
  elsif tg_op = 'TRUNCATE' then
    execute format('select array_agg(to_jsonb(stored)) from public.%I as stored', tg_table_name)
    into were;
  else
    select array_agg(pair.old_row), array_agg(pair.new_row) into were, became
    from (
      select to_jsonb(was) - derived as old_row, to_jsonb(now) as new_row
      from old_rows as was
      join new_rows as now using (id)
      offset 0 -- converts each row to JSON only once
    ) as pair
    where pair.old_row <> pair.new_row - derived;
  end if;
  first = coalesce(became[1], were[1]);
  if first is null then
    return null;
  end if;

  batch_id = private.open_batch(
    area, first ->> record_key, case when is_part then 'update' else kind end, private.title_of(tg_table_name, first),
    is_part
  );
  with recorded as (
    insert into private.changes as change (
      batch, table_name, row_id, area, record_id, kind, version, root, reverts, before, after
    )
    select
      batch_id, tg_table_name, stored ->> 'id', area, stored ->> record_key, kind,
      case
        -- Saving a product increases its version before its images are written.
        when is_part then (
          select product.version from public.products as product
          where product.id = (stored ->> record_key)::uuid
        )
        else (stored ->> 'version')::integer
      end,
      nullif(current_setting('vitrine.root', true), '')::bigint,
      nullif(current_setting('vitrine.reverts', true), '')::boolean,
      case
        when kind = 'update' then (
          select jsonb_object_agg(was.key, was.value)
          from jsonb_each(row_before) as was
          where was.value <> row_after -> was.key
        )
        else jsonb_strip_nulls(row_before - derived)
      end,
      case
        when kind = 'update' then (
          select jsonb_object_agg(was.key, row_after -> was.key)
          from jsonb_each(row_before) as was
          where was.value <> row_after -> was.key
        )
        else jsonb_strip_nulls(row_after - derived)
      end
    from unnest(were, became) as pair (row_before, row_after)
    cross join lateral (select coalesce(row_after, row_before) as stored) as either
    returning coalesce(pg_column_size(change.before), 0) + coalesce(pg_column_size(change.after), 0) as size
  )
  select count(*) as rows, sum(recorded.size) as bytes into written from recorded;
  perform private.count_written_rows(written.rows, written.bytes);
  return null;
end
$$;
comment on function private.record_changes() is
  'Anota o que uma instrução mudou: da linha alterada, as colunas que mudaram; da criada ou excluída, todas.';
revoke all on function private.record_changes() from public;

-- Statement-level triggers: a change of 10,000 rows is recorded with one insert.
create function private.record_table(table_name text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger record_inserts after insert on public.%1$I
      referencing new table as new_rows
      for each statement execute function private.record_changes();
    create trigger record_updates after update on public.%1$I
      referencing old table as old_rows new table as new_rows
      for each statement execute function private.record_changes();
    create trigger record_deletes after delete on public.%1$I
      referencing old table as old_rows
      for each statement execute function private.record_changes();
    create trigger record_truncation before truncate on public.%1$I
      for each statement execute function private.record_changes()',
    table_name
  );
end
$$;
comment on function private.record_table(text) is 'Liga os gatilhos que anotam no histórico o que muda em uma tabela.';
revoke all on function private.record_table(text) from public;

select private.record_table(name) from private.areas;
select private.record_table('product_images');
select private.record_table('plans');

-- == Creation keys ==

-- A retried creation sends the same id (or creation_key) as its first attempt: the unique index refuses the second
-- record. If the first one has been deleted since, the index no longer has it, but the history does.

create index changes_creation_key_idx on private.changes ((after ->> 'creation_key'))
  where kind = 'insert' and after ? 'creation_key';

create function private.was_created(area text, record_id text, creation_key text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.changes as change
    where change.area = was_created.area and change.record_id = was_created.record_id
  ) or was_created.creation_key is not null and exists (
    select from private.changes as change
    where change.kind = 'insert' and change.after ? 'creation_key'
      and change.after ->> 'creation_key' = was_created.creation_key and change.area = was_created.area
  )
$$;
comment on function private.was_created(text, text, text) is
  'O histórico conhece um registro com esse id, ou criado com essa chave.';
revoke all on function private.was_created(text, text, text) from public;
grant execute on function private.was_created(text, text, text) to authenticated;

-- Restoring a deleted record runs as the owner, to whom policies do not apply.
create function private.refuse_deleted_id() returns trigger
language plpgsql set search_path = '' as $$
declare
  given_key text = to_jsonb(new) ->> 'creation_key';
begin
  if row_security_active(tg_relid)
    and private.was_created(tg_table_name, new.id::text, given_key)
    and not private.is_stored(tg_table_name, new.id::text, given_key)
  then
    raise exception 'Este registro já foi criado, e excluído depois. Para criar outro, salve de novo.'
      using hint = 'creation_deleted';
  end if;
  return new;
end
$$;
comment on function private.refuse_deleted_id() is
  'Recusa criar de novo, sob o mesmo id ou a mesma chave, um registro que foi excluído.';
revoke all on function private.refuse_deleted_id() from public;

-- If the record still exists, the unique index refuses the duplicate, as for any other value in use.
create function private.is_stored(area text, record_id text, creation_key text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one boolean;
begin
  execute format(
    'select exists (select from public.%I as stored where stored.%I = $1::%s)',
    area, case when creation_key is null then 'id' else 'creation_key' end,
    case when creation_key is null then private.id_type(area) else 'uuid' end
  ) into found_one using coalesce(creation_key, record_id);
  return found_one;
end
$$;
comment on function private.is_stored(text, text, text) is 'Há um registro com esse id, ou com essa chave.';
revoke all on function private.is_stored(text, text, text) from public;
grant execute on function private.is_stored(text, text, text) to authenticated;

create function private.refuse_deleted_ids_in(table_name text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger refuse_deleted_id before insert on public.%I
      for each row execute function private.refuse_deleted_id()',
    table_name
  );
end
$$;
comment on function private.refuse_deleted_ids_in(text) is
  'Liga o gatilho que recusa criar de novo em uma tabela um registro que foi excluído.';
revoke all on function private.refuse_deleted_ids_in(text) from public;

-- Profiles are exempt: their id is that of the login, which may get a profile again.
select private.refuse_deleted_ids_in(name) from private.areas where name <> 'profiles';

-- == History ==

-- Users who may write an area may read its history. An Administrador reads the history of tables without an area. Users
-- also read the history of their own profile.
create function private.may_see_changes(area text, record_id text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if may_see_changes.area = 'profiles' and may_see_changes.record_id = auth.uid()::text then
    return private.is_staff();
  end if;
  return coalesce(private.may_write_area(may_see_changes.area), private.is_administrador());
end
$$;
comment on function private.may_see_changes(text, text) is
  'Quem chama pode ver o histórico desse registro: quem pode alterá-lo.';
revoke all on function private.may_see_changes(text, text) from public;

-- The undone state is stored when the undo runs: following the chain of undos of undos would take longer with each of
-- them. For each record, the latest change of the chain shows whether its root is in force. A batch that is undone
-- cannot be undone again; a redo puts it in force, so that it can be undone again.
create function private.is_undone(batch_id bigint, area text, record_id text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((
    select latest.reverts from private.changes as latest
    where latest.root = coalesce(batch.root, batch.id) and latest.area = is_undone.area
      and latest.record_id = is_undone.record_id
    order by latest.id desc
    limit 1
  ), false) <> batch.reverts
  from private.batches as batch where batch.id = batch_id
$$;
comment on function private.is_undone(bigint, text, text) is
  'O que o ato fez a esse registro foi desfeito, e não refeito depois.';
revoke all on function private.is_undone(bigint, text, text) from public;

-- Batches of other kinds change nothing or, like loading the demonstration, cannot be undone alone. Users cannot delete
-- their own profile, and the last Administrador cannot be deleted: undoing their creation would always be refused.
create function private.is_undoable(batch private.batches) returns boolean
language sql stable
return batch.kind in ('insert', 'update', 'delete') and batch.at > now() - interval '30 days'
  and not (
    batch.kind = 'insert' and batch.area = 'profiles' and (
      batch.record_id = auth.uid()::text
      or not exists (
        select from public.profiles as other
        where other.role = 'Administrador' and other.id::text <> batch.record_id
      )
    )
  );
comment on function private.is_undoable(private.batches) is
  'O ato criou, mudou ou excluiu algo nos últimos 30 dias, e não criou o próprio perfil nem o último Administrador.';
revoke all on function private.is_undoable(private.batches) from public;

create function private.picture_urls_in(sides jsonb[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct side ->> picture.column_name), '{}')
  from unnest(sides) as side
  cross join (
    select 'url' as column_name
    union
    select area.picture_column from private.areas as area where area.picture_column is not null
  ) as picture
  where side ->> picture.column_name is not null
$$;
comment on function private.picture_urls_in(jsonb[]) is 'Os endereços de imagem em linhas ou partes delas.';
revoke all on function private.picture_urls_in(jsonb[]) from public;
grant execute on function private.picture_urls_in(jsonb[]) to authenticated;

-- Deleted files are in the trash, which clients cannot read: the panel must not request them.
create function private.missing_pictures(changes jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(address order by address), '[]')
  from unnest(private.picture_urls_in(array(
    select side.value
    from jsonb_array_elements(changes) as change
    cross join lateral (values (change -> 'before'), (change -> 'after')) as side (value)
  ))) as address
  cross join regexp_match(address, '/object/public/([^/]+)/(.+)$') as file
  where file is not null
    and not exists (
      select from storage.objects as object
      where object.bucket_id = file[1] and object.name = file[2]
    )
$$;
comment on function private.missing_pictures(jsonb) is
  'Os endereços de imagens guardadas aqui que as mudanças citam e que não existem mais.';
revoke all on function private.missing_pictures(jsonb) from public;

-- A batch as JSON, with its changes of the requested record, or of its first record. The panel shows one line per
-- batch: at most 200 changed rows are returned, and records are counted up to 1,000.
create function private.batch_json(batch private.batches, area text, record_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'batch', batch.id,
    'at', batch.at,
    'actor', batch.actor_name,
    'area', batch_json.area,
    'record_id', batch_json.record_id,
    'kind', batch.kind,
    -- The title names the first record of the batch. If that is not the requested record, the caller's right to read it
    -- is checked separately.
    'title', case when (batch.area, batch.record_id) = (batch_json.area, batch_json.record_id)
      or private.may_see_changes(batch.area, batch.record_id) then coalesce(
      batch.title,
      -- A batch that changed only the pictures of a product has no stored title.
      (
        select product.name from public.products as product
        where product.id = case when batch.area = 'products' then nullif(batch.record_id, '') end::uuid
      )
    ) end,
    'amount', batch.amount,
    'undoes', batch.undoes,
    'note', coalesce(
      batch.note, (select undone.note from private.batches as undone where undone.id = batch.undoes)
    ),
    'undone', batch.kind in ('insert', 'update', 'delete')
      and private.is_undone(batch.id, batch_json.area, batch_json.record_id),
    'undoable', private.is_undoable(batch),
    'records', (
      select jsonb_build_object('count', count(*), 'mixed', count(distinct records.area) > 1)
      from (
        select distinct change.area, change.record_id
        from private.changes as change
        where change.batch = batch_json.batch.id
        limit 1000
      ) as records
    ),
    'changes', shown.changes,
    -- Most batches change no picture, and looking up files is slow.
    'missing_pictures', case
      when shown.changes::text like '%/object/public/%' then private.missing_pictures(shown.changes) else '[]'
    end
  )
  from (
    select coalesce(jsonb_agg(shown.change order by shown.id), '[]') as changes
    from (
      select
        change.id,
        jsonb_build_object(
          'table', change.table_name, 'row_id', change.row_id, 'kind', change.kind,
          'before', change.before, 'after', change.after
        ) as change
      from private.changes as change
      where change.batch = batch_json.batch.id
        and change.area = batch_json.area
        and change.record_id = batch_json.record_id
      order by change.id
      limit 200
    ) as shown
  ) as shown
$$;
comment on function private.batch_json(private.batches, text, text) is
  'Um ato, com o que mudou em um registro.';
revoke all on function private.batch_json(private.batches, text, text) from public;

-- The history stores categories and plans by id; the panel shows their names, also after they are deleted.
create function private.names_in(entries jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with ids as (
    select distinct side.value ->> link.key as id, link.area
    from jsonb_array_elements(entries) as entry
    cross join jsonb_array_elements(entry -> 'changes') as change
    cross join lateral (values (change -> 'before'), (change -> 'after')) as side (value)
    cross join (values ('category_id', 'categories'), ('plan_id', 'plans')) as link (key, area)
    where side.value ->> link.key is not null
  )
  select coalesce(jsonb_object_agg(ids.id, name.name), '{}')
  from ids
  cross join lateral (
    select coalesce(
      (select category.name from public.categories as category where category.id = ids.id::uuid),
      (select plan.name from public.plans as plan where plan.id = ids.id::uuid),
      (
        select change.before ->> 'name'
        from private.changes as change
        where change.area = ids.area and change.record_id = ids.id and change.kind = 'delete'
        order by change.id desc
        limit 1
      )
    ) as name
  ) as name
  where name.name is not null
$$;
comment on function private.names_in(jsonb) is 'Os nomes das categorias e dos planos citados, pelo id.';
revoke all on function private.names_in(jsonb) from public;
grant execute on function private.names_in(jsonb) to authenticated;

create function public.record_history(
  area text, record_id text, before bigint default null, size integer default 20
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  latest bigint = coalesce(before, 9223372036854775807);
  batch bigint;
  found_batches bigint[] = '{}';
  entries jsonb;
begin
  if private.may_see_changes(area, record_id) is not true then
    raise exception 'permission denied for function record_history' using errcode = '42501';
  end if;
  perform private.required(area, 'area'), private.required(record_id, 'record_id');
  perform private.checked_size(size, 100);
  -- One entry per batch, at its latest change of this record.
  for place in 1 .. size loop
    select change.id, change.batch into latest, batch
    from private.changes as change
    where change.area = record_history.area and change.record_id = record_history.record_id
      and change.id < latest and change.batch <> all (found_batches)
    order by change.id desc
    limit 1;
    exit when not found;
    found_batches = found_batches || batch;
  end loop;
  select coalesce(
    jsonb_agg(
      private.batch_json(stored_batch, record_history.area, record_history.record_id) order by listed.place
    ),
    '[]'
  ) into entries
  from unnest(found_batches) with ordinality as listed (id, place)
  join private.batches as stored_batch on stored_batch.id = listed.id;
  return jsonb_build_object('entries', entries, 'names', private.names_in(entries), 'next', latest);
end
$$;
comment on function public.record_history(text, text, bigint, integer) is
  'O que se fez com um registro, o mais novo primeiro; before é o next da página anterior, nulo na última.';
revoke all on function public.record_history(text, text, bigint, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.record_history(text, text, bigint, integer) to authenticated;

create function public.activity(
  filters jsonb default '{}', before bigint default null, size integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  conditions text = 'true';
  entries jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function activity' using errcode = '42501';
  end if;
  perform private.checked_object(filters, 'filters');
  -- Only the given filters are part of the query: each filter has an index in this order.
  if filters ? 'actor' then
    conditions = conditions || case
      when filters ->> 'actor' = 'sistema' then ' and actor is null'
      else ' and actor = ($1 ->> ''actor'')::uuid'
    end;
  end if;
  if filters ? 'area' then
    conditions = conditions || ' and area = $1 ->> ''area''';
  end if;
  if filters ? 'kind' then
    conditions = conditions || ' and kind = $1 ->> ''kind''';
  end if;
  if filters ? 'without_visits' then
    conditions = conditions || ' and kind not in (''sign_in'', ''sign_out'')';
  end if;
  if filters ? 'changed' then
    conditions = conditions || ' and kind in (''insert'', ''update'', ''delete'')';
  end if;
  if filters ? 'from' then
    conditions = conditions || ' and at >= ($1 ->> ''from'')::timestamptz';
  end if;
  if filters ? 'to' then
    conditions = conditions || ' and at < ($1 ->> ''to'')::timestamptz';
  end if;
  if before is not null then
    conditions = conditions
      || ' and (at, id) < ((select at from private.batches where id = $2), $2)';
  end if;
  execute format(
    'select coalesce(
      jsonb_agg(
        private.batch_json(batch, batch.area, batch.record_id)
          || case when batch.root is null then jsonb_build_object(''undone'', batch.is_reverted) else ''{}'' end
        order by batch.at desc, batch.id desc
      ),
      ''[]''
    )
    from (select * from private.batches where %s order by at desc, id desc limit $3) as batch',
    conditions
  ) into entries using filters, before, private.checked_size(size, 100);
  return jsonb_build_object('entries', entries, 'names', private.names_in(entries));
end
$$;
comment on function public.activity(jsonb, bigint, integer) is
  'Para o Administrador: tudo o que se fez, o mais novo primeiro; filtros actor (ou sistema), area, kind, changed (só o que mudou algo), without_visits (sem entradas e saídas), from e to.';
revoke all on function public.activity(jsonb, bigint, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.activity(jsonb, bigint, integer) to authenticated;

-- Returns the present name of a record, or the last name of a deleted one.
create function private.record_name(area text, record_id text) returns text
language plpgsql stable set search_path = '' as $$
declare
  found_name text;
begin
  execute format(
    'select private.title_of(%1$L, to_jsonb(stored)) from public.%1$I as stored where stored.id = $1::%2$s',
    area, private.id_type(area)
  ) into found_name using record_id;
  return coalesce(found_name, (
    select private.title_of(change.area, change.before)
    from private.changes as change
    where change.area = record_name.area and change.record_id = record_name.record_id
      and change.kind = 'delete' and change.table_name = change.area
    order by change.id desc
    limit 1
  ));
end
$$;
comment on function private.record_name(text, text) is 'O nome que um registro tem, ou tinha quando foi excluído.';
revoke all on function private.record_name(text, text) from public;

create function public.batch_records(batch bigint, after text default '', size integer default 50)
returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  entries jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function batch_records' using errcode = '42501';
  end if;
  perform private.required(batch, 'batch'), private.required(after, 'after');
  select coalesce(
    jsonb_agg(
      private.batch_json(stored_batch, record.area, record.record_id)
        || jsonb_build_object('title', private.record_name(record.area, record.record_id))
      order by record.record_id
    ),
    '[]'
  ) into entries
  from private.batches as stored_batch
  cross join lateral (
    select distinct change.area, change.record_id
    from private.changes as change
    where change.batch = stored_batch.id and change.record_id > batch_records.after
    order by change.record_id
    limit private.checked_size(batch_records.size, 100)
  ) as record
  where stored_batch.id = batch_records.batch;
  return jsonb_build_object('entries', entries, 'names', private.names_in(entries));
end
$$;
comment on function public.batch_records(bigint, text, integer) is
  'Para o Administrador: o que um ato fez a cada registro, na ordem dos ids; after é o último id já recebido.';
revoke all on function public.batch_records(bigint, text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.batch_records(bigint, text, integer) to authenticated;

-- == Files in the trash ==

-- A file that no record uses moves to a closed bucket, under its old bucket and path. It moves back when a record uses
-- it again. The database decides which files may be moved.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'lixeira', 'lixeira', false, 10 * 1024 * 1024,
  array['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- The same rules as the upload and deletion policies of the four buckets.
create function private.may_handle_file(bucket_id text, name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    case bucket_id
      when 'product-images' then private.is_staff()
      when 'logos' then private.is_staff()
      when 'avatars' then private.is_administrador()
        or (private.is_staff() and (storage.foldername(name))[1] = auth.uid()::text)
      when 'images' then private.is_administrador()
        or (private.is_staff() and (storage.foldername(name))[1] = 'categories')
      when 'lixeira' then private.may_handle_file(
        split_part(name, '/', 1), substr(name, strpos(name, '/') + 1)
      )
    end,
    false
  );
end
$$;
comment on function private.may_handle_file(text, text) is
  'Quem chama pode enviar e apagar arquivos nesse lugar; na lixeira, conforme o lugar de onde vieram.';
revoke all on function private.may_handle_file(text, text) from public;
grant execute on function private.may_handle_file(text, text) to authenticated;

-- Staff can list, move and delete these files. Only the service key can read their bytes.
create policy "staff reads the trash" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'lixeira' and (select private.is_staff())
    and private.may_handle_file(bucket_id, name)
    and (select private.storage_operation()) in (
      '', 'object.list', 'object.list_v2', 'object.move', 'object.delete', 'object.delete_many'
    )
  );
create policy "staff moves unused files to the trash, used ones back" on storage.objects
  for update to authenticated
  using (
    (select private.is_staff()) and private.may_handle_file(bucket_id, name)
    and (bucket_id = 'lixeira' or not private.is_used_file(bucket_id, name))
  )
  with check (
    (select private.is_staff()) and private.may_handle_file(bucket_id, name)
    and (bucket_id = 'lixeira' or private.is_used_file(bucket_id, name))
  );
-- Files that a record uses again are excluded: they will be restored.
create policy "staff deletes files in the trash" on storage.objects
  for delete to authenticated
  using (
    bucket_id = 'lixeira' and (select private.is_staff())
    and private.may_handle_file(bucket_id, name)
    and not private.is_used_file(split_part(name, '/', 1), substr(name, strpos(name, '/') + 1))
  );

create function private.files_in_trash(urls text[]) returns table (bucket text, path text)
language sql stable set search_path = '' as $$
  select distinct stored[1], name.path
  from unnest(files_in_trash.urls) as candidate (url)
  cross join regexp_match(candidate.url, '/object/public/([^/]+)/(.+)$') as stored
  cross join lateral (
    values (stored[2]), (regexp_replace(stored[2], '(\.small\.webp|\.[^./]*)$', '') || '.small.webp')
  ) as name (path)
  join storage.objects as object
    on object.bucket_id = 'lixeira' and object.name = stored[1] || '/' || name.path
$$;
comment on function private.files_in_trash(text[]) is
  'Os arquivos desses endereços, com as suas cópias pequenas, que estão na lixeira.';
revoke all on function private.files_in_trash(text[]) from public;

-- A picture is lost if its file is neither in its bucket nor in the trash. Files in the trash for 30 days count as
-- lost, because they are about to be deleted.
create function private.lost_pictures(changes private.changes[]) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(address), '{}')
  from unnest(private.picture_urls_in(array(select change.before from unnest(changes) as change))) as address
  cross join regexp_match(address, '/object/public/([^/]+)/(.+)$') as file
  where file is not null
    and not exists (
      select from storage.objects as object
      where object.bucket_id = file[1] and object.name = file[2]
    )
    and not exists (
      select from storage.objects as object
      where object.bucket_id = 'lixeira' and object.name = file[1] || '/' || file[2]
        and object.updated_at > now() - interval '30 days'
    )
$$;
comment on function private.lost_pictures(private.changes[]) is
  'Os endereços de imagens guardadas aqui que estas mudanças trariam de volta e cujos arquivos não existem mais.';
revoke all on function private.lost_pictures(private.changes[]) from public;
grant execute on function private.lost_pictures(private.changes[]) to authenticated;

create function private.restorable_files(urls text[]) returns table (bucket text, path text)
language sql stable security definer set search_path = '' as $$
  select file.bucket, file.path
  from private.files_in_trash(restorable_files.urls) as file
  where (select private.is_staff()) and private.is_used_file(file.bucket, file.path)
  order by file.bucket, file.path
$$;
comment on function private.restorable_files(text[]) is
  'Os arquivos desses endereços que estão na lixeira e que algum registro usa de novo.';
revoke all on function private.restorable_files(text[]) from public;
grant execute on function private.restorable_files(text[]) to authenticated;

-- A client may restore a record and close before it restores the files. The cleanup reads the trash in pages.
create function public.files_to_restore(after text default '', size integer default 1000) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function files_to_restore' using errcode = '42501';
  end if;
  perform private.required(after, 'after'), private.checked_size(size, 1000);
  return (
    with page as materialized (
      select
        object.name, split_part(object.name, '/', 1) as bucket,
        substr(object.name, strpos(object.name, '/') + 1) as path
      from storage.objects as object
      where object.bucket_id = 'lixeira' and object.name collate "C" > files_to_restore.after
      order by object.name collate "C"
      limit files_to_restore.size
    )
    select jsonb_build_object(
      'files', coalesce(
        jsonb_agg(jsonb_build_object('bucket', page.bucket, 'path', page.path))
          filter (where private.is_used_file(page.bucket, page.path)),
        '[]'
      ),
      'next', case
        when count(*) = files_to_restore.size then max(page.name collate "C")
      end
    )
    from page
  );
end
$$;
comment on function public.files_to_restore(text, integer) is
  'De uma página da lixeira, os arquivos que algum registro usa de novo, e onde a próxima página começa.';
revoke all on function public.files_to_restore(text, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.files_to_restore(text, integer) to authenticated;

-- Uploads whose record was never saved. The built-in server moves them itself.
create function public.abandoned_files(
  after uuid default '00000000-0000-0000-0000-000000000000', size integer default 1000
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  page jsonb;
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function abandoned_files' using errcode = '42501';
  end if;
  perform private.required(after, 'after'), private.checked_size(size, 1000);
  page = public.unused_objects('1 day', abandoned_files.after, abandoned_files.size);
  return jsonb_build_object(
    'files', (
      select coalesce(
        jsonb_agg(jsonb_build_object('bucket', object.bucket_id, 'path', object.name) order by object.id),
        '[]'
      )
      from jsonb_array_elements_text(page -> 'ids') as unused (id)
      join storage.objects as object on object.id = unused.id::uuid
    ),
    'next', page -> 'next'
  );
end
$$;
comment on function public.abandoned_files(uuid, integer) is
  'Da página de arquivos depois do id dado: os enviados há mais de um dia que nenhum registro usa, e onde a próxima página começa.';
revoke all on function public.abandoned_files(uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.abandoned_files(uuid, integer) to authenticated;

create function public.expired_files(size integer default 100) returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.is_administrador() or current_setting('role') = 'service_role') then
    raise exception 'permission denied for function expired_files' using errcode = '42501';
  end if;
  return query
    select object.name from storage.objects as object
    where object.bucket_id = 'lixeira' and object.updated_at < now() - interval '30 days'
      and not private.is_used_file(
        split_part(object.name, '/', 1), substr(object.name, strpos(object.name, '/') + 1)
      )
    order by object.name
    limit private.checked_size(expired_files.size, 1000);
end
$$;
comment on function public.expired_files(integer) is
  'Os arquivos que estão na lixeira há mais de 30 dias, para que sejam apagados.';
revoke all on function public.expired_files(integer) from public, anon, authenticated, service_role;
grant execute on function public.expired_files(integer) to authenticated, service_role;

-- == Record authors ==

-- The authors of the changes that a form or an undo conflicts with, so that a message can name them.
create function public.record_authors(
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
      change.kind = 'delete' and change.table_name = change.area as deletes
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
    )
  ) into result;
  return result;
end
$$;
comment on function public.record_authors(text, text[], integer, bigint) is
  'Quem mudou estes registros depois de uma versão ou de um ato, o último primeiro; e, se a última mudança foi a exclusão, quem, quando e em que ato.';
revoke all on function public.record_authors(text, text[], integer, bigint)
  from public, anon, authenticated, service_role;
grant execute on function public.record_authors(text, text[], integer, bigint) to authenticated;

-- == Events ==

-- Events change no record: sign-ins and sign-outs, failures, refusals, exports. They are stored as batches, so that
-- there is one list and one retention period.

-- Events must not fill the disk. A repeated event is added to its latest line of the last hour in two cases: it
-- continues an earlier event (`continues`), or the hour already has 20 lines.
create function private.note_event(
  actor uuid, kind text, area text, record_id text default '', title text default null,
  amount integer default null, continues boolean default false
) returns bigint
language plpgsql set search_path = '' as $$
declare
  noted bigint;
begin
  if amount is not null then
    select case when continues or count(*) = 20 then max(recent.id) end into noted
    from (
      select batch.id
      from private.batches as batch
      where batch.actor is not distinct from note_event.actor and batch.at > now() - interval '1 hour'
        and batch.kind = note_event.kind and batch.area = note_event.area
        and batch.record_id = note_event.record_id and batch.title is not distinct from note_event.title
      order by batch.at desc
      limit 20
    ) as recent;
  end if;
  if noted is null then
    insert into private.batches (actor, actor_name, area, record_id, kind, title, amount)
    values (
      note_event.actor, (select profile.name from public.profiles as profile where profile.id = note_event.actor),
      note_event.area, note_event.record_id, note_event.kind, note_event.title, note_event.amount
    )
    returning id into noted;
  else
    update private.batches as batch set amount = batch.amount + note_event.amount where batch.id = noted;
  end if;
  return noted;
end
$$;
comment on function private.note_event(uuid, text, text, text, text, integer, boolean) is
  'Anota algo que nada mudou; continues soma ao que a mesma pessoa fez igual há menos de uma hora, o que também se faz a partir da 21ª linha.';
revoke all on function private.note_event(uuid, text, text, text, text, integer, boolean) from public;

-- Both auth servers write auth.audit_log_entries; a project of the platform may turn that off. A user without a profile
-- is just being registered: the sign-up does not count as a sign-in.
create function private.note_sign_in() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_event(
    profile.id,
    case new.payload ->> 'action'
      when 'login' then 'sign_in'
      when 'logout' then 'sign_out'
      when 'user_recovery_requested' then 'recovery'
      else 'password'
    end,
    'profiles', profile.id::text
  )
  from public.profiles as profile
  where profile.id = (new.payload ->> 'actor_id')::uuid;
  return null;
end
$$;
comment on function private.note_sign_in() is
  'Anota entre os atos as entradas e saídas, os pedidos de nova senha e as trocas de senha.';
revoke all on function private.note_sign_in() from public;

create trigger vitrine_note_sign_in after insert on auth.audit_log_entries
  for each row when (
    new.payload ->> 'action' in ('login', 'logout', 'user_recovery_requested', 'user_updated_password')
  )
  execute function private.note_sign_in();

-- Called by the built-in auth server; the hosted one does not report failed sign-ins. The typed e-mail is not stored:
-- it may be a password.
create function private.note_failed_sign_in(email text, kind text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.note_event(
    profile.id, note_failed_sign_in.kind, 'profiles', profile.id::text, null, 1, true
  )
  from public.profiles as profile
  where lower(profile.email) = lower(note_failed_sign_in.email);
end
$$;
comment on function private.note_failed_sign_in(text, text) is
  'Para o servidor de login: alguém errou a senha deste usuário (failed), ou já tentou demais (refused).';
revoke all on function private.note_failed_sign_in(text, text) from public;
grant usage on schema private to supabase_auth_admin;
grant execute on function private.note_failed_sign_in(text, text) to supabase_auth_admin;

-- Called by the built-in data server in a separate transaction: the refused request rolls back its own transaction.
create function private.note_refusal(area text, verb text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_staff() then
    perform private.note_event(
      auth.uid(), 'refused', left(note_refusal.area, 100), '', left(note_refusal.verb, 10), 1, true
    );
  end if;
end
$$;
comment on function private.note_refusal(text, text) is
  'Anota que se recusou a quem chama, por falta de permissão, uma tabela ou função.';
revoke all on function private.note_refusal(text, text) from public;
grant execute on function private.note_refusal(text, text) to authenticated;

-- Called by the built-in data server, which counts reads; the hosted platform does not count them.
create function private.note_reads(area text, amount integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_staff() then
    perform private.note_event(
      auth.uid(), 'read', left(note_reads.area, 100), amount => note_reads.amount, continues => true
    );
  end if;
end
$$;
comment on function private.note_reads(text, integer) is
  'Anota que quem chama leu, em uma hora e sem exportar, muitos registros de pessoas de uma tabela.';
revoke all on function private.note_reads(text, integer) from public;
grant execute on function private.note_reads(text, integer) to authenticated;

-- == Add area ==

-- To add an area, a migration creates the table with its own columns and calls private.add_area. That function adds the
-- columns, triggers and policies that all areas share, and inserts the row of private.areas.
create function private.add_area(
  table_name text, title text, searched text[], key text default null, detail text default null,
  status text default null, status_texts text[] default null, picture text default null, bulk text[] default '{}',
  read_only text[] default '{}', readers text default 'staff', writers text default 'staff',
  is_importable boolean default false, is_counted boolean default false, anonymous_values jsonb default null
) returns void
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  missing text;
begin
  select named.name into missing
  from unnest(array['id', title, key, detail, status, picture] || searched || bulk || read_only) as named (name)
  where named.name is not null and not exists (
    select from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', table_name)::regclass and attribute.attname = named.name
  );
  if found then
    raise exception 'public.% has no column %', table_name, missing;
  end if;
  if private.id_type(table_name) <> 'uuid' or is_importable and key is null or bulk && read_only then
    raise exception 'public.%: the id must be a uuid, a sheet needs a key, and changes of many write no read-only column',
      table_name;
  end if;
  insert into private.areas (
    name, place, title_column, key_column, detail_column, search_columns, status_column, status_texts, picture_column,
    bulk_columns, readers, writers, is_importable, is_counted, anonymous_values
  )
  select
    table_name, max(area.place) + 1, title, key, detail, searched, status, status_texts, picture,
    bulk, readers, writers, is_importable, is_counted, anonymous_values
  from private.areas as area;
  perform private.add_common_columns(private.area_of(table_name));
  perform private.grant_area_rights(private.area_of(table_name), read_only);
  execute format(
    'create trigger bump_version before update on public.%I for each row execute function private.bump_version()',
    table_name
  );
  perform private.build_search_areas(), private.record_table(table_name), private.refuse_deleted_ids_in(table_name);
  if is_counted then
    perform private.count_table(table_name);
  end if;
  if picture is not null then
    execute format('create index on public.%I (private.stored_file(%I))', table_name, picture);
    perform private.build_used_files();
  end if;
end
$$;
comment on function private.add_area(
  text, text, text[], text, text, text, text[], text, text[], text[], text, text, boolean, boolean, jsonb
) is
  'Faz de uma tabela uma área: colunas, índices, permissões e gatilhos que toda área tem. Clientes gravam todas as colunas próprias, menos as de read_only. Os outros argumentos são as colunas de private.areas.';
revoke all on function private.add_area(
  text, text, text[], text, text, text, text[], text, text[], text[], text, text, boolean, boolean, jsonb
) from public;

create function private.add_common_columns(area private.areas) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'alter table public.%1$I
      add column created_at timestamptz not null default now(),
      add column version integer not null default 1,
      add column search_text text not null generated always as (private.searchable(%2$s)) stored;
    comment on column public.%1$I.version is %4$L;
    comment on column public.%1$I.search_text is %5$L;
    create index on public.%1$I (%3$I, id);
    create index on public.%1$I using gin (search_text extensions.gin_trgm_ops)',
    area.name,
    (
      select string_agg(format('coalesce(%I::text, '''')', searched.name), ' || E''\n'' || ' order by searched.place)
      from unnest(area.search_columns) with ordinality as searched (name, place)
    ),
    area.title_column, 'Número de gravações, para detectar edição simultânea.',
    'As colunas em que se busca, em minúsculas, sem acentos.'
  );
end
$$;
comment on function private.add_common_columns(private.areas) is
  'Acrescenta à tabela de uma área a data de criação, a versão e o texto da busca, com os seus índices.';
revoke all on function private.add_common_columns(private.areas) from public;

create function private.grant_area_rights(area private.areas, read_only text[]) returns void
language plpgsql set search_path = '' as $$
declare
  written text = (
    select string_agg(quote_ident(attribute.attname), ', ' order by attribute.attnum)
    from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', area.name)::regclass and attribute.attnum > 0
      and not attribute.attisdropped and attribute.attgenerated = ''
      and attribute.attname <> all ('{id,created_at,updated_at,version}' || read_only)
  );
  policy record;
begin
  execute format(
    'revoke all on public.%1$I from anon, authenticated;
    grant select, delete on public.%1$I to authenticated;
    grant insert (id, %2$s), update (%2$s) on public.%1$I to authenticated;
    grant all on public.%1$I to service_role;
    alter table public.%1$I enable row level security',
    area.name, written
  );
  for policy in
    select
      case command_rule.readers when 'staff' then 'staff' else 'an Administrador' end as title,
      case command_rule.readers when 'staff' then '((select private.is_staff()))' else '((select private.is_administrador()))' end as rule,
      command_rule.verb, command_rule.command, command_rule.clauses
    from (values
      (area.readers, 'reads', 'select', 'using %1$s'),
      (area.writers, 'creates', 'insert', 'with check %1$s'),
      (area.writers, 'updates', 'update', 'using %1$s with check %1$s'),
      (area.writers, 'deletes', 'delete', 'using %1$s')
    ) as command_rule (readers, verb, command, clauses)
  loop
    execute format(
      'create policy %I on public.%I for %s to authenticated %s',
      format('%s %s %s', policy.title, policy.verb, area.name), area.name, policy.command,
      format(policy.clauses, policy.rule)
    );
  end loop;
end
$$;
comment on function private.grant_area_rights(private.areas, text[]) is
  'Dá aos clientes o que podem fazer com a tabela de uma área: as colunas que gravam, e uma política por comando.';
revoke all on function private.grant_area_rights(private.areas, text[]) from public;
