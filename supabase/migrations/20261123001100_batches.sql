-- Changes of many records: bulk changes, imports and pictures by SKU.

-- == Staged batches ==

-- Changes of many records, from any source. A planner fills the rows of a batch, the user reviews them, and apply_batch
-- writes them step by step as one batch of the history. Only functions access these tables, with the rights of the
-- caller: row-level security shows users their own batches only.
create table private.staged_batches (
  id uuid primary key,
  owner uuid not null default auth.uid() references public.profiles on delete cascade,
  kind text not null check (kind in ('change', 'import', 'pictures')),
  area text not null references private.areas,
  source jsonb not null check (char_length(source ->> 'file_name') between 1 and 255),
  total integer not null check (total between 0 and (private.limits()).rows_of_batch),
  bytes bigint not null default 0,
  confirmed integer,
  batch bigint,
  steps integer not null default 0,
  result jsonb,
  created_at timestamptz not null default clock_timestamp(),
  last_step_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
comment on table private.staged_batches is
  'Alterações de muitos registros, cada uma de quem a preparou: mudanças em massa, planilhas, imagens por SKU. Somem um dia depois do fim.';
comment on column private.staged_batches.source is
  'De onde vem: a mudança pedida, ou o arquivo (file_name; creates_categories cria as categorias que faltam).';
comment on column private.staged_batches.total is 'Quantas linhas tem ao todo.';
comment on column private.staged_batches.bytes is 'Quanto o cliente enviou.';
comment on column private.staged_batches.confirmed is 'Quantos preços duvidosos foram confirmados, no primeiro passo.';
comment on column private.staged_batches.batch is 'O ato do histórico em que todos os passos entram.';
comment on column private.staged_batches.steps is 'Quantos passos já foram gravados.';
comment on column private.staged_batches.result is
  'O resultado do último passo, para o cliente que não recebeu a resposta e o pede de novo.';
comment on column private.staged_batches.ended_at is 'Quando nada mais restou a gravar.';
create index staged_batches_owner_idx on private.staged_batches (owner);
create index staged_batches_area_idx on private.staged_batches (area);

create table private.staged_batch_rows (
  batch_id uuid not null references private.staged_batches on delete cascade,
  place integer not null check (place between 1 and 2000000),
  record_id text,
  key text,
  title text,
  detail text,
  version integer,
  cells jsonb check (jsonb_typeof(cells) = 'object' and octet_length(cells::text) <= 131072),
  problems jsonb not null default '{}'
    check (jsonb_typeof(problems) = 'object' and octet_length(problems::text) <= 16384),
  before jsonb,
  after jsonb,
  doubts text[] not null default '{}',
  outcome text check (
    outcome in ('create', 'change', 'keep', 'refuse', 'out', 'created', 'changed', 'stale')
  ),
  refusal jsonb,
  primary key (batch_id, place)
);
comment on table private.staged_batch_rows is
  'As linhas de uma alteração de muitos registros: antes, depois, e o que foi feito de cada uma.';
comment on column private.staged_batch_rows.place is 'A ordem; em uma planilha, a linha como o programa de planilhas a numera.';
comment on column private.staged_batch_rows.record_id is 'O registro que a linha muda ou criou.';
comment on column private.staged_batch_rows.key is 'SKU, nome ou e-mail em minúsculas: por ele a linha de uma planilha acha o seu registro.';
comment on column private.staged_batch_rows.title is 'O nome do registro; em detail, o seu SKU ou e-mail.';
comment on column private.staged_batch_rows.version is 'A gravação que a conferência viu: outra no meio do caminho não é sobrescrita.';
comment on column private.staged_batch_rows.cells is 'O que o cliente enviou: as células de uma planilha, por coluna, ou os arquivos das imagens.';
comment on column private.staged_batch_rows.problems is 'O que o painel encontrou de errado, em palavras.';
comment on column private.staged_batch_rows.before is 'As colunas que mudam, como eram; em after, como ficam.';
comment on column private.staged_batch_rows.doubts is 'O que pede confirmação: o que a guarda dos preços diz do preço novo, ou zeros:SKU.';
comment on column private.staged_batch_rows.outcome is
  'A criar, a mudar, sem mudança, recusada ou tirada por quem confere; depois criada, mudada, ou mudada antes por outra pessoa (stale).';
comment on column private.staged_batch_rows.refusal is 'Por que é recusada: código, coluna, mensagem.';
create index staged_batch_rows_key_idx on private.staged_batch_rows (batch_id, key, place);
create index staged_batch_rows_outcome_idx on private.staged_batch_rows (batch_id, outcome, place);

revoke all on private.staged_batches, private.staged_batch_rows from anon, authenticated, service_role;
grant select, insert, update, delete on private.staged_batches to authenticated;
grant select, insert, update on private.staged_batch_rows to authenticated;
alter table private.staged_batches enable row level security;
alter table private.staged_batch_rows enable row level security;

create policy "staff reads own batches" on private.staged_batches for select to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));
create policy "staff begins own batches" on private.staged_batches for insert to authenticated
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "staff continues own batches" on private.staged_batches for update to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()))
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "staff drops own batches" on private.staged_batches for delete to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));

create policy "staff reads rows of own batches" on private.staged_batch_rows for select to authenticated
  using (batch_id in (select id from private.staged_batches) and (select private.is_staff()));
create policy "staff adds rows to own batches" on private.staged_batch_rows for insert to authenticated
  with check (batch_id in (select id from private.staged_batches) and (select private.is_staff()));
create policy "staff updates rows of own batches" on private.staged_batch_rows for update to authenticated
  using (batch_id in (select id from private.staged_batches) and (select private.is_staff()))
  with check (batch_id in (select id from private.staged_batches) and (select private.is_staff()));

create function private.end_of_batch(staged private.staged_batches) returns timestamptz
language sql stable
return coalesce(staged.ended_at, staged.last_step_at + interval '24 hours');
comment on function private.end_of_batch(private.staged_batches) is
  'Quando uma alteração terminou ou terminará: 24 horas sem um passo contam como o fim.';
revoke all on function private.end_of_batch(private.staged_batches) from public;
grant execute on function private.end_of_batch(private.staged_batches) to authenticated;

-- The daily job of the built-in server calls it until nothing is left; the panel calls it at the first visit of the
-- day.
create function public.sweep_batches() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  swept integer;
begin
  if not (private.is_staff() or current_setting('role') = 'service_role') then
    raise exception 'permission denied for function sweep_batches' using errcode = '42501';
  end if;
  delete from private.staged_batches
  where id in (
    select old.id from private.staged_batches as old
    where private.end_of_batch(old) < now() - interval '1 day'
    limit 5
    for update skip locked
  );
  get diagnostics swept = row_count;
  return swept;
end
$$;
comment on function public.sweep_batches() is
  'Apaga algumas das alterações preparadas que terminaram há mais de um dia, de quem quer que sejam, e diz quantas.';
revoke all on function public.sweep_batches() from public, anon, authenticated, service_role;
grant execute on function public.sweep_batches() to authenticated, service_role;

-- The limit of staged batches per user: five batches and 128 MB. To make room, ended batches are deleted first, then
-- plans that have not begun and that a single request can repeat; the oldest first. Batches that have begun, and
-- uploaded data, are never deleted.
create function private.make_room(new_id uuid) returns void
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
        order by own.id <> new_id, private.end_of_batch(own) < now(), own.kind = 'change' and own.steps = 0,
          own.last_step_at desc, own.id
      )
    ) as held
    where held.place > most or held.bytes > most_bytes
  )
    -- Checked again on the locked row: a concurrent first step may have begun the batch.
    and (private.end_of_batch(staged) < now() or staged.kind = 'change' and staged.steps = 0) and staged.id <> new_id;
  if (select count(*) > most or sum(own.bytes) > most_bytes from private.staged_batches as own) then
    raise exception 'Há alterações pendentes demais: até 5, com 128 MB ao todo. Conclua ou descarte uma delas.'
      using hint = 'too_many_batches';
  end if;
end
$$;
comment on function private.make_room(uuid) is
  'Abre lugar para uma alteração entre as de quem chama, ou a recusa; o que começou ou foi enviado fica.';
revoke all on function private.make_room(uuid) from public;
grant execute on function private.make_room(uuid) to authenticated;

