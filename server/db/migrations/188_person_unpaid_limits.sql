-- The desk may let one person keep more or less unpaid time than the facility's limits say (decision record 018).

create table person_unpaid_limits (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- Hours of upcoming cages and lessons; null is no limit.
  hours integer check (hours between 0 and 1000),
  reason text not null check (length(reason) between 1 and 200),
  set_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index person_unpaid_limits_setter_idx on person_unpaid_limits (set_by) where set_by is not null;

create trigger touch before update on person_unpaid_limits for each row
  when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at();
create trigger audit after insert or update or delete on person_unpaid_limits
  for each row execute function audit_row('user_id');

-- The limit of one customer in minutes; null is no limit. Staff and members have none, whatever the desk wrote down.
create function unpaid_limit_minutes(customer uuid, as_of timestamptz) returns integer
language plpgsql stable as $$
declare
  own record;
  standing text := customer_standing(customer, as_of);
begin
  if standing in ('staff', 'member') then
    return null;
  end if;
  select hours into own from person_unpaid_limits where user_id = customer;
  if found then
    return own.hours * 60;
  end if;
  return (
    select 60 * case standing when 'new' then unpaid_hours_new_customer else unpaid_hours_returning_customer end
    from facility
  );
end $$;

create or replace function unpaid_time_exceeded(
  customer uuid, more integer, as_of timestamptz, out open_minutes integer, out most_minutes integer
)
language plpgsql stable as $$
declare
  least_limit integer;
begin
  -- Most stay within all limits, so their standing need not be computed.
  select 60 * least(
    unpaid_hours_new_customer, unpaid_hours_returning_customer,
    (select hours from person_unpaid_limits where user_id = customer)
  )
  into least_limit from facility;
  if least_limit is null then
    return;
  end if;
  open_minutes := unpaid_minutes(customer, as_of);
  if open_minutes + more > least_limit then
    most_minutes := unpaid_limit_minutes(customer, as_of);
    if open_minutes + more > most_minutes then
      return;
    end if;
  end if;
  open_minutes := null;
  most_minutes := null;
end $$;
