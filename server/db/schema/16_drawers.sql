-- Cash drawers: what was in one when it was opened, what went in and out, and what was counted. Triggers note what is taken and
-- given back at the desk, whatever code does it, except history that is entered later (`dugout.history`); nothing that is noted ever
-- changes.

-- A drawer is apart from the device: a shift is the time from its opening to its closing, by the drawer's name.
create table drawer_shifts (
  id uuid primary key default gen_random_uuid(),
  drawer text not null check (length(drawer) between 1 and 50),
  opening_float numeric(10, 2) not null check (opening_float between 0 and 99999.99),
  opened_at timestamptz not null default clock_timestamp(),
  opened_by uuid references profiles (id) on delete set null,
  -- Whose money goes into it while several drawers are open.
  keeper_id uuid references profiles (id) on delete set null,
  closed_at timestamptz,
  closed_by uuid references profiles (id) on delete set null,
  -- Of all closings, without gaps.
  number integer unique check (number >= 1),
  -- What had to be in it: the opening float and all cash that went in and out since.
  expected numeric(10, 2),
  -- How many there were of each bill and coin: {"2000": 3} are three of 20 dollars.
  counts jsonb check (jsonb_typeof(counts) = 'object'),
  counted numeric(10, 2) check (counted >= 0),
  -- Why the two differ.
  difference_reason text check (difference_reason in ('wrong_change', 'expense', 'not_found', 'other')),
  difference_note text check (length(difference_note) <= 500),
  -- What stays in it for the next shift; the rest goes to the bank.
  left_in_drawer numeric(10, 2) check (left_in_drawer >= 0),
  -- What the card reader says that it took; null where nobody looked.
  reader_total numeric(10, 2),
  constraint drawer_shifts_closed_whole check (
    num_nonnulls(closed_at, number, expected, counts, counted, left_in_drawer) in (0, 6)
  ),
  constraint drawer_shifts_difference_explained check (
    counted is null or (counted = expected) = (difference_reason is null)
  ),
  constraint drawer_shifts_left_was_there check (left_in_drawer <= counted)
);
create unique index drawer_shifts_one_open on drawer_shifts (lower(drawer)) where closed_at is null;
create unique index drawer_shifts_one_keeper on drawer_shifts (keeper_id) where closed_at is null;
create index drawer_shifts_opened_by_idx on drawer_shifts (opened_by) where opened_by is not null;
create index drawer_shifts_closed_by_idx on drawer_shifts (closed_by) where closed_by is not null;

-- Money that went in (above 0) or out at the desk, in dollars.
create table drawer_moves (
  id uuid primary key default gen_random_uuid(),
  -- Null: no drawer was open. It can be counted in later, once.
  shift_id uuid references drawer_shifts (id),
  kind text not null check (kind in ('payment', 'void', 'refund', 'paid_in', 'paid_out')),
  -- Only cash is in the drawer; the rest is on its report.
  method text not null check (method in ('cash', 'desk_card', 'other')),
  amount numeric(10, 2) not null check (amount <> 0 and (kind in ('paid_in', 'payment')) = (amount > 0)),
  -- Null for what is paid in and out, and once the demo's payments are removed.
  payment_transaction_id uuid references payment_transactions (id) on delete set null,
  payment_refund_id uuid references payment_refunds (id) on delete set null,
  reason text check (length(reason) between 1 and 500),
  made_by uuid references profiles (id) on delete set null,
  -- Not when its transaction began: it may have waited for a closing.
  made_at timestamptz not null default clock_timestamp(),
  constraint drawer_moves_says_why check (
    kind not in ('paid_in', 'paid_out') or (reason is not null and method = 'cash' and shift_id is not null)
  )
);
create index drawer_moves_shift_idx on drawer_moves (shift_id, made_at);
create index drawer_moves_outside_idx on drawer_moves (made_at) where shift_id is null;
create index drawer_moves_payment_idx on drawer_moves (payment_transaction_id);
create index drawer_moves_made_by_idx on drawer_moves (made_by) where made_by is not null;
create unique index drawer_moves_one_refund on drawer_moves (payment_refund_id) where payment_refund_id is not null;

-- The open shift that someone's money goes into: the one that the person keeps, else the only one. Its row is locked: a
-- closing that is under way is waited for, and then it is closed.
create function open_shift_of(person uuid) returns uuid
language plpgsql as $$
declare
  shift uuid;
begin
  select id into shift from drawer_shifts where closed_at is null and keeper_id = person for share;
  if shift is null then
    select id into shift from drawer_shifts
    where closed_at is null and (select count(*) from drawer_shifts where closed_at is null) = 1
    for share;
  end if;
  return shift;
end $$;

create function note_drawer_move(
  kind text, method text, amount numeric, payment uuid, refund uuid, reason text default null
) returns void
language plpgsql as $$
declare
  actor uuid := nullif(current_setting('dugout.actor_id', true), '')::uuid;
