create function private.uses_text(uses bigint) returns text
language sql immutable parallel safe
return case
  when uses = 1 then '1 produto usa esta categoria.'
  when uses > 1 then format('%s produtos usam esta categoria.', uses)
end;
comment on function private.uses_text(bigint) is
  'O que impede a exclusão de uma categoria, em palavras; nulo quando nada a impede.';
revoke all on function private.uses_text(bigint) from public;
grant execute on function private.uses_text(bigint) to authenticated, service_role;

-- The foreign key refuses already; this says how many products stand in the way, before it does.
create function private.refuse_category_in_use() returns trigger
language plpgsql set search_path = '' as $$
declare
  uses bigint;
begin
  select count(*) into uses from public.products where category_id = old.id;
  if uses > 0 then
    raise exception '%', private.uses_text(uses)
    using errcode = '23503', detail = uses::text, hint = 'category_in_use',
      constraint = 'products_category_id_fkey', table = 'products', schema = 'public';
  end if;
  return old;
end
$$;
comment on function private.refuse_category_in_use() is
  'Diz quantos produtos impedem a exclusão de uma categoria; o número vai no detalhe do erro.';
revoke all on function private.refuse_category_in_use() from public;

create trigger refuse_category_in_use before delete on public.categories
  for each row execute function private.refuse_category_in_use();
