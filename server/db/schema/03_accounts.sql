-- Accounts and their sessions.

-- The account library's user table. Sign-in needs an e-mail; a person without one is a guest of a booking.
create table profiles (
  id uuid primary key default gen_random_uuid(),
  full_name text not null check (length(full_name) between 1 and 200),
  email text unique check (email = lower(email) and length(email) <= 320),
  email_verified boolean not null default false,
  image text,
  phone_number text check (length(phone_number) <= 40),
  role text not null default 'user' check (role in ('user', 'coach', 'desk', 'admin')),
  coach_id uuid,
  -- Creating an account opts into the newsletter (spec 1 §2.8); `unsubscribes` overrules it.
  marketing_opt_in boolean not null default true,
  terms_accepted_at timestamptz,
  stripe_customer_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Unconfirmed accounts of sign-ups are deleted after a month; people whom staff entered are kept.
  added_by_staff boolean not null default false,
  merged_into uuid,
  -- The second factor of staff: one-time passwords (RFC 6238) with recovery codes, kept by the account library.
  two_factor_enabled boolean not null default false,
  constraint profiles_without_email check (email is not null or (role = 'user' and not email_verified)),
  constraint profiles_merged_into_fkey foreign key (merged_into) references profiles (id) on delete cascade,
  constraint profiles_merged check (merged_into is null or (merged_into <> id and email is null and role = 'user'))
);
create index profiles_name_idx on profiles (full_name);
create unique index profiles_coach_idx on profiles (coach_id) where coach_id is not null;
create index profiles_phone_idx on profiles (phone_number) where phone_number is not null;
create index profiles_merged_idx on profiles (merged_into) where merged_into is not null;

-- The account library's own tables: its core schema with snake_case columns.
create table auth_sessions (
  id uuid primary key default gen_random_uuid(),
  expires_at timestamptz not null,
  token text not null unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ip_address text,
  user_agent text,
  user_id uuid not null references profiles (id) on delete cascade,
  last_used_at timestamptz not null default now(),
  -- When the person last proved who they are: by signing in, or by a code or the password since. Grave operations need a recent
  -- proof.
  proved_at timestamptz not null default 'epoch',
  -- A proof renews the session's token, so that a copy of the old token does not have the proof. For a minute the old one still
  -- works, without the proof, because other tabs may have sent requests with it.
  previous_token text,
  renewed_at timestamptz
);
create index auth_sessions_user_idx on auth_sessions (user_id);
create index auth_sessions_expiry_idx on auth_sessions (expires_at);
create unique index auth_sessions_previous_token_idx on auth_sessions (previous_token) where previous_token is not null;

create table auth_accounts (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references profiles (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index auth_accounts_user_idx on auth_accounts (user_id);

create table auth_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index auth_verifications_identifier_idx on auth_verifications (identifier);
create index auth_verifications_expiry_idx on auth_verifications (expires_at);

create table auth_rate_limits (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- The codes by which an owner makes the first admin's account. Each start without an admin prints one.
create table setup_codes (
  -- A keyed digest of the code; the code itself is only where it was printed.
  code_hash text primary key,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

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

create table calendar_feeds (
  user_id uuid primary key references profiles (id) on delete cascade,
  -- SHA-256 of the secret in the feed's address.
  token_hash text not null unique,
  created_at timestamptz not null default now()
);

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

-- A password that was set before the address was confirmed may be a stranger's: it never opens the account.
create function forget_unproven_password() returns trigger
language plpgsql as $$
begin
  delete from auth_accounts where user_id = new.id;
  delete from auth_sessions where user_id = new.id;
  return null;
end $$;
comment on function forget_unproven_password() is
  'Deletes the password and sessions of an account when its address is confirmed.';
create trigger forget_unproven_password after update of email_verified on profiles
  for each row when (new.email_verified and not old.email_verified and old.merged_into is null)
  execute function forget_unproven_password();

-- The class of an address, as `addressClass` in server/http/limits/addressClass.ts returns it. The full address is not kept.
create function address_class(address text) returns text
language plpgsql immutable as $$
declare
  ip inet;
begin
  ip := split_part(regexp_replace(address, '^::ffff:(?=\d+\.)', '', 'i'), '%', 1)::inet;
  if ip is null then return 'unknown'; end if;
  if ip <<= '127.0.0.0/8' or ip = '::1' then return 'loopback'; end if;
  if ip <<= any (array[
    '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fe80::/10'
  ]::inet[]) then return 'private'; end if;
  return network(set_masklen(ip, case family(ip) when 4 then 24 else 48 end))::text;
exception
  when invalid_text_representation then return 'unknown';
end $$;

-- Sessions have a trigger of their own, because the account library writes them without naming the actor.
create function audit_session() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  session public.auth_sessions := case when tg_op = 'DELETE' then old else new end;
  told jsonb := jsonb_build_object(
    'user_id', session.user_id,
    'user_agent', left(session.user_agent, 300),
    'network', public.address_class(session.ip_address)
  );
begin
  insert into public.audit_log (action, table_name, record_id, user_id, description, old_values, new_values, client_info)
  values (
    tg_op,
    'auth_sessions',
    session.id::text,
    coalesce(
      nullif(current_setting('dugout.actor_id', true), '')::uuid,
      case when tg_op = 'INSERT' then session.user_id end
    ),
    coalesce(
      nullif(current_setting('dugout.description', true), ''),
      case when tg_op = 'DELETE' and session.expires_at <= now() then 'Expired' end
    ),
    case when tg_op = 'DELETE' then told end,
    case when tg_op = 'INSERT' then told end,
    coalesce(
      nullif(current_setting('dugout.client_info', true), ''),
      case when tg_op = 'INSERT' then
        left(public.address_class(session.ip_address) || ' ' || coalesce(session.user_agent, ''), 300)
      end
    )
  );
  return null;
end $$;
comment on function audit_session() is
  'Writes the start and end of a session to the audit log, without its token and full address.';
create trigger audit after insert or delete on auth_sessions
  for each row execute function audit_session();
create trigger notify_staff after insert or update or delete or truncate on profiles
  for each statement execute function notify_channel('people_changed');

-- Transactions that each take away a different admin wait for one another here, and the second sees what the first one left.
create function keep_an_admin() returns trigger
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('#admins', 0));
  if not exists (select from profiles where role = 'admin' and email_verified) then
    raise exception 'The last admin stays an admin.'
      using errcode = 'check_violation', table = 'profiles', constraint = 'profiles_last_admin';
  end if;
  return null;
end $$;
comment on function keep_an_admin() is 'Refuses to take away the last admin who can sign in.';
create trigger keep_an_admin_update after update of role, email_verified on profiles
  for each row when (
    old.role = 'admin' and old.email_verified and not (new.role = 'admin' and new.email_verified)
  )
  execute function keep_an_admin();
create trigger keep_an_admin_delete after delete on profiles
  for each row when (old.role = 'admin' and old.email_verified)
  execute function keep_an_admin();

-- At the commit, because by then the rows that referred to the person have been changed, in entries of this transaction.
create constraint trigger audit_forgetting after delete on profiles
  deferrable initially deferred for each row execute function forget_in_audit();
