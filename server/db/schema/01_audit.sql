-- The audit log, written by triggers so that no code path can forget it.

create table audit_log (
  id uuid primary key default gen_random_uuid(),
  -- The moment, not the transaction's start: entries of one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  action text not null check (action in ('INSERT', 'UPDATE', 'DELETE', 'EVENT', 'READ', 'FORGET')),
  table_name text not null,
  record_id text not null,
  -- Who acted: no reference, because the log outlives the account and never changes. Null for the system.
  user_id uuid,
  system_operation boolean not null generated always as (user_id is null) stored,
  -- A sentence given by the command, where what happened does not speak for itself.
  description text,
  old_values jsonb,
  new_values jsonb,
  client_info text,
  -- No references: the log outlives the change, and messages and refunds outlive the time in which it can be undone.
  staff_change_id uuid default current_staff_change(),
  -- The transaction that wrote the entry, so that the sealer finds what committed since the last seal, however late.
  xid xid8 default pg_current_xact_id()
);
create index audit_log_created_idx on audit_log (created_at desc);
create index audit_log_table_idx on audit_log (table_name, created_at desc);
create index audit_log_record_idx on audit_log (record_id);
create index audit_log_user_idx on audit_log (user_id, created_at) where user_id is not null;
create index audit_log_staff_change_idx on audit_log (staff_change_id) where staff_change_id is not null;
create index audit_log_xid_idx on audit_log (xid) where xid is not null;

-- The audit log's filters. Entries that are common are found by walking the log from its end; those that are rare need an
-- index of their own, which costs nothing where a common one is written.
create index audit_log_rare_action_idx on audit_log (action, created_at desc, id desc)
  where action in ('DELETE', 'READ', 'EVENT', 'FORGET');
create index audit_log_system_idx on audit_log (created_at desc, id desc) where user_id is null;

-- The order of sealing, without gaps. There is no reference to the entry, so that deleting an entry cannot remove its place in
-- the chain.
create table audit_chain (
  seq bigint primary key,
  entry_id uuid not null unique,
  -- HMAC over the one before, `seq`, the id and the digest of the entry (server/db/audit/leaf.ts).
  mac bytea not null,
  -- Which columns of the entry's values are personal, separated by commas. The digest has, instead of their values, the
  -- commitment: SHA-256 of salt and values. Without the salt nobody can guess the values from it.
  personal text,
  salt bytea,
  commitment bytea,
  -- The same for `client_info`.
  client_salt bytea,
  client_commitment bytea
);

-- One row for each run that sealed something. Its MAC signs the head of the chain.
create table audit_seals (
  no bigint primary key,
  last_seq bigint not null,
  -- What it saw: all entries of transactions that were visible are in the chain. Null while older entries wait.
  snapshot pg_snapshot,
  -- Transactions are counted by each cluster: after a restore into another one the snapshot says nothing.
  cluster text not null,
  key_id text not null,
  sealed_at timestamptz not null,
  mac bytea not null
);

-- Locked while the log is sealed and while a person is forgotten. An advisory lock would not do: every role can take one, and so
-- hold up the sealing. On this table the serving role has only SELECT (server/db/roles.ts).
create table audit_sealing (
  one boolean primary key default true check (one)
);

create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'The audit log cannot be changed.'
    using errcode = 'insufficient_privilege', constraint = 'audit_log_append_only';
end $$;
comment on function refuse_audit_change() is 'Refuses to delete or truncate the audit log.';
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_chain_append_only before delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_audit_change();

-- Arguments: the key's columns, separated by commas, then columns whose values stay secret. An update logs only the changed
-- columns, and nothing where only `updated_at` changed.
create function audit_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  old_row jsonb;
  new_row jsonb;
  whole jsonb;
  secret text;
begin
  if tg_op <> 'INSERT' then old_row := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then new_row := to_jsonb(new); end if;
  whole := coalesce(new_row, old_row);
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value), jsonb_object_agg(key, new_row -> key) into old_row, new_row
    from jsonb_each(old_row)
    where value is distinct from new_row -> key and key <> 'updated_at';
    if old_row is null then
      return null;
    end if;
  end if;
  foreach secret in array tg_argv[1:] loop
    if old_row ? secret then old_row := old_row || jsonb_build_object(secret, '[hidden]'); end if;
    if new_row ? secret then new_row := new_row || jsonb_build_object(secret, '[hidden]'); end if;
  end loop;
  insert into public.audit_log (action, table_name, record_id, user_id, description, old_values, new_values, client_info)
  values (
    tg_op,
    case when tg_table_name in ('bookings', 'camp_registrations')
      then public.guest_or_account(tg_table_name, whole ->> 'guest_name') else tg_table_name end,
    case
      when strpos(tg_argv[0], ',') = 0 then whole ->> tg_argv[0]
      else (select string_agg(whole ->> key, ' ' order by at)
            from unnest(string_to_array(tg_argv[0], ',')) with ordinality parts (key, at))
    end,
    nullif(current_setting('dugout.actor_id', true), '')::uuid,
    nullif(current_setting('dugout.description', true), ''),
    old_row,
    new_row,
    nullif(current_setting('dugout.client_info', true), '')
  );
  return null;
