create table public.product_images (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products on delete cascade,
  url text not null check (char_length(url) <= 2000 and private.is_picture_address(url)),
  is_main boolean not null default false,
  position integer not null default 0 check (position >= 0),
  alt text not null default '' check (char_length(alt) <= 250),
  created_at timestamptz not null default now(),
  constraint product_images_product_id_url_key unique (product_id, url)
);

comment on table public.product_images is 'Imagens de um produto: uma principal e as adicionais.';
comment on column public.product_images.is_main is 'A imagem principal; no máximo uma por produto.';
comment on column public.product_images.position is 'Ordem de exibição, a partir de 0.';
comment on column public.product_images.alt is
  'Texto alternativo: o que se vê na imagem, para quem não a vê. Pode ficar vazio.';

create unique index product_images_one_main_key on public.product_images (product_id) where is_main;
create index product_images_product_id_idx on public.product_images (product_id, position);
create index product_images_url_idx on public.product_images (private.stored_file(url));

revoke all on public.product_images from anon, authenticated;
grant select, delete on public.product_images to authenticated;
grant insert (product_id, url, is_main, position, alt) on public.product_images to authenticated;
grant update (url, is_main, position, alt) on public.product_images to authenticated;
grant all on public.product_images to service_role;

alter table public.product_images enable row level security;

create policy "staff reads product images" on public.product_images
  for select to authenticated using ((select private.is_staff()));
create policy "staff creates product images" on public.product_images
  for insert to authenticated with check ((select private.is_staff()));
create policy "staff updates product images" on public.product_images
  for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy "staff deletes product images" on public.product_images
  for delete to authenticated using ((select private.is_staff()));

-- Requests that add pictures to the same product at the same moment count one after the other.
create function private.limit_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer = (private.limits()).pictures_of_product;
begin
  if current_setting('vitrine.allows_many_rows', true) = 'true' then
    return null;
  end if;
  perform from public.products as product
  where product.id in (select added.product_id from new_rows as added)
  order by product.id
  for no key update;
  if exists (
    select from public.product_images as image
    where image.product_id in (select added.product_id from new_rows as added)
    group by image.product_id
    having count(*) > most
  ) then
    raise exception 'Um produto tem até % imagens.', private.number_text(most) using hint = 'pictures_of_product';
  end if;
  return null;
end
$$;
comment on function private.limit_pictures() is 'Recusa mais imagens em um produto do que o limite.';
revoke all on function private.limit_pictures() from public;

create trigger limit_pictures after insert on public.product_images
  referencing new table as new_rows
  for each statement execute function private.limit_pictures();
