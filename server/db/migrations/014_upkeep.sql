-- Columns that the database keeps right by itself.

create function touch_updated_at() returns trigger
language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

create function keep_canceled_at() returns trigger
language plpgsql as $$
begin
  new.canceled_at := case when new.status = 'canceled' then coalesce(new.canceled_at, now()) end;
  return new;
end $$;

do $$
declare
  name text;
begin
  -- Code that sets the column itself, as the account library does, is not overruled.
  for name in
    select c.table_name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'updated_at' and t.table_type = 'BASE TABLE'
  loop
    execute format(
      'create trigger touch before update on %I for each row '
      'when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at()',
      name
    );
  end loop;
  foreach name in array array[
    'bookings', 'guest_bookings', 'coach_bookings', 'class_registrations', 'camp_registrations',
    'guest_camp_registrations', 'subscriptions'
  ] loop
    execute format(
      'create trigger keep_canceled_at before update of status on %I for each row '
      'when (old.status is distinct from new.status) execute function keep_canceled_at()',
      name
    );
  end loop;
end $$;
