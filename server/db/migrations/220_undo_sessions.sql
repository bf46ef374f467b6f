-- A class session that staff cancel or delete can be undone, with its cages and its registrations (213_changed_registrations.sql).

create or replace function changed_rows(change uuid)
returns table (
  table_name text, record_id uuid, is_new boolean, is_gone boolean, old_values jsonb, last_revision integer, last_version integer,
  last_at timestamptz
)
language sql stable
begin atomic
  with entries as (
    select e.table_name, e.record_id::uuid, e.action, e.old_values, e.new_values, e.created_at
    from audit_log e
    where e.staff_change_id = change
      and e.table_name in (
        'bookings', 'guest_bookings', 'coach_bookings', 'camp_registrations', 'guest_camp_registrations',
        'class_instances', 'class_registrations', 'payment_transactions', 'payment_items', 'payment_refunds'
      )
  )
  select
    e.table_name, e.record_id,
    (array_agg(e.action order by e.created_at))[1] = 'INSERT',
    (array_agg(e.action order by e.created_at desc))[1] = 'DELETE',
    -- Of two values of a column the last one stays in the object: here the oldest.
    (
      select jsonb_object_agg(value.key, value.value order by o.created_at desc)
      from entries o cross join lateral jsonb_each(o.old_values) value
      where o.table_name = e.table_name and o.record_id = e.record_id
    ),
    max((coalesce(e.new_values, e.old_values) ->> 'revision')::integer),
    max((coalesce(e.new_values, e.old_values) ->> 'version')::integer),
    max(e.created_at)
  from entries e
  group by e.table_name, e.record_id;
end;