end $$;
comment on function audit_row() is 'Writes the insert, update or delete of a row to the audit log.';

-- The table of an entry's row. In the log, bookings and camp registrations of guests have a name of their own.
create function audited_table(table_name text) returns text
language sql immutable parallel safe
return case when table_name in ('guest_bookings', 'guest_camp_registrations') then substr(table_name, 7) else table_name end;

-- Logs an event of an account that changes no row, such as a refused sign-in. Only known events of existing accounts and known
-- details are taken; the only free text is the device.
create function log_account_event(account uuid, event text, details jsonb, acting uuid, client text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if event is null or event <> all (array[
      'sign_in_refused', 'password_changed', 'password_change_refused', 'password_reset', 'password_proof_refused',
      'second_factor_on', 'second_factor_off', 'second_factor_reset', 'second_factor_refused', 'recovery_codes_renewed',
      'reading_refused'
    ])
    or not exists (select from public.profiles where id = account)
    or acting is not null and not exists (select from public.profiles where id = acting)
    or jsonb_typeof(details) <> 'object'
    or exists (
      select from jsonb_each_text(case jsonb_typeof(details) when 'object' then details end)
      where not coalesce(case key
        when 'reason' then value in (
          'wrong_password', 'wrong_code', 'too_many_attempts', 'not_confirmed', 'password_too_short',
          'forbidden', 'second_factor_due', 'not_found'
        )
        when 'known_device' then value in ('true', 'false')
        when 'device' then length(value) <= 100
        when 'network' then value ~ '^(unknown|loopback|private|[0-9a-f.:]+/[0-9]+)$'
        when 'operation' then value ~ '^[A-Za-z0-9_-]{1,60}$'
        when 'record' then value ~ '^[0-9A-Za-z_-]{1,60}$'
      end, false)
    )
  then
    raise exception 'This is no event of an account.' using errcode = 'insufficient_privilege';
  end if;
  insert into public.audit_log (action, table_name, record_id, user_id, description, new_values, client_info)
  values ('EVENT', 'profiles', account::text, acting, event, details, left(client, 300));
end $$;

-- Columns with values about a person, which are forgotten with the person.
create function audit_personal_columns(of_table text) returns text[]
language sql immutable
return case
  when of_table in ('facility', 'cages', 'camps', 'classes', 'email_templates') then '{}'
  else array[
    'full_name', 'email', 'phone', 'phone_number', 'image', 'stripe_customer_id', 'new_email', 'birth_date',
    'customer_name', 'customer_email', 'customer_notes', 'coach_notes', 'admin_notes',
    'guest_name', 'guest_email', 'guest_phone', 'user_agent', 'network', 'device',
    'payment_method_details', 'card_brand', 'card_last4', 'receipt_url'
  ] || case of_table
    when 'participants' then array['name', 'positions', 'bats', 'throws', 'photo_consent']
    when 'contact_messages' then array['name', 'subject', 'message']
    when 'person_unpaid_limits' then array['reason']
    else '{}'
  end
end;

-- What is left of an entry's values when these columns are forgotten.
create function audit_forgotten(row_values jsonb, columns text[]) returns jsonb
language sql immutable
return (
  select row_values || coalesce(jsonb_object_agg(key, '[hidden]'), '{}')
  from jsonb_object_keys(case when jsonb_typeof(row_values) = 'object' then row_values else '{}' end) key
  where key = any(columns)
);

-- The personal columns of an entry: once it is sealed, those that were personal then.
create function audit_entry_columns(entry uuid, of_table text) returns text[]
language sql stable
begin atomic
  select coalesce(
    (select coalesce(string_to_array(personal, ','), '{}') from audit_chain where entry_id = entry),
    audit_personal_columns(of_table)
  );
end;

-- This holds for the owner of the tables too.
create function keep_audit_entry() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  columns text[] := public.audit_entry_columns(old.id, old.table_name);
  -- The generated column has no value yet.
  free text[] := array['old_values', 'new_values', 'client_info', 'system_operation'];
begin
  if to_jsonb(new) - free = to_jsonb(old) - free
    and (new.old_values is not distinct from old.old_values
      or new.old_values is not distinct from public.audit_forgotten(old.old_values, columns))
    and (new.new_values is not distinct from old.new_values
      or new.new_values is not distinct from public.audit_forgotten(old.new_values, columns))
    and (new.client_info is not distinct from old.client_info or new.client_info is null)
  then
    return new;
  end if;
  raise exception 'The audit log cannot be changed.'
    using errcode = 'insufficient_privilege', constraint = 'audit_log_append_only';
end $$;
comment on function keep_audit_entry() is 'Refuses every change of an entry, except to forget a person.';
create trigger audit_log_kept before update on audit_log
  for each row execute function keep_audit_entry();

create function keep_audit_link() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  free text[] := array['salt', 'client_salt'];
begin
  if to_jsonb(new) - free = to_jsonb(old) - free
    and (new.salt is not distinct from old.salt or new.salt is null)
    and (new.client_salt is not distinct from old.client_salt or new.client_salt is null)
  then
    return new;
  end if;
  raise exception 'The audit log cannot be changed.'
    using errcode = 'insufficient_privilege', constraint = 'audit_log_append_only';
end $$;
comment on function keep_audit_link() is
  'Refuses every change of the chain, except to forget the salts of a person''s entries.';
create trigger audit_chain_kept before update on audit_chain
  for each row execute function keep_audit_link();

-- What is forgotten: the personal values of entries about the person and about rows that referred to them, and the device of
-- the entries that the person made. It is a trigger, so that it needs the deletion of the person's row, which is itself in the
-- log. The entries stay in the chain, which has the commitments; an entry says which of them were touched.
create function forget_in_audit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person text := old.id::text;
  is_account boolean := tg_table_name = 'profiles';
  -- An account and a participant may have the same id.
  tables_of_others text[] := case when is_account then array['participants', 'participant_care'] else array['profiles'] end;
  was_admin boolean;
  records text[];
  rows_of_person text[];
  about uuid[];
  by_person uuid[];
begin
  -- The sealer takes this lock before its snapshot, so that it cannot seal values that have been forgotten.
  lock table public.audit_sealing in exclusive mode;

  select array_agg(record_id), array_agg(table_name || ' ' || record_id) into records, rows_of_person
  from (
    select distinct table_name, record_id from public.audit_log
    where xid = pg_current_xact_id() and person in (old_values ->> 'user_id', old_values ->> 'customer_id')
  ) let_go;
  was_admin := is_account and (
    to_jsonb(old) ->> 'role' = 'admin' or exists (
      select from public.audit_log
      where table_name = 'profiles' and record_id = person
        and 'admin' in (old_values ->> 'role', new_values ->> 'role')
    )
  );

  with entries as (
    select e.id, public.audit_entry_columns(e.id, e.table_name) as columns
    from public.audit_log e
    where (
        e.record_id = person and e.table_name <> all(tables_of_others)
        or e.record_id = any(records) and e.table_name || ' ' || e.record_id = any(rows_of_person)
        or is_account and e.user_id = old.id and (
          person in (e.new_values ->> 'user_id', e.old_values ->> 'user_id', e.new_values ->> 'customer_id', e.old_values ->> 'customer_id')
        )
      )
      -- An admin's changed address stays readable: whoever changes it takes the account over.
      and not (was_admin and e.table_name = 'profiles' and e.action = 'UPDATE' and e.new_values ? 'email')
  ), forgotten as (
    update public.audit_log e
    set old_values = public.audit_forgotten(e.old_values, entries.columns),
      new_values = public.audit_forgotten(e.new_values, entries.columns)
    from entries
    where e.id = entries.id and (
      e.old_values is distinct from public.audit_forgotten(e.old_values, entries.columns)
      or e.new_values is distinct from public.audit_forgotten(e.new_values, entries.columns)
    )
    returning e.id
  )
  select array_agg(id) into about from forgotten;

  with forgotten as (
    update public.audit_log set client_info = null
    where is_account and user_id = old.id and client_info is not null
    returning id
  )
  select array_agg(id) into by_person from forgotten;

  update public.audit_chain set salt = null where entry_id = any(about);
  update public.audit_chain set client_salt = null where entry_id = any(by_person);
  if about is null and by_person is null then
    return null;
  end if;
  insert into public.audit_log (action, table_name, record_id, user_id, description, new_values)
  values (
    'FORGET', tg_table_name, person,
    nullif(current_setting('dugout.actor_id', true), '')::uuid,
    nullif(current_setting('dugout.description', true), ''),
    jsonb_build_object('values', coalesce(about, '{}'), 'devices', coalesce(by_person, '{}'))
  );
  return null;
end $$;
comment on function forget_in_audit() is 'Forgets a deleted person in the audit log.';
