-- The panel reads lists of other areas as they are shown, a step of the API at a time, and says so: what somebody
-- took along stands in the activity, as exports of products do.
create function public.note_export(area text, amount integer, goes_on boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  -- export_products notes its own steps.
  if area = 'products' or private.may_read_area(area) is not true then
    raise exception 'permission denied for function note_export' using errcode = '42501';
  end if;
  perform private.checked_size(amount, 1000, 0), private.required(goes_on, 'goes_on');
  perform private.note_event(auth.uid(), 'export', area, amount => amount, goes_on => goes_on);
  return jsonb_build_object('status', 'noted');
end
$$;
comment on function public.note_export(text, integer, boolean) is
  'Anota entre os atos um passo da exportação de uma lista que quem chama pode ler; goes_on soma ao passo de antes.';
revoke all on function public.note_export(text, integer, boolean)
  from public, anon, authenticated, service_role;
grant execute on function public.note_export(text, integer, boolean) to authenticated;
