-- What is to be paid is listed with who takes part: two children in one camp are two lines.
create or replace view payables as
select
  'booking' as kind, b.id, 'cage_booking' as payment_type, b.user_id, p.full_name as customer_name,
  p.email as customer_email, b.status, b.total_cost, b.payment_method, b.created_at, b.start_time as starts_at,
  b.updated_at, cages.name as item_name, b.end_time as ends_at, b.cancellation_cutoff_hours as cutoff_hours,
  b.participant_id
from bookings b
join cages on cages.id = b.cage_id
left join profiles p on p.id = b.user_id
union all
select
  'guest_booking', b.id, 'cage_booking', null, b.guest_name, b.guest_email, b.status, b.total_cost, b.payment_method,
  b.created_at, b.start_time, b.updated_at, cages.name, b.end_time, b.cancellation_cutoff_hours, b.participant_id
from guest_bookings b
join cages on cages.id = b.cage_id
union all
select
  'lesson', b.id, 'lesson', b.customer_id, coalesce(p.full_name, b.guest_name), coalesce(p.email, b.guest_email),
  b.status, b.total_cost, b.payment_method, b.created_at, nearest_facility_instant(b.lesson_date + b.start_time),
  coalesce(b.paid_by_hand_at, b.updated_at), 'Lesson with ' || coaches.name,
  nearest_facility_instant(b.lesson_date + b.end_time), b.cancellation_cutoff_hours, b.participant_id
from coach_bookings b
join coaches on coaches.id = b.coach_id
left join profiles p on p.id = b.customer_id
union all
select
  'class_registration', r.id, 'class_booking', r.user_id, coalesce(p.full_name, r.guest_name),
  coalesce(p.email, r.guest_email), r.status, r.total_cost, null, r.created_at,
  nearest_facility_instant(i.class_date + i.start_time), r.updated_at, c.name,
  nearest_facility_instant(i.class_date + i.end_time), r.cancellation_cutoff_hours, r.participant_id
from class_registrations r
join class_instances i on i.id = r.class_instance_id
join classes c on c.id = i.class_id
left join profiles p on p.id = r.user_id
union all
select
  'camp_registration', r.id, 'camp_registration', r.user_id, p.full_name, p.email, r.status, r.total_cost, null,
  r.created_at, days.first, r.updated_at, camps.name, days.last, 24 * r.cancellation_cutoff_days, r.participant_id
from camp_registrations r
join camps on camps.id = r.camp_id
cross join lateral camp_days(camps.id, camps.start_date, camps.end_date) days
left join profiles p on p.id = r.user_id
union all
select
  'guest_camp_registration', r.id, 'camp_registration', null, r.guest_name, r.guest_email, r.status, r.total_cost, null,
  r.created_at, days.first, r.updated_at, camps.name, days.last, 24 * r.cancellation_cutoff_days, r.participant_id
from guest_camp_registrations r
join camps on camps.id = r.camp_id
cross join lateral camp_days(camps.id, camps.start_date, camps.end_date) days;
