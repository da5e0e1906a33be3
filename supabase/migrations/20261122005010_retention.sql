-- How long the history remembers. Whoever has the database says it, not who is told of in it.
create table private.retention (
  only_row boolean primary key default true check (only_row),
  history_years integer not null default 5 check (history_years between 1 and 100)
);
comment on table private.retention is 'Por quanto tempo se guarda o histórico; uma só linha.';
revoke all on private.retention from anon, authenticated, service_role;
alter table private.retention enable row level security;
insert into private.retention default values;

-- The daily job of the built-in server calls it until nothing is left; on the hosted platform the panel does, at an
-- Administrador's first visit of the day, some at a time.
create function public.forget_old_acts(size integer default 1000) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  old_acts bigint[];
begin
  if not (private.is_administrador() or current_setting('role') = 'service_role') then
    raise exception 'permission denied for function forget_old_acts' using errcode = '42501';
  end if;
  perform private.checked_size(size, 10000);
  perform private.forget_written_rows();
  select array_agg(old.id) into old_acts
  from (
    (
      select act.id from private.batches as act
      where act.at < now() - (select make_interval(years => history_years) from private.retention)
      order by act.at
      limit forget_old_acts.size
    )
    union
    (
      select act.id from private.batches as act
      where act.kind in (
          'sign_in', 'sign_out', 'recovery', 'password', 'failed', 'refused', 'export', 'read', 'sessions',
          'factor_removed', 'factor_on', 'factor_off'
        )
        and act.at < now() - interval '180 days'
      limit forget_old_acts.size
    )
  ) as old;
  if old_acts is null then
    return 0;
  end if;
  perform set_config(
    'vitrine.batch',
    private.note_event(null, 'retention', '', amount => cardinality(old_acts), goes_on => true)::text,
    true
  );
  delete from private.changes where batch = any (old_acts);
  delete from private.batches where id = any (old_acts);
  return cardinality(old_acts);
end
$$;
comment on function public.forget_old_acts(integer) is
  'Esquece os atos mais antigos do que se guarda (5 anos, ou o que private.retention diz; entradas, recusas e exportações, 180 dias) e diz quantos eram.';
revoke all on function public.forget_old_acts(integer) from public, anon, authenticated, service_role;
grant execute on function public.forget_old_acts(integer) to authenticated, service_role;
