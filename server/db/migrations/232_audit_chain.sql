-- The audit log is sealed: about once a second a sealer (server/db/audit/sealer.ts) appends the entries that were committed
-- since to a chain of keyed digests. The key is not in the database. docs/security.md says what that shows, and what not.

-- The transaction that wrote the entry, so that the sealer finds what committed since the last seal, however late. Null in
-- entries from before, which the first seals take.
alter table audit_log add column xid xid8;
alter table audit_log alter column xid set default pg_current_xact_id();
-- squawk-ignore require-concurrent-index-creation -- every row is null as yet
create index audit_log_xid_idx on audit_log (xid) where xid is not null;

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check
  check (action in ('INSERT', 'UPDATE', 'DELETE', 'EVENT', 'READ', 'FORGET')) not valid;

-- The order of sealing, without gaps. No reference to the entry: the deletion of an entry must not be able to take its place
-- in the chain along.
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

-- Nobody changes an entry, the owner of the tables neither, except to forget a person.
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

drop trigger audit_log_append_only on audit_log;
create trigger audit_log_append_only before delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
create trigger audit_log_kept before update on audit_log
  for each row execute function keep_audit_entry();
create trigger audit_chain_append_only before delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();
create trigger audit_chain_kept before update on audit_chain
  for each row execute function keep_audit_link();
create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_audit_change();

-- Forgets a person in the audit log: the personal values of entries about the person and about rows that referred to them, and
-- the device of those that the person made. A trigger, so that it takes the deletion of the person's row, which is itself
-- in the log. The entries stay in the chain, which has the commitments; which of them were touched is an entry too.
create function forget_in_audit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  person text := old.id::text;
  rows_of_person text[];
  about uuid[];
  by_person uuid[];
begin
  -- The sealer holds this lock before it takes its snapshot: it must not seal values that are forgotten meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('dugout audit seal', 0));
  rows_of_person := array(
    select distinct record_id from public.audit_log
    where xid = pg_current_xact_id() and person in (old_values ->> 'user_id', old_values ->> 'customer_id')
  ) || person;

  with entries as (
    select e.id, public.audit_entry_columns(e.id, e.table_name) as columns
    from public.audit_log e
    where e.record_id = any(rows_of_person) or e.user_id = old.id and (
      person in (e.new_values ->> 'user_id', e.old_values ->> 'user_id', e.new_values ->> 'customer_id', e.old_values ->> 'customer_id')
    )
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
    update public.audit_log set client_info = null where user_id = old.id and client_info is not null returning id
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

-- At the commit: by then the rows that referred to the person have let go of them, in entries of this transaction.
create constraint trigger audit_forgetting after delete on profiles
  deferrable initially deferred for each row execute function forget_in_audit();
create constraint trigger audit_forgetting after delete on participants
  deferrable initially deferred for each row execute function forget_in_audit();
