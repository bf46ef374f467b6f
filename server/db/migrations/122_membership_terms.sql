-- The membership's terms as settings. The page and the agreement are rendered from them.

alter table facility
  -- Days before the next billing date by which a member is asked to cancel.
  add column membership_notice_days integer not null default 7
    constraint facility_membership_notice check (membership_notice_days between 0 and 28),
  -- Cage reservations that a member may have coming up at a time; null: as many as they like.
  add column member_reservation_limit integer
    constraint facility_member_reservation_limit check (member_reservation_limit between 1 and 100);

-- {notice} and {reservations} stand for sentences made from the settings, as {monthly_price}, {cage_discount} and
-- {class_discount} do. Dugout's own sections are replaced; sections that a facility wrote stay.
create function with_membership_terms(agreement jsonb) returns jsonb
language sql immutable
return (
  select coalesce(jsonb_agg(
    case section
      when $${
        "title": "What you get",
        "text": "Founders Unlimited gives you unlimited cage time during opening hours, subject to availability. You also get {cage_discount} off cage bookings and {class_discount} off classes. Camps and private lessons are at their listed prices."
      }$$::jsonb then $${
        "title": "What you get",
        "text": "Founders Unlimited gives you unlimited cage time during opening hours, subject to availability: as many bookings as you like, at the members' price. That is {cage_discount} off cage bookings. You also get {class_discount} off classes. Camps and private lessons are at their listed prices."
      }$$::jsonb
      when $${
        "title": "One reservation at a time",
        "text": "You may have one active reservation at a time. Once it is over, book your next one."
      }$$::jsonb then '{"title": "Reservations", "text": "{reservations}"}'::jsonb
      when $${
        "title": "Canceling",
        "text": "Cancel in your account whenever you like, with 7 days' notice before your next billing date. Your membership stays active until the end of the month that you have paid for."
      }$$::jsonb then $${
        "title": "Canceling",
        "text": "Cancel in your account whenever you like. {notice} Your membership stays active until the end of the month that you have paid for."
      }$$::jsonb
      else section
    end order by place
  ), '[]')
  from jsonb_array_elements(agreement) with ordinality as sections (section, place)
);
update facility set membership_agreement = with_membership_terms(membership_agreement);
drop function with_membership_terms(jsonb);

alter table facility alter column membership_agreement set default $$[
  {"title": "What you get",
   "text": "Founders Unlimited gives you unlimited cage time during opening hours, subject to availability: as many bookings as you like, at the members' price. That is {cage_discount} off cage bookings. You also get {class_discount} off classes. Camps and private lessons are at their listed prices."},
  {"title": "Reservations",
   "text": "{reservations}"},
  {"title": "What it costs",
   "text": "{monthly_price} per month, charged to your card on the day you join and on the same day of every month after that. It runs month-to-month. There is no sign-up fee."},
  {"title": "Canceling",
   "text": "Cancel in your account whenever you like. {notice} Your membership stays active until the end of the month that you have paid for."},
  {"title": "No refunds",
   "text": "A month that has been paid for is not refunded, in whole or in part."},
  {"title": "When a payment fails",
   "text": "We write to you, and your card is tried again over the following days. If it cannot be charged, the membership ends."},
  {"title": "House rules",
   "text": "The membership is for one person and cannot be passed on. The facility's rules and its terms and conditions apply to members as they do to everyone."}
]$$;
