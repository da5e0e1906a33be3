-- The tables of settings have no versions. A number that its values determine is the version of such a row: the answer
-- to the question of an undo contains the version that the user saw.
create or replace function private.lock_row(table_name text, row_id text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  stored jsonb;
begin
  execute format(
    'select to_jsonb(stored) from public.%1$I as stored
    where id = (jsonb_populate_record(null::public.%1$I, $1)).id for update',
    table_name
  ) into stored using jsonb_build_object('id', row_id);
  return jsonb_build_object('version', hashtext(stored::text)) || stored;
end
$$;
comment on function private.lock_row(text, text) is
  'Bloqueia uma linha até o fim da transação e a retorna, sempre com uma versão; nulo se não existe.';