create function private.begin_batch(wanted private.staged_batches) returns private.staged_batches
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  -- Concurrent requests of one user count the batches one after the other.
  perform pg_advisory_xact_lock(hashtextextended('batches ' || auth.uid()::text, 0));
  insert into private.staged_batches as own (id, kind, area, source, total, bytes)
  values (wanted.id, wanted.kind, wanted.area, wanted.source, wanted.total, coalesce(wanted.bytes, 0))
  on conflict (id) do update set bytes = own.bytes + excluded.bytes, last_step_at = excluded.last_step_at
  returning * into staged;
  if staged.kind <> wanted.kind or staged.steps > 0 then
    raise exception 'Esta alteração já começou.' using errcode = '22023', hint = 'batch_begun';
  end if;
  perform private.make_room(staged.id);
  return staged;
end
$$;
comment on function private.begin_batch(private.staged_batches) is
  'Começa a preparar uma alteração, ou segue com a que é enviada em partes.';
revoke all on function private.begin_batch(private.staged_batches) from public;
grant execute on function private.begin_batch(private.staged_batches) to authenticated;

create function private.parse_staged_batch(batch jsonb, rows jsonb) returns private.staged_batches
language plpgsql stable set search_path = '' as $$
declare
  sent private.staged_batches;
begin
  if private.checked_objects(rows, 1000, 'rows') = '[]' then
    raise exception 'Envie pelo menos uma linha.' using errcode = '22023';
  end if;
  sent = jsonb_populate_record(
    null::private.staged_batches, private.checked_object(batch, 'batch') - '{kind,source,result}'::text[]
  );
  sent.source = jsonb_build_object('file_name', private.required(batch ->> 'file_name', 'file_name'));
  sent.bytes = octet_length(rows::text);
  return sent;
end
$$;
comment on function private.parse_staged_batch(jsonb, jsonb) is
  'Uma alteração de que o cliente envia as linhas em partes: o que ele diz dela, e o tamanho desta parte.';
revoke all on function private.parse_staged_batch(jsonb, jsonb) from public;
grant execute on function private.parse_staged_batch(jsonb, jsonb) to authenticated;

create function private.check_total(staged private.staged_batches) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (select count(*) from private.staged_batch_rows where batch_id = staged.id) > staged.total then
    raise exception 'Há mais linhas do que o total diz.' using errcode = '22023';
  end if;
end
$$;
comment on function private.check_total(private.staged_batches) is 'Recusa mais linhas do que a alteração diz ter.';
revoke all on function private.check_total(private.staged_batches) from public;
grant execute on function private.check_total(private.staged_batches) to authenticated;

create function private.lock_staged_batch(batch_id uuid) returns private.staged_batches
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  select * into staged from private.staged_batches where id = lock_staged_batch.batch_id for update;
  return staged;
end
$$;
comment on function private.lock_staged_batch(uuid) is
  'Uma alteração preparada por quem chama, só para este passo; nula quando não há.';
revoke all on function private.lock_staged_batch(uuid) from public;
grant execute on function private.lock_staged_batch(uuid) to authenticated;

create function private.batch_counts(batch_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'counts', coalesce(jsonb_object_agg(coalesce(outcome, 'untried'), number), '{}'),
    'doubtful', coalesce(sum(doubtful) filter (where outcome in ('create', 'change')), 0)
  )
  from (
    select outcome, count(*) as number, count(*) filter (where doubts <> '{}') as doubtful
    from private.staged_batch_rows as staged
    where staged.batch_id = batch_counts.batch_id
    group by outcome
  ) as counted
$$;
comment on function private.batch_counts(uuid) is
  'Quantas linhas há de cada resultado, e quantas das que se vão gravar têm um preço duvidoso.';
revoke all on function private.batch_counts(uuid) from public;
grant execute on function private.batch_counts(uuid) to authenticated;

create function private.batch_totals(batch_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.batch_counts(batch_totals.batch_id) || jsonb_build_object(
    'sum', sum((staged.after ->> 'real_price')::numeric - (staged.before ->> 'real_price')::numeric),
    'percent', round(avg(
      ((staged.after ->> 'real_price')::numeric / nullif((staged.before ->> 'real_price')::numeric, 0) - 1) * 100
    ), 2)
  )
  from private.staged_batch_rows as staged
  where staged.batch_id = batch_totals.batch_id and staged.outcome = 'change'
$$;
comment on function private.batch_totals(uuid) is
  'Os números de uma alteração preparada, e quanto os preços mudam em soma e em média.';
revoke all on function private.batch_totals(uuid) from public;
grant execute on function private.batch_totals(uuid) to authenticated;

create function private.finish_plan(batch_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
begin
  update private.staged_batches
  set last_step_at = clock_timestamp(), ended_at = case
    when not exists (
      select from private.staged_batch_rows as own
      where own.batch_id = finish_plan.batch_id and (own.outcome is null or own.outcome in ('create', 'change'))
    ) then clock_timestamp()
  end
  where id = finish_plan.batch_id;
  return jsonb_build_object('status', 'planned') || private.batch_totals(finish_plan.batch_id);
end
$$;
comment on function private.finish_plan(uuid) is
  'Os números de uma alteração preparada; a que não tem nada a gravar terminou.';
revoke all on function private.finish_plan(uuid) from public;
grant execute on function private.finish_plan(uuid) to authenticated;

create function public.open_batches() returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(
      jsonb_build_object(
        'id', own.id, 'kind', own.kind, 'area', own.area, 'source', own.source, 'total', own.total,
        'steps', own.steps, 'batch', own.batch, 'created_at', own.created_at, 'last_step_at', own.last_step_at
      ) || private.batch_totals(own.id)
      order by own.created_at desc
    ), '[]')
    from private.staged_batches as own
    where private.end_of_batch(own) > now()
  );
end
$$;
comment on function public.open_batches() is 'As alterações de quem chama que não terminaram, a mais nova primeiro.';
revoke all on function public.open_batches() from public, anon, authenticated, service_role;
grant execute on function public.open_batches() to authenticated;

create function public.batch_rows(
  batch_id uuid, outcomes text[], doubtful boolean default false, after integer default 0,
  size integer default 50
) returns json
language plpgsql stable set search_path = '' as $$
begin
  perform private.required(batch_id, 'batch_id'), private.checked_list(outcomes, 10, 'outcomes'),
    private.required(doubtful, 'doubtful'), private.required(after, 'after'), private.checked_size(size, 1000);
  return (
    select coalesce(json_agg(page.row order by page.place), '[]')
    from (
      -- The response stays below the size limit of every platform, however long the texts are.
      select found.place, found.row, sum(octet_length(found.row::text)) over (order by found.place) as bytes
      from (
        select staged.place, json_build_object(
          'place', staged.place, 'record_id', staged.record_id, 'title', staged.title, 'detail', staged.detail,
          'cells', staged.cells, 'problems', staged.problems, 'before', staged.before, 'after', staged.after,
          'doubts', staged.doubts, 'outcome', staged.outcome, 'refusal', staged.refusal
        ) as row
        from private.staged_batch_rows as staged
        where staged.batch_id = batch_rows.batch_id and staged.outcome = any (outcomes)
          and staged.place > batch_rows.after and (staged.doubts <> '{}' or not doubtful)
        order by staged.place
        limit batch_rows.size
      ) as found
    ) as page
    where page.bytes <= 2000000 or page.bytes = octet_length(page.row::text)
  );
end
$$;
comment on function public.batch_rows(uuid, text[], boolean, integer, integer) is
  'Linhas de uma alteração com os resultados pedidos, depois de um lugar; só as duvidosas, se pedido. Menos do que o pedido quando são longas.';
