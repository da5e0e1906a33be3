-- A batch that was undone accepts no further step, even if the undo was undone: see continue_batch.
create or replace function private.end_of_batch(staged private.staged_batches) returns timestamptz
language sql stable
return coalesce(
  staged.ended_at,
  staged.last_step_at + case when private.has_undo(staged.batch) then interval '0' else interval '24 hours' end
);
comment on function private.end_of_batch(private.staged_batches) is
  'O momento em que uma alteração preparada terminou ou terminará: 24 horas sem um passo contam como o fim; a que foi desfeita terminou no último passo.';
