-- How much one request and one user may write. The numbers are here alone: constraints, functions and messages read them.
create function private.limits(
  out rows_of_request integer, out rows_of_batch integer, out rows_of_day integer, out bytes_of_day bigint,
  out pictures_of_product integer
)
language sql immutable parallel safe as $$
  select 1000, 100000, 200000, 500 * 1024 * 1024::bigint, 200
$$;
comment on function private.limits() is
  'Quantos registros um pedido às tabelas muda e uma alteração de muitos tem; quantas linhas e quantos bytes de histórico um usuário grava por dia; quantas imagens tem um produto.';
revoke all on function private.limits() from public;
grant execute on function private.limits() to authenticated, service_role;

create function private.number_text(amount numeric) returns text
language sql immutable parallel safe
return replace(to_char(amount, 'FM999,999,999,990'), ',', '.');
comment on function private.number_text(numeric) is 'Um número inteiro, como se escreve.';
revoke all on function private.number_text(numeric) from public;
grant execute on function private.number_text(numeric) to authenticated, service_role;

-- A row for each connection of the server: two requests of one user never wait for each other here.
create table private.written_rows (
  person uuid not null,
  day date not null,
  connection integer not null,
  rows bigint not null,
  bytes bigint not null,
  primary key (person, day, connection)
);
comment on table private.written_rows is 'Quanto cada usuário gravou em um dia; some com o dia seguinte.';
comment on column private.written_rows.rows is 'Linhas criadas, mudadas e excluídas; em bytes, o histórico delas.';
revoke all on private.written_rows from anon, authenticated, service_role;
alter table private.written_rows enable row level security;

create function private.writing_day() returns date
language sql stable
return (now() at time zone 'America/Sao_Paulo')::date;
comment on function private.writing_day() is 'O dia de hoje, em que os limites contam.';
revoke all on function private.writing_day() from public;

-- The step of a batch was counted in advance at its first one; an undo or a restoration is counted and never refused.
create function private.allow_many_rows() returns void
language sql set search_path = ''
begin atomic
  select set_config('vitrine.allows_many_rows', 'true', true);
end;
comment on function private.allow_many_rows() is
  'Nesta transação nada é recusado por ser muito: é um passo, ou desfaz, restaura ou anonimiza.';
revoke all on function private.allow_many_rows() from public;
grant execute on function private.allow_many_rows() to authenticated;

create function private.refuse_beyond_day(more_rows bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  most record;
  written record;
begin
  select * into most from private.limits();
  select coalesce(sum(own.rows), 0) as rows, coalesce(sum(own.bytes), 0) as bytes into written
  from private.written_rows as own
  where own.person = auth.uid() and own.day = private.writing_day();
  if written.rows + more_rows > most.rows_of_day then
    raise exception 'Cada usuário muda até % linhas por dia. Hoje você ainda pode mudar %; desfazer e restaurar, sempre.',
      private.number_text(most.rows_of_day), private.number_text(greatest(most.rows_of_day - written.rows, 0))
      using hint = 'rows_of_day';
  end if;
  if written.bytes > most.bytes_of_day then
    raise exception 'Cada usuário grava até % MB de histórico por dia. Continue amanhã; desfazer e restaurar são possíveis sempre.',
      private.number_text(most.bytes_of_day / 1024 / 1024)
      using hint = 'bytes_of_day';
  end if;
end
$$;
comment on function private.refuse_beyond_day(bigint) is
  'Recusa o que passa do que um usuário grava por dia, com mais estas linhas.';
revoke all on function private.refuse_beyond_day(bigint) from public;
grant execute on function private.refuse_beyond_day(bigint) to authenticated;

-- The programs of the server have no user, and no limit.
create function private.count_written(new_rows bigint, new_bytes bigint) returns void
language plpgsql set search_path = '' as $$
declare
  most record;
begin
  if auth.uid() is null then
    return;
  end if;
  insert into private.written_rows as own (person, day, connection, rows, bytes)
  values (auth.uid(), private.writing_day(), pg_backend_pid(), new_rows, new_bytes)
  on conflict (person, day, connection) do update
    set rows = own.rows + excluded.rows, bytes = own.bytes + excluded.bytes;
  if current_setting('vitrine.allows_many_rows', true) = 'true' then
    return;
  end if;
  select * into most from private.limits();
  -- Rows that a trigger changes count for the day alone: the request did not name them.
  if new_rows > most.rows_of_request and pg_trigger_depth() = 1 then
    raise exception 'Um pedido muda até % registros; este mudaria %. Faça uma alteração em massa.',
      private.number_text(most.rows_of_request), private.number_text(new_rows)
      using hint = 'rows_of_request';
  end if;
  perform private.refuse_beyond_day(0);
end
$$;
comment on function private.count_written(bigint, bigint) is
  'Conta as linhas que uma instrução mudou e o histórico delas, e recusa o que passa dos limites.';
revoke all on function private.count_written(bigint, bigint) from public;

create function private.forget_written_rows() returns void
language sql set search_path = '' as $$
  delete from private.written_rows where day < private.writing_day()
$$;
comment on function private.forget_written_rows() is 'Esquece quanto se gravou nos dias que passaram.';
revoke all on function private.forget_written_rows() from public;