revoke all on function public.batch_rows(uuid, text[], boolean, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.batch_rows(uuid, text[], boolean, integer, integer) to authenticated;

create function public.leave_out(batch_id uuid, places integer[], is_out boolean default true) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches = private.lock_staged_batch(batch_id);
begin
  perform private.checked_list(places, 1000, 'places'), private.required(is_out, 'is_out');
  if staged.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  -- After the first step no row is included again: the user's confirmation did not cover its doubtful prices.
  if staged.steps > 0 and not is_out then
    raise exception 'Esta alteração já começou: o que ficou de fora não volta.' using hint = 'batch_begun';
  end if;
  update private.staged_batch_rows as own
  set outcome = case when is_out then 'out' when own.record_id is null then 'create' else 'change' end
  where own.batch_id = staged.id and own.place = any (places)
    and own.outcome = any (case when is_out then '{create,change}' else '{out}' end::text[]);
  return private.finish_plan(staged.id);
end
$$;
comment on function public.leave_out(uuid, integer[], boolean) is
  'Tira linhas de uma alteração preparada, ou as põe de volta; devolve os números, ou missing.';
revoke all on function public.leave_out(uuid, integer[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.leave_out(uuid, integer[], boolean) to authenticated;

create function public.drop_batch(batch_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
begin
  delete from private.staged_batches where id = drop_batch.batch_id;
  return jsonb_build_object('status', case when found then 'dropped' else 'missing' end);
end
$$;
comment on function public.drop_batch(uuid) is
  'Descarta uma alteração preparada: as suas linhas, não o que já foi gravado.';
revoke all on function public.drop_batch(uuid) from public, anon, authenticated, service_role;
grant execute on function public.drop_batch(uuid) to authenticated;

-- == Staged rules ==

-- The rules of a table, read from the system catalogue for planners and writers: no rule is written twice. The
-- functions return SQL, because 100,000 calls would take longer than the rest of a plan. In that SQL, `stored` is the
-- present row and `wanted` the row after the change.
create function private.writable_columns(area text, out names text[], out types text[], out defaults jsonb)
language plpgsql stable set search_path = '' as $$
begin
  select array_agg(attribute.attname::text order by attribute.attnum),
    array_agg(format_type(attribute.atttypid, attribute.atttypmod) order by attribute.attnum)
  into names, types
  from pg_catalog.pg_attribute as attribute
  where attribute.attrelid = format('public.%I', area)::regclass
    and attribute.attname = any ((select private.client_columns(area, 'insert'))::text[])
    and attribute.attname not in ('id', 'creation_key');
  defaults = private.column_defaults(area, names);
end
$$;
comment on function private.writable_columns(text) is
  'As colunas que um cliente pode gravar em um registro novo, os seus tipos, e o que vale onde ele não diz nada.';
revoke all on function private.writable_columns(text) from public;
grant execute on function private.writable_columns(text) to authenticated;

create function private.refusal_sql(area text, columns text[]) returns text
language sql stable set search_path = '' as $$
  select format('(select case %s end from (select wanted.*) as value)', string_agg(
    format('when %s then %L::jsonb', rule.is_broken, json_build_object(
      'code', rule.code, 'field', rule.field, 'rule', rule.name, 'message', case
        when rule.code = '23502' then 'O campo não pode ficar vazio.'
        when rule.field = 'real_price' then 'O preço ficaria negativo ou alto demais.'
        when rule.field = 'promo_price' then 'O preço promocional ficaria negativo ou alto demais.'
        else 'O valor não serve para este campo.'
      end
    )), ' ' order by rule.place, rule.code, rule.is_broken
  ))
  from (
    select attribute.attnum as place, '23502' as code, null::name as name, attribute.attname as field,
      format('%I is null', attribute.attname) as is_broken
    from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', area)::regclass
      and attribute.attname = any (columns) and attribute.attnotnull
    union all
    select checked.conkey[1], '23514', checked.conname, min(attribute.attname) filter (where attribute.attnum = checked.conkey[1]),
      format('not (%s)', pg_get_expr(checked.conbin, checked.conrelid))
    from pg_catalog.pg_constraint as checked
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = checked.conrelid and attribute.attnum = any (checked.conkey)
    where checked.conrelid = format('public.%I', area)::regclass and checked.contype = 'c'
    group by checked.oid, checked.conname, checked.conkey, checked.conbin, checked.conrelid
    having bool_and(attribute.attname = any (columns))
  ) as rule
$$;
comment on function private.refusal_sql(text, text[]) is
  'SQL de por que as regras destas colunas recusam a linha wanted: código, coluna e palavras; nulo onde não recusam.';
revoke all on function private.refusal_sql(text, text[]) from public;
grant execute on function private.refusal_sql(text, text[]) to authenticated;

create function private.delete_refusal_sql(area text) returns text
language sql immutable set search_path = ''
return case area
  when 'categories' then
    '(select jsonb_build_object(''code'', ''23503'', ''message'', private.category_uses_text(count(*)))
      from public.products where category_id = stored.id having count(*) > 0)'
  when 'profiles' then
    'case when stored.id = auth.uid() then
      jsonb_build_object(''code'', ''P0001'', ''message'', ''Ninguém exclui o próprio perfil.'')
    end'
  else 'null::jsonb'
end;
comment on function private.delete_refusal_sql(text) is
  'SQL de por que a linha stored não pode ser excluída, em palavras; nulo onde pode.';
revoke all on function private.delete_refusal_sql(text) from public;
grant execute on function private.delete_refusal_sql(text) to authenticated;

create function private.doubts_sql(area text) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select format(
        'private.price_doubts(
          stored.real_price, stored.promo_price, wanted.real_price, wanted.promo_price, %s, %s,
          reference.real_price, reference.promo_price
        )',
        guard.up_limit, guard.down_limit
      )
      from public.price_guard as guard
      where doubts_sql.area = 'products'
    ),
    '''{}''::text[]'
  )
$$;
comment on function private.doubts_sql(text) is
  'SQL do que há de duvidoso nos preços de wanted, ao lado de stored e de reference (price_references); nada em outras áreas.';
revoke all on function private.doubts_sql(text) from public;
grant execute on function private.doubts_sql(text) to authenticated;

-- == Plan change ==

-- plan_change fills a batch from one bulk change: one statement over all rows, without row locks. The kinds of change:
--   {"kind": "set", "column": "status", "value": "Inativo"}
--   {"kind": "price", "by": "percent" | "amount" | "to", "value": 10, "ending": 0.9, "promo": "keep" | "same" | "none"}
--   {"kind": "delete"}
create function private.changeable_columns(area text) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select unnest((private.area_of(area)).bulk_columns) intersect select unnest(private.client_columns(area, 'update'))
  )
$$;
comment on function private.changeable_columns(text) is 'As colunas que muitos registros de uma área podem receber de uma vez.';
revoke all on function private.changeable_columns(text) from public;
grant execute on function private.changeable_columns(text) to authenticated;

create function private.checked_change(area text, change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  amount numeric;
begin
  if not private.is_staff() or not private.may_write_area(area) then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  if private.is_area(area) is not true then
    raise exception 'Os registros dessa área não podem ser alterados em massa.' using errcode = '22023';
  end if;
  if change ->> 'kind' = 'delete' then
    return '{"kind": "delete"}';
  elsif change ->> 'kind' = 'set' and change ->> 'column' = any (private.changeable_columns(area)) then
    if change ->> 'column' = 'category_id'
      and not exists (select from public.categories where id = (change ->> 'value')::uuid)
    then
      raise exception 'A categoria escolhida não existe mais.' using hint = 'category_gone';
    end if;
    return jsonb_build_object(
      'kind', 'set', 'column', change -> 'column',
      'value', case when btrim(change ->> 'value') <> '' then change -> 'value' else 'null' end
    );
  elsif change ->> 'kind' = 'price' and area = 'products' then
    if jsonb_typeof(change -> 'value') is distinct from 'number'
      or coalesce(change ->> 'by', '') not in ('percent', 'amount', 'to')
      or coalesce(change ->> 'promo', '') not in ('keep', 'same', 'none')
      or change ->> 'by' = 'to' and change ->> 'promo' = 'same'
      or coalesce((change ->> 'ending')::numeric, 0) not in (0, 0.9, 0.99)
    then
      raise exception 'Mudança de preço incompleta.' using errcode = '22023';
    end if;
    amount = (change ->> 'value')::numeric;
    if abs(amount) > (case when change ->> 'by' = 'percent' then 10000 else 9999999999.99 end)
      or min_scale(amount) > 4
    then
      raise exception 'O valor está fora dos limites.' using errcode = '22023';
    end if;
    return jsonb_build_object(
      'kind', 'price', 'by', change -> 'by', 'value', amount,
      'ending', change -> 'ending', 'promo', change -> 'promo'
    );
  end if;
  raise exception 'Mudança desconhecida.' using errcode = '22023';
end
$$;
comment on function private.checked_change(text, jsonb) is
  'Uma mudança de muitos registros como é guardada; recusa quem não pode e o que não é nenhuma.';
revoke all on function private.checked_change(text, jsonb) from public;
grant execute on function private.checked_change(text, jsonb) to authenticated;

-- Rounds to the nearest price with that ending, but never to zero. The SQL is written inline: 100,000 function calls
-- would take longer than the rest of a plan.
create function private.changed_price(price text, change jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when change ->> 'ending' is null then format('round(%s, 2)', raw)
    else format(
      'round(case when %1$s <= 0 then %1$s else greatest(round(%1$s - %2$s) + %2$s, %3$s) end, 2)',
      raw, ending, case when ending = 0 then 1 else ending end
    )
  end
  from (
    select
      (change ->> 'ending')::numeric as ending,
      case change ->> 'by'
        when 'percent' then format('(%s * %s)', price, 1 + (change ->> 'value')::numeric / 100)
        when 'amount' then format('(%s + (%s))', price, change ->> 'value')
        else format('(%s::numeric)', change ->> 'value')
      end as raw
  ) as changed
$$;
comment on function private.changed_price(text, jsonb) is
  'SQL de um preço mudado em %, em reais ou para um valor, arredondado para o final pedido.';
revoke all on function private.changed_price(text, jsonb) from public;
grant execute on function private.changed_price(text, jsonb) to authenticated;

-- SQL of the new value of each changed column; `stored` is the present row.
create function private.change_assignments(area text, change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case change ->> 'kind'
    when 'delete' then '{}'
    when 'set' then (
      select jsonb_build_object(attribute.attname, format(
        '%L::%s', change ->> 'value', format_type(attribute.atttypid, attribute.atttypmod)
      ))
      from pg_catalog.pg_attribute as attribute
      where attribute.attrelid = format('public.%I', area)::regclass
        and attribute.attname = change ->> 'column'
    )
    else jsonb_build_object(
      'real_price', private.changed_price('stored.real_price', change),
      'promo_price', case change ->> 'promo'
        when 'keep' then 'stored.promo_price'
        when 'none' then 'null::numeric'
        else private.changed_price('stored.promo_price', change)
      end
    ) || case
      when change ->> 'promo' = 'none' then
        '{"promo_starts_at": "null::timestamptz", "promo_ends_at": "null::timestamptz"}'::jsonb
      else '{}'
    end
  end;
end
$$;
comment on function private.change_assignments(text, jsonb) is
  'SQL do que cada coluna mudada se torna, para uma linha de nome stored.';
revoke all on function private.change_assignments(text, jsonb) from public;
grant execute on function private.change_assignments(text, jsonb) to authenticated;

-- Runs as owner: clients cannot read what products_source names.
create function private.selected_products(selection jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  selected uuid[];
begin
  if private.caller_role() is null then
    raise exception 'permission denied for a selection of products' using errcode = '42501';
  end if;
  execute format(
    'select array(select id from %s where (%s) limit 100001)',
    private.products_source(selection ->> 'search', coalesce(selection -> 'filters', '{}'), 'name'),
    array_to_string(
      private.matching_products(
        selection ->> 'search', coalesce(selection -> 'filters', '{}')
      ), ') or ('
    )
  ) into selected;
  return selected;
end
$$;
comment on function private.selected_products(jsonb) is
  'Os ids de todos os produtos que uma lista mostra com a sua busca e os seus filtros.';
revoke all on function private.selected_products(jsonb) from public;
grant execute on function private.selected_products(jsonb) to authenticated;

create function private.selected_ids(area text, selection jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  selected text[];
begin
  -- A selection without ids and without a search must not select all products.
  if not private.checked_object(selection, 'selection') ? 'ids'
    and jsonb_typeof(selection -> 'search') is distinct from 'string'
  then
    raise exception 'Seleção desconhecida.' using errcode = '22023';
  end if;
  if selection ? 'ids' then
    perform private.checked_texts(selection -> 'ids', 'ids');
    selected = array(select distinct jsonb_array_elements_text(selection -> 'ids'));
  elsif area = 'products' then
    selected = array(
      select id::text from unnest(private.selected_products(selection)) as id
      except
      select jsonb_array_elements_text(private.checked_texts(coalesce(selection -> 'except', '[]'), 'except'))
    );
  else
    raise exception 'Seleção desconhecida.' using errcode = '22023';
  end if;
  if cardinality(selected) > (private.limits()).rows_of_batch then
    raise exception 'São registros demais: mude até % de uma vez.', private.number_text((private.limits()).rows_of_batch)
      using hint = 'too_many';
  end if;
  return selected;
end
$$;
comment on function private.selected_ids(text, jsonb) is
  'Os registros de uma seleção: {"ids"}, ou de produtos {"search", "filters", "except"}.';
revoke all on function private.selected_ids(text, jsonb) from public;
grant execute on function private.selected_ids(text, jsonb) to authenticated;

create function private.side_sql(row_name text, columns text[]) returns text
language sql immutable set search_path = '' as $$
  select format('jsonb_build_object(%s)', string_agg(format('%L, %s.%I', name, row_name, name), ', '))
  from unnest(columns) as name
$$;
comment on function private.side_sql(text, text[]) is 'SQL de um objeto com estas colunas de uma linha.';
revoke all on function private.side_sql(text, text[]) from public;
grant execute on function private.side_sql(text, text[]) to authenticated;

create function public.plan_change(batch_id uuid, area text, selection jsonb, change jsonb) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  checked jsonb = private.checked_change(area, change);
  assignments jsonb = private.change_assignments(area, checked);
  selected text[] = private.selected_ids(area, selection);
  names text[] = array(select jsonb_object_keys(assignments));
  known private.areas = private.area_of(area);
  staged private.staged_batches;
  planned integer;
begin
  staged.id = plan_change.batch_id;
  staged.kind = 'change';
  staged.area = plan_change.area;
  staged.source = checked;
  staged.total = cardinality(selected);
  staged = private.begin_batch(staged);
  execute format(
    'insert into private.staged_batch_rows (
      batch_id, place, record_id, title, detail, version, before, after, doubts, outcome, refusal
    )
    select
      $1, row_number() over (order by stored.%2$I, stored.id), stored.id::text, stored.%2$I::text, %3$s::text,
      stored.version, side.before, side.after, %4$s,
      case
        when refusal.reason is not null then ''refuse''
        when side.before = side.after and $3 then ''keep''
        else ''change''
      end,
      refusal.reason
    from public.%1$I as stored
    cross join lateral (select %5$s) as wanted
    cross join lateral (select %6$s as before, %7$s as after) as side
    cross join lateral (select %8$s as reason) as refusal
    %10$s
    where stored.id = any ($2::%9$s[])',
    area, known.title_column,
    private.column_sql(nullif(known.key_column, known.title_column)),
    private.doubts_sql(case when checked ->> 'kind' = 'price' then area end),
    coalesce(
      (select string_agg(format('%s as %I', assignments ->> name, name), ', ') from unnest(names) as name),
      'null::text as nothing'
    ),
    private.side_sql('stored', names), private.side_sql('wanted', names),
    case when names = '{}' then private.delete_refusal_sql(area) else private.refusal_sql(area, names) end,
    private.id_type(area),
    case when checked ->> 'kind' = 'price' then
      'left join private.price_references($2::uuid[]) as reference on reference.id = stored.id'
    end
  ) using staged.id, selected, names <> '{}';
  get diagnostics planned = row_count;
  return private.finish_plan(staged.id) || jsonb_build_object('missing', staged.total - planned);
end
$$;
comment on function public.plan_change(uuid, text, jsonb, jsonb) is
  'Prepara uma mudança de muitos registros (até 100.000) sem mudar nada: devolve quantos mudam, ficam, são recusados ou são duvidosos.';
revoke all on function public.plan_change(uuid, text, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.plan_change(uuid, text, jsonb, jsonb) to authenticated;

-- == Plan import ==

-- Fills a batch from a spreadsheet: stage_rows stores the rows in parts, and plan_import plans each of them, step by
-- step. The plan reads the rules from the system catalogue and writes no record: a preview never blocks other users.

-- Runs as owner: under row-level security, an index on an expression is not used.
create function private.import_targets(area text, keys text[])
returns table (key text, id text, version integer, uses bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  known private.areas = private.area_of(area);
begin
  if private.caller_role() is null or known.is_importable is not true then
    raise exception 'permission denied for function import_targets' using errcode = '42501';
  end if;
  return query execute format(
    'select lower(stored.%1$I), min(stored.id::text), min(stored.version), count(*)
    from public.%2$I as stored where lower(stored.%1$I) = any ($1) group by 1',
    known.key_column, area
  ) using keys;
end
$$;
comment on function private.import_targets(text, text[]) is
  'Os registros que as chaves de uma planilha encontram, e quantos cada uma encontra.';
revoke all on function private.import_targets(text, text[]) from public;
grant execute on function private.import_targets(text, text[]) to authenticated;

-- Spreadsheet programs drop leading zeros. Runs as owner: under row-level security, an index on an expression is not
-- used. The planner settings force one index lookup per key.
create function private.keys_with_zeros(keys text[]) returns table (key text, sku text)
language plpgsql stable security definer
set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function keys_with_zeros' using errcode = '42501';
  end if;
  return query
    select given.key, min(stored.sku)
    from unnest(keys_with_zeros.keys) as given (key)
    cross join generate_series(1, 12) as zeros (number)
    join public.products as stored on lower(stored.sku) = repeat('0', zeros.number) || given.key
    where given.key ~ '^[0-9]{1,18}$'
    group by given.key;
end
$$;
comment on function private.keys_with_zeros(text[]) is
  'Os SKUs que são um dos números dados com zeros na frente, que uma planilha tira.';
revoke all on function private.keys_with_zeros(text[]) from public;
grant execute on function private.keys_with_zeros(text[]) to authenticated;

create function public.stage_rows(batch jsonb, rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches = private.parse_staged_batch(batch, rows);
  known private.areas = private.area_of(staged.area);
  -- Ignore other columns: a row must not set a column that its sender cannot write.
  columns constant text[] = private.client_columns(staged.area, 'insert') || 'category'::text;
begin
  if known.is_importable is not true then
    raise exception 'Esta área não recebe planilhas.' using errcode = '22023';
  end if;
  staged.kind = 'import';
  staged.source = staged.source || jsonb_build_object(
    'creates_categories', coalesce((batch ->> 'creates_categories')::boolean, false)
  );
  staged = private.begin_batch(staged);
  insert into private.staged_batch_rows (batch_id, place, key, title, detail, cells, problems)
  select
    staged.id, place, lower(btrim(cells ->> known.key_column) collate "pt-BR-x-icu"),
    left(cells ->> known.title_column, 255), left(cells ->> nullif(known.key_column, known.title_column), 255),
    (
      select coalesce(jsonb_object_agg(cell.key, cell.value), '{}')
      from jsonb_each(private.checked_object(cells, 'cells')) as cell where cell.key = any (columns)
    ),
    coalesce(problems, '{}')
  from jsonb_to_recordset(stage_rows.rows) as given (place integer, cells jsonb, problems jsonb)
  on conflict (batch_id, place) do nothing; -- a part that was sent twice
  perform private.check_total(staged);
  return jsonb_build_object('status', 'staged');
end
$$;
comment on function public.stage_rows(jsonb, jsonb) is
  'Recebe uma parte das linhas (place, cells, problems) de uma planilha (id, area, file_name, creates_categories, total); nada muda ainda.';
revoke all on function public.stage_rows(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.stage_rows(jsonb, jsonb) to authenticated;

create function private.find_targets(staged private.staged_batches, places integer[]) returns void
-- Rows just staged have no statistics: a nested loop would compare each row with all others.
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  writable record = private.writable_columns(staged.area);
begin
  with given as materialized (
    select untried.place, untried.key, (
      select min(same.place) from private.staged_batch_rows as same
      where same.batch_id = staged.id and same.key = untried.key
    ) as first, (
      select typed.name from unnest(writable.names, writable.types) as typed (name, type)
      where untried.problems = '{}' and not pg_input_is_valid(untried.cells ->> typed.name, typed.type)
      limit 1
    ) as invalid
    from private.staged_batch_rows as untried
    where untried.batch_id = staged.id and untried.place = any (places)
  ), judged as (
    select given.place, found.id, found.version, case
      when given.first < given.place then jsonb_build_object('code', 'repeated', 'place', given.first)
      when found.uses > 1 then jsonb_build_object('code', 'ambiguous', 'uses', found.uses)
      when given.invalid is not null then jsonb_build_object('code', '22P02', 'field', given.invalid)
    end as refusal
    from given
    left join private.import_targets(staged.area, array(select key from given)) as found on found.key = given.key
  )
  update private.staged_batch_rows as own
  set
    record_id = judged.id, version = judged.version, refusal = judged.refusal,
    outcome = case when judged.refusal is not null or own.problems <> '{}' then 'refuse' end
  from judged
  where own.batch_id = staged.id and own.place = judged.place;
end
$$;
comment on function private.find_targets(private.staged_batches, integer[]) is
  'Acha os registros das linhas dadas; recusa as repetidas, as que acham mais de um e as que têm um valor de outro tipo.';
revoke all on function private.find_targets(private.staged_batches, integer[]) from public;
grant execute on function private.find_targets(private.staged_batches, integer[]) to authenticated;

-- A spreadsheet names the category of a product. Category names may repeat: a product whose category has this name
-- keeps it. A category that the batch will create has no id yet; any id works here.
create function private.category_sql(area text) returns text
language sql immutable set search_path = ''
return case
  when area <> 'products' then
    'cross join (select ''{}''::jsonb as columns, null::text as before, null::text as after) as category'
  else
    'left join public.categories as current on current.id = stored.category_id
    left join known on known.key = private.searchable(btrim(own.cells ->> ''category''))
    cross join lateral (
      select own.cells ? ''category'' and (
        private.searchable(current.name) = private.searchable(btrim(own.cells ->> ''category''))
      ) is not true as is_other
    ) as given
    cross join lateral (
      select
        case
          when given.is_other then jsonb_build_object(''category_id'', coalesce(known.id, case
            when $5 and btrim(own.cells ->> ''category'') <> '''' then ''00000000-0000-0000-0000-000000000000''::uuid
          end))
          else ''{}''
        end as columns,
        current.name as before, case when given.is_other then own.cells ->> ''category'' else current.name end as after
    ) as category'
