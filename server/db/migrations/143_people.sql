-- People whom staff enter, and the rule that a facility is never without an admin.

-- A person without an e-mail can be booked for and cannot sign in. Staff roles and confirmed accounts need an address.
-- squawk-ignore ban-drop-not-null -- only new operations make such rows; what reads e-mails reads confirmed accounts'
alter table profiles alter column email drop not null;
-- squawk-ignore constraint-missing-not-valid -- a facility's accounts are looked through in a moment
alter table profiles add constraint profiles_without_email
  check (email is not null or (role = 'user' and not email_verified));
alter table people_index drop constraint people_index_account;
-- squawk-ignore constraint-missing-not-valid -- as above
alter table people_index add constraint people_index_account check (kind = 'guest' or num_nonnulls(role, created_at) = 2);

-- Unconfirmed accounts of sign-ups are deleted after a month; people whom staff entered are kept.
alter table profiles add column added_by_staff boolean not null default false;

-- The last admin who can sign in stays an admin. Transactions that each take away a different admin wait for one another
-- here, and the second sees what the first one left.
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
create trigger keep_an_admin_update after update of role, email_verified on profiles
  for each row when (
    old.role = 'admin' and old.email_verified and not (new.role = 'admin' and new.email_verified)
  )
  execute function keep_an_admin();
create trigger keep_an_admin_delete after delete on profiles
  for each row when (old.role = 'admin' and old.email_verified)
  execute function keep_an_admin();
