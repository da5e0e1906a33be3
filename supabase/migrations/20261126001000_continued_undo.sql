create index batches_root_idx on private.batches (root) where root is not null;

-- A user's further steps continue the batch that the first step opened. Once another undo has reverted it, the same
-- request is a new undo: the history of a record would otherwise list its changes of two times as one.
create or replace function private.own_undo(batch_id bigint) returns bigint
language sql stable security definer set search_path = '' as $$
  select undo.id from private.batches as undo
  where undo.undoes = batch_id and undo.actor = auth.uid() and undo.at > now() - interval '1 hour'
    and not exists (
      select from private.batches as opposite
      where opposite.root = undo.root and opposite.reverts <> undo.reverts and opposite.id > undo.id
    )
  order by undo.id desc
  limit 1
$$;