end;
comment on function private.category_sql(text) is
  'SQL da categoria que cada linha de uma planilha de produtos nomeia: o que grava, e o nome de antes e de depois.';
revoke all on function private.category_sql(text) from public;
grant execute on function private.category_sql(text) to authenticated;

create function private.compare_rows(staged private.staged_batches, places integer[]) returns void
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  writable record = private.writable_columns(staged.area);
  known private.areas = private.area_of(staged.area);
begin
  execute format(
    'with known as materialized (
      select distinct on (private.searchable(name)) private.searchable(name) as key, id
      from public.categories
      order by private.searchable(name), created_at, id
    ), judged as materialized (
      select
        own.place, own.record_id is null as is_new,
        to_jsonb(stored) || jsonb_build_object(''category'', category.before) as was,
        to_jsonb(wanted) || jsonb_build_object(''category'', category.after) as becomes,
        %3$s as doubts, %4$s as refusal
      from private.staged_batch_rows as own
      left join public.%1$I as stored on stored.id = own.record_id::uuid and stored.id = any (array(
        select record_id::uuid from private.staged_batch_rows where batch_id = $1 and place = any ($2)
      ))
      %2$s
      cross join lateral jsonb_populate_record(
        case when stored.id is null then jsonb_populate_record(null::public.%1$I, $3) else stored end,
        own.cells || category.columns
      ) as wanted
      %5$s
      where own.batch_id = $1 and own.place = any ($2) and own.outcome is null
    )
    update private.staged_batch_rows as own
    set
      title = coalesce(judged.was ->> %6$L, own.title), before = side.before, after = side.after,
      doubts = judged.doubts, refusal = judged.refusal,
      outcome = case
        when judged.refusal is not null then ''refuse''
        when judged.is_new then ''create''
        when side.after = ''{}'' then ''keep''
        else ''change''
      end
    from judged
    cross join lateral (
      select
        coalesce(jsonb_object_agg(name, judged.was -> name), ''{}'') as before,
        coalesce(jsonb_object_agg(name, judged.becomes -> name), ''{}'') as after
      from unnest($4) as name
      where not judged.is_new and judged.was -> name is distinct from judged.becomes -> name
    ) as side
    where own.batch_id = $1 and own.place = judged.place',
    staged.area, private.category_sql(staged.area), private.doubts_sql(staged.area),
    private.refusal_sql(staged.area, writable.names),
    case when staged.area = 'products' then
      'left join private.price_references(
        array(
          select record_id::uuid from private.staged_batch_rows
          where batch_id = $1 and place = any ($2) and outcome is null order by place
        ),
        array(
          select btrim(cells ->> ''sku'') from private.staged_batch_rows
          where batch_id = $1 and place = any ($2) and outcome is null order by place
        )
      ) as reference on reference.sku = btrim(own.cells ->> ''sku'')'
    end,
    known.title_column
  ) using staged.id, places, writable.defaults,
    -- The key that found the record does not change: the spreadsheet may spell it in another case.
    array_remove(
      array_replace(private.client_columns(staged.area, 'update'), 'category_id', 'category'), known.key_column
    ),
    (staged.source ->> 'creates_categories')::boolean;
