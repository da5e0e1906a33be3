-- Two equal events that ended at the same time were listed as two entries: neither transaction saw the entry of the
-- other. Now the second waits, and adds its amount to the entry of the first.

create or replace function private.note_event(
  actor uuid, kind text, area text, record_id text default '', title text default null,
  amount integer default null, continues boolean default false
) returns bigint
language plpgsql set search_path = '' as $$
declare
  noted bigint;
begin
  if continues then
    perform pg_advisory_xact_lock(
      hashtextextended(jsonb_build_array('event', actor, kind, area, record_id, title)::text, 0)
    );
  end if;
  if amount is not null then
    select case when continues or count(*) = 20 then max(recent.id) end into noted
    from (
      select batch.id
      from private.batches as batch
      where batch.actor is not distinct from note_event.actor and batch.at > now() - interval '1 hour'
        and batch.kind = note_event.kind and batch.area = note_event.area
        and batch.record_id = note_event.record_id and batch.title is not distinct from note_event.title
      order by batch.at desc
      limit 20
    ) as recent;
  end if;
  if noted is null then
    insert into private.batches (actor, actor_name, area, record_id, kind, title, amount)
    values (
      note_event.actor, (select profile.name from public.profiles as profile where profile.id = note_event.actor),
      note_event.area, note_event.record_id, note_event.kind, note_event.title, note_event.amount
    )
    returning id into noted;
  else
    update private.batches as batch set amount = batch.amount + note_event.amount where batch.id = noted;
  end if;
  return noted;
end
$$;
