-- Deleting an account must not write the person into the audit log once more. A transaction that sets
-- 'dugout.forgetting' has everything personal hidden in its entries: that it happened is logged, not who it was.

create or replace function audit_row() returns trigger
language plpgsql as $$
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