end
$$;
comment on function private.compare_rows(private.staged_batches, integer[]) is
  'Diz de cada linha dada o que ela muda no seu registro, ou por que as regras a recusam.';
revoke all on function private.compare_rows(private.staged_batches, integer[]) from public;
grant execute on function private.compare_rows(private.staged_batches, integer[]) to authenticated;

create function private.mark_missing_zeros(staged private.staged_batches, places integer[]) returns void
language sql set search_path = '' as $$
  update private.staged_batch_rows as own
  set doubts = own.doubts || ('zeros:' || found.sku)
  from private.keys_with_zeros(array(
    select key from private.staged_batch_rows
    where batch_id = staged.id and place = any (places) and outcome = 'create'
  )) as found
  where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'create' and own.key = found.key
$$;
comment on function private.mark_missing_zeros(private.staged_batches, integer[]) is
  'Põe em dúvida as linhas que criariam um produto cujo SKU, com zeros na frente, já existe.';
revoke all on function private.mark_missing_zeros(private.staged_batches, integer[]) from public;
grant execute on function private.mark_missing_zeros(private.staged_batches, integer[]) to authenticated;

create function public.plan_import(batch_id uuid, size integer default 1000) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  staged private.staged_batches = private.lock_staged_batch(batch_id);
  places integer[];
