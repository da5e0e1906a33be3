-- Inserts 100,000 sessions with one unused refresh token each: b… for the backend, f… for bench/bare-server.ts.
with
  session as (
    insert into auth.sessions (id, user_id, created_at, updated_at, aal)
    select gen_random_uuid(), (select id from auth.users order by email limit 1), now(), now(), 'aal1'
    from generate_series(1, 100000)
    returning id, user_id
  ),
  numbered as (select id, user_id, row_number() over () - 1 as number from session)
insert into auth.refresh_tokens (token, user_id, session_id, parent, revoked, created_at, updated_at)
select
  case number % 2 when 0 then 'b' else 'f' end || lpad((number / 2)::text, 11, '0'),
  user_id, id, '', false, now(), now()
from numbered;

analyze;
