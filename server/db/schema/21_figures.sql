-- The dashboard's figures of past days, so that a million bookings need not be counted each time it is opened.
-- A day is closed two days after it has ended. A later change of one marks it stale, and it is computed again.

create table daily_figures (
  day date primary key,
  cages_paid integer not null,
  cages_pending integer not null,
  cages_canceled integer not null,
  lessons_paid integer not null,
  lessons_pending integer not null,
  lessons_canceled integer not null,
  seats_paid integer not null,
  seats_pending integer not null,
  seats_canceled integer not null,
  -- Money that came in on the day, less what was given back on it.
  cage_revenue numeric(12, 2) not null,
  lesson_revenue numeric(12, 2) not null,
  class_revenue numeric(12, 2) not null,
  camp_revenue numeric(12, 2) not null,
  membership_revenue numeric(12, 2) not null,
  goods_revenue numeric(12, 2) not null,
  -- Minutes of all cages together: taken, and open by the hours and cages of when the day was closed.
  cage_minutes integer not null,
  open_minutes integer not null
);

create table stale_figure_days (
  day date primary key
);

-- What /metrics shows of the database, in one call. Each part reads an index over what is open now; that of payments is
-- bounded by a day. The job queue creates its tables after the first start.
create function operating_figures(at timestamptz) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  jobs jsonb := '[]';
  late integer := 0;
  last numeric;
begin
  if to_regclass('pgboss.job') is not null then
    execute $query$
      select coalesce(jsonb_agg(jsonb_build_object('queue', name, 'state', state, 'count', count)), '[]'),
        coalesce(sum(late), 0), extract(epoch from $1 - max(ended))
      from (
        select name, state, count(*), max(completed_on) filter (where state::text = 'completed') as ended,
          count(*) filter (where state::text in ('created', 'retry') and start_after < $1 - interval '5 minutes') as late
        from pgboss.job group by name, state
      ) counted
    $query$ into jobs, late, last using at;
  end if;
  return jsonb_build_object(
    'outbox', (
      select jsonb_build_object(
        'queued', count(*), 'oldest', coalesce(extract(epoch from at - min(created_at)), 0)
      )
      from outbox where status = 'queued'
    ),
    'outbox_failed', (
      select count(*) from outbox where created_at > at - interval '1 day' and status = 'failed'
    ),
    'holds', (
      select coalesce(jsonb_object_agg(purpose, count), '{}')
      from (
        select purpose, count(*) from checkout_holds where status = 'held' and expires_at > at group by purpose
      ) counted
    ),
    'payments', (
      select coalesce(jsonb_object_agg(status, count), '{}')
      from (
        select status, count(*) from payment_transactions where created_at > at - interval '1 day' group by status
      ) counted
    ),
    'backup_age', (
      select extract(epoch from at - made_at) from backups where problem is null order by made_at desc limit 1
    ),
    'jobs', jobs,
    'jobs_late', late,
    'jobs_last', greatest(0, last)
  );
end $$;