begin
  if staged.kind is distinct from 'import' then
    return jsonb_build_object('status', 'missing');
  end if;
  perform private.checked_size(size, 1000);
  places = array(
    select place from private.staged_batch_rows
    where staged_batch_rows.batch_id = staged.id and outcome is null
    order by place limit size
  );
  perform private.find_targets(staged, places);
  perform private.compare_rows(staged, places);
  if staged.area = 'products' then
    perform private.mark_missing_zeros(staged, places);
  end if;
  return jsonb_build_object('rows', cardinality(places)) || case
    when cardinality(places) = size then '{"status": "planning"}'
    else private.finish_plan(staged.id)
  end;
end
$$;
comment on function public.plan_import(uuid, integer) is
  'Diz das próximas linhas de uma planilha o que fariam: criar, mudar, manter, ou por que são recusadas; nada muda. Devolve planning, planned ou missing.';
revoke all on function public.plan_import(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.plan_import(uuid, integer) to authenticated;

-- == Plan pictures ==

-- Fills a batch from pictures whose file names are SKUs. The browser asks which products the file names match
-- (products_by_file_name), and plan_pictures stores the new pictures of each product.

-- File names cannot contain slashes or colons, and may lose accents and blanks.
create function private.file_sku(sku text) returns text
language sql immutable parallel safe
return btrim(regexp_replace(private.searchable(sku), '[\s_/\\:*?"<>|]+', '_', 'g'), '_');
comment on function private.file_sku(text) is
  'Um SKU como o nome de um arquivo pode trazê-lo: sem acentos, com _ onde há espaços e o que nomes não aceitam.';
revoke all on function private.file_sku(text) from public;
grant execute on function private.file_sku(text) to authenticated, service_role;

-- A partial index: for other products, the index by lower(sku) finds the same.
create index products_file_sku_idx on public.products (private.file_sku(sku))
  where private.file_sku(sku) <> lower(sku);

-- Runs as owner: under row-level security, an index on an expression is not used.
create function public.products_by_file_name(names text[]) returns json
language plpgsql stable security definer
set search_path = ''
set enable_seqscan = off set jit = off
as $$
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function products_by_file_name' using errcode = '42501';
  end if;
  perform private.checked_list(names, 500, 'names');
  return (
    select coalesce(json_agg(json_build_object(
      'name', file_name.name, 'exact', lower(found.sku) = file_name.exact,
      'id', found.id, 'sku', found.sku, 'title', found.name,
      'images', (
        select coalesce(
          json_agg(json_build_object('url', image.url, 'is_main', image.is_main) order by image.position, image.id),
          '[]'
        )
        from public.product_images as image
        where image.product_id = found.id
      )
    ) order by file_name.name, found.sku), '[]')
    from (
      select distinct given.name, lower(normalize(given.name, nfc) collate "pt-BR-x-icu") as exact,
        private.file_sku(given.name) as loose
      from unnest(products_by_file_name.names) as given (name)
      where char_length(given.name) <= 1000 -- no SKU is that long
    ) as file_name
    cross join lateral (
      select product.id, product.sku, product.name
      from public.products as product
      where lower(product.sku) = any (array[file_name.exact, file_name.loose])
      union
      select product.id, product.sku, product.name
      from public.products as product
      where private.file_sku(product.sku) = file_name.loose
        and private.file_sku(product.sku) <> lower(product.sku)
    ) as found
  );
end
$$;
comment on function public.products_by_file_name(text[]) is
  'Os produtos que nomes de arquivos querem dizer, com as suas imagens na ordem: exact quando o nome é o SKU, fora as maiúsculas.';
revoke all on function public.products_by_file_name(text[]) from public, anon, authenticated, service_role;
grant execute on function public.products_by_file_name(text[]) to authenticated;

create function private.urls_of_images(images jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select image.value ->> 'url' from jsonb_array_elements(images) with ordinality as image (value, place)
    order by image.place
  )
$$;
comment on function private.urls_of_images(jsonb) is 'Os endereços de uma lista de imagens, na ordem.';
revoke all on function private.urls_of_images(jsonb) from public;
grant execute on function private.urls_of_images(jsonb) to authenticated;

create function private.picture_urls(product_id text) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select image.url from public.product_images as image
    where image.product_id = picture_urls.product_id::uuid order by image.position, image.id
  )
$$;
comment on function private.picture_urls(text) is 'Os endereços das imagens de um produto, na ordem.';
revoke all on function private.picture_urls(text) from public;
grant execute on function private.picture_urls(text) to authenticated;

