-- A change of something booked is announced to the adults of its participant alone: the account that booked it may not be
-- one any more, and must not hear of it on the live stream.
create or replace function notify_owner() returns trigger
language plpgsql as $$
declare
  version jsonb;
begin
  foreach version in array array[to_jsonb(old), to_jsonb(new)] loop
    if version ->> 'participant_id' is null then
      perform notify_person(version ->> tg_argv[0], version ->> tg_argv[1]);
    else
      perform pg_notify('person_changed', user_id::text) from participant_adults
      where participant_id = (version ->> 'participant_id')::uuid;
    end if;
  end loop;
  return null;
end $$;
