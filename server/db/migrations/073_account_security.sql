-- What belongs to the security of an account: a change of its address that is under way, when a device was last
-- used, and the secret of its calendar feed.

-- Takes effect once both links were followed. One per account: asking again replaces it.
create table email_changes (
  user_id uuid primary key references profiles (id) on delete cascade,
  new_email text not null check (new_email = lower(new_email) and length(new_email) <= 254),
  -- SHA-256 of the secret in each link; the secrets themselves are only in the mails.
  old_token_hash text not null unique,
  new_token_hash text not null unique,
  approved_at timestamptz,
  confirmed_at timestamptz,
  completed_at timestamptz,
  -- The browser that asked stays signed in.
  session_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index email_changes_expiry_idx on email_changes (expires_at);
create trigger audit after insert or update or delete on email_changes
  for each row execute function audit_row('user_id', 'old_token_hash', 'new_token_hash');

alter table auth_sessions add column last_used_at timestamptz not null default now();

create table calendar_feeds (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- SHA-256 of the secret in the feed's address.
  token_hash text not null unique,
  created_at timestamptz not null default now()
);
create trigger audit after insert or update or delete on calendar_feeds
  for each row execute function audit_row('user_id', 'token_hash');
