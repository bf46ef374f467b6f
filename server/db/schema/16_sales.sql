-- Sales: the documents of what was sold, voided and given back. Triggers at the commit write them from payments and refunds,
-- whatever code changed those; a document never changes, and a correction is a document of its own.

create table sales (
  id uuid primary key default gen_random_uuid(),
  -- Of all documents, without gaps.
  number integer not null unique check (number >= 1),
  kind text not null check (kind in ('sale', 'void', 'refund')),
  -- The document that a void or a refund is of.
  of_sale_id uuid references sales (id),
  issued_at timestamptz not null,
  -- Null for what was paid online.
  made_by uuid references profiles (id) on delete set null,
  -- The drawer shift that has the money; null online, and while no drawer was open.
  shift_id uuid references drawer_shifts (id),
  net numeric(10, 2) not null,
  tax numeric(10, 2) not null,
  total numeric(10, 2) not null,
  constraint sales_total check (net + tax = total),
  constraint sales_of check ((kind = 'sale') = (of_sale_id is null))
);
create index sales_issued_idx on sales (issued_at, number);
create index sales_of_idx on sales (of_sale_id) where of_sale_id is not null;
create index sales_shift_idx on sales (shift_id) where shift_id is not null;
create index sales_made_by_idx on sales (made_by) where made_by is not null;

create table sale_lines (
  id uuid primary key default gen_random_uuid(),
  sale_id uuid not null references sales (id),
  position integer not null check (position >= 1),
  description text not null,
  -- What reports sum up by: 'Cage 2', 'Lesson with Casey', a camp's, a class's or a good's name; and how many of it were sold, below
  -- 0 where they were voided.
  item_name text not null,
  quantity integer not null,
  tax_class text not null check (tax_class in ('cages', 'lessons', 'classes', 'camps', 'memberships', 'goods')),
  tax_percent numeric(5, 3) not null check (tax_percent >= 0),
  -- Below 0 where it goes back.
  net numeric(10, 2) not null,
  tax numeric(10, 2) not null,
  total numeric(10, 2) not null,
  -- What it explains: who paid, and who takes part, is read there. Null once the demo's payments are removed.
  payment_transaction_id uuid references payment_transactions (id) on delete set null,
  payment_item_id uuid references payment_items (id) on delete set null,
  payment_refund_id uuid references payment_refunds (id) on delete set null,
  constraint sale_lines_total check (net + tax = total),
  constraint sale_lines_position unique (sale_id, position)
);
create index sale_lines_payment_idx on sale_lines (payment_transaction_id);
create index sale_lines_item_idx on sale_lines (payment_item_id) where payment_item_id is not null;
create index sale_lines_refund_idx on sale_lines (payment_refund_id) where payment_refund_id is not null;

create table sale_tenders (
  id uuid primary key default gen_random_uuid(),
  sale_id uuid not null references sales (id),
  method text not null check (method in ('cash', 'desk_card', 'other', 'online')),
  amount numeric(10, 2) not null,
  -- The cash that was given for it, and what was given back; null where nobody said.
  tendered numeric(10, 2),
  change numeric(10, 2) check (change >= 0),
  constraint sale_tenders_change check (
    num_nonnulls(tendered, change) = 0 or (method = 'cash' and tendered - change = amount)
  )
);
create index sale_tenders_sale_idx on sale_tenders (sale_id);

create function tax_class_of(payment_type text) returns text
language sql immutable
return case payment_type
  when 'cage_booking' then 'cages' when 'lesson' then 'lessons' when 'class_booking' then 'classes'
  when 'camp_registration' then 'camps' when 'membership' then 'memberships' else 'goods'
end;

