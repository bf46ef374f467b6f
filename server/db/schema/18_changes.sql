-- A change by staff can be undone for some seconds, during which its messages and refunds wait. A setting of its transaction
-- says which rows belong to it, so that the code that writes them need not know.

create table staff_changes (
  id uuid primary key default gen_random_uuid(),
  -- The account that made it and may undo it. No reference: the row is kept for a day.
  made_by uuid not null,
  made_at timestamptz not null,
  withheld_until timestamptz not null,
  -- The time of cages and coaches that it freed and that it took.
  freed jsonb not null default '[]',
  taken jsonb not null default '[]',
  undone_at timestamptz,
  constraint staff_changes_order check (withheld_until > made_at)
);
create index staff_changes_made_idx on staff_changes (made_at);

create function withhold() returns trigger
language plpgsql as $$
begin
  select greatest(new.next_attempt_at, withheld_until) into strict new.next_attempt_at
  from staff_changes where id = new.staff_change_id;
  return new;
end $$;
comment on function withhold() is
  'Keeps a message or refund back until the change that it belongs to can no longer be undone.';
create trigger withhold before insert on outbox
  for each row when (new.staff_change_id is not null) execute function withhold();
create trigger withhold before insert on payment_refunds
  for each row when (new.staff_change_id is not null) execute function withhold();

-- What a change did to each row of the tables that an undo restores, by the audit log: the values before it (of a deleted row all
-- of them) and the moment of its last entry. Payments and refunds that it added stay, voided and withdrawn.
create function changed_rows(change uuid)
returns table (
  table_name text, audited_as text, record_id uuid,
  is_new boolean, is_gone boolean, old_values jsonb, last_revision integer, last_version integer,
  last_at timestamptz
)
language sql stable
begin atomic
  with entries as (
    select audited_table(e.table_name) as table_name, e.table_name as audited_as, e.record_id::uuid, e.action,
      e.old_values, e.new_values, e.created_at
    from audit_log e
    where e.staff_change_id = change
      and audited_table(e.table_name) in (
        'bookings', 'coach_bookings', 'camp_registrations', 'class_registrations', 'class_instances',
        'payment_transactions', 'payment_items', 'payment_refunds'
      )
  )
  select
    e.table_name, max(e.audited_as), e.record_id,
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

-- Puts the rows of a change back as they were. The counters go on counting: what calendars and screens have seen stays older.
-- Deleted rows come first, because restored ones may refer to them. What the log hides of one, the digests of a guest's device,
-- gets its default: then that guest's limits count this lesson only by name.
create function restore_changed_rows(change uuid) returns void
language plpgsql as $$
declare
  changed record;
  columns text;
  known jsonb;
begin
  for changed in select * from changed_rows(change) order by is_gone desc, last_at desc loop
    select jsonb_object_agg(key, value) into known from jsonb_each(changed.old_values) where value <> '"[hidden]"';
    select string_agg(quote_ident(attname), ', ') into columns
    from pg_attribute
    where attrelid = changed.table_name::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and known ? attname
      and (changed.is_gone or attname not in ('revision', 'version', 'updated_at'));
    if changed.is_new then
      if changed.table_name in ('bookings', 'coach_bookings', 'camp_registrations', 'class_registrations') then
        execute format('delete from %I where id = $1', changed.table_name) using changed.record_id;
      end if;
    elsif changed.is_gone then
      execute format(
        'insert into %1$I (%2$s) select %2$s from jsonb_populate_record(null::%1$I, $1)', changed.table_name, columns
      ) using known || jsonb_build_object(
        'revision', changed.last_revision + 1,
        'version', changed.last_version + 1,
        'updated_at', now()
      );
    elsif columns is not null then
      execute format(
        'update %1$I set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$I, $1)) where id = $2',
        changed.table_name, columns
      ) using known, changed.record_id;
    end if;
  end loop;
  -- Their key is of two columns. They take the time of the cages, which the ledger refuses where it is taken.
  insert into class_instance_cages (class_instance_id, cage_id)
  select (old_values ->> 'class_instance_id')::uuid, (old_values ->> 'cage_id')::uuid
  from audit_log
  where staff_change_id = change and table_name = 'class_instance_cages' and action = 'DELETE';
end $$;
