-- Registrations for camps and class sessions are changed by staff as bookings are: a version says which state somebody looked at,
-- and a change can be undone (183_versions.sql, 220_undo_sessions.sql).

alter table camp_registrations add column version integer not null default 0;
alter table guest_camp_registrations add column version integer not null default 0;
alter table class_registrations add column version integer not null default 0;
create trigger count_version before update on camp_registrations
  for each row execute function count_version();
create trigger count_version before update on guest_camp_registrations
  for each row execute function count_version();
create trigger count_version before update on class_registrations
  for each row execute function count_version();
