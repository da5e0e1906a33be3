-- The platform's auth server lets users write another e-mail to their own login: a stolen session would take the
-- account along. An e-mail is changed by an operator alone, who writes it at once; a user's change waits in email_change.
create function private.keep_login_email() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Só quem opera o sistema muda o e-mail de um login.'
    using errcode = '42501', hint = 'login_email';
end
$$;
comment on function private.keep_login_email() is
  'Recusa o pedido de um usuário para trocar o e-mail do próprio login.';
revoke all on function private.keep_login_email() from public;

create trigger vitrine_keep_login_email before update of email_change on auth.users
  for each row when (coalesce(new.email_change, '') not in ('', coalesce(old.email_change, '')))
  execute function private.keep_login_email();