-- The lines of payments that were made together: one for each thing that they pay. What no item names is a line without tax.
create function lines_of_payments(payments uuid[]) returns sale_lines[]
language sql stable
begin atomic
  with payment as (
    select * from payment_transactions where id = any (payments)
  ), item as (
    select item.*, payable.payment_type, coalesce(payable.item_name, item.good_name) as item_name,
      case when item.good_name is null then payable_text(payable, (select time_zone from facility))
        else case when item.quantity > 1 then item.quantity || ' × ' else '' end || item.good_name end as description
    from payment_items item
    left join payables payable on payable.id = coalesce(
      item.booking_id, item.coach_booking_id, item.class_registration_id, item.camp_registration_id
    )
    where payment_transaction_id = any (payments)
  ), line as (
    select payment.id as payment, item.id as item, item.amount, item.tax, item.tax_percent, payment.created_at,
      coalesce(item.tax_class, tax_class_of(coalesce(item.payment_type, payment.payment_type))) as tax_class,
      -- The text of a payment for one thing is what the customer read.
      case when count(*) over (partition by payment.id) > 1 then item.description end as own_description,
      item.item_name, item.quantity
    from item
    join payment on payment.id = item.payment_transaction_id
    union all
    select payment.id, null, payment.total_amount - coalesce(items.amount, 0), 0, 0, payment.created_at,
      tax_class_of(payment.payment_type), null, null, 1
    from payment
    left join (
      select payment_transaction_id, sum(amount) as amount from item group by payment_transaction_id
    ) items on items.payment_transaction_id = payment.id
    where payment.total_amount <> coalesce(items.amount, 0)
  ), described as (
    select line.*, coalesce(line.own_description, payment.payment_description, payment.description, 'Payment') as description
    from line
    join payment on payment.id = line.payment
  )
  select array_agg(row(
    gen_random_uuid(), null, place, description,
    -- What was deleted since, and what no item names.
    coalesce(item_name, case tax_class when 'memberships' then 'Membership' else split_part(description, ',', 1) end), quantity,
    tax_class, tax_percent, amount - tax, tax, amount, payment, item, null
  )::sale_lines)
  from (select *, row_number() over (order by created_at, description, payment, item) as place from described) placed;
end;

-- Writes one document; the only function that does. One after the other takes the next number in the transaction that issues it:
-- one that fails takes none.
create function issue_sale(
  issued text, of_sale uuid, at timestamptz, maker uuid, lines sale_lines[], way text
) returns void
language plpgsql as $$
declare
  sale uuid := gen_random_uuid();
  payment uuid := lines[1].payment_transaction_id;
  refund uuid := lines[1].payment_refund_id;
  whole numeric := (select sum(total) from unnest(lines));
  given numeric := case when issued = 'sale' and way = 'cash' then
    nullif(current_setting('dugout.cash_tendered', true), '')::numeric
  end;
begin
  perform pg_advisory_xact_lock(hashtextextended('#sale-numbers', 0));
  insert into sales (id, number, kind, of_sale_id, issued_at, made_by, shift_id, net, tax, total)
  select
    sale, (select coalesce(max(number), 0) + 1 from sales), issued, of_sale, at, maker,
    (
      select shift_id from drawer_moves
      where payment_transaction_id = payment and payment_refund_id is not distinct from refund
        and kind = case issued when 'sale' then 'payment' else issued end
      order by made_at desc limit 1
    ),
    sum(net), sum(tax), whole
  from unnest(lines);
  insert into sale_lines (
    sale_id, position, description, item_name, quantity, tax_class, tax_percent, net, tax, total,
    payment_transaction_id, payment_item_id, payment_refund_id
  )
  select
    sale, row_number() over (order by position), description, item_name, quantity, tax_class, tax_percent, net, tax, total,
    payment_transaction_id, payment_item_id, payment_refund_id
  from unnest(lines);
  insert into sale_tenders (sale_id, method, amount, tendered, change)
  values (sale, way, whole, case when given >= whole then given end, case when given >= whole then given - whole end);
end $$;

-- Takes back what a document says of one payment, or of one refund: by the same tender, line by line.
create function issue_void(payment uuid, refund uuid, at timestamptz, maker uuid) returns void
language plpgsql as $$
declare
  voided uuid;
begin
  select sale.id into voided from sale_lines line
  join sales sale on sale.id = line.sale_id
  where line.payment_transaction_id = payment and line.payment_refund_id is not distinct from refund
    and sale.kind <> 'void'
  order by sale.number desc limit 1;
  perform issue_sale(
    'void', voided, at, maker,
    (
      select array_agg(row(
        gen_random_uuid(), null, position, description, item_name, -quantity, tax_class, tax_percent, -net, -tax, -total,
        payment_transaction_id, payment_item_id, payment_refund_id
      )::sale_lines order by position)
      from sale_lines
      where sale_id = voided and payment_transaction_id = payment and payment_refund_id is not distinct from refund
    ),
    (select method from sale_tenders where sale_id = voided)
  );
end $$;

