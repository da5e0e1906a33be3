-- A change of many records on its way: its rows wait here, as they are and as they would become, until the person who
-- looks at them says yes. Only functions reach it, with the rights of who calls them: row-level security gives
-- everybody their own alone.
create table private.bulk_changes (
  id uuid primary key,
  owner uuid not null default auth.uid() references public.profiles on delete cascade,
  area text not null,
  change jsonb not null,
  confirmed integer,
  batch bigint,
  steps integer not null default 0,
  result jsonb,
  created_at timestamptz not null default clock_timestamp()
);
comment on table private.bulk_changes is 'Mudanças de muitos registros de uma vez, cada uma de quem a preparou; somem depois de um dia.';
comment on column private.bulk_changes.confirmed is 'Quantos preços duvidosos quem a faz confirmou, no primeiro passo.';
comment on column private.bulk_changes.batch is 'O ato do histórico em que todos os passos da mudança entram.';
comment on column private.bulk_changes.steps is 'Quantos passos já foram feitos.';
comment on column private.bulk_changes.result is 'O resultado do último passo, para quem não recebeu a resposta e o pede de novo.';
create index bulk_changes_owner_idx on private.bulk_changes (owner, created_at desc);
create index bulk_changes_created_at_idx on private.bulk_changes (created_at);

create table private.bulk_rows (
  bulk_id uuid not null references private.bulk_changes on delete cascade,
  place integer not null,
  record_id text not null,
  title text not null,
  detail text,
  version integer not null,
  before jsonb not null,
  after jsonb not null,
  doubts text[] not null,
  outcome text not null check (outcome in ('change', 'keep', 'refuse', 'out', 'changed', 'stale')),
  refusal text,
  primary key (bulk_id, place)
);
comment on table private.bulk_rows is 'As linhas de uma mudança de muitos registros: antes, depois, e o que foi feito de cada uma.';
comment on column private.bulk_rows.title is 'O nome do registro; em detail, o seu SKU ou e-mail.';
comment on column private.bulk_rows.version is 'A gravação que a conferência viu: outra no meio do caminho não é sobrescrita.';
comment on column private.bulk_rows.doubts is 'O que a guarda dos preços diz do preço novo.';
comment on column private.bulk_rows.outcome is
  'A mudar, sem mudança, recusada, tirada por quem confere; depois mudada, ou mudada por outra pessoa antes.';
create index bulk_rows_outcome_idx on private.bulk_rows (bulk_id, outcome, place);

revoke all on private.bulk_changes, private.bulk_rows from anon, authenticated, service_role;
grant select, insert, update, delete on private.bulk_changes, private.bulk_rows to authenticated;
alter table private.bulk_changes enable row level security;
alter table private.bulk_rows enable row level security;

create policy "staff reads own bulk changes" on private.bulk_changes for select to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));
create policy "staff begins own bulk changes" on private.bulk_changes for insert to authenticated
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "staff goes on with own bulk changes" on private.bulk_changes for update to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()))
  with check (owner = (select auth.uid()) and (select private.is_staff()));
create policy "staff drops own bulk changes" on private.bulk_changes for delete to authenticated
  using (owner = (select auth.uid()) and (select private.is_staff()));

create policy "staff reads rows of own bulk changes" on private.bulk_rows for select to authenticated
  using (bulk_id in (select id from private.bulk_changes) and (select private.is_staff()));
create policy "staff adds rows to own bulk changes" on private.bulk_rows for insert to authenticated
  with check (bulk_id in (select id from private.bulk_changes) and (select private.is_staff()));
create policy "staff goes through rows of own bulk changes" on private.bulk_rows for update to authenticated
  using (bulk_id in (select id from private.bulk_changes) and (select private.is_staff()))
  with check (bulk_id in (select id from private.bulk_changes) and (select private.is_staff()));

-- Nobody sees those of others, so nobody could sweep them. A few at a time: whoever begins waits for it.
create function private.sweep_bulk_changes() returns void
language sql security definer set search_path = '' as $$
  delete from private.bulk_changes
  where id in (
    select id from private.bulk_changes where created_at < now() - interval '1 day' order by created_at limit 3
  )
$$;
comment on function private.sweep_bulk_changes() is
  'Apaga mudanças preparadas há mais de um dia, de quem quer que sejam.';
revoke all on function private.sweep_bulk_changes() from public;
grant execute on function private.sweep_bulk_changes() to authenticated;

create function private.bulk_counts(bulk_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(outcome, number), '{}')
  from (
    select outcome, count(*) as number
    from private.bulk_rows as planned
    where planned.bulk_id = bulk_counts.bulk_id
    group by outcome
  ) as counted
$$;
comment on function private.bulk_counts(uuid) is 'Quantas linhas de uma mudança há de cada resultado.';
revoke all on function private.bulk_counts(uuid) from public;
grant execute on function private.bulk_counts(uuid) to authenticated;

create function public.planned_rows(
  bulk_id uuid, outcomes text[], doubtful boolean default false, after integer default 0,
  size integer default 50
) returns json
language plpgsql stable set search_path = '' as $$
begin
  perform private.required(bulk_id, 'bulk_id'), private.checked_list(outcomes, 10, 'outcomes'),
    private.required(doubtful, 'doubtful'), private.required(after, 'after'), private.checked_size(size, 1000);
  return (
    select coalesce(json_agg(page order by page.place), '[]')
    from (
      select
        planned.place, planned.record_id, planned.title, planned.detail, planned.before,
        planned.after, planned.doubts, planned.outcome, planned.refusal
      from private.bulk_rows as planned
      where planned.bulk_id = planned_rows.bulk_id and planned.outcome = any (outcomes)
        and planned.place > planned_rows.after
        and (planned.doubts <> '{}' or not doubtful)
      order by planned.place
      limit planned_rows.size
    ) as page
  );
end
$$;
comment on function public.planned_rows(uuid, text[], boolean, integer, integer) is
  'Linhas de uma mudança de muitos registros com os resultados pedidos, depois de um lugar; só as duvidosas, se pedido.';
revoke all on function public.planned_rows(uuid, text[], boolean, integer, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.planned_rows(uuid, text[], boolean, integer, integer) to authenticated;

create function public.drop_bulk(bulk_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
begin
  delete from private.bulk_changes where id = drop_bulk.bulk_id;
  return jsonb_build_object('status', case when found then 'dropped' else 'missing' end);
end
$$;
comment on function public.drop_bulk(uuid) is
  'Descarta uma mudança de muitos registros: as suas linhas, não o que já foi gravado.';
revoke all on function public.drop_bulk(uuid) from public, anon, authenticated, service_role;
grant execute on function public.drop_bulk(uuid) to authenticated;
