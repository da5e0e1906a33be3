create table public.products (
  id uuid primary key default gen_random_uuid(),
  name text collate "pt-BR-x-icu" not null
    check (btrim(name) <> '' and char_length(name) <= 255),
  subtitle text collate "pt-BR-x-icu" not null
    check (btrim(subtitle) <> '' and char_length(subtitle) <= 30),
  mini_description text not null
    check (btrim(mini_description) <> '' and char_length(mini_description) <= 65),
  description text not null check (btrim(description) <> '' and char_length(description) <= 20000),
  sku text collate "pt-BR-x-icu" not null
    check (sku <> '' and sku = btrim(sku) and char_length(sku) <= 255),
  tipo text not null default 'Produto' check (tipo in ('Produto', 'Serviço')),
  category_id uuid not null references public.categories on delete restrict,
  status text not null default 'Ativo' check (status in ('Ativo', 'Inativo')),
  visibility text not null default 'todos'
    check (visibility in ('todos', 'menu_parceiros', 'catalogo_distribuidores')),
  real_price numeric(12, 2) not null check (real_price between 0 and 9999999999.99),
  promo_price numeric(12, 2) check (promo_price between 0 and 9999999999.99),
  promo_starts_at timestamptz(0),
  promo_ends_at timestamptz(0),
  discount_percentage numeric(5, 2) check (discount_percentage between 0 and 100),
  button_color text not null default '#0077cc' check (button_color ~ '^#[0-9A-Fa-f]{6}$'),
  button_link text check (button_link ~* '^https?://\S+$' and char_length(button_link) <= 2000),
  video_embed text check (video_embed ~* '^https?://\S+$' and char_length(video_embed) <= 2000),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  search_text text not null
    generated always as (private.searchable(name || E'\n' || sku)) stored,
  constraint products_promo_period check (private.is_period(promo_starts_at, promo_ends_at)),
  constraint products_promo_period_of_price
    check (promo_price is not null or coalesce(promo_starts_at, promo_ends_at) is null)
);

comment on table public.products is 'Produtos e serviços do catálogo.';
comment on column public.products.sku is 'Código do produto, único sem distinguir maiúsculas.';
comment on column public.products.visibility is 'Onde aparece: em todos, no menu de parceiros ou no catálogo de distribuidores.';
comment on column public.products.real_price is 'Preço de venda, em reais.';
comment on column public.products.promo_price is 'Preço promocional, em reais; nulo quando não há promoção.';
comment on column public.products.promo_starts_at is 'Desde quando vale o preço promocional; nulo é desde já.';
comment on column public.products.promo_ends_at is 'Até quando vale o preço promocional; nulo é sem fim.';
comment on column public.products.discount_percentage is 'Sem uso pelo painel, que grava nulo.';
comment on column public.products.button_color is 'Cor do botão, em hexadecimal.';
comment on column public.products.button_link is 'Endereço do botão; só http ou https.';
comment on column public.products.video_embed is 'Endereço do vídeo; só http ou https.';
comment on column public.products.version is 'Número de gravações, para detectar edição simultânea.';
comment on column public.products.search_text is 'Nome e SKU em minúsculas, sem acentos, para a busca.';

create unique index products_sku_key on public.products (lower(sku));
create index products_category_id_idx on public.products (category_id);
create index products_name_idx on public.products (name, id);
create index products_search_text_idx on public.products
  using gin (search_text extensions.gin_trgm_ops);

revoke all on public.products from anon, authenticated;
grant select, delete on public.products to authenticated;
grant insert (
  id, name, subtitle, mini_description, description, sku, tipo, category_id, status, visibility,
  real_price, promo_price, promo_starts_at, promo_ends_at, discount_percentage, button_color, button_link,
  video_embed
) on public.products to authenticated;
grant update (
  name, subtitle, mini_description, description, sku, tipo, category_id, status, visibility,
  real_price, promo_price, promo_starts_at, promo_ends_at, discount_percentage, button_color, button_link,
  video_embed
) on public.products to authenticated;
grant all on public.products to service_role;

alter table public.products enable row level security;

create policy "staff reads products" on public.products
  for select to authenticated using ((select private.is_staff()));
create policy "staff creates products" on public.products
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff updates products" on public.products
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff deletes products" on public.products
  for delete to authenticated using ((select private.is_staff()));

create trigger bump_version before update on public.products
  for each row execute function private.bump_version();

-- Whoever takes a promotional price away need not know that it had a period.
create function private.drop_promo_period() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.promo_starts_at is not distinct from old.promo_starts_at then
    new.promo_starts_at = null;
  end if;
  if new.promo_ends_at is not distinct from old.promo_ends_at then
    new.promo_ends_at = null;
  end if;
  return new;
end
$$;
comment on function private.drop_promo_period() is 'O período de uma promoção sai com o seu preço.';
revoke all on function private.drop_promo_period() from public;

create trigger drop_promo_period before update on public.products
  for each row when (old.promo_price is not null and new.promo_price is null)
  execute function private.drop_promo_period();

select private.count_table('products');
