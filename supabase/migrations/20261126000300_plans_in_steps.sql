-- A bulk change is planned in steps, like an import: after a statement timeout the client repeats the step with fewer
-- rows.
alter table private.staged_batches
  add column selected text[],
  add column planned integer not null default 0,
  add constraint staged_batches_whole_plan check (steps = 0 or selected is null);
comment on column private.staged_batches.selected is
  'Os registros escolhidos para uma mudança, na ordem dos títulos; nulo depois de todos conferidos.';
comment on column private.staged_batches.planned is 'Quantos dos registros escolhidos já foram conferidos.';

drop function public.plan_change(uuid, text, jsonb, jsonb);

create function private.sorted_ids(area text, ids text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  sorted text[];
begin
  execute format(
    'select array_agg(stored.id::text order by stored.%2$I, stored.id) from public.%1$I as stored
    where stored.id = any ($1::%3$s[])',
    area, (private.area_of(area)).title_column, private.id_type(area)
  ) into sorted using ids;
  return coalesce(sorted, '{}');
end
$$;
comment on function private.sorted_ids(text, text[]) is 'Os registros que existem destes, na ordem dos títulos.';
revoke all on function private.sorted_ids(text, text[]) from public;
grant execute on function private.sorted_ids(text, text[]) to authenticated;

-- One statement over all rows of the step, without row locks.
create function private.plan_rows(staged private.staged_batches, records text[]) returns void
language plpgsql set search_path = '' as $$
declare
  assignments jsonb = private.change_assignments(staged.area, staged.source);
  names text[] = array(select jsonb_object_keys(assignments));
  known private.areas = private.area_of(staged.area);
  is_price constant boolean = staged.source ->> 'kind' = 'price';
begin
  execute format(
    'insert into private.staged_batch_rows (
      batch_id, place, record_id, title, detail, version, before, after, doubts, outcome, refusal
    )
    select
      $1, $4 + given.place, stored.id::text, stored.%2$I::text, %3$s::text, stored.version, side.before, side.after,
      %4$s,
      case
        when refusal.reason is not null then ''refuse''
        when side.before = side.after and $3 then ''keep''
        else ''change''
      end,
      refusal.reason
    from unnest($2::%9$s[]) with ordinality as given (id, place)
    join public.%1$I as stored on stored.id = given.id
    cross join lateral (select %5$s) as wanted
    cross join lateral (select %6$s as before, %7$s as after) as side
    cross join lateral (select %8$s as reason) as refusal
    %10$s',
    staged.area, known.title_column,
    private.column_sql(nullif(known.key_column, known.title_column)),
    private.doubts_sql(case when is_price then staged.area end),
    coalesce(
      (select string_agg(format('%s as %I', assignments ->> name, name), ', ') from unnest(names) as name),
      'null::text as nothing'
    ),
    private.side_sql('stored', names), private.side_sql('wanted', names),
    case
      when names = '{}' then private.delete_refusal_sql(staged.area) else private.refusal_sql(staged.area, names)
    end,
    private.id_type(staged.area),
    case when is_price then
      'left join private.price_references($2::uuid[]) as reference on reference.id = stored.id'
    end
  ) using staged.id, records, names <> '{}', staged.planned;
end
$$;
comment on function private.plan_rows(private.staged_batches, text[]) is
  'Confere estes registros de uma mudança: o que ela faria de cada um, ou por que é recusada.';
revoke all on function private.plan_rows(private.staged_batches, text[]) from public;
grant execute on function private.plan_rows(private.staged_batches, text[]) to authenticated;

-- The first request stores the selection, and each request plans the next records. A request with the id of a plan
-- continues that plan; a complete plan is returned again.
create function public.plan_change(
  batch_id uuid, area text, selection jsonb, change jsonb, size integer default 1000
) returns jsonb
language plpgsql set search_path = '' set jit = off as $$
declare
  checked jsonb = private.checked_change(area, change);
  staged private.staged_batches = private.lock_staged_batch(batch_id);
  selected text[];
begin
  perform private.checked_size(size, 5000);
  if staged.id is null then
    selected = private.selected_ids(area, selection);
    staged.id = plan_change.batch_id;
    staged.kind = 'change';
    staged.area = plan_change.area;
    staged.source = checked;
    staged.total = cardinality(selected);
    staged = private.begin_batch(staged);
    -- The same first request may have arrived twice at once.
    if staged.planned = 0 then
      staged.selected = private.sorted_ids(area, selected);
      update private.staged_batches set selected = staged.selected where id = staged.id;
    end if;
  end if;
  if staged.kind <> 'change' or staged.steps > 0 or staged.area <> area or staged.source <> checked then
    raise exception 'Esta alteração já começou.' using errcode = '22023', hint = 'batch_begun';
  end if;
  perform private.plan_rows(staged, staged.selected[staged.planned + 1:staged.planned + size]);
  staged.planned = staged.planned + size;
  if staged.planned < cardinality(staged.selected) then
    update private.staged_batches set planned = staged.planned, last_step_at = clock_timestamp() where id = staged.id;
    return jsonb_build_object(
      'status', 'planning', 'done', round(staged.planned::numeric / cardinality(staged.selected), 3)
    );
  end if;
  update private.staged_batches set planned = total, selected = null where id = staged.id;
  return private.finish_plan(staged.id) || jsonb_build_object('missing', staged.total - (
    select count(*) from private.staged_batch_rows as own where own.batch_id = staged.id
  ));
end
$$;
comment on function public.plan_change(uuid, text, jsonb, jsonb, integer) is
  'Prepara uma mudança de até 100.000 registros sem mudar nada, size deles a cada pedido: devolve planning e a parte já conferida (done), ou planned com quantos mudam, ficam, são recusados ou são duvidosos.';
revoke all on function public.plan_change(uuid, text, jsonb, jsonb, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.plan_change(uuid, text, jsonb, jsonb, integer) to authenticated;
