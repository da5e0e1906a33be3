-- The panel sends the text of an address without its parts as an older address, whose parts are null.
create function private.with_kept_address(cells jsonb, stored jsonb) returns jsonb
language sql immutable parallel safe
return case
  when cells -> 'cep' = 'null' and cells ->> 'address' = stored ->> 'address'
    and not jsonb_strip_nulls(cells) ?| '{logradouro,numero,complemento,bairro,cidade,estado}'
    then cells - '{cep,logradouro,numero,complemento,bairro,cidade,estado}'::text[]
  else cells
end;
comment on function private.with_kept_address(jsonb, jsonb) is
  'As células de uma linha, sem as partes vazias de um endereço cujo texto é o guardado: elas não mudam.';
revoke all on function private.with_kept_address(jsonb, jsonb) from public;
grant execute on function private.with_kept_address(jsonb, jsonb) to authenticated;

create or replace function private.compare_rows(staged private.staged_batches, places integer[]) returns void
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  writable record = private.writable_columns(staged.area);
  known private.areas = private.area_of(staged.area);
begin
  execute format(
    'with known as materialized (
      select distinct on (private.searchable(name)) private.searchable(name) as key, id
      from public.categories
      order by private.searchable(name), created_at, id
    ), judged as materialized (
      select
        own.place, own.record_id is null as is_new,
        to_jsonb(stored) || jsonb_build_object(''category'', category.before) as was,
        to_jsonb(wanted) || jsonb_build_object(''category'', category.after) as becomes,
        %3$s as doubts, %4$s as refusal
      from private.staged_batch_rows as own
      left join public.%1$I as stored on stored.id = own.record_id::uuid and stored.id = any (array(
        select record_id::uuid from private.staged_batch_rows where batch_id = $1 and place = any ($2)
      ))
      %2$s
      cross join lateral jsonb_populate_record(
        case when stored.id is null then jsonb_populate_record(null::public.%1$I, $3) else stored end,
        private.with_kept_address(own.cells, to_jsonb(stored)) || category.columns
      ) as wanted
      %5$s
      where own.batch_id = $1 and own.place = any ($2) and own.outcome is null
    )
    update private.staged_batch_rows as own
    set
      title = coalesce(judged.was ->> %6$L, own.title), before = side.before, after = side.after,
      doubts = judged.doubts, refusal = judged.refusal,
      outcome = case
        when judged.refusal is not null then ''refuse''
        when judged.is_new then ''create''
        when side.after = ''{}'' then ''keep''
        else ''change''
      end
    from judged
    cross join lateral (
      select
        coalesce(jsonb_object_agg(name, judged.was -> name), ''{}'') as before,
        coalesce(jsonb_object_agg(name, judged.becomes -> name), ''{}'') as after
      from unnest($4) as name
      where not judged.is_new and judged.was -> name is distinct from judged.becomes -> name
    ) as side
    where own.batch_id = $1 and own.place = judged.place',
    staged.area, private.category_sql(staged.area), private.doubts_sql(staged.area),
    private.refusal_sql(staged.area, writable.names),
    case when staged.area = 'products' then
      'left join private.price_references(
        array(
          select record_id::uuid from private.staged_batch_rows
          where batch_id = $1 and place = any ($2) and outcome is null order by place
        ),
        array(
          select btrim(cells ->> ''sku'') from private.staged_batch_rows
          where batch_id = $1 and place = any ($2) and outcome is null order by place
        )
      ) as reference on reference.sku = btrim(own.cells ->> ''sku'')'
    end,
    known.title_column
  ) using staged.id, places, writable.defaults,
    -- The key that found the record does not change: the spreadsheet may spell it in another case.
    array_remove(
      array_replace(private.client_columns(staged.area, 'update'), 'category_id', 'category'), known.key_column
    ),
    (staged.source ->> 'creates_categories')::boolean;
end
$$;