-- The browser knows its files and which of them are stored already: it sends the complete list of pictures per product.
create function public.plan_pictures(batch jsonb, rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches = private.parse_staged_batch(batch, rows);
begin
  staged.kind = 'pictures';
  staged.area = 'products';
  staged = private.begin_batch(staged);
  insert into private.staged_batch_rows (
    batch_id, place, record_id, title, detail, cells, problems, before, after, outcome, refusal
  )
  select
    staged.id, given.place, product.id::text, coalesce(product.name, left(given.title, 255)), product.sku,
    given.cells, coalesce(given.problems, '{}'), given.before, given.after,
    case
      when given.problems <> '{}' or refusal.code is not null then 'refuse'
      when given.before = given.after then 'keep'
      else 'change'
    end,
    case when refusal.code is not null then jsonb_build_object('code', refusal.code) end
  from jsonb_to_recordset(plan_pictures.rows) as given (
    place integer, record_id uuid, title text, cells jsonb, problems jsonb, before jsonb, after jsonb
  )
  left join public.products as product on product.id = given.record_id
  cross join lateral (
    select case
      when product.id is null and coalesce(given.problems, '{}') = '{}' then 'missing'
      when private.picture_urls(product.id::text) <> private.urls_of_images(
        private.checked_objects(given.before -> 'images', 1000, 'images')
      ) then 'stale'
    end as code
  ) as refusal
  on conflict (batch_id, place) do nothing; -- a part that was sent twice
  perform private.check_total(staged);
  return private.finish_plan(staged.id);
end
$$;
comment on function public.plan_pictures(jsonb, jsonb) is
  'Recebe uma parte das linhas de uma inclusão de imagens (id, file_name, total): cada uma um produto com as imagens que tem (before) e terá (after), ou um arquivo de nenhum. Nada muda ainda.';
revoke all on function public.plan_pictures(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.plan_pictures(jsonb, jsonb) to authenticated;

-- == Write staged rows ==

-- The writers, one per kind. They write the rows of a step with the rights of the caller, under the policies,
-- constraints and triggers of the table, and store the outcome of each row.

create function private.record_ids(staged private.staged_batches, places integer[]) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select record_id from private.staged_batch_rows
    where batch_id = staged.id and place = any (places) and record_id is not null
  )
$$;
comment on function private.record_ids(private.staged_batches, integer[]) is 'Os registros das linhas dadas.';
revoke all on function private.record_ids(private.staged_batches, integer[]) from public;
grant execute on function private.record_ids(private.staged_batches, integer[]) to authenticated;

-- Uses two statements: only the second one sees rows that others committed while the first one waited. Rows are always
-- locked in the order of their ids: two batches cannot deadlock.
create function private.lock_records(staged private.staged_batches, places integer[]) returns void
-- Rows just planned have no statistics: a nested loop would read all rows for each row.
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  ids text[] = private.record_ids(staged, places);
begin
  execute format(
    'select from public.%I as stored where stored.id = any ($1::%s[]) order by stored.id for update',
    staged.area, private.id_type(staged.area)
  ) using ids;
  execute format(
    'update private.staged_batch_rows as own
    set outcome = case when judged.is_planned then ''refuse'' else ''stale'' end,
      refusal = case when judged.is_planned then judged.refusal end
    from (
      select planned.place, %3$s as is_planned, %4$s as refusal
      from private.staged_batch_rows as planned
      left join public.%1$I as stored on stored.id = planned.record_id::%2$s and stored.id = any ($3::%2$s[])
      where planned.batch_id = $1 and planned.place = any ($2) and planned.record_id is not null
    ) as judged
    where own.batch_id = $1 and own.place = judged.place
      and (judged.is_planned is not true or judged.refusal is not null)',
    staged.area, private.id_type(staged.area),
    case
      when staged.kind = 'pictures' then
        'stored.id is not null
          and private.picture_urls(planned.record_id) = private.urls_of_images(planned.before -> ''images'')'
      else 'stored.version = planned.version'
    end,
    case
      when staged.source ->> 'kind' = 'delete' then private.delete_refusal_sql(staged.area)
      else 'null::jsonb'
    end
  ) using staged.id, places, ids;
  if staged.kind = 'import' then
    update private.staged_batch_rows as own
    set outcome = 'stale'
    from private.import_targets(staged.area, array(
      select key from private.staged_batch_rows
      where batch_id = staged.id and place = any (places) and outcome = 'create'
    )) as found
    where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'create' and own.key = found.key;
  end if;
end
$$;
comment on function private.lock_records(private.staged_batches, integer[]) is
  'Prende os registros das linhas dadas; as que não acham mais o que a conferência viu ficam de fora.';
revoke all on function private.lock_records(private.staged_batches, integer[]) from public;
grant execute on function private.lock_records(private.staged_batches, integer[]) to authenticated;

create function private.create_named_categories(staged private.staged_batches, places integer[]) returns void
language sql set search_path = '' as $$
  insert into public.categories (name)
  select distinct on (private.searchable(named.name)) named.name
  from (
    select own.place, btrim(case when own.record_id is null then own.cells else own.after end ->> 'category') as name
    from private.staged_batch_rows as own
    where own.batch_id = staged.id and own.place = any (places)
  ) as named
  left join public.categories as known on private.searchable(known.name) = private.searchable(named.name)
  where named.name <> '' and known.id is null
  order by private.searchable(named.name), named.place -- spelled as in the first row
$$;
comment on function private.create_named_categories(private.staged_batches, integer[]) is
  'Cria as categorias que as linhas nomeiam e não existem.';
revoke all on function private.create_named_categories(private.staged_batches, integer[]) from public;
grant execute on function private.create_named_categories(private.staged_batches, integer[]) to authenticated;

create function private.write_values(staged private.staged_batches, places integer[]) returns void
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  writable record = private.writable_columns(staged.area);
  key_column text = (private.area_of(staged.area)).key_column;
  given text = format(
    'with known as (
      select distinct on (private.searchable(name)) private.searchable(name) as key, id
      from public.categories
      order by private.searchable(name), created_at, id
    ), given as materialized (
      select
        own.place, stored.id, jsonb_populate_record(
          case when stored.id is null then jsonb_populate_record(null::public.%1$I, $3) else stored end,
          own.columns || case
            when own.columns ? ''category'' then jsonb_build_object(''category_id'', known.id) else ''{}''
          end
        ) as wanted
      from (
        select place, record_id, case when record_id is null then cells else after end as columns
        from private.staged_batch_rows where batch_id = $1 and place = any ($2) and outcome = $4
        offset 0
      ) as own
      left join public.%1$I as stored on stored.id = own.record_id::%2$s and stored.id = any ($5::%2$s[])
      left join known on known.key = private.searchable(btrim(own.columns ->> ''category''))
      offset 0
    )',
    staged.area, private.id_type(staged.area)
  );
  ids text[] = private.record_ids(staged, places);
  changed text[];
begin
  if staged.area = 'products' and (staged.source ->> 'creates_categories')::boolean then
    perform private.create_named_categories(staged, places);
  end if;
  if staged.kind = 'import' then
    execute given || format(
      ', created as (
        insert into public.%1$I (%2$s) select %3$s from given
        order by lower((wanted).%4$I), place
        on conflict do nothing -- another user creates the same record at this moment
        returning id::text, lower(%4$I) as key
      )
      update private.staged_batch_rows as own
      set record_id = created.id, outcome = case when created.id is null then ''stale'' else ''created'' end
      from given
      left join created on created.key = lower((given.wanted).%4$I)
      where own.batch_id = $1 and own.place = given.place',
      staged.area,
      (select string_agg(quote_ident(name), ', ') from unnest(writable.names) as name),
      (select string_agg(format('(wanted).%I', name), ', ') from unnest(writable.names) as name),
      key_column
    ) using staged.id, places, writable.defaults, 'create', ids;
  end if;
  changed = array(
    select distinct case name when 'category' then 'category_id' else name end
    from private.staged_batch_rows as own
    cross join jsonb_object_keys(own.after) as name
    where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'change'
  );
  if changed <> '{}' then
    execute given || format(
      ', changed as (
        update public.%1$I as stored set (%2$s) = row(%3$s) from given where stored.id = given.id
        returning stored.id
      )
      update private.staged_batch_rows as own
      set outcome = case when changed.id is null then ''stale'' else ''changed'' end
      from given
      left join changed on changed.id = given.id
      where own.batch_id = $1 and own.place = given.place',
      staged.area,
      (select string_agg(quote_ident(name), ', ') from unnest(changed) as name),
      (select string_agg(format('(given.wanted).%I', name), ', ') from unnest(changed) as name)
    ) using staged.id, places, writable.defaults, 'change', ids;
  end if;
end
$$;
comment on function private.write_values(private.staged_batches, integer[]) is
  'Cria ou muda os registros das linhas dadas.';
revoke all on function private.write_values(private.staged_batches, integer[]) from public;
grant execute on function private.write_values(private.staged_batches, integer[]) to authenticated;

-- The pictures of the products are deleted first, as for a single product: the result lists their files.
create function private.delete_records(staged private.staged_batches, places integer[]) returns text[]
language plpgsql set search_path = '' as $$
declare
  ids text[] = private.record_ids(staged, places);
  deleted_rows jsonb[];
  pictures text[] = '{}';
begin
  if staged.area = 'products' then
    with deleted as (
      delete from public.product_images as image where image.product_id = any (ids::uuid[]) returning image.url
    )
    select coalesce(array_agg(url), '{}') into pictures from deleted;
  end if;
  execute format(
    'with deleted as (
      delete from public.%I as stored where stored.id = any ($1::%s[]) returning to_jsonb(stored) as row
    )
    select array_agg(row) from deleted',
    staged.area, private.id_type(staged.area)
  ) into deleted_rows using ids;
  update private.staged_batch_rows as own
  set outcome = 'changed'
  where own.batch_id = staged.id and own.place = any (places)
    and own.record_id in (select deleted ->> 'id' from unnest(deleted_rows) as deleted);
  return pictures || private.picture_urls_in(deleted_rows);
end
$$;
comment on function private.delete_records(private.staged_batches, integer[]) is
  'Exclui os registros das linhas dadas, dos produtos primeiro as imagens; devolve os endereços das suas imagens.';
revoke all on function private.delete_records(private.staged_batches, integer[]) from public;
grant execute on function private.delete_records(private.staged_batches, integer[]) to authenticated;

create function private.write_pictures(staged private.staged_batches, places integer[]) returns text[]
language plpgsql set search_path = '' as $$
declare
  own private.staged_batch_rows;
  removed text[] = '{}';
begin
  for own in
    select * from private.staged_batch_rows
    where batch_id = staged.id and place = any (places)
    order by record_id::uuid
  loop
    -- Increase the version of the product: an open form must detect the conflict.
    update public.products as product set sku = product.sku where product.id = own.record_id::uuid;
    removed = removed || private.save_product_images(own.record_id::uuid, own.after -> 'images');
    update private.staged_batch_rows set outcome = 'changed' where batch_id = staged.id and place = own.place;
  end loop;
  return removed;
