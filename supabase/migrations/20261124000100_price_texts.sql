-- No line of a message breaks inside an amount: a no-break space stands after 'R$' and before '%'.
create or replace function private.money_text(amount numeric) returns text
language sql immutable parallel safe
return U&'R$\00A0' || translate(to_char(amount, 'FM9,999,999,999,990.00'), ',.', '.,');

create or replace function private.doubts_text(doubts text[], guard public.price_guard) returns text
language sql immutable set search_path = '' as $$
  select string_agg(
    case doubt
      when 'promo' then 'o preço promocional não é menor que o preço de venda'
      when 'rise' then format(U&'aumento de mais de %s\00A0%%', trim_scale(guard.up_limit))
      when 'fall' then format(U&'redução de mais de %s\00A0%%', trim_scale(guard.down_limit))
      when 'rise_day' then format(U&'aumento de mais de %s\00A0%% em 24 horas', trim_scale(guard.up_limit))
      when 'fall_day' then format(U&'redução de mais de %s\00A0%% em 24 horas', trim_scale(guard.down_limit))
      when 'zero' then 'preço zero'
    end, ', '
  )
  from unnest(doubts) as doubt
$$;