-- The figures of days, as they are now (server/features/reports/figures.ts has the formulas in words).
create function figures_of(days date[]) returns setof daily_figures
language sql stable
begin atomic
  select
    span.day,
    booked.cages_paid, booked.cages_pending, booked.cages_canceled,
    booked.lessons_paid, booked.lessons_pending, booked.lessons_canceled,
    booked.seats_paid, booked.seats_pending, booked.seats_canceled,
    money.cages, money.lessons, money.classes, money.camps, money.memberships, money.goods,
    used.minutes, open.minutes * (select count(*)::integer from cages where is_active)
  from (
    select listed.day, nearest_facility_instant(listed.day::timestamp) as starts, nearest_facility_instant((listed.day + 1)::timestamp) as ends
    from unnest(days) as listed (day)
  ) span
  cross join lateral (
    select
      (count(*) filter (where cage and status = 'paid'))::integer as cages_paid,
      (count(*) filter (where cage and status = 'pending payment'))::integer as cages_pending,
      (count(*) filter (where cage and status = 'canceled'))::integer as cages_canceled,
      (count(*) filter (where kind = 'lesson' and status = 'paid'))::integer as lessons_paid,
      (count(*) filter (where kind = 'lesson' and status = 'pending payment'))::integer as lessons_pending,
      (count(*) filter (where kind = 'lesson' and status = 'canceled'))::integer as lessons_canceled,
      (count(*) filter (where seat and status = 'paid'))::integer as seats_paid,
      (count(*) filter (where seat and status = 'pending payment'))::integer as seats_pending,
      (count(*) filter (where seat and status = 'canceled'))::integer as seats_canceled
    from (
      select entry.kind, entry.status, entry.kind in ('booking', 'guest_booking') as cage,
        entry.kind = 'class' and entry.source_id <> entry.group_id as seat
      from booking_entries entry
      where entry.starts_at >= span.starts and entry.starts_at < span.ends
    ) entries
  ) booked
  cross join lateral (
    select
      coalesce(sum(amount) filter (where payment_type = 'cage_booking'), 0) as cages,
      coalesce(sum(amount) filter (where payment_type = 'lesson'), 0) as lessons,
      coalesce(sum(amount) filter (where payment_type = 'class_booking'), 0) as classes,
      coalesce(sum(amount) filter (where payment_type = 'camp_registration'), 0) as camps,
      coalesce(sum(amount) filter (where payment_type = 'membership'), 0) as memberships,
      coalesce(sum(amount) filter (where payment_type = 'goods'), 0) as goods
    from (
      select paid.payment_type, paid.total_amount as amount
      from payment_transactions paid
      where paid.status in ('completed', 'refunded')
        and coalesce(paid.completed_at, paid.created_at) >= span.starts
        and coalesce(paid.completed_at, paid.created_at) < span.ends
      union all
      select paid.payment_type, -back.amount
      from payment_refunds back
      join payment_transactions paid on paid.id = back.payment_transaction_id
      where back.status <> 'failed' and paid.status in ('completed', 'refunded')
        and back.created_at >= span.starts and back.created_at < span.ends
    ) moved
  ) money
  cross join lateral (
    select coalesce(sum(extract(epoch from upper(taken.during) - lower(taken.during)) / 60), 0)::integer as minutes
    from cages
    cross join lateral (
      select ledger.during * tstzrange(span.starts, span.ends) as during
      from occupancy ledger
      where ledger.cage_id = cages.id and ledger.during && tstzrange(span.starts, span.ends)
        and ledger.kind not in ('closure', 'hold')
    ) taken
  ) used
  cross join lateral (
    select coalesce((extract(epoch from (
      case when special.date is null then week.closes - week.opens else special.closes - special.opens end
    )) / 60)::integer, 0) as minutes
    from (select 1) one
    left join special_days special on special.date = span.day
    left join opening_hours week on week.day_of_week = extract(dow from span.day)
  ) open;
end;

-- Closes the days that are over, and computes the stale ones again. What a day offered is kept as it was first closed.
create function close_figures() returns integer
language plpgsql as $$
declare
  last date := facility_day(now()) - 3;
  first date;
  stale date[];
  closed integer;
begin
  perform pg_advisory_xact_lock(hashtext('close_figures'));
  with gone as (delete from stale_figure_days where day <= last returning day)
  select coalesce(array_agg(day), '{}') into stale from gone;
  select coalesce(
    (select max(day) + 1 from daily_figures),
    facility_day(least(
      (select min(starts_at) from booking_entries),
      (select min(coalesce(completed_at, created_at)) from payment_transactions
        where status in ('completed', 'refunded'))
    ))
  ) into first;
  insert into daily_figures
  select * from figures_of(array(
    select distinct day from (
      select unnest(stale) as day
      union all
      select generate_series(first, last, interval '1 day')::date
    ) due
  ))
  on conflict (day) do update set
    cages_paid = excluded.cages_paid, cages_pending = excluded.cages_pending, cages_canceled = excluded.cages_canceled,
    lessons_paid = excluded.lessons_paid, lessons_pending = excluded.lessons_pending,
    lessons_canceled = excluded.lessons_canceled, seats_paid = excluded.seats_paid,
    seats_pending = excluded.seats_pending, seats_canceled = excluded.seats_canceled,
    cage_revenue = excluded.cage_revenue, lesson_revenue = excluded.lesson_revenue,
    class_revenue = excluded.class_revenue, camp_revenue = excluded.camp_revenue,
    membership_revenue = excluded.membership_revenue, goods_revenue = excluded.goods_revenue, cage_minutes = excluded.cage_minutes;
  get diagnostics closed = row_count;
  return closed;
end $$;

