-- How the last backup that was made, and the last one that failed, went. The programs of the machine write it,
-- past every permission; where the platform makes the backups there is nothing here.
create table private.backups (
  outcome text primary key check (outcome in ('made', 'failed')),
  at timestamptz not null default now(),
  problem text check (char_length(problem) <= 2000)
);
comment on table private.backups is 'O último backup feito e o último que falhou.';
comment on column private.backups.problem is 'Por que falhou; do que foi feito, o que há a dizer dele.';
revoke all on private.backups from anon, authenticated, service_role;
alter table private.backups enable row level security;

create function private.note_backup(outcome text, problem text default null) returns void
language sql set search_path = '' as $$
  insert into private.backups (outcome, at, problem)
  values (note_backup.outcome, now(), left(note_backup.problem, 2000))
  on conflict (outcome) do update set at = excluded.at, problem = excluded.problem
$$;
comment on function private.note_backup(text, text) is 'Anota como foi um backup: made ou failed.';
revoke all on function private.note_backup(text, text) from public;

create function public.backup_notice() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'permission denied for function backup_notice' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'failed_at', failed.at, 'made_at', made.at, 'problem', coalesce(failed.problem, made.problem)
    )
    from (values ('made')) as wanted (outcome)
    left join private.backups as made on made.outcome = wanted.outcome
    left join private.backups as failed
      on failed.outcome = 'failed' and (made.at is null or failed.at > made.at)
  );
end
$$;
comment on function public.backup_notice() is
  'O que um Administrador deve saber dos backups: quando foi feito o último, se o seguinte falhou, e por quê; ou o que há a dizer do que foi feito.';
revoke all on function public.backup_notice() from public, anon, authenticated, service_role;
grant execute on function public.backup_notice() to authenticated;
