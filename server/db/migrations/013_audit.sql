-- The audit log, written by triggers so that no code path can forget it.

create table audit_log (
  id uuid primary key default gen_random_uuid(),
  -- The moment, not the transaction's start: entries of one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  action text not null check (action in ('INSERT', 'UPDATE', 'DELETE')),
  table_name text not null,
  record_id text not null,
  -- Who acted: no reference, because the log outlives the account and never changes. Null for the system.
  user_id uuid,
  system_operation boolean not null generated always as (user_id is null) stored,
  -- A sentence given by the command, where what happened does not speak for itself.
  description text,
  old_values jsonb,
  new_values jsonb,
  client_info text
);
create index audit_log_created_idx on audit_log (created_at desc);
create index audit_log_table_idx on audit_log (table_name, created_at desc);
create index audit_log_record_idx on audit_log (record_id);

create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'The audit log cannot be changed.'
    using errcode = 'insufficient_privilege', constraint = 'audit_log_append_only';
end $$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();

-- Logs one row's change. Arguments: the key's columns, comma-separated, then columns whose values stay secret.
-- An update logs the changed columns alone, and nothing where only `updated_at` moved.
create function audit_row() returns trigger
language plpgsql as $$
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
  insert into audit_log (action, table_name, record_id, user_id, description, old_values, new_values, client_info)
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

do $$
declare
  audited record;
begin
  for audited in
    select table_name, coalesce(key, 'id') as key
    from (values
      ('profiles', null), ('coaches', null), ('coach_availability', null),
      ('facility', null), ('opening_hours', 'day_of_week'), ('special_days', 'date'), ('team_rates', 'weekly_hours'),
      ('cages', null), ('closures', null), ('closure_cages', 'closure_id,cage_id'),
      ('bookings', null), ('guest_bookings', null), ('coach_bookings', null),
      ('classes', null), ('class_schedules', null), ('class_instances', null),
      ('class_instance_cages', 'class_instance_id,cage_id'), ('class_registrations', null),
      ('camps', null), ('camp_timeslots', null), ('camp_timeslot_cages', 'camp_timeslot_id,cage_id'),
      ('camp_coaches', 'camp_id,coach_id'), ('camp_registrations', null), ('guest_camp_registrations', null),
      ('subscriptions', null), ('checkout_holds', null), ('payment_transactions', null), ('payment_items', null),
      ('email_templates', null), ('unsubscribes', null), ('contact_messages', null)
    ) tables (table_name, key)
  loop
    execute format(
      'create trigger audit after insert or update or delete on %I for each row execute function audit_row(%L)',
      audited.table_name, audited.key
    );
  end loop;
end $$;

-- That a password or token changed is logged; what it was is not.
create trigger audit after insert or update or delete on auth_accounts
  for each row execute function audit_row('id', 'password', 'access_token', 'refresh_token', 'id_token');
