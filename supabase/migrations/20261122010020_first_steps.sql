-- The first steps of a new installation, as the dashboard lists them until it has ten products. A Colaborador is
-- told of those that are theirs to do.
create function public.first_steps() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  steps jsonb;
begin
  if private.caller_role() is null then
    raise exception 'permission denied for function first_steps' using errcode = '42501';
  end if;
  if (select count(*) from (select from public.products limit 10) as first_ten) = 10 then
    return null;
  end if;
  steps = jsonb_build_object(
    'password', exists (
      select from private.batches as act where act.actor = auth.uid() and act.kind = 'password'
    ),
    'category', exists (select from public.categories),
    'product', exists (select from public.products)
  );
  if private.is_administrador() then
    steps = steps || jsonb_build_object(
      'people', (select count(*) from public.profiles) > 1,
      'backup', exists (select from private.backups where outcome = 'made')
    );
  end if;
  return steps;
end
$$;
comment on function public.first_steps() is
  'O que já se fez dos primeiros passos: senha própria, categoria, produto; para o Administrador também pessoas e backup. Nulo a partir de dez produtos.';
revoke all on function public.first_steps() from public, anon, authenticated, service_role;
grant execute on function public.first_steps() to authenticated;
