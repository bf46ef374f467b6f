-- Empty map links and an empty rate line are made from the address and from the prices of the cages. What is as it would be
-- made follows them from now on; what an owner has entered stays.
update facility set
  maps_url = case when maps_url = 'https://www.google.com/maps/search/?api=1&query=' || place.plus then '' else maps_url end,
  apple_maps_url = case when apple_maps_url = 'https://maps.apple.com/?q=' || place.plus then '' else apple_maps_url end,
  rate_line = case when rate_line = rates.line then '' else rate_line end
from
  (select replace(concat_ws(' ', street_address, city, state, postal_code), ' ', '+') as plus from facility) place,
  (
    select concat(
      '$', regexp_replace(min(price_30_min)::text, '\.00$', ''), '/30MIN • $',
      regexp_replace(min(price_60_min)::text, '\.00$', ''), '/HOUR'
    ) as line
    from cages where is_active
  ) rates;
