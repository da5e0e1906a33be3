-- A login whose profile was deleted may get a profile again. Its versions continue: a version belongs to one save, by
-- which undo finds that save, and a form that was opened before the deletion detects the conflict.
create function private.continue_versions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.version = greatest(new.version, 1 + (
    select change.version from private.changes as change
    where change.area = tg_table_name and change.record_id = new.id::text and change.version is not null
    order by change.id desc
    limit 1
  ));
  return new;
end
$$;
comment on function private.continue_versions() is
  'Conta as gravações de um registro criado de novo sob o mesmo id a partir da última de antes.';
revoke all on function private.continue_versions() from public;

create trigger continue_versions before insert on public.profiles
  for each row execute function private.continue_versions();