-- Marks a day that may be closed. An update, so that two writers of one day, and the closing of it, wait for each other.
create function mark_stale_figures(at timestamptz) returns void
language sql
begin atomic
  insert into stale_figure_days (day) values (facility_day(at))
  on conflict (day) do update set day = excluded.day;
end;

create function stale_entry_figures() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform mark_stale_figures(old.starts_at); end if;
  if tg_op <> 'DELETE' then perform mark_stale_figures(new.starts_at); end if;
  return null;
end $$;
comment on function stale_entry_figures() is 'Marks the figures of the days of a changed booking as stale.';
create trigger stale_figures_insert after insert on booking_entries
  for each row when (new.starts_at < now() - interval '2 days') execute function stale_entry_figures();
create trigger stale_figures_delete after delete on booking_entries
  for each row when (old.starts_at < now() - interval '2 days') execute function stale_entry_figures();
create trigger stale_figures_update after update of starts_at, status, kind on booking_entries
  for each row when (
    least(old.starts_at, new.starts_at) < now() - interval '2 days'
      and (old.starts_at, old.status) is distinct from (new.starts_at, new.status)
  ) execute function stale_entry_figures();

create function stale_payment_figures() returns trigger
language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform mark_stale_figures(coalesce(old.completed_at, old.created_at)); end if;
  perform mark_stale_figures(coalesce(new.completed_at, new.created_at));
  return null;
end $$;
comment on function stale_payment_figures() is 'Marks the figures of the days of a changed payment as stale.';
create trigger stale_figures_insert after insert on payment_transactions
  for each row when (coalesce(new.completed_at, new.created_at) < now() - interval '2 days')
  execute function stale_payment_figures();
create trigger stale_figures_update after update of status, total_amount, completed_at on payment_transactions
  for each row when (
    least(coalesce(old.completed_at, old.created_at), coalesce(new.completed_at, new.created_at)) < now() - interval '2 days'
      and (old.status, old.total_amount, old.completed_at)
        is distinct from (new.status, new.total_amount, new.completed_at)
  ) execute function stale_payment_figures();

create function stale_refund_figures() returns trigger
language plpgsql as $$
begin
  perform mark_stale_figures(coalesce(new.created_at, old.created_at));
  return null;
end $$;
comment on function stale_refund_figures() is 'Marks the figures of the days of a changed refund as stale.';
create trigger stale_figures_insert after insert on payment_refunds
  for each row when (new.created_at < now() - interval '2 days') execute function stale_refund_figures();
create trigger stale_figures_delete after delete on payment_refunds
  for each row when (old.created_at < now() - interval '2 days') execute function stale_refund_figures();
create trigger stale_figures_update after update of status, amount on payment_refunds
  for each row when (
    new.created_at < now() - interval '2 days' and (old.status, old.amount) is distinct from (new.status, new.amount)
  ) execute function stale_refund_figures();

create function stale_ledger_figures() returns trigger
language plpgsql as $$
begin
  perform mark_stale_figures(lower(coalesce(new.during, old.during)));
  return null;
end $$;
comment on function stale_ledger_figures() is 'Marks the figures of the days on which time was taken or freed as stale.';
create trigger stale_figures_insert after insert on occupancy
  for each row when (lower(new.during) < now() - interval '2 days') execute function stale_ledger_figures();
create trigger stale_figures_delete after delete on occupancy
  for each row when (lower(old.during) < now() - interval '2 days') execute function stale_ledger_figures();

create function forget_figures() returns trigger
language plpgsql as $$
begin
  delete from daily_figures;
  delete from stale_figure_days;
  return null;
end $$;
comment on function forget_figures() is
  'Deletes all figures when the facility''s time zone changes: every day has other bounds then.';
create trigger figures_in_zone after update of time_zone on facility
  for each row when (old.time_zone <> new.time_zone) execute function forget_figures();

-- Backups that were made and read back, or failed (server/backup). A restored database has those from before its own.
create table backups (
  id uuid primary key default gen_random_uuid(),
  made_at timestamptz not null,
  -- The folder or bucket, and the file's name in it.
  place text not null,
  name text not null,
  bytes bigint check (bytes > 0),
  row_count bigint check (row_count >= 0),
  -- Why there is none.
  problem text,
  -- When newer ones took its place.
  removed_at timestamptz,
  constraint backups_outcome check ((problem is null) = (bytes is not null) and (bytes is null) = (row_count is null))
);
create index backups_made_idx on backups (made_at desc);
