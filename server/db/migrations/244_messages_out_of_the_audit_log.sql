-- What staff write to people stays out of the log, as replies to visitors do: it may say anything about them, and the log keeps it.
drop trigger audit on reminder_runs;
create trigger audit after insert or update or delete on reminder_runs
  for each row execute function audit_row('id', 'subject', 'body');
