-- What a coach or the desk must know of a participant in an emergency: the most sensitive data that is kept. It stands in
-- a table of its own, so that no list or export reads it along, and is deleted when it is not needed any more.

create table participant_care (
  participant_id uuid primary key references participants (id) on delete cascade,
  medical_note text check (length(medical_note) between 1 and 1000),
  -- [{ name, phone, relation }]
  emergency_contacts jsonb not null default '[]'
    check (jsonb_typeof(emergency_contacts) = 'array' and jsonb_array_length(emergency_contacts) <= 4),
  -- [{ name, phone }]: who may pick the participant up, besides the adults of the household.
  pickup_adults jsonb not null default '[]'
    check (jsonb_typeof(pickup_adults) = 'array' and jsonb_array_length(pickup_adults) <= 6),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger touch before update on participant_care for each row
  when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at();
-- That it changed is logged; what it says is not.
create trigger audit after insert or update or delete on participant_care for each row execute function audit_row(
  'participant_id', 'medical_note', 'emergency_contacts', 'pickup_adults'
);
create trigger notify_owner after insert or update or delete on participant_care
  for each row execute function notify_owner('');

-- A reading by staff is logged like a change.
alter table audit_log drop constraint audit_log_action_check;
-- squawk-ignore constraint-missing-not-valid -- the log's rows were written under a narrower rule
alter table audit_log add constraint audit_log_action_check check (action in ('INSERT', 'UPDATE', 'DELETE', 'EVENT', 'READ'));

create function log_reading(read_table text, read_record text) returns void
language sql
begin atomic
  insert into audit_log (action, table_name, record_id, user_id, description, client_info)
  values (
    'READ', read_table, read_record,
    nullif(current_setting('dugout.actor_id', true), '')::uuid,
    nullif(current_setting('dugout.description', true), ''),
    nullif(current_setting('dugout.client_info', true), '')
  );
end;

alter table facility add column care_retention_days integer not null default 60
  constraint facility_care_retention check (care_retention_days between 1 and 730);

-- The last day on which the participant is or was booked; null without a booking.
create function participant_last_day(participant uuid) returns date
language sql stable
begin atomic
  select max(day) from (
    select facility_day(end_time) as day from bookings where participant_id = participant and status <> 'canceled'
    union all
    select facility_day(end_time) from guest_bookings where participant_id = participant and status <> 'canceled'
    union all
    select lesson_date from coach_bookings where participant_id = participant and status <> 'canceled'
    union all
    select session.class_date from class_registrations seat
    join class_instances session on session.id = seat.class_instance_id
    where seat.participant_id = participant and seat.status <> 'canceled' and session.status <> 'canceled'
    union all
    select camps.end_date from camp_registrations seat join camps on camps.id = seat.camp_id
    where seat.participant_id = participant and seat.status <> 'canceled'
    union all
    select camps.end_date from guest_camp_registrations seat join camps on camps.id = seat.camp_id
    where seat.participant_id = participant and seat.status <> 'canceled'
  ) sessions;
end;

-- Whether a coach teaches the participant on the facility day of a moment: a lesson, a class session or a camp. A lesson that
-- the coach booked, or that a form booked for a guest of this address, counts once it has begun, or where the participant or
-- the customer has come to the coach before: otherwise a coach could read of any child by booking a lesson for it.
create function coach_has_participant(coach_account uuid, participant uuid, at timestamptz) returns boolean
language sql stable
begin atomic
  select exists (
    select from coaches coach
    join coach_bookings lesson on lesson.coach_id = coach.id
    join coach_bookings known on known.coach_id = coach.id
      and (known.participant_id = participant or known.customer_id = lesson.customer_id)
      and (
        known.customer_type = 'user' and not known.booked_by_coach
        or known.status <> 'canceled' and facility_instant(known.lesson_date + known.start_time) <= at
      )
    where coach.user_id = coach_account and coach.is_active
      and lesson.participant_id = participant and lesson.lesson_date = facility_day(at) and lesson.status <> 'canceled'
  ) or exists (
    select from coaches coach
    join class_instances session on session.coach_id = coach.id
    join class_registrations seat on seat.class_instance_id = session.id
    where coach.user_id = coach_account and coach.is_active
      and seat.participant_id = participant and seat.status <> 'canceled'
      and session.class_date = facility_day(at) and session.status <> 'canceled'
  ) or exists (
    select from coaches coach
    join camp_coaches on camp_coaches.coach_id = coach.id
    join camp_timeslots slot on slot.camp_id = camp_coaches.camp_id
    where coach.user_id = coach_account and coach.is_active and slot.date = facility_day(at)
      and (
        exists (
          select from camp_registrations seat
          where seat.camp_id = slot.camp_id and seat.participant_id = participant and seat.status <> 'canceled'
        ) or exists (
          select from guest_camp_registrations seat
          where seat.camp_id = slot.camp_id and seat.participant_id = participant and seat.status <> 'canceled'
        )
      )
  );
end;
