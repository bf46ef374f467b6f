-- Who the facility is and when it is open. Every screen and message takes it from here.

create table facility (
  -- There is one facility; the key makes a second row impossible.
  id smallint primary key default 1 check (id = 1),
  -- Empty until the owner enters one.
  name text not null constraint facility_name_length check (length(name) <= 200),
  street_address text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  phone text not null,
  email text not null,
  -- Empty links are made from the address, and an empty rate line from the prices of the cages.
  maps_url text not null default '',
  apple_maps_url text not null default '',
  -- Where to park and which door, in the owner's words.
  parking text not null default '' constraint facility_parking check (length(parking) <= 200),
  -- To cages and lessons; classes and camps have their own.
  what_to_bring text not null default '' constraint facility_what_to_bring check (length(what_to_bring) <= 200),
  -- A name that PostgreSQL does not know is refused by the conversion itself.
  time_zone text not null default 'America/Chicago'
    check ((timestamptz '2000-01-01 00:00+00' at time zone time_zone) is not null),
  -- The English that days and times are written in (decision record 142).
  date_language text not null default 'en-US'
    constraint facility_date_language check (date_language in ('en-US', 'en-AU', 'en-GB')),
  -- [{"label": …, "url": …}]
  social_links jsonb not null default '[]' check (jsonb_typeof(social_links) = 'array'),
  announcement text not null default 'NOW OPEN',
  rate_line text not null default '',
  member_cage_discount_percent numeric(5, 2) not null default 15
    check (member_cage_discount_percent between 0 and 100),
  member_class_discount_percent numeric(5, 2) not null default 15
    check (member_class_discount_percent between 0 and 100),
  membership_monthly_price numeric(10, 2) not null default 109.99 check (membership_monthly_price >= 0),
  founders_cap integer not null default 10 check (founders_cap >= 0),
  -- Sales tax in percent of the price, by what is sold, and whether it is added to prices or contained in them (decision 40).
  tax_cages numeric(5, 3) not null default 0 constraint facility_tax_cages check (tax_cages between 0 and 50),
  tax_lessons numeric(5, 3) not null default 0 constraint facility_tax_lessons check (tax_lessons between 0 and 50),
  tax_classes numeric(5, 3) not null default 0 constraint facility_tax_classes check (tax_classes between 0 and 50),
  tax_camps numeric(5, 3) not null default 0 constraint facility_tax_camps check (tax_camps between 0 and 50),
  tax_memberships numeric(5, 3) not null default 0
    constraint facility_tax_memberships check (tax_memberships between 0 and 50),
  tax_goods numeric(5, 3) not null default 0 constraint facility_tax_goods check (tax_goods between 0 and 50),
  tax_added boolean not null default true,
  -- {"cash": "1000 Cash", …}: what the bookkeeping journal calls its accounts, where it is not their own name
  -- (shared/domain/money/journal.ts).
  journal_accounts jsonb not null default '{}' check (jsonb_typeof(journal_accounts) = 'object'),
  card_payment_for_cages boolean not null default false,
  card_payment_for_lessons boolean not null default false,
  booking_window_days integer not null default 365 check (booking_window_days between 1 and 730),
  -- So long after its start a booking that nobody was checked in to is late.
  late_after_minutes integer not null default 5 check (late_after_minutes between 1 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- 0: until it starts; 336 hours are two weeks.
  cancellation_cutoff_hours integer not null default 24
    constraint facility_cancellation_cutoff check (cancellation_cutoff_hours between 0 and 336),
  -- Unpaid hours of upcoming cages and lessons.
  unpaid_hours_new_customer integer default 4 check (unpaid_hours_new_customer >= 0),
  unpaid_hours_returning_customer integer default 12 check (unpaid_hours_returning_customer >= 0),
  -- The same for all lessons that guests booked from one network address.
  unpaid_guest_hours_per_address integer default 12 check (unpaid_guest_hours_per_address >= 0),
  unpaid_camps_per_customer integer default 4 check (unpaid_camps_per_customer >= 0),
  -- Hours of cages held by one person's open card payments.
  checkout_hours_new_customer integer default 4 check (checkout_hours_new_customer >= 1),
  checkout_hours_returning_customer integer default 12 check (checkout_hours_returning_customer >= 1),
  open_checkouts_per_person integer default 3 check (open_checkouts_per_person >= 1),
  open_checkouts_per_address integer default 12 check (open_checkouts_per_address >= 1),
  -- In each running instance.
  live_streams_per_person integer default 20 check (live_streams_per_person >= 1),
  live_streams_per_address integer default 100 check (live_streams_per_address >= 1),
  -- Facility days before the camp begins; 0: until it begins.
  camp_cancellation_cutoff_days integer not null default 7
    constraint facility_camp_cancellation_cutoff check (camp_cancellation_cutoff_days between 0 and 90),
  -- Hours before the session starts; 0: until it starts; 336 hours are two weeks.
  class_cancellation_cutoff_hours integer not null default 24
    constraint facility_class_cancellation_cutoff check (class_cancellation_cutoff_hours between 0 and 336),
  -- Days before the next billing date by which a member is asked to cancel.
  membership_notice_days integer not null default 7
    constraint facility_membership_notice check (membership_notice_days between 0 and 28),
  -- Cage reservations that a member may have coming up at a time; null: as many as they like.
  member_reservation_limit integer
    constraint facility_member_reservation_limit check (member_reservation_limit between 1 and 100),
  -- The most that the front desk refunds at once, in dollars; an admin refunds more.
  desk_refund_limit numeric(10, 2) not null default 100.00
    constraint facility_desk_refund_limit check (desk_refund_limit >= 0),
  care_retention_days integer not null default 60
    constraint facility_care_retention check (care_retention_days between 1 and 730),
  -- Emergency contact and allergies of a child must be said before registering; asked for afterwards otherwise.
  care_required boolean not null default false,
  -- Days before; 0 is off.
  reminder_days_camps smallint not null default 2
    constraint facility_reminder_days_camps check (reminder_days_camps between 0 and 7),
  reminder_days_classes smallint not null default 1
    constraint facility_reminder_days_classes check (reminder_days_classes between 0 and 7),
  reminder_days_lessons smallint not null default 1
    constraint facility_reminder_days_lessons check (reminder_days_lessons between 0 and 7),
  reminder_days_cages smallint not null default 1
    constraint facility_reminder_days_cages check (reminder_days_cages between 0 and 7),
  reminder_hour smallint not null default 10
    constraint facility_reminder_hour check (reminder_hour between 8 and 20),
  -- When it opened its doors to the public, null before; and when it closed them again, null while they are open.
  opened_at timestamptz
    constraint facility_opens_with_a_name check (opened_at is null or name <> ''),
  closed_at timestamptz
    constraint facility_closes_what_was_open check (closed_at is null or closed_at >= opened_at),
  -- What the public reads while the doors are closed again.
  closed_reason text not null default ''
    constraint facility_says_why_it_is_closed check ((closed_reason <> '') = (closed_at is not null)),
  -- Whether the staff's first page no longer lists what is left to do.
  checklist_dismissed boolean not null default false,
  -- Of buttons and accents, in place of Dugout's red; empty: the red (decision record 094).
  brand_color text not null default ''
    constraint facility_brand_color check (brand_color ~ '^(#[0-9a-f]{6})?$'),
  -- {"file": …, "width": …, "height": …}: the logo, and the one for dark grounds where it is another one.
  logo jsonb constraint facility_logo check (logo ?& array['file', 'width', 'height']),
  logo_dark jsonb constraint facility_logo_dark check (logo_dark ?& array['file', 'width', 'height']),
  -- The same with "alt": a picture of the building, and what it shows.
  building jsonb constraint facility_building check (building ?& array['file', 'width', 'height', 'alt']),
  constraint facility_logo_dark_beside_another check (logo_dark is null or logo is not null)
);

-- The sales tax of what is sold now, in percent. It is the default of `tax_percent`, whatever code inserts the row: a line
-- keeps the rate that it was sold at.
create function current_tax(sold text) returns numeric
language sql stable
return coalesce((
  select case sold
    when 'cages' then tax_cages when 'lessons' then tax_lessons when 'classes' then tax_classes
    when 'camps' then tax_camps when 'memberships' then tax_memberships when 'goods' then tax_goods
  end from facility
), 0);

-- The sales tax in an amount that contains it, in dollars. An amount to which tax was added contains exactly what was added
-- (shared/domain/money/salesTax.ts).
create function contained_tax(amount numeric, percent numeric) returns numeric
language sql immutable
return amount - round(amount * 100 / (100 + percent), 2);

-- What a member who joins now pays per month, with tax.
create function membership_charge() returns numeric
language sql stable
return (
  select membership_monthly_price
    + case when tax_added then round(membership_monthly_price * tax_memberships / 100, 2) else 0 end
  from facility
);

-- Lets a customer's booking pass while the doors are open. A closing waits for the bookings that have passed, and those that come
-- after it find the doors closed (decision 46): server/features/settings/opening/doors.ts takes the same lock.
create function pass_the_doors() returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('#doors', 0));
  perform from facility where opened_at is not null and closed_at is null;
  if not found then
    raise exception 'The facility has not opened its doors.'
      using errcode = 'check_violation', constraint = 'doors_open';
  end if;
