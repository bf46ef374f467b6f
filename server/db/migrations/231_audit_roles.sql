-- The role that serves requests may read the audit log and nothing else: not insert, change or delete its entries. What writes
-- entries runs with the rights of these functions' owner, and names every object in full, so that no temporary table or other
-- search path can divert them. server/db/roles.ts grants the roles their rights after each migration.

create or replace function audit_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  old_row jsonb;
  new_row jsonb;
  whole jsonb;
  secret text;
  secrets text[] := tg_argv[1:];
begin
  if current_setting('dugout.forgetting', true) = 'on' then
    secrets := coalesce(secrets, '{}') || array[
      'full_name', 'email', 'phone_number', 'image', 'stripe_customer_id', 'new_email',
      'customer_name', 'customer_email', 'customer_notes'
    ];
  end if;
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
  foreach secret in array secrets loop
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
  forgetting boolean := coalesce(current_setting('dugout.forgetting', true) = 'on', false);
  told jsonb := jsonb_build_object(
    'user_id', session.user_id,
    'user_agent', case when forgetting then '[hidden]' else left(session.user_agent, 300) end,
    'network', case when forgetting then '[hidden]' else public.address_class(session.ip_address) end
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

alter function log_reading(text, text) security definer set search_path = pg_catalog, pg_temp;

-- An event of an account that changes no row, such as a refused sign-in.
create function log_account_event(account uuid, event text, details jsonb, acting uuid, client text) returns void
language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  insert into public.audit_log (action, table_name, record_id, user_id, description, new_values, client_info)
  values ('EVENT', 'profiles', account::text, acting, event, details, client);
end;

-- Counts the job queue, whose tables the serving role may not read.
alter function operating_figures(timestamptz) security definer set search_path = pg_catalog, public, pg_temp;
