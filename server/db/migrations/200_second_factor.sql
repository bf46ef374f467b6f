-- The second factor of staff: one-time passwords (RFC 6238) with recovery codes, kept by the account library.
alter table profiles add column two_factor_enabled boolean not null default false;

create table auth_two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references profiles (id) on delete cascade,
  -- Both encrypted with a key derived from AUTH_SECRET.
  secret text not null,
  backup_codes text not null,
  -- Set by the first code that is entered; until then it is not asked for.
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now()
);

-- Each one-time code is accepted once (RFC 6238 §5.2). A keyed digest, kept as long as the code could be valid.
create table auth_used_codes (
  user_id uuid not null references profiles (id) on delete cascade,
  digest text not null,
  used_at timestamptz not null,
  primary key (user_id, digest)
);

-- When the person last proved who they are: by signing in, or by a code or the password since. Grave operations ask
-- whether it was lately; sessions of before have to prove it.
alter table auth_sessions add column proved_at timestamptz not null default 'epoch';

drop trigger notify on auth_sessions;
create trigger notify after delete or update of expires_at, token, user_id, proved_at on auth_sessions
  for each row execute function notify_session();