create function tender_of(payment payment_transactions) returns text
language sql immutable
return case
  when not payment.taken_at_desk then 'online'
  when payment.payment_method in ('cash', 'desk_card') then payment.payment_method
  else 'other'
end;

-- What the documents say of a payment now, without its refunds; 0 where it has none or it was voided.
create function documented(payment uuid) returns numeric
language sql stable
return (
  select coalesce(sum(total), 0) from sale_lines where payment_transaction_id = payment and payment_refund_id is null
);

-- The number that people read on the receipt of a payment; null where none was issued.
create function sale_number(payment uuid) returns integer
language sql stable
return (
  select max(number) from sale_lines line join sales on sales.id = line.sale_id
  where line.payment_transaction_id = payment and sales.kind = 'sale'
);

-- Issues what is missing for the documents to say what the payment is. What was paid together is one document.
create function document_payment(payment_id uuid) returns void
language plpgsql as $$
declare
  payment payment_transactions;
  wanted numeric;
  said numeric;
begin
  select * into payment from payment_transactions where id = payment_id;
  wanted := case when payment.status in ('completed', 'refunded') then payment.total_amount else 0 end;
  said := documented(payment_id);
  if payment.id is null or wanted = said then
    return;
  end if;
  if said <> 0 then
    perform issue_void(payment_id, null, coalesce(payment.voided_at, now()), payment.voided_by);
  end if;
  if wanted > 0 then
    perform issue_sale(
      'sale', null, coalesce(payment.completed_at, payment.created_at), payment.taken_by,
      lines_of_payments(array(
        select id from payment_transactions other
        where id = payment_id or (
          receipt_group = payment.receipt_group and status in ('completed', 'refunded') and total_amount > 0
          and tender_of(other) = tender_of(payment) and documented(id) = 0
        )
      )),
      tender_of(payment)
    );
    -- The provider may have told of a refund before it told of the payment.
    perform document_refund(id) from payment_refunds where payment_transaction_id = payment_id and status = 'succeeded';
  end if;
end $$;

-- A refund of one item is a line; one of the payment as a whole goes back to each of its items in proportion to what is left,
-- and its tax to what is left of theirs. Each running sum is rounded, so that the lines add up to the refund.
create function lines_of_refund(back payment_refunds) returns sale_lines[]
language sql stable
begin atomic
  with remaining as (
    select payment_item_id, tax_class, tax_percent, description, item_name, min(position) as position,
      greatest(sum(total), 0) as total, greatest(sum(tax), 0) as tax
    from sale_lines
    where payment_transaction_id = back.payment_transaction_id
      and (back.payment_item_id is null or payment_item_id = back.payment_item_id)
    group by payment_item_id, tax_class, tax_percent, description, item_name
  ), placed as (
    select *, row_number() over (order by position, payment_item_id) as place,
      sum(total) over () as whole, sum(tax) over () as all_tax
    from remaining
  ), running as (
    select *, sum(total) over (order by place) as upto, sum(tax) over (order by place) as tax_upto from placed
  ), part as (
    select *,
      case when whole > 0 then round(back.amount * upto / whole, 2) - round(back.amount * (upto - total) / whole, 2)
        when place = 1 then back.amount else 0 end as returned,
      case when all_tax > 0 then round(back.tax * tax_upto / all_tax, 2) - round(back.tax * (tax_upto - tax) / all_tax, 2)
        when place = 1 then back.tax else 0 end as returned_tax
    from running
  )
  select array_agg(row(
    gen_random_uuid(), null, place, description, item_name, 0, tax_class, tax_percent,
    returned_tax - returned, -returned_tax, -returned,
    back.payment_transaction_id, payment_item_id, back.id
  )::sale_lines)
  from part
  where returned <> 0 or returned_tax <> 0;
end;

create function document_refund(refund_id uuid) returns void
language plpgsql as $$
declare
  back payment_refunds;
  payment payment_transactions;
  wanted numeric;
  said numeric := (select coalesce(-sum(total), 0) from sale_lines where payment_refund_id = refund_id);
