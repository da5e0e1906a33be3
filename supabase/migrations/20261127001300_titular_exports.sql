-- An export for the titular changes nothing: a form that is open meanwhile must not report it as another user's change.
create or replace function public.record_authors(
  area text, record_ids text[], version integer default null, batch bigint default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  result jsonb;
begin
  perform private.required(area, 'area'), private.checked_list(record_ids, 1000, 'record_ids');
  if exists (
    select from unnest(record_ids) as wanted (id)
    where private.may_see_changes(record_authors.area, wanted.id) is not true
  ) then
    raise exception 'permission denied for function record_authors' using errcode = '42501';
  end if;
  with later as (
    select change.id, stored_batch.at, stored_batch.actor, stored_batch.actor_name, change.batch,
      change.kind = 'delete' and change.table_name = change.area as deletes,
      change.kind = 'anonymise' as anonymises
    from unnest(record_ids) as wanted (id)
    cross join lateral (
      -- One save consists of several changes; those of pictures have no version.
      select coalesce(max(own.id), 0) as id
      from private.changes as own
      where own.area = record_authors.area and own.record_id = wanted.id and own.batch in (
        select known.batch from private.changes as known
        where known.area = record_authors.area and known.record_id = wanted.id
          and case
            when record_authors.batch is null
              then known.version = record_authors.version and known.kind <> 'delete'
            else known.batch = record_authors.batch
          end
      )
    ) as seen
    cross join lateral (
      select latest.* from private.changes as latest
      where latest.area = record_authors.area and latest.record_id = wanted.id and latest.id > seen.id
        and latest.kind <> 'export'
      order by latest.id desc
      limit 200
    ) as change
    join private.batches as stored_batch on stored_batch.id = change.batch
  )
  select jsonb_build_object(
    'authors', coalesce((
      select jsonb_agg(
        jsonb_build_object('name', author.actor_name, 'own', coalesce(author.actor = auth.uid(), false))
        order by author.latest desc
      )
      from (
        select later.actor, (array_agg(later.actor_name order by later.id desc))[1] as actor_name,
          max(later.id) as latest
        from later
        group by later.actor
      ) as author
    ), '[]'),
    'deletion', (
      select case when latest.deletes then jsonb_build_object(
        'name', latest.actor_name, 'own', coalesce(latest.actor = auth.uid(), false),
        'at', latest.at, 'batch', latest.batch
      ) end
      from (select * from later order by later.deletes desc, later.id desc limit 1) as latest
      where not exists (select from later as again where again.id > latest.id and again.batch <> latest.batch)
    ),
    'anonymisation', (
      select jsonb_build_object(
        'name', latest.actor_name, 'own', coalesce(latest.actor = auth.uid(), false), 'at', latest.at
      )
      from later as latest
      where latest.anonymises
      order by latest.id desc
      limit 1
    )
  ) into result;
  return result;
end
$$;
