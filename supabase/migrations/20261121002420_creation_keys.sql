-- A creation that is sent again, because its response was lost, brings the id (or creation_key) of its first attempt:
-- the unique index refuses the second record. A record that was deleted since left the index, and the history knows it.

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

-- Restoring a deleted record runs as the owner, whom no policy binds.
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

-- A stored record is refused by the unique index, as any other value that is taken.
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

-- The id of a profile is that of its login, which may get a profile again.
select private.refuse_deleted_ids_in(name) from private.areas where name <> 'profiles';
