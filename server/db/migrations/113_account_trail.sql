-- The audit trail of accounts: the beginning and end of sessions, and events that change no row, such as a refused
-- sign-in.

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check
  check (action in ('INSERT', 'UPDATE', 'DELETE', 'EVENT')) not valid;

-- The class of an address, as `addressClass` in server/http/addressClass.ts returns it. The full address is not kept.
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

-- Sessions have a trigger of their own: the account library writes them without naming the actor, and their tokens and
-- full addresses must not be logged.
create function audit_session() returns trigger
language plpgsql as $$
declare
  session auth_sessions := case when tg_op = 'DELETE' then old else new end;
  forgetting boolean := coalesce(current_setting('dugout.forgetting', true) = 'on', false);
  told jsonb := jsonb_build_object(
    'user_id', session.user_id,
    'user_agent', case when forgetting then '[hidden]' else left(session.user_agent, 300) end,
    'network', case when forgetting then '[hidden]' else address_class(session.ip_address) end
  );
begin
  insert into audit_log (action, table_name, record_id, user_id, description, old_values, new_values, client_info)
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
      case when tg_op = 'INSERT' then left(address_class(session.ip_address) || ' ' || coalesce(session.user_agent, ''), 300) end
    )
  );
  return null;
end $$;
create trigger audit after insert or delete on auth_sessions
  for each row execute function audit_session();
