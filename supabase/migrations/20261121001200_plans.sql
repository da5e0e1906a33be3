create table public.plans (
  id uuid primary key default gen_random_uuid(),
  name text collate "pt-BR-x-icu" not null unique
    check (btrim(name) <> '' and char_length(name) <= 255),
  background_color text not null check (background_color ~ '^#[0-9A-Fa-f]{6}$'),
  text_color text not null check (text_color ~ '^#[0-9A-Fa-f]{6}$')
);

comment on table public.plans is 'Planos dos distribuidores; o painel só os lê.';
comment on column public.plans.background_color is 'Cor de fundo da etiqueta do plano.';
comment on column public.plans.text_color is 'Cor do texto da etiqueta do plano.';

revoke all on public.plans from anon, authenticated;
grant select on public.plans to authenticated;
grant all on public.plans to service_role;

alter table public.plans enable row level security;

create policy "staff reads plans" on public.plans
  for select to authenticated using ((select private.is_staff()));

insert into public.plans (name, background_color, text_color) values
  ('Starter', '#e5e7eb', '#1f2937'),
  ('Pro', '#dbeafe', '#1e3a8a'),
  ('Master', '#ede9fe', '#4c1d95'),
  ('Business', '#fef3c7', '#78350f');
