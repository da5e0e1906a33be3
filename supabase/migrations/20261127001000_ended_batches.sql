-- A batch that was undone accepts no further step, even if the undo was undone: see continue_batch.
create or replace function private.end_of_batch(staged private.staged_batches) returns timestamptz
language sql stable
return coalesce(
  staged.ended_at,
  staged.last_step_at + case when private.has_undo(staged.batch) then interval '0' else interval '24 hours' end
);
comment on function private.end_of_batch(private.staged_batches) is
  'O momento em que uma alteração preparada terminou ou terminará: 24 horas sem um passo contam como o fim; a que foi desfeita terminou no último passo.';

-- A step refuses too many pictures as a whole: the plan refuses their product alone.
create or replace function public.plan_pictures(batch jsonb, rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches = private.parse_staged_batch(batch, rows);
  most constant integer = (private.limits()).pictures_of_product;
begin
  staged.kind = 'pictures';
  staged.area = 'products';
  staged = private.begin_batch(staged);
  insert into private.staged_batch_rows (
    batch_id, place, record_id, title, detail, cells, problems, before, after, outcome, refusal
  )
  select
    staged.id, given.place, product.id::text, coalesce(product.name, left(given.title, 255)), product.sku,
    given.cells, coalesce(given.problems, '{}'), given.before, given.after,
    case
      when given.problems <> '{}' or refusal.told is not null then 'refuse'
      when given.before = given.after then 'keep'
      else 'change'
    end,
    refusal.told
  from jsonb_to_recordset(plan_pictures.rows) as given (
    place integer, record_id uuid, title text, cells jsonb, problems jsonb, before jsonb, after jsonb
  )
  left join public.products as product on product.id = given.record_id
  cross join lateral (
    select case
      when product.id is null and coalesce(given.problems, '{}') = '{}' then '{"code": "missing"}'
      when private.picture_urls(product.id::text) <> private.urls_of_images(
        private.checked_objects(given.before -> 'images', 1000, 'images')
      ) then '{"code": "stale"}'
      when jsonb_array_length(private.checked_objects(coalesce(given.after -> 'images', '[]'), 1000, 'images')) > most
        then jsonb_build_object(
          'code', 'P0001', 'message', format('Um produto tem até %s imagens.', private.number_text(most))
        )
    end as told
  ) as refusal
  on conflict (batch_id, place) do nothing; -- a part that was sent twice
  perform private.check_total(staged);
  return private.finish_plan(staged.id);
end
$$;
