-- What was changed is taken back by changing it again, last change first: under the same policies, checks and
-- triggers as any save, hence as a batch of its own that can be taken back too. Only what no client may
-- write, the id and the date of a deleted row, needs rights of the owner: restore_row.

create function private.restore_row(batch_id bigint, change_id bigint, sku text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change private.changes;
  wanted jsonb;
  columns text;
begin
  select * into change
  from private.changes
  where batch = restore_row.batch_id and id = restore_row.change_id and kind = 'delete';
  if not found or not private.may_see_changes(change.area, change.record_id)
    or (change.area = 'profiles' and not private.is_administrador())
  then
    raise exception 'permission denied for table changes' using errcode = '42501';
  end if;
  if private.locked_row(change.table_name, change.row_id) is not null then
    return;
  end if;
  if exists (
    select from private.changes as later
    where later.area = change.area and later.record_id = change.record_id
      and later.batch > change.batch and later.kind in ('discard', 'anonymise')
  ) then
    raise exception 'Este registro foi excluído definitivamente.' using hint = 'record_discarded';
  end if;
  -- A form that was open when the row went must not take it for the one that it read.
  wanted = change.before
    || case
      when change.table_name = 'products' and restore_row.sku is not null
        then jsonb_build_object('sku', restore_row.sku)
      else '{}'
    end
    || case
      when change.table_name = change.area and change.version is not null
        then jsonb_build_object('version', change.version + 1)
      else '{}'
    end;
  select string_agg(quote_ident(key), ', ') into columns from jsonb_object_keys(wanted) as key;
  execute format(
    'insert into public.%1$I (%2$s) overriding system value
    select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
    change.table_name, columns
  ) using wanted;
end
$$;
comment on function private.restore_row(bigint, bigint, text) is
  'Devolve à tabela uma linha excluída, com o mesmo id; só o SKU de um produto pode ser outro, se o seu já é de alguém.';
revoke all on function private.restore_row(bigint, bigint, text) from public;
grant execute on function private.restore_row(bigint, bigint, text) to authenticated;

create function private.take_back(changes private.changes[], decisions jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  change private.changes;
  row_key text;
  wanted jsonb;
  assignments text;
begin
  for change in
    select given.*
    from unnest(changes) as given
    -- A record is there again before its parts are, whichever went first.
    order by
      given.batch desc, (given.kind = 'delete' and given.table_name = given.area) desc, given.id desc
  loop
    row_key = change.table_name || '/' || change.row_id;
    if change.kind = 'delete' then
      -- Owner's rights write this row, so nothing else that the client decided reaches it.
      perform private.restore_row(
        change.batch, change.id, decisions -> (row_key || '/sku') ->> 'value'
      );
      continue;
    end if;
    if change.kind = 'insert' then
      if decisions ->> row_key is distinct from 'keep' then
        execute format(
          'delete from public.%1$I where id = (jsonb_populate_record(null::public.%1$I, $1)).id',
          change.table_name
        ) using jsonb_build_object('id', change.row_id);
      end if;
      continue;
    end if;
    select
      jsonb_object_agg(was.key, coalesce(decisions -> (row_key || '/' || was.key) -> 'value', was.value)),
      string_agg(
        format('%1$I = (jsonb_populate_record(null::public.%2$I, $1)).%1$I', was.key, change.table_name),
        ', '
      )
    into wanted, assignments
    from jsonb_each(change.before) as was
    where decisions ->> (row_key || '/' || was.key) is distinct from 'keep';
    if wanted is not null then
      execute format(
        'update public.%1$I set %2$s where id = (jsonb_populate_record(null::public.%1$I, $1)).id',
        change.table_name, assignments
      ) using wanted || jsonb_build_object('id', change.row_id);
    end if;
  end loop;
end
$$;
comment on function private.take_back(private.changes[], jsonb) is
  'Desfaz mudanças, da última à primeira, menos o que foi decidido que fica.';
revoke all on function private.take_back(private.changes[], jsonb) from public;
grant execute on function private.take_back(private.changes[], jsonb) to authenticated;

create function private.addresses_in(sides jsonb[]) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(distinct side ->> column_name), '{}')
  from unnest(sides) as side
  cross join unnest('{url,image_url,logo_url,avatar_url,imagem_url}'::text[]) as column_name
  where side ->> column_name is not null
$$;
comment on function private.addresses_in(jsonb[]) is 'Os endereços de imagem em linhas ou partes delas.';
revoke all on function private.addresses_in(jsonb[]) from public;
grant execute on function private.addresses_in(jsonb[]) to authenticated;

-- Files follow their records, by the storage protocol, which only clients and servers speak: the answer says which.
create function private.taken_back(changes private.changes[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'status', case when nullif(current_setting('vitrine.batch', true), '') is null then 'nothing' else 'undone' end,
    'batch', nullif(current_setting('vitrine.batch', true), '')::bigint,
    -- Its password does not come back: see close_reused_login.
    'closed_logins', exists (
      select from unnest(changes) as change
      where change.table_name = 'profiles' and change.kind = 'delete'
    ),
    'returning_files', (
      select coalesce(jsonb_agg(file), '[]')
      from public.trashed_files(
        private.addresses_in(array(select change.before from unnest(changes) as change))
      ) as file
    ),
    'removed_files', (
      select coalesce(jsonb_agg(file), '[]')
      from public.unused_files(
        private.addresses_in(array(select change.after from unnest(changes) as change))
      ) as file
    )
  )
$$;
comment on function private.taken_back(private.changes[]) is
  'O que resta a fazer com os arquivos depois de desfazer estas mudanças.';
revoke all on function private.taken_back(private.changes[]) from public;
grant execute on function private.taken_back(private.changes[]) to authenticated;
