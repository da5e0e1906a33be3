-- The messages of the server in the words of the panel: 'alterar', 'salvar', 'remover', 'apagar de vez'. Otherwise the
-- functions are unchanged.

create or replace function private.check_daily_limit(more_rows bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  most record;
  written record;
begin
  select * into most from private.limits();
  select coalesce(sum(own.rows), 0) as rows, coalesce(sum(own.bytes), 0) as bytes into written
  from private.written_rows as own
  where own.user_id = auth.uid() and own.day = private.current_day();
  if written.rows + more_rows > most.rows_of_day then
    raise exception 'Cada usuário pode alterar até % linhas por dia. Hoje você ainda pode alterar %; desfazer e restaurar são possíveis sempre.',
      private.number_text(most.rows_of_day), private.number_text(greatest(most.rows_of_day - written.rows, 0))
      using hint = 'rows_of_day';
  end if;
  if written.bytes > most.bytes_of_day then
    raise exception 'Cada usuário pode salvar até % MB de histórico por dia. Continue amanhã; desfazer e restaurar são possíveis sempre.',
      private.number_text(most.bytes_of_day / 1024 / 1024)
      using hint = 'bytes_of_day';
  end if;
end
$$;

create or replace function private.count_written_rows(new_rows bigint, new_bytes bigint) returns void
language plpgsql set search_path = '' as $$
declare
  most record;
begin
  if auth.uid() is null then
    return;
  end if;
  insert into private.written_rows as own (user_id, day, connection, rows, bytes)
  values (auth.uid(), private.current_day(), pg_backend_pid(), new_rows, new_bytes)
  on conflict (user_id, day, connection) do update
    set rows = own.rows + excluded.rows, bytes = own.bytes + excluded.bytes;
  if current_setting('vitrine.allows_many_rows', true) = 'true' then
    return;
  end if;
  select * into most from private.limits();
  -- Rows that a trigger changes count for the daily limit only: the request did not name them.
  if new_rows > most.rows_of_request and pg_trigger_depth() = 1 then
    raise exception 'Um pedido altera até % registros; este alteraria %. Faça uma alteração em massa.',
      private.number_text(most.rows_of_request), private.number_text(new_rows)
      using hint = 'rows_of_request';
  end if;
  perform private.check_daily_limit(0);
end
$$;

create or replace function private.require_open_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is null or private.session_start() is not null then
    return;
  end if;
  -- The session is open, but the user must have a second factor and has none.
  if exists (
    select from auth.sessions as open_session
    where open_session.id = (auth.jwt() ->> 'session_id')::uuid and open_session.user_id = auth.uid()
      and (open_session.not_after is null or open_session.not_after > now())
  ) and not exists (
    select from auth.mfa_factors as factor where factor.user_id = auth.uid() and factor.status = 'verified'
  ) then
    raise exception 'A verificação em duas etapas é obrigatória. Entre novamente para ativá-la.'
      using errcode = 'PT401', hint = 'factor_required';
  end if;
  raise exception 'Sua sessão terminou. Entre novamente.' using errcode = 'PT401';
end
$$;

create or replace function private.refuse_own_profile_deletion() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.id = auth.uid() then
    raise exception 'Você não pode excluir o seu próprio perfil.' using hint = 'own_profile';
  end if;
  return old;
end
$$;

create or replace function private.refuse_deleted_id() returns trigger
language plpgsql set search_path = '' as $$
declare
  given_key text = to_jsonb(new) ->> 'creation_key';
begin
  if row_security_active(tg_relid)
    and private.was_created(tg_table_name, new.id::text, given_key)
    and not private.is_stored(tg_table_name, new.id::text, given_key)
  then
    raise exception 'Este registro já foi criado, e excluído depois. Para criar outro, salve novamente.'
      using hint = 'creation_deleted';
  end if;
  return new;
end
$$;

create or replace function private.price_words(kind text, stored numeric, reference numeric, wanted numeric) returns text
language sql immutable set search_path = '' as $$
  select case
    when wanted is null or wanted is not distinct from stored then ''
    else format(
      ' O preço %s %s.',
      kind,
      concat_ws(
        '; ',
        coalesce('passaria de ' || private.money_text(stored) || ' para ', 'seria ') || private.money_text(wanted),
        case when reference is distinct from stored
          then 'nas últimas 24 horas, era ' || private.money_text(reference) end
      )
    )
  end
$$;

create or replace function private.continue_batch(batch_id bigint) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.lock_batch(batch_id) then
    raise exception 'O que já foi feito desta alteração foi desfeito. Comece novamente.' using hint = 'batch_undone';
  end if;
  perform set_config('vitrine.batch', coalesce(batch_id::text, ''), true);
end
$$;

create or replace function private.refuse_discarded(changes private.changes[]) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select
    from unnest(changes) as change
    join private.changes as later
      on later.area = change.area and later.record_id = change.record_id and later.id > change.id
    where change.kind = 'delete' and change.table_name = change.area and later.kind in ('discard', 'anonymise')
  ) then
    raise exception 'Este registro foi apagado de vez.' using hint = 'record_discarded';
  end if;
