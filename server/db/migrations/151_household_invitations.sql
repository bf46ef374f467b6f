-- An adult invites another one, by e-mail, to look after some of the same people.

create table household_invitations (
  id uuid primary key default gen_random_uuid(),
  invited_by uuid not null references profiles (id) on delete cascade,
  -- Who has this address once confirmed may accept.
  email text not null check (email = lower(email) and length(email) <= 254),
  -- SHA-256 of the secret in the link; the secret itself is only in the mail.
  token_hash text not null unique,
  accepted_by uuid references profiles (id) on delete cascade,
  accepted_at timestamptz,
  declined_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (id, invited_by),
  check (expires_at > created_at),
  constraint household_invitations_one_answer check (num_nonnulls(accepted_at, declined_at) <= 1),
  check (num_nonnulls(accepted_by, accepted_at) <> 1)
);
-- Inviting again replaces the first link.
create unique index household_invitations_once on household_invitations (invited_by, email)
  where accepted_at is null and declined_at is null;
create index household_invitations_email_idx on household_invitations (email);
create index household_invitations_accepted_idx on household_invitations (accepted_by) where accepted_by is not null;
create index household_invitations_expires_idx on household_invitations (expires_at);

-- An adult can share a person only while being an adult of theirs.
create table household_invitation_participants (
  invitation_id uuid not null,
  participant_id uuid not null,
  invited_by uuid not null,
  primary key (invitation_id, participant_id),
  foreign key (invitation_id, invited_by) references household_invitations (id, invited_by) on delete cascade,
  foreign key (participant_id, invited_by) references participant_adults (participant_id, user_id) on delete cascade
);
create index household_invitation_participants_adult_idx
  on household_invitation_participants (participant_id, invited_by);

create trigger audit after insert or update or delete on household_invitations
  for each row execute function audit_row('id', 'email', 'token_hash');
create trigger audit after insert or delete on household_invitation_participants
  for each row execute function audit_row('invitation_id,participant_id');

-- An account is shared with nobody.
create function check_invited_participant() returns trigger
language plpgsql as $$
begin
  if exists (select from participants where id = new.participant_id and user_id is not null) then
    raise exception 'An account is the only adult of itself.'
      using errcode = 'check_violation', constraint = 'household_invitations_account';
  end if;
  return new;
end $$;
create trigger check_invited_participant before insert on household_invitation_participants
  for each row execute function check_invited_participant();

-- Without people an invitation offers nothing.
create function leave_invitation() returns trigger
language plpgsql as $$
begin
  delete from household_invitations
  where id = old.invitation_id
    and not exists (select from household_invitation_participants where invitation_id = old.invitation_id);
  return null;
end $$;
create trigger leave_invitation after delete on household_invitation_participants
  for each row execute function leave_invitation();

-- Whoever is invited, by the confirmed address, sees it at once; so does the adult who invites.
create function notify_invitation() returns trigger
language plpgsql as $$
begin
  perform pg_notify('person_changed', account::text)
  from (
    select unnest(array[old.invited_by, new.invited_by, new.accepted_by])
    union select id from profiles where email in (old.email, new.email) and email_verified
  ) accounts (account)
  where account is not null;
  return null;
end $$;
create trigger notify_owner after insert or update or delete on household_invitations
  for each row execute function notify_invitation();

-- An adult who is removed no longer pays for the person: their open checkouts are released, and a payment that comes
-- nevertheless is refunded.
create function release_checkouts() returns trigger
language plpgsql as $$
begin
  update checkout_holds hold set status = 'released'
  where hold.user_id = old.user_id and hold.status = 'held' and (
    exists (
      select from checkout_hold_seats
      where checkout_hold_id = hold.id and participant_id = old.participant_id
    )
    or strpos(hold.details::text, old.participant_id::text) > 0
  );
  return null;
end $$;
create trigger release_checkouts after delete on participant_adults
  for each row execute function release_checkouts();
