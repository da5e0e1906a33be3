-- Who reads what is on air, from outside the panel: the partner menu, the distributor catalogue, a shop's page. Each
-- audience is closed until an Administrador opens it. The functions catalogo_* check this setting.
create table public.catalogue_readers (
  id boolean primary key default true check (id),
  todos text not null default 'ninguem' check (todos in ('ninguem', 'quem_entrou', 'todos')),
  menu_parceiros text not null default 'ninguem'
    check (menu_parceiros in ('ninguem', 'quem_entrou', 'todos')),
  catalogo_distribuidores text not null default 'ninguem'
    check (catalogo_distribuidores in ('ninguem', 'quem_entrou', 'todos'))
);

comment on table public.catalogue_readers is
  'Quem lê o que está no ar, por público: ninguem; quem_entrou, com perfil e sessão aberta; todos, também sem entrar. Uma só linha, do Administrador.';
comment on column public.catalogue_readers.todos is 'Quem lê o que é para todos.';
comment on column public.catalogue_readers.menu_parceiros is
  'Quem lê o menu de parceiros: o que é para todos e o que é para parceiros.';
comment on column public.catalogue_readers.catalogo_distribuidores is
  'Quem lê o catálogo de distribuidores: o que é para todos e o que é para distribuidores.';

revoke all on public.catalogue_readers from anon, authenticated;
grant select on public.catalogue_readers to authenticated;
grant update (todos, menu_parceiros, catalogo_distribuidores) on public.catalogue_readers
  to authenticated;
grant all on public.catalogue_readers to service_role;

alter table public.catalogue_readers enable row level security;

create policy "an Administrador reads who reads the catalogue" on public.catalogue_readers
  for select to authenticated using ((select private.is_administrador()));
create policy "an Administrador says who reads the catalogue" on public.catalogue_readers
  for update to authenticated
  using ((select private.is_administrador())) with check ((select private.is_administrador()));

insert into public.catalogue_readers default values;

create trigger record_updates after update on public.catalogue_readers
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.record_changes();
