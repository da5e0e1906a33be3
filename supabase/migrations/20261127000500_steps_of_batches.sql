-- The import is listed as a change of products: categories that it creates are parts of it.
create or replace function private.create_named_categories(staged private.staged_batches, places integer[]) returns void
language plpgsql set search_path = '' as $$
declare
  opens_batch constant boolean = nullif(current_setting('vitrine.batch', true), '') is null;
begin
  insert into public.categories (name)
  select distinct on (private.searchable(named.name)) named.name
  from (
    select own.place, btrim(case when own.record_id is null then own.cells else own.after end ->> 'category') as name
    from private.staged_batch_rows as own
    where own.batch_id = staged.id and own.place = any (places)
  ) as named
  left join public.categories as known on private.searchable(known.name) = private.searchable(named.name)
  where named.name <> '' and known.id is null
  order by private.searchable(named.name), named.place; -- spelled as in the first row
  if found and opens_batch then
    perform set_config('vitrine.batch_of_part', 'true', true);
  end if;
end
$$;

-- The rest of a batch that was undone, or whose time is over, is never written: it uses nothing of the daily limit.
create function private.has_undo(batch_id bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.batches as undo where undo.undoes = batch_id)
$$;
comment on function private.has_undo(bigint) is 'Se algo desta alteração foi desfeito: então ela não continua.';
revoke all on function private.has_undo(bigint) from public;
grant execute on function private.has_undo(bigint) to authenticated;

create or replace function private.count_rows_to_write(batch_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select count(*)
  from private.staged_batches as held
  join private.staged_batch_rows as own on own.batch_id = held.id and own.outcome in ('create', 'change')
  where held.id = count_rows_to_write.batch_id or held.steps > 0 and private.end_of_batch(held) > now()
    and not private.has_undo(held.batch)
$$;