end
$$;

create or replace function public.leave_out(batch_id uuid, places integer[], is_out boolean default true) returns jsonb
language plpgsql set search_path = '' as $$
declare
  staged private.staged_batches = private.lock_staged_batch(batch_id);
begin
  perform private.checked_list(places, 1000, 'places'), private.required(is_out, 'is_out');
  if staged.id is null then
    return jsonb_build_object('status', 'missing');
  end if;
  -- After the first step no row is included again: the user's confirmation did not cover its doubtful prices.
  if staged.steps > 0 and not is_out then
    raise exception 'Esta alteração já começou: o que foi removido não pode ser incluído de novo.' using hint = 'batch_begun';
  end if;
  update private.staged_batch_rows as own
  set outcome = case when is_out then 'out' when own.record_id is null then 'create' else 'change' end
  where own.batch_id = staged.id and own.place = any (places)
    and own.outcome = any (case when is_out then '{create,change}' else '{out}' end::text[]);
  return private.finish_plan(staged.id);
end
$$;

create or replace function private.refusal_sql(area text, columns text[]) returns text
language sql stable set search_path = '' as $$
  select format('(select case %s end from (select wanted.*) as value)', string_agg(
    format('when %s then %L::jsonb', rule.is_broken, json_build_object(
      'code', rule.code, 'field', rule.field, 'rule', rule.name, 'message', case
        when rule.code = '23502' then 'O campo não pode ficar vazio.'
        when rule.field = 'real_price' then 'O preço ficaria negativo ou alto demais.'
        when rule.field = 'promo_price' then 'O preço promocional ficaria negativo ou alto demais.'
        else 'O valor não é válido para este campo.'
      end
    )), ' ' order by rule.place, rule.code, rule.is_broken
  ))
  from (
    select attribute.attnum as place, '23502' as code, null::name as name, attribute.attname as field,
      format('%I is null', attribute.attname) as is_broken
    from pg_catalog.pg_attribute as attribute
    where attribute.attrelid = format('public.%I', area)::regclass
      and attribute.attname = any (columns) and attribute.attnotnull
    union all
    select checked.conkey[1], '23514', checked.conname, min(attribute.attname) filter (where attribute.attnum = checked.conkey[1]),
      format('not (%s)', pg_get_expr(checked.conbin, checked.conrelid))
    from pg_catalog.pg_constraint as checked
    join pg_catalog.pg_attribute as attribute
      on attribute.attrelid = checked.conrelid and attribute.attnum = any (checked.conkey)
    where checked.conrelid = format('public.%I', area)::regclass and checked.contype = 'c'
    group by checked.oid, checked.conname, checked.conkey, checked.conbin, checked.conrelid
    having bool_and(attribute.attname = any (columns))
  ) as rule
$$;

create or replace function private.delete_refusal_sql(area text) returns text
language sql immutable set search_path = ''
return case area
  when 'categories' then
    '(select jsonb_build_object(''code'', ''23503'', ''message'', private.category_uses_text(count(*)))
      from public.products where category_id = stored.id having count(*) > 0)'
  when 'profiles' then
    'case when stored.id = auth.uid() then
      jsonb_build_object(''code'', ''P0001'', ''message'', ''Você não pode excluir o seu próprio perfil.'')
    end'
  else 'null::jsonb'
end;

