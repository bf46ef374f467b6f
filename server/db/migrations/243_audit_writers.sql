-- What the serving role may write to the audit log besides what the triggers write: that something was read, and events of accounts.
-- It cannot word them, beyond the description that every change may have, nor name what does not exist.

create or replace function log_account_event(account uuid, event text, details jsonb, acting uuid, client text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if event is null or event !~ '^[a-z_]{1,40}$' or length(details::text) > 2000
    or not exists (select from public.profiles where id = account)
  then
    raise exception 'This is no event of an account.' using errcode = 'insufficient_privilege';
  end if;
  insert into public.audit_log (action, table_name, record_id, user_id, description, new_values, client_info)
  values ('EVENT', 'profiles', account::text, acting, event, details, left(client, 300));
end $$;

create or replace function log_reading(read_table text, read_record text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if read_table is null or read_record is null or length(read_record) > 100
    or to_regclass('public.' || quote_ident(read_table)) is null
  then
    raise exception 'This is nothing that can be read.' using errcode = 'insufficient_privilege';
  end if;
  insert into public.audit_log (action, table_name, record_id, user_id, description, client_info)
  values (
    'READ', read_table, read_record,
    nullif(current_setting('dugout.actor_id', true), '')::uuid,
    nullif(current_setting('dugout.description', true), ''),
    nullif(current_setting('dugout.client_info', true), '')
  );
end $$;
