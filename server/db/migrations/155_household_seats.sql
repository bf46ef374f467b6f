-- Seats of camps and classes for several people of one household: each held seat names who takes part, and a child has one
-- seat in a camp whether a parent or the desk registered it.

-- Who takes part in a held seat: the participant named, who must be of the household of the account that pays, or the
-- account itself.
create function fill_held_participant() returns trigger
language plpgsql as $$
begin
  new.participant_id := household_participant(
    (select user_id from checkout_holds where id = new.checkout_hold_id), new.participant_id
  );
  return new;
end $$;
create trigger fill_participant before insert on checkout_hold_seats
  for each row execute function fill_held_participant();

-- One seat in a camp for each participant, over the registrations of accounts and of guests. It waits at the row of the
-- camp, as counting the seats does, so that two writers cannot miss each other.
create function keep_one_camp_seat() returns trigger
language plpgsql as $$
begin
  perform from camps where id = new.camp_id for no key update;
  if exists (
    select from camp_registrations
    where camp_id = new.camp_id and participant_id = new.participant_id and status <> 'canceled' and id <> new.id
    union all
    select from guest_camp_registrations
    where camp_id = new.camp_id and participant_id = new.participant_id and status <> 'canceled' and id <> new.id
  ) then
    raise exception 'The participant has a seat in this camp.'
      using errcode = 'unique_violation', constraint = 'camp_registrations_once';
  end if;
  return null;
end $$;
create trigger once_insert after insert on camp_registrations
  for each row when (new.status <> 'canceled' and new.participant_id is not null)
  execute function keep_one_camp_seat();
create trigger once_update after update of status, camp_id, participant_id on camp_registrations
  for each row when (
    new.status <> 'canceled' and new.participant_id is not null and (
      old.status = 'canceled' or old.camp_id <> new.camp_id or old.participant_id is distinct from new.participant_id
    )
  ) execute function keep_one_camp_seat();
create trigger once_insert after insert on guest_camp_registrations
  for each row when (new.status <> 'canceled' and new.participant_id is not null)
  execute function keep_one_camp_seat();
create trigger once_update after update of status, camp_id, participant_id on guest_camp_registrations
  for each row when (
    new.status <> 'canceled' and new.participant_id is not null and (
      old.status = 'canceled' or old.camp_id <> new.camp_id or old.participant_id is distinct from new.participant_id
    )
  ) execute function keep_one_camp_seat();