create or replace function private.checked_change(area text, change jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  amount numeric;
begin
  if not private.is_staff() or not private.may_write_area(area) then
    raise exception 'permission denied for a change of many records' using errcode = '42501';
  end if;
  if private.is_area(area) is not true then
    raise exception 'Os registros dessa área não podem ser alterados em massa.' using errcode = '22023';
  end if;
  if change ->> 'kind' = 'delete' then
    return '{"kind": "delete"}';
  elsif change ->> 'kind' = 'set' and change ->> 'column' = any (private.changeable_columns(area)) then
    if change ->> 'column' = 'category_id'
      and not exists (select from public.categories where id = (change ->> 'value')::uuid)
    then
      raise exception 'A categoria escolhida não existe mais.' using hint = 'category_gone';
    end if;
    return jsonb_build_object(
      'kind', 'set', 'column', change -> 'column',
      'value', case when btrim(change ->> 'value') <> '' then change -> 'value' else 'null' end
    );
  elsif change ->> 'kind' = 'price' and area = 'products' then
    if jsonb_typeof(change -> 'value') is distinct from 'number'
      or coalesce(change ->> 'by', '') not in ('percent', 'amount', 'to')
      or coalesce(change ->> 'promo', '') not in ('keep', 'same', 'none')
      or change ->> 'by' = 'to' and change ->> 'promo' = 'same'
      or coalesce((change ->> 'ending')::numeric, 0) not in (0, 0.9, 0.99)
    then
      raise exception 'Alteração de preço incompleta.' using errcode = '22023';
    end if;
    amount = (change ->> 'value')::numeric;
    if abs(amount) > (case when change ->> 'by' = 'percent' then 10000 else 9999999999.99 end)
      or min_scale(amount) > 4
    then
      raise exception 'O valor está fora dos limites.' using errcode = '22023';
    end if;
    return jsonb_build_object(
      'kind', 'price', 'by', change -> 'by', 'value', amount,
      'ending', change -> 'ending', 'promo', change -> 'promo'
    );
  end if;
  raise exception 'Alteração desconhecida.' using errcode = '22023';
end
$$;

create or replace function private.selected_ids(area text, selection jsonb) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  selected text[];
begin
  -- A selection without ids and without a search must not select all products.
  if not private.checked_object(selection, 'selection') ? 'ids'
    and jsonb_typeof(selection -> 'search') is distinct from 'string'
  then
    raise exception 'Seleção desconhecida.' using errcode = '22023';
  end if;
  if selection ? 'ids' then
    perform private.checked_texts(selection -> 'ids', 'ids');
    selected = array(select distinct jsonb_array_elements_text(selection -> 'ids'));
  elsif area = 'products' then
    selected = array(
      select id::text from unnest(private.selected_products(selection)) as id
      except
      select jsonb_array_elements_text(private.checked_texts(coalesce(selection -> 'except', '[]'), 'except'))
    );
  else
    raise exception 'Seleção desconhecida.' using errcode = '22023';
  end if;
  if cardinality(selected) > (private.limits()).rows_of_batch then
    raise exception 'São registros demais: altere até % de uma vez.', private.number_text((private.limits()).rows_of_batch)
      using hint = 'too_many';
  end if;
  return selected;
end
$$;

create or replace function public.mfa_verification_attempt_hook(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  login_id uuid = (event ->> 'user_id')::uuid;
begin
  -- Concurrent guesses are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('mfa ' || login_id, 0));
  delete from private.wrong_codes as wrong
  where wrong.user_id = login_id and wrong.at < clock_timestamp() - interval '15 minutes';
  if (select count(*) from private.wrong_codes as wrong where wrong.user_id = login_id) >= 5 then
    return jsonb_build_object(
      'decision', 'reject', 'message', 'Muitos códigos errados. Aguarde 15 minutos e entre novamente.'
    );
  end if;
  if (event ->> 'valid')::boolean then
    delete from private.wrong_codes as wrong where wrong.user_id = login_id;
  else
    insert into private.wrong_codes (user_id) values (login_id);
  end if;
  return jsonb_build_object('decision', 'continue');
end
$$;

create or replace function private.refuse_email_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Só quem opera o sistema pode alterar o e-mail de um login.'
    using errcode = '42501', hint = 'login_email';
end
$$;

create or replace function private.checked_login(user_id uuid) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_staff() or (user_id <> auth.uid() and not private.is_administrador()) then
    raise exception 'Só um Administrador pode ver e encerrar as sessões de outra pessoa.' using errcode = '42501';
  end if;
  return coalesce(user_id, auth.uid());
end
$$;

create or replace function public.remove_factors(user_id uuid) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_administrador() then
    raise exception 'Só um Administrador pode remover a verificação em duas etapas de outra pessoa.'
      using errcode = '42501';
  end if;
  if user_id is null then
    raise exception 'Informe o usuário.' using hint = 'missing_user';
  end if;
  if user_id = auth.uid() then
    raise exception 'Remova a sua verificação em duas etapas no seu perfil.' using hint = 'own_factor';
  end if;
  return private.remove_factors(user_id, auth.uid());
end
$$;

create or replace function public.factor_since(user_id uuid) returns table (since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  if user_id is null then
    raise exception 'Informe o usuário.' using hint = 'missing_user';
  end if;
  if private.is_administrador() then
    return query
    select min(factor.updated_at)
    from auth.mfa_factors as factor
    where factor.user_id = factor_since.user_id and factor.status = 'verified';
  end if;
end
$$;

create or replace function private.check_own_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null then
    return new;
  end if;
  -- Lock the factor: it must not be deleted before this transaction ends.
  perform from auth.mfa_factors as factor
  where factor.user_id = auth.uid() and factor.status = 'verified'
  for share;
  if not found then
    raise exception 'Ative primeiro a sua verificação em duas etapas, em Editar Perfil.' using hint = 'own_factor_first';
  end if;
  return new;
end
$$;

create or replace function private.protect_required_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Lock the login: if two factors are removed at the same time, one stays.
  perform from auth.users as login where login.id = old.user_id for no key update;
  if found and private.is_factor_required(old.user_id) and not exists (
    select from auth.mfa_factors as other
    where other.user_id = old.user_id and other.id <> old.id and other.status = 'verified'
  ) then
    raise exception 'A verificação em duas etapas é obrigatória para você. Para trocar de aplicativo, ative primeiro o novo.'
      using errcode = 'PT403', hint = 'factor_required';
  end if;
  return old;
end
$$;
