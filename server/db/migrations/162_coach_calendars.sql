-- The private calendar address of a coach's own lessons. It belongs to the account, and shows lessons only while the account
-- is that of a coach.
create table coach_calendar_feeds (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- SHA-256 of the secret in the feed's address.
  token_hash text not null unique,
  created_at timestamptz not null default now()
);
create trigger audit after insert or update or delete on coach_calendar_feeds
  for each row execute function audit_row('user_id', 'token_hash');
