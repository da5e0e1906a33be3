-- The functions that other systems call. Each checks the setting of its audience, asks for this moment, and answers
-- with fixed columns; no argument is evaluated on a row that the audience does not see.
create function private.check_catalogue_reader(audience text) returns void
language plpgsql stable set search_path = '' as $$
declare
  readers text;
begin
  perform private.catalogue_audience(audience); -- refuses an unknown one
  select case audience
    when 'todos' then setting.todos
    when 'menu_parceiros' then setting.menu_parceiros
    when 'catalogo_distribuidores' then setting.catalogo_distribuidores
  end
  into readers
  from public.catalogue_readers as setting;
  -- Any other role is the service's, or the owner's.
  if current_setting('role') not in ('anon', 'authenticated') or readers = 'todos'
    or (readers = 'quem_entrou' and private.caller_role() is not null) then
    return;
  end if;
  raise exception 'Este público não está aberto para quem pede.' using errcode = '42501';
end
$$;
comment on function private.check_catalogue_reader(text) is
  'Recusa quem não lê esse público; com a chave de serviço lê-se sempre.';
revoke all on function private.check_catalogue_reader(text) from public;

-- The status and headers are those of a GET alone: the response to a POST is never stored. The setting request.method
-- is PostgREST's. Signed-in readers may see what a shared cache must not give to others.
create function private.cached_catalogue(body json, changes_at timestamptz) returns json
language plpgsql set search_path = '' as $$
declare
  tag constant text = format('"%s"', md5(body::text));
  seconds constant integer = least(60, floor(extract(epoch from changes_at - now()))); -- 60 where nothing changes
  given constant text = nullif(current_setting('request.headers', true), '')::json ->> 'if-none-match';
begin
  if current_setting('role') <> 'anon'
    or (current_setting('request.method', true) in ('GET', 'HEAD')) is not true then
    perform set_config('response.headers', '[{"Cache-Control": "private, no-store"}]', true);
    return body;
  end if;
  perform set_config('response.headers', json_build_array(
    json_build_object('ETag', 'W/' || tag),
    json_build_object('Vary', 'Authorization'),
    json_build_object('Cache-Control', 'public, max-age=' || seconds)
  )::text, true);
  if btrim(given) = '*' or strpos(given, tag) > 0 then
    perform set_config('response.status', '304', true);
    return null;
  end if;
  return body;
end
$$;
comment on function private.cached_catalogue(json, timestamptz) is
  'A resposta com ETag e validade, para quem lê sem entrar; 304 para quem já a tem.';
revoke all on function private.cached_catalogue(json, timestamptz) from public;

create function public.catalogo_produtos(
  publico text, busca text default '', categoria uuid default null, depois_nome text default null,
  depois_id uuid default null, tamanho integer default 50
) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.check_catalogue_reader(publico);
  if (tamanho between 1 and 100) is not true then
    raise exception 'O tamanho da página vai de 1 a 100.' using errcode = '22023';
  elsif (char_length(busca) <= 200) is not true then
    raise exception 'A busca é um texto de no máximo 200 letras.' using errcode = '22023';
  elsif (depois_nome is null) <> (depois_id is null) or (char_length(depois_nome) <= 255) is false then
    raise exception 'A próxima página começa depois de um nome e um id: depois_nome e depois_id, como a resposta os dá.'
      using errcode = '22023';
  end if;
  result = private.catalogue_products(
    publico, now(), busca, categoria, depois_nome, depois_id, tamanho
  );
  return private.cached_catalogue(result.body, result.changes_at);
end
$$;
comment on function public.catalogo_produtos(text, text, uuid, text, uuid, integer) is
  'Para outros sistemas: uma página dos produtos no ar para um público, por nome; o preço promocional só enquanto vale.';
revoke all on function public.catalogo_produtos(text, text, uuid, text, uuid, integer)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_produtos(text, text, uuid, text, uuid, integer)
  to anon, authenticated, service_role;

create function public.catalogo_produto(publico text, sku text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.check_catalogue_reader(publico);
  if (char_length(sku) between 1 and 255) is not true then
    raise exception 'Informe o SKU, de no máximo 255 letras.' using errcode = '22023';
  end if;
  result = private.catalogue_product(publico, now(), sku);
  if result.body is null then
    raise exception 'Não há produto no ar com esse SKU.' using errcode = 'PT404';
  end if;
  return private.cached_catalogue(result.body, result.changes_at);
end
$$;
comment on function public.catalogo_produto(text, text) is
  'Para outros sistemas: um produto no ar para um público, pelo SKU, com as suas imagens.';
revoke all on function public.catalogo_produto(text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_produto(text, text) to anon, authenticated, service_role;

create function public.catalogo_categorias(publico text) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.check_catalogue_reader(publico);
  return private.cached_catalogue(private.catalogue_categories(publico), null);
end
$$;
comment on function public.catalogo_categorias(text) is
  'Para outros sistemas: as categorias em que há um produto no ar para um público, por nome.';
revoke all on function public.catalogo_categorias(text)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_categorias(text) to anon, authenticated, service_role;

create function public.catalogo_banners(publico text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.check_catalogue_reader(publico);
  result = private.catalogue_banners(publico, now());
  return private.cached_catalogue(result.body, result.changes_at);
end
$$;
comment on function public.catalogo_banners(text) is
  'Para outros sistemas: os banners no ar para um público, na sua ordem.';
revoke all on function public.catalogo_banners(text)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_banners(text) to anon, authenticated, service_role;

create function public.catalogo_notificacoes(publico text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  result record;
begin
  perform private.check_catalogue_reader(publico);
  result = private.catalogue_notices(publico, now());
  return private.cached_catalogue(result.body, result.changes_at);
end
$$;
comment on function public.catalogo_notificacoes(text) is
  'Para outros sistemas: as notificações no ar para um público, as mais novas primeiro.';
revoke all on function public.catalogo_notificacoes(text)
  from public, anon, authenticated, service_role;
grant execute on function public.catalogo_notificacoes(text) to anon, authenticated, service_role;