begin
  insert into drawer_moves (
    shift_id, kind, method, amount, payment_transaction_id, payment_refund_id, reason, made_by
  ) values (open_shift_of(actor), kind, method, amount, payment, refund, reason, actor);
end $$;

create function note_desk_payment() returns trigger
language plpgsql as $$
declare
  was boolean := tg_op = 'UPDATE' and old.status in ('completed', 'refunded');
  is_taken boolean := new.status in ('completed', 'refunded');
begin
  if was <> is_taken and new.total_amount > 0 and nullif(current_setting('dugout.history', true), '') is null then
    perform note_drawer_move(
      case when is_taken then 'payment' else 'void' end,
      case when new.payment_method in ('cash', 'desk_card') then new.payment_method else 'other' end,
      case when is_taken then new.total_amount else -new.total_amount end,
      new.id, null, new.void_reason
    );
  end if;
  return null;
end $$;
comment on function note_desk_payment() is 'Notes in the open drawer what is taken at the desk, and what is voided.';
create trigger drawer_insert after insert on payment_transactions
  for each row when (new.taken_at_desk) execute function note_desk_payment();
create trigger drawer_update after update of status on payment_transactions
  for each row when (new.taken_at_desk and old.status <> new.status) execute function note_desk_payment();

-- What the desk's reader had charged goes back through the reader; everything else that is given by hand is cash.
create function note_desk_refund() returns trigger
language plpgsql as $$
declare
  charged_by_reader boolean := (
    select taken_at_desk and payment_method = 'desk_card' from payment_transactions where id = new.payment_transaction_id
  );
begin
  if nullif(current_setting('dugout.history', true), '') is not null then
    return null;
  end if;
  perform note_drawer_move(
    'refund', case when charged_by_reader then 'desk_card' else 'cash' end, -new.amount, new.payment_transaction_id, new.id,
    new.note
  );
  return null;
end $$;
comment on function note_desk_refund() is 'Notes in the open drawer what is given back at the desk.';
create trigger drawer_insert after insert on payment_refunds
  for each row when (new.way = 'desk' and new.status = 'succeeded') execute function note_desk_refund();
create trigger drawer_update after update of status on payment_refunds
  for each row when (new.way = 'desk' and new.status = 'succeeded' and old.status <> 'succeeded')
  execute function note_desk_refund();

create function keep_drawer_move() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (
    old.shift_id is not null or to_jsonb(new) - 'shift_id' <> to_jsonb(old) - 'shift_id'
  )) then
    raise exception 'What a drawer has noted is kept as it is.'
      using errcode = 'check_violation', constraint = 'drawer_moves_kept';
  end if;
  if new.shift_id is not null then
    perform from drawer_shifts where id = new.shift_id and closed_at is null for share;
    if not found then
      raise exception 'The drawer is closed.' using errcode = 'check_violation', constraint = 'drawer_moves_open';
    end if;
  end if;
  return new;
end $$;
comment on function keep_drawer_move() is 'Refuses to change or delete a drawer''s entries, and entries into a closed drawer.';
-- Not of `made_by`, which goes with the account, nor of the payment, which goes with the demo.
create trigger kept before insert or delete
  or update of shift_id, kind, method, amount, reason, made_at on drawer_moves
  for each row execute function keep_drawer_move();

-- One closing after the other takes the next number in the transaction that closes: one that fails takes none.
create function close_drawer() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null then
    raise exception 'A drawer that was closed stays as it was.'
      using errcode = 'check_violation', constraint = 'drawer_shifts_kept';
  end if;
  if new.closed_at is not null then
    perform pg_advisory_xact_lock(hashtextextended('#drawer-numbers', 0));
    new.number := (select coalesce(max(number), 0) + 1 from drawer_shifts);
    new.expected := new.opening_float + (
      select coalesce(sum(amount), 0) from drawer_moves where shift_id = new.id and method = 'cash'
    );
    new.counted := (select coalesce(sum(key::numeric * value::numeric / 100), 0) from jsonb_each_text(new.counts));
  end if;
  return new;
end $$;
comment on function close_drawer() is
  'Numbers a closing and computes what had to be in the drawer and what was; what is closed stays as it was.';
-- Not of the persons, who go with their accounts.
create trigger closed before delete or update of
  drawer, opening_float, opened_at, closed_at, number, expected, counts, counted, difference_reason, difference_note,
  left_in_drawer, reader_total on drawer_shifts
  for each row execute function close_drawer();

create function notify_drawer() returns trigger
language plpgsql as $$
begin
  perform pg_notify('payments_changed', '');
  return null;
end $$;
comment on function notify_drawer() is 'Announces a drawer that was opened, closed or changed to staff.';
create trigger notify after insert or update on drawer_shifts for each row execute function notify_drawer();
create trigger notify after insert on drawer_moves for each row execute function notify_drawer();
