-- A message that is queued for a record while it is merged belongs to the kept one, as its booking does.
create trigger belong_to_kept before insert on outbox
  for each row when (new.to_user_id is not null) execute function belong_to_kept('to_user_id');