end $$;

-- A weekday without a row is closed.
create table opening_hours (
  day_of_week smallint primary key check (day_of_week between 0 and 6),
  opens time not null,
  closes time not null,
  check (closes > opens),
  check (extract(minute from opens) in (0, 30) and extract(second from opens) = 0),
  check (extract(minute from closes) in (0, 30) and extract(second from closes) = 0)
);

-- A date whose hours differ from its weekday's. Closed all day where both times are null.
create table special_days (
  date date primary key,
  opens time,
  closes time,
  reason text not null default '',
  check ((opens is null) = (closes is null)),
  check (closes > opens),
  check (extract(minute from opens) in (0, 30) and extract(second from opens) = 0),
  check (extract(minute from closes) in (0, 30) and extract(second from closes) = 0)
);

create table team_rates (
  weekly_hours integer primary key check (weekly_hours > 0),
  monthly_hours integer not null check (monthly_hours > 0),
  monthly_price numeric(10, 2) not null check (monthly_price >= 0),
  price_per_hour numeric(10, 2) not null check (price_per_hour >= 0)
);

create table carousel_pictures (
  id uuid primary key default gen_random_uuid(),
  -- The file's name in its folder, without width and ending.
  file text not null unique,
  -- Of the largest file, in pixels.
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- What it shows, for those who cannot see it.
  alt text not null check (length(alt) between 1 and 200),
  position integer not null check (position >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether the picture is stored as AVIF too.
  has_avif boolean not null default false
);

-- The instant of a wall time; one that the clocks skip is refused. Where the clocks go back, the first of the two, as in
-- shared/domain/time/time.ts. Some zones (Lord Howe) go back by half an hour.
create function facility_instant(wall timestamp) returns timestamptz
language plpgsql stable as $$
declare
  zone text := coalesce((select time_zone from facility), 'America/Chicago');
  instant timestamptz := wall at time zone zone;
begin
  if instant at time zone zone <> wall then
    raise exception 'The clocks skip % in %.', wall, zone
      using errcode = 'check_violation', constraint = 'wall_time_exists';
  end if;
  return case wall
    when (instant - interval '1 hour') at time zone zone then instant - interval '1 hour'
    when (instant - interval '30 minutes') at time zone zone then instant - interval '30 minutes'
    else instant end;
end $$;

-- A facility time as text, as shared/domain/time/timeFormat.ts writes it. The pattern is that of the United States: 'Dy, Mon FMDD',
-- 'Mon FMDD, YYYY' and 'FMHH12:MI AM' are put as the facility writes them.
create function facility_text(wall timestamp, pattern text) returns text
language plpgsql stable as $$
declare
  language text := (select date_language from facility);
begin
  if language <> 'en-US' then
    pattern := replace(pattern, 'Dy, Mon FMDD', 'Dy FMDD Mon');
    pattern := replace(pattern, 'Mon FMDD, YYYY', 'FMDD Mon YYYY');
  end if;
  if language = 'en-GB' then
    pattern := replace(replace(pattern, 'FMHH12', 'HH24'), ' AM', '');
  end if;
  return to_char(wall, pattern);
end $$;

-- The facility day on which an instant falls.
create function facility_day(instant timestamptz) returns date
language sql stable
return (instant at time zone coalesce((select time_zone from facility), 'America/Chicago'))::date;
create trigger notify after insert or update or delete or truncate on facility
  for each statement execute function notify_channel('facility_changed');
create trigger notify after insert or update or delete or truncate on opening_hours
  for each statement execute function notify_channel('facility_changed');
create trigger notify after insert or update or delete or truncate on special_days
  for each statement execute function notify_channel('facility_changed');
create trigger notify after insert or update or delete or truncate on team_rates
  for each statement execute function notify_channel('facility_changed');

-- Hours before the start until which what is booked now can be canceled.
create function current_cancellation_cutoff() returns integer
language sql stable
return coalesce((select cancellation_cutoff_hours from facility), 24);

-- The same for new registrations: of camps in days, of classes in hours.
create function current_camp_cancellation_cutoff() returns integer
language sql stable
return coalesce((select camp_cancellation_cutoff_days from facility), 7);

create function current_class_cancellation_cutoff() returns integer
language sql stable
return coalesce((select class_cancellation_cutoff_hours from facility), 24);

-- The instant of a wall time as a list shows it. Unlike `facility_instant` it refuses nothing, because a canceled row
-- may have a time that the clocks skip.
create function nearest_facility_instant(wall timestamp) returns timestamptz
language plpgsql stable as $$
declare
  zone text := coalesce((select time_zone from facility), 'America/Chicago');
  instant timestamptz := wall at time zone zone;
begin
  return case wall
    when (instant - interval '1 hour') at time zone zone then instant - interval '1 hour'
    when (instant - interval '30 minutes') at time zone zone then instant - interval '30 minutes'
    else instant end;
end $$;
create trigger notify after insert or update or delete on carousel_pictures
  for each statement execute function notify_channel('facility_changed');

-- How Dugout reaches a mail server or Stripe where the owner has entered it in the browser. The environment has precedence.
create table connections (
  name text primary key check (name in ('mail', 'cards')),
  -- Everything that is no secret.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  -- Encrypted under a key that is derived from AUTH_SECRET: server/integrations/sealedSecret.ts.
  secret text not null,
  -- When a test last succeeded with what is entered.
  accepted_at timestamptz,
  updated_at timestamptz not null default now()
);
create trigger notify after insert or update or delete on connections
  for each statement execute function notify_channel('connections_changed');
