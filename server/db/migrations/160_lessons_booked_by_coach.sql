-- Lessons that their coach booked for somebody, and people by their phone number.

-- A lesson that the coach booked makes nobody a client of the coach before it has begun: otherwise a coach could read a
-- stranger's e-mail and phone number by booking a lesson for them.
alter table coach_bookings add column booked_by_coach boolean not null default false;

-- squawk-ignore require-concurrent-index-creation -- a facility's accounts are indexed in a moment
create index profiles_phone_idx on profiles (phone_number) where phone_number is not null;
