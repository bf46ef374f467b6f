-- A guest who gives a name only is recognized by nothing: who enters the row says who it is, and it stays so.
create or replace function fill_guest_participant() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.participant_id is not null and num_nonnulls(new.guest_email, new.guest_phone) = 0 then
    return new;
  end if;
  new.participant_id := kept_participant(guest_participant(new.guest_name, new.guest_email, new.guest_phone));
  return new;
end $$;
