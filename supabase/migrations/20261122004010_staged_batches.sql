-- Changes of many records, whatever they come from: a planner fills the rows of a batch, the user reviews them,
-- apply_batch writes them step by step as one batch of the history. Only functions reach these tables, with the rights
-- of the caller: row-level security gives every user their own batches alone.
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

-- The daily job of the built-in server calls it until nothing is left, the panel at the first visit of the day.
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

-- The one rule of how much a user holds: five batches and 128 MB. Ended batches make room, then plans that have not
-- begun and that one request makes again; the oldest first. What has begun or was sent by the user stays.
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
    -- Asked of the row itself: a first step may be writing at this moment.
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

create function private.begin_batch(begun private.staged_batches) returns private.staged_batches
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  -- One request at a time counts the batches of a user.
  perform pg_advisory_xact_lock(hashtextextended('batches ' || auth.uid()::text, 0));
  insert into private.staged_batches as own (id, kind, area, source, total, bytes)
  values (begun.id, begun.kind, begun.area, begun.source, begun.total, coalesce(begun.bytes, 0))
  on conflict (id) do update set bytes = own.bytes + excluded.bytes, last_step_at = excluded.last_step_at
  returning * into staged;
  if staged.kind <> begun.kind or staged.steps > 0 then
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

create function private.sent_batch(batch jsonb, rows jsonb) returns private.staged_batches
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
comment on function private.sent_batch(jsonb, jsonb) is
  'Uma alteração de que o cliente envia as linhas em partes: o que ele diz dela, e o tamanho desta parte.';
revoke all on function private.sent_batch(jsonb, jsonb) from public;
grant execute on function private.sent_batch(jsonb, jsonb) to authenticated;

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

create function private.opened_batch(batch_id uuid) returns private.staged_batches
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  select * into staged from private.staged_batches where id = opened_batch.batch_id for update;
  return staged;
end
$$;
comment on function private.opened_batch(uuid) is
  'Uma alteração preparada por quem chama, só para este passo; nula quando não há.';
revoke all on function private.opened_batch(uuid) from public;
grant execute on function private.opened_batch(uuid) to authenticated;

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

create function private.planned(batch_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
begin
  update private.staged_batches
  set last_step_at = clock_timestamp(), ended_at = case
    when not exists (
      select from private.staged_batch_rows as own
      where own.batch_id = planned.batch_id and (own.outcome is null or own.outcome in ('create', 'change'))
    ) then clock_timestamp()
  end
  where id = planned.batch_id;
  return jsonb_build_object('status', 'planned') || private.batch_totals(planned.batch_id);
end
$$;
comment on function private.planned(uuid) is
  'Os números de uma alteração preparada; a que não tem nada a gravar terminou.';
revoke all on function private.planned(uuid) from public;
grant execute on function private.planned(uuid) to authenticated;

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
      -- A response stays below the limit of any platform, however long the texts are.
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
  staged private.staged_batches = private.opened_batch(batch_id);
begin
  perform private.checked_list(places, 1000, 'places'), private.required(is_out, 'is_out');
  if staged.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  -- Its doubtful prices would not have been confirmed.
  if staged.steps > 0 and not is_out then
    raise exception 'Esta alteração já começou: o que ficou de fora não volta.' using hint = 'batch_begun';
  end if;
  update private.staged_batch_rows as own
  set outcome = case when is_out then 'out' when own.record_id is null then 'create' else 'change' end
  where own.batch_id = staged.id and own.place = any (places)
    and own.outcome = any (case when is_out then '{create,change}' else '{out}' end::text[]);
  return private.planned(staged.id);
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