begin
  select * into back from payment_refunds where id = refund_id;
  wanted := case when back.status = 'succeeded' then back.amount else 0 end;
  if back.id is null or wanted = said then
    return;
  end if;
  perform document_payment(back.payment_transaction_id);
  select * into payment from payment_transactions where id = back.payment_transaction_id;
  if said <> 0 then
    perform issue_void(payment.id, refund_id, now(), null);
  end if;
  if wanted > 0 and documented(payment.id) > 0 then
    perform issue_sale(
      'refund',
      (
        select sale.id from sale_lines line join sales sale on sale.id = line.sale_id
        where line.payment_transaction_id = payment.id and sale.kind = 'sale'
        order by sale.number desc limit 1
      ),
      coalesce(back.completed_at, now()), coalesce(back.given_by, back.requested_by), lines_of_refund(back),
      case when back.way = 'card' then 'online' when tender_of(payment) = 'desk_card' then 'desk_card' else 'cash' end
    );
  end if;
end $$;

create function write_sales() returns trigger
language plpgsql as $$
begin
  if tg_table_name = 'payment_refunds' then
    perform document_refund(new.id);
  else
    perform document_payment(new.id);
  end if;
  return null;
end $$;
comment on function write_sales() is 'Issues the document of a sale, a void or a refund.';
create constraint trigger sale_insert after insert on payment_transactions deferrable initially deferred
  for each row when (new.status in ('completed', 'refunded')) execute function write_sales();
create constraint trigger sale_update after update of status, total_amount on payment_transactions
  deferrable initially deferred
  for each row when (old.status <> new.status or old.total_amount <> new.total_amount) execute function write_sales();
create constraint trigger sale_refund_insert after insert on payment_refunds deferrable initially deferred
  for each row when (new.status = 'succeeded') execute function write_sales();
create constraint trigger sale_refund_update after update of status, amount on payment_refunds
  deferrable initially deferred
  for each row when (old.status <> new.status or old.amount <> new.amount) execute function write_sales();

create function check_sale() returns trigger
language plpgsql as $$
declare
  sale sales;
begin
  select * into sale from sales where id = coalesce(to_jsonb(new) ->> 'sale_id', to_jsonb(new) ->> 'id')::uuid;
  if not exists (
    select from (select sum(net) as net, sum(tax) as tax, sum(total) as total from sale_lines where sale_id = sale.id) lines
    where lines.net = sale.net and lines.tax = sale.tax and lines.total = sale.total
  ) or sale.total is distinct from (select sum(amount) from sale_tenders where sale_id = sale.id) then
    raise exception 'The lines of a sale are its total, and so are its tenders.'
      using errcode = 'check_violation', constraint = 'sales_add_up';
  end if;
  return null;
end $$;
comment on function check_sale() is 'Refuses a document whose lines, total and tenders differ.';
create constraint trigger add_up after insert on sales deferrable initially deferred
  for each row execute function check_sale();
create constraint trigger add_up after insert on sale_lines deferrable initially deferred
  for each row execute function check_sale();
create constraint trigger add_up after insert on sale_tenders deferrable initially deferred
  for each row execute function check_sale();

-- The demo's documents go with the demo; where one is counted into a drawer later, its shift is entered once.
create function keep_sale() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and nullif(current_setting('dugout.forgetting_demo', true), '') is not null then
    return old;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'sales' and to_jsonb(old) ->> 'shift_id' is null
    and to_jsonb(new) - 'shift_id' = to_jsonb(old) - 'shift_id' then
    return new;
  end if;
  raise exception 'What was sold is kept as it is; a correction is a document of its own.'
    using errcode = 'check_violation', constraint = 'sales_kept';
end $$;
comment on function keep_sale() is 'Refuses to change or delete a document.';
-- Not of the references to people and payments, which go with them.
create trigger kept before delete or update of number, kind, of_sale_id, issued_at, shift_id, net, tax, total on sales
  for each row execute function keep_sale();
create trigger kept before delete or update of sale_id, position, description, item_name, quantity, tax_class, tax_percent, net, tax, total
  on sale_lines for each row execute function keep_sale();
create trigger kept before delete or update on sale_tenders for each row execute function keep_sale();

create function count_sale_in() returns trigger
language plpgsql as $$
begin
  update sales set shift_id = new.shift_id
  where shift_id is null and kind = case new.kind when 'payment' then 'sale' else new.kind end and id in (
    select sale_id from sale_lines
    where payment_transaction_id = new.payment_transaction_id
      and payment_refund_id is not distinct from new.payment_refund_id
  );
  return null;
end $$;
comment on function count_sale_in() is 'Enters in a document the drawer that its money was counted into later.';
create trigger count_sale_in after update of shift_id on drawer_moves
  for each row when (old.shift_id is null and new.shift_id is not null) execute function count_sale_in();
