-- Everything that anybody changes is written down here by triggers, as it was and as it became: history,
-- undo, trash and activity are questions to these two tables. A batch is what one act changed: one
-- transaction.
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
-- Products that were deleted or got another SKU, by the one that they had.
create index changes_sku_idx on private.changes (lower(before ->> 'sku'), id)
  where table_name = 'products' and before ? 'sku';

revoke all on private.batches, private.changes from anon, authenticated, service_role;
alter table private.batches enable row level security;
alter table private.changes enable row level security;

-- The history is append-only, also for the owner. Allowed are: the current batch learns its subject (open_batch), a
-- counter goes up (note_event), an undo marks the root of its chain (mark_undone), the current batch marks confirmed
-- prices (watch_prices), and the retention and anonymise batches remove data, after they are recorded themselves.
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
    select from private.batches as act
    where act.id = current_id and act.kind in ('anonymise', 'retention')
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

-- The first change of a transaction opens its batch. One that a part of a record opened (an image that goes
-- before its product) is told what it is about as soon as the record itself changes.
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

-- Changes are numbered as they happen: those since a moment are those since a number.
create function private.first_change_since(moment timestamptz) returns bigint
language sql stable security definer set search_path = '' as $$
  select min(oldest.id + 0) from private.changes as oldest -- by its batch: the first of all ids is far away
  where oldest.batch = (
    select act.id from private.batches as act
    where act.at > first_change_since.moment
      -- A sign-in changes nothing.
      and exists (select from private.changes as stored where stored.batch = act.id offset 0)
    order by act.at, act.id
    limit 1
  )
$$;
comment on function private.first_change_since(timestamptz) is 'A primeira mudança depois de um momento; nulo se não há.';
revoke all on function private.first_change_since(timestamptz) from public;

create function private.record_changes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Counted, generated or touched by every save.
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
      offset 0 -- so that a row is turned into JSON once
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
        -- Saving a product counts its version before its images are written.
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
  perform private.count_written(written.rows, written.bytes);
  return null;
end
$$;
comment on function private.record_changes() is
  'Anota o que uma instrução mudou: da linha alterada, as colunas que mudaram; da criada ou excluída, todas.';
revoke all on function private.record_changes() from public;

-- By statement, not by row: a change of 10,000 rows is one insert.
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