end
$$;
comment on function private.write_pictures(private.staged_batches, integer[]) is
  'Deixa os produtos das linhas dadas com as suas imagens; devolve os endereços das que saíram.';
revoke all on function private.write_pictures(private.staged_batches, integer[]) from public;
grant execute on function private.write_pictures(private.staged_batches, integer[]) to authenticated;

-- If the table refuses rows (a unique index, a trigger), halving the set finds them; the other rows are written.
create function private.write_rows(staged private.staged_batches, places integer[]) returns text[]
language plpgsql set search_path = '' as $$
declare
  half integer = cardinality(places) / 2;
  removed text[] = '{}';
  code text;
  field text;
  rule text;
  words text;
begin
  if places = '{}' then
    return removed;
  end if;
  begin
    if staged.kind = 'pictures' then
      removed = private.write_pictures(staged, places);
    elsif staged.source ->> 'kind' = 'delete' then
      removed = private.delete_records(staged, places);
    else
      perform private.write_values(staged, places);
    end if;
    return removed;
  exception when data_exception or integrity_constraint_violation or raise_exception then
    get stacked diagnostics
      code = returned_sqlstate, field = column_name, rule = constraint_name, words = message_text;
  end;
  if half > 0 then
    return private.write_rows(staged, places[:half]) || private.write_rows(staged, places[half + 1:]);
  end if;
  update private.staged_batch_rows
  set outcome = 'refuse',
    refusal = jsonb_build_object('code', code, 'field', nullif(field, ''), 'rule', rule, 'message', words)
  where batch_id = staged.id and place = places[1];
  return removed;
end
$$;
comment on function private.write_rows(private.staged_batches, integer[]) is
  'Grava as linhas dadas, menos as que o banco recusa, e diz de cada uma o que foi feito; devolve os endereços das imagens que saíram.';
revoke all on function private.write_rows(private.staged_batches, integer[]) from public;
grant execute on function private.write_rows(private.staged_batches, integer[]) to authenticated;

-- == Apply batch ==

-- A batch is written in steps. Each step is one transaction; all steps are one batch of the history. Steps are
-- numbered: a client that lost a response repeats the step and gets the stored result.
create function private.repeated_step(step integer, steps integer, result jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if private.required(step, 'step') = steps and steps > 0 then
    return result;
  end if;
  if step <> steps + 1 then
    raise exception 'O passo % não é o próximo.', step using errcode = '22023';
  end if;
  return null;
end
$$;
comment on function private.repeated_step(integer, integer, jsonb) is
  'O resultado guardado, se este passo já foi feito; nulo se é o próximo; recusa qualquer outro.';
revoke all on function private.repeated_step(integer, integer, jsonb) from public;
grant execute on function private.repeated_step(integer, integer, jsonb) to authenticated;

-- The browser uploads the pictures of a step before it calls the step.
create function private.store_pictures(staged private.staged_batches, pictures jsonb) returns integer[]
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
        else jsonb_build_object('images', private.checked_objects(sent.images, (private.limits()).pictures_of_product, 'images'))
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
  return places;
end
$$;
comment on function private.store_pictures(private.staged_batches, jsonb) is
  'Guarda nas linhas as imagens enviadas e devolve as linhas a gravar; a que só tem problemas é recusada.';
revoke all on function private.store_pictures(private.staged_batches, jsonb) from public;
grant execute on function private.store_pictures(private.staged_batches, jsonb) to authenticated;

create function private.count_new_pictures(staged private.staged_batches, places integer[]) returns integer
language sql stable set search_path = '' as $$
  select count(*)
  from private.staged_batch_rows as own
  cross join unnest(private.urls_of_images(own.after -> 'images')) as url
  where own.batch_id = staged.id and own.place = any (places) and own.outcome = 'changed'
    and url <> all (private.urls_of_images(own.before -> 'images'))
$$;
comment on function private.count_new_pictures(private.staged_batches, integer[]) is
  'Quantas imagens novas as linhas dadas gravaram.';
revoke all on function private.count_new_pictures(private.staged_batches, integer[]) from public;
grant execute on function private.count_new_pictures(private.staged_batches, integer[]) to authenticated;

-- A batch that has begun can always be finished, whatever the daily limit: its first step counts all of its rows.
create function private.count_rows_to_write(batch_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*)
  from private.staged_batches as held
  join private.staged_batch_rows as own on own.batch_id = held.id and own.outcome in ('create', 'change')
  where held.id = count_rows_to_write.batch_id or held.steps > 0
$$;
comment on function private.count_rows_to_write(uuid) is
  'Quantas linhas esta alteração, e as que quem chama começou, ainda vão gravar.';
revoke all on function private.count_rows_to_write(uuid) from public;
grant execute on function private.count_rows_to_write(uuid) to authenticated;

create function public.apply_batch(
  batch_id uuid, step integer, size integer default 1000, confirmed integer default 0, pictures jsonb default null
) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  staged private.staged_batches = private.lock_staged_batch(batch_id);
  step_result jsonb = private.repeated_step(step, staged.steps, staged.result);
  places integer[];
  removed text[];
  totals jsonb;
  created integer;
  changed integer;
begin
  if staged.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  if step_result is not null then
    return step_result;
  end if;
  perform private.checked_size(size, 5000), private.required(confirmed, 'confirmed');
  -- One confirmation covers all steps: they are one batch of the history.
  if staged.steps = 0 then
    totals = private.batch_counts(staged.id);
    if totals -> 'doubtful' <> to_jsonb(confirmed) then
      raise exception 'Os preços duvidosos (%) pedem confirmação.', totals -> 'doubtful' using hint = 'price_guard';
    end if;
    perform private.check_daily_limit(private.count_rows_to_write(staged.id));
  end if;
  perform private.confirm_prices('now'), private.allow_many_rows(), private.continue_batch(staged.batch);
  if staged.kind = 'pictures' then
    places = private.store_pictures(staged, pictures);
  elsif pictures is not null then
    raise exception 'Esta alteração não recebe imagens.' using errcode = '22023';
  else
    places = array(
      select place from private.staged_batch_rows as own
      where own.batch_id = staged.id and own.outcome in ('create', 'change')
      order by place limit size
    );
  end if;
  perform private.lock_records(staged, places);
  removed = private.write_rows(staged, array(
    select place from private.staged_batch_rows as own
    where own.batch_id = staged.id and own.place = any (places) and own.outcome in ('create', 'change')
    order by place
  ));
  staged.batch = nullif(current_setting('vitrine.batch'), '');
  totals = private.batch_counts(staged.id);
  step_result = totals || jsonb_build_object(
    'status', case when totals -> 'counts' ?| '{create,change}' then 'applying' else 'done' end,
    'batch', staged.batch, 'rows', cardinality(places),
    'pictures', coalesce((staged.result -> 'pictures')::integer, 0) + private.count_new_pictures(staged, places),
    'removed_files', (select coalesce(jsonb_agg(file), '[]') from private.unused_files(removed) as file)
  );
  created = coalesce((totals -> 'counts' ->> 'created')::integer, 0);
  changed = coalesce((totals -> 'counts' ->> 'changed')::integer, 0);
  perform private.note_batch(
    jsonb_build_object('count', created + changed) || case staged.kind
      when 'change' then jsonb_build_object('bulk', staged.source)
      when 'import' then jsonb_build_object('import', jsonb_build_object('created', created, 'changed', changed))
      else jsonb_build_object('pictures', step_result -> 'pictures')
    end
  );
  update private.staged_batches set
    batch = staged.batch, confirmed = coalesce(staged.confirmed, apply_batch.confirmed), steps = staged.steps + 1,
    result = step_result, last_step_at = clock_timestamp(),
    ended_at = case when step_result ->> 'status' = 'done' then clock_timestamp() end
  where id = staged.id;
  return step_result;
end
$$;
comment on function public.apply_batch(uuid, integer, integer, integer, jsonb) is
  'Grava as próximas linhas de uma alteração preparada, em uma transação; o que alguém mudou desde a conferência não é sobrescrito. step: o número do passo, de 1 em diante; o último, pedido de novo, devolve o mesmo resultado. confirmed: quantos preços duvidosos há. pictures: as imagens das linhas deste passo. Devolve applying, done ou missing.';
revoke all on function public.apply_batch(uuid, integer, integer, integer, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.apply_batch(uuid, integer, integer, integer, jsonb) to authenticated;
