-- A proof of who somebody is renews the session's token, so that a copy of the old one does not have the proof. For a minute the old
-- one still names the session, without the proof: requests of other tabs are under way with it.
alter table auth_sessions
  add column previous_token text,
  add column renewed_at timestamptz;
-- squawk-ignore require-concurrent-index-creation -- every row is null as yet
create unique index auth_sessions_previous_token_idx on auth_sessions (previous_token) where previous_token is not null;
