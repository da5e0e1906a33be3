-- How many rows a table has, exactly and without reading them: every statement that adds or takes away rows
-- notes how many, in its own transaction, and the sum of the notes is the count. One number kept for all would make
-- every save wait for whoever else is just saving; a note waits for nobody and leaves with a rollback.
create table private.row_changes (
  id bigint generated always as identity primary key,
  table_name text not null,
  change bigint not null
);
comment on table private.row_changes is
  'De quantas linhas cada comando mudou uma tabela: a soma é o número de linhas dela.';
revoke all on private.row_changes from anon, authenticated, service_role;
alter table private.row_changes enable row level security;

create function private.note_row_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  noted bigint;
begin
  if tg_op = 'TRUNCATE' then
    delete from private.row_changes where table_name = tg_table_name;
    return null;
  end if;
  insert into private.row_changes (table_name, change)
  select tg_table_name, case tg_op when 'INSERT' then count(*) else - count(*) end
  from changed
  having count(*) > 0
  returning id into noted;
  -- Every hundredth note is made one with those before it; what somebody else is just doing that to is left to them.
  if noted % 100 = 0 then
    with folded as (
      delete from private.row_changes
      where id in (
        select note.id from private.row_changes as note
        where note.table_name = tg_table_name
        for update skip locked
      )
      returning change
    )
    insert into private.row_changes (table_name, change)
    select tg_table_name, sum(change) from folded;
  end if;
  return null;
end
$$;
comment on function private.note_row_change() is
  'Anota de quantas linhas um comando mudou a tabela.';
revoke all on function private.note_row_change() from public;

create function private.count_table(table_name text) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger count_added after insert on public.%1$I
      referencing new table as changed
      for each statement execute function private.note_row_change();
    create trigger count_removed after delete on public.%1$I
      referencing old table as changed
      for each statement execute function private.note_row_change();
    create trigger count_emptied after truncate on public.%1$I
      for each statement execute function private.note_row_change()',
    table_name
  );
end
$$;
comment on function private.count_table(text) is 'Liga os gatilhos que anotam o número de linhas de uma tabela.';
revoke all on function private.count_table(text) from public;

create function private.row_count(of_table text) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(sum(note.change), 0)
    from private.row_changes as note
    where note.table_name = row_count.of_table
  );
end
$$;
comment on function private.row_count(text) is 'O número de linhas de uma tabela cujas mudanças se anotam.';
revoke all on function private.row_count(text) from public;

create function public.count_rows(of_table text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function count_rows' using errcode = '42501';
  end if;
  if (private.area_of(of_table)).is_counted is not true then
    raise exception 'As linhas dessa tabela não se contam.' using errcode = '22023';
  end if;
  return private.row_count(of_table);
end
$$;
comment on function public.count_rows(text) is
  'O número exato de registros de uma área cujas linhas se contam, qualquer que seja o tamanho da tabela.';
revoke all on function public.count_rows(text) from public, anon, authenticated, service_role;
grant execute on function public.count_rows(text) to authenticated;

create function private.recount_rows() returns void
language plpgsql set search_path = '' as $$
declare
  counted text[] = array(select name from private.areas where is_counted order by place);
begin
  execute format(
    'lock table %s in share mode', (select string_agg(format('public.%I', name), ', ') from unnest(counted) as name)
  );
  delete from private.row_changes;
  execute (
    select string_agg(format(
      'insert into private.row_changes (table_name, change) select %1$L, count(*) from public.%1$I', name
    ), ';')
    from unnest(counted) as name
  );
end
$$;
comment on function private.recount_rows() is
  'Conta de novo as linhas: depois de uma carga com os gatilhos desligados.';
revoke all on function private.recount_rows() from public;
