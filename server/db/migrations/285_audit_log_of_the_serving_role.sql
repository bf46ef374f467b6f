-- Closes what the serving role could do to the audit log: hide what a change was, hold up the sealing with a lock that anybody can
-- take, invent events of accounts, and have entries forgotten that are about somebody else than who is deleted.

-- The setting `dugout.forgetting` says nothing any more: the values of every change are written, and those about a deleted person
-- are taken out at the commit by the trigger on the deletion, which cannot be asked for anything else.
create or replace function audit_row() returns trigger
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
    tg_table_name,
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

create or replace function audit_session() returns trigger
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

-- Who locks this table seals, or forgets a person. An advisory lock could be held by every role, so also by one that shall not
-- be able to hold up the sealing: of this table the serving role has nothing but SELECT (server/db/roles.ts).
create table audit_sealing (
  one boolean primary key default true check (one)
);

create or replace function forget_in_audit() returns trigger
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
  -- The lock of sealers of an earlier version, which may still run; first, because others can make this wait.
  perform pg_advisory_xact_lock(hashtextextended('dugout audit seal', 0));
  -- The sealer holds this lock before it takes its snapshot: it must not seal values that are forgotten since then.
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
      -- Which addresses an admin's account had must stay to be read: who changes one takes the account over.
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

-- Says one of our words about an account that is there, and details of a known kind; nothing that somebody wrote but the device.
create or replace function log_account_event(account uuid, event text, details jsonb, acting uuid, client text) returns void
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
