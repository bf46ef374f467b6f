-- Who asks for a copy of what is kept of them is told what they did, as the log has it.

-- squawk-ignore require-concurrent-index-creation -- a facility's log is indexed in a moment
create index audit_log_user_idx on audit_log (user_id, created_at) where user_id is not null;

-- A checkout's details name its buyer, whom the log could never forget. What was bought is logged with what it paid.
drop trigger audit on checkout_holds;
create trigger audit after insert or update or delete on checkout_holds
  for each row execute function audit_row('id', 'details');
