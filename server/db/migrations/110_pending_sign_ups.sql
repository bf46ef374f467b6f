-- What a sign-up entered is kept here until its own link is followed; only then it becomes an account. Several sign-ups
-- with one address do not affect each other.

create table pending_sign_ups (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and length(email) <= 254),
  full_name text not null check (length(full_name) between 1 and 200),
  phone_number text check (length(phone_number) <= 40),
  -- A hash; null once the account has it.
  password_hash text,
  terms_accepted_at timestamptz,
  -- A path of this site: the page that asked for the sign-up.
  return_to text check (return_to like '/%' and length(return_to) <= 500),
  -- SHA-256 of the secret in the link; the secret itself is only in the mail.
  token_hash text not null unique,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  created_at timestamptz not null default now(),
  check (expires_at > created_at),
  check ((confirmed_at is null) = (password_hash is not null))
);
create index pending_sign_ups_email_idx on pending_sign_ups (email);
create index pending_sign_ups_created_idx on pending_sign_ups (created_at);

-- The person who enters an address need not own it, and the log is kept forever, so it names nobody.
create trigger audit after insert or update or delete on pending_sign_ups
  for each row execute function audit_row('id', 'email', 'full_name', 'phone_number', 'password_hash', 'token_hash');

-- A password that was set before the address was confirmed may be a stranger's: it never opens the account.
create function forget_unproven_password() returns trigger
language plpgsql as $$
begin
  delete from auth_accounts where user_id = new.id;
  delete from auth_sessions where user_id = new.id;
  return null;
end $$;
create trigger forget_unproven_password after update of email_verified on profiles
  for each row when (new.email_verified and not old.email_verified)
  execute function forget_unproven_password();
