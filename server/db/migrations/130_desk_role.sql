-- Front-desk staff: bookings, schedule, people, check-ins and payments, but not roles, settings, templates, refunds above
-- a limit, deletion of people or the audit log (shared/contract/route.ts has the access classes).
alter table profiles drop constraint profiles_role_check;
-- squawk-ignore constraint-missing-not-valid -- a facility's accounts are looked through in a moment
alter table profiles add constraint profiles_role_check check (role in ('user', 'coach', 'desk', 'admin'));
