-- What the desk sells by itself: drinks, gloves, tokens.

create table goods (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  price numeric(10, 2) not null check (price between 0.01 and 9999.99),
  tax_class text not null default 'goods'
    check (tax_class in ('cages', 'lessons', 'classes', 'camps', 'memberships', 'goods')),
  -- How many are left; null: nobody counts them.
  count integer constraint goods_count check (count between 0 and 100000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index goods_name_idx on goods (lower(name));

-- What so many of one cost, with the tax that is added to the price, rounded once.
create function goods_amount(good goods, quantity integer) returns numeric
language sql stable
return good.price * quantity + case when (select tax_added from facility)
  then round(good.price * quantity * current_tax(good.tax_class) / 100, 2) else 0 end;
