-- The words that products have been written with: where a mistyped word finds its nearest one. Without
-- counts, which would make every save of a frequent word wait for the others; without a unique index, which
-- would make two imports of the same new words wait for one another. A word may so stand here twice.
create table private.known_words (
  word text not null
);
comment on table private.known_words is
  'Palavras de nomes e subtítulos de produtos, para achar a que mais se parece com uma mal digitada.';
create index known_words_word_idx on private.known_words (word);
create index known_words_similar_idx on private.known_words
  using gist (word extensions.gist_trgm_ops);
revoke all on private.known_words from anon, authenticated, service_role;
alter table private.known_words enable row level security;

create function private.words_worth_knowing(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select distinct word
  from unnest(string_to_array(private.words(value), ' ')) as word
  where word ~ '^[^0-9]{3,40}$'
$$;
comment on function private.words_worth_knowing(text) is
  'As palavras de um texto que se podem digitar errado: de três letras ou mais, sem algarismos.';
revoke all on function private.words_worth_knowing(text) from public;

create function private.know_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.known_words (word)
  select word
  from private.words_worth_knowing(new.name || ' ' || new.subtitle) as word
  where not exists (select from private.known_words as known where known.word = word.word);
  return null;
end
$$;
comment on function private.know_words() is 'Anota as palavras novas de um produto.';
revoke all on function private.know_words() from public;

create trigger know_words_of_new after insert on public.products
  for each row execute function private.know_words();
create trigger know_words_of_changed after update on public.products
  for each row when (old.name <> new.name or old.subtitle <> new.subtitle)
  execute function private.know_words();

-- The indexes are made after the rows, which takes a fraction of the time.
create function private.refill_findable_products() returns bigint
language plpgsql set search_path = '' as $$
declare
  definitions text[];
  filled bigint;
begin
  lock table public.products in share mode; -- what changes meanwhile would be missed
  truncate private.findable_products, private.known_words;
  -- The products on air are refilled once at the end.
  alter table private.findable_products disable trigger keep_on_air_of_new;
  select array_agg(pg_get_indexdef(indexrelid)) into definitions
  from pg_catalog.pg_index
  where indrelid = 'private.findable_products'::regclass and not indisprimary;
  execute (
    select string_agg(format('drop index %s', indexrelid::regclass), '; ')
    from pg_catalog.pg_index
    where indrelid = 'private.findable_products'::regclass and not indisprimary
  );
  insert into private.findable_products select * from private.findable_rows;
  get diagnostics filled = row_count;
  execute array_to_string(definitions, '; ');
  alter table private.findable_products enable trigger keep_on_air_of_new;
  perform private.refill_products_on_air();
  insert into private.known_words
  select distinct word
  from public.products as product,
    private.words_worth_knowing(product.name || ' ' || product.subtitle) as word;
  analyze private.findable_products, private.known_words;
  return filled;
end
$$;
comment on function private.refill_findable_products() is
  'Refaz a cópia estreita, os produtos no ar e as palavras conhecidas: depois de uma carga com os gatilhos desligados.';
revoke all on function private.refill_findable_products() from public;
