-- The rules that hold for many tables. Each is one function. Only this file says which tables have it, and only the view `kinds`
-- lists what is booked. docs/data-model.md has the triggers of each table.

-- What is booked and paid for: its name in the API, whether a guest's has a name of its own there (`guest_or_account`), its table,
-- its column in `payment_items`, its status while it is not paid, its columns of the account and of a guest's address, and its
-- generated column, which has no value while `count_version` compares. server/db/kinds.ts has the first five.
create view kinds (kind, guests_named, source, item, unpaid, account, address, generated) as
values
  ('booking', true, 'bookings', 'booking_id', 'pending payment', 'user_id', 'guest_email', null),
  ('lesson', false, 'coach_bookings', 'coach_booking_id', 'pending payment', 'customer_id', 'guest_email', 'total_cost'),
  ('class_registration', false, 'class_registrations', 'class_registration_id', 'registered', 'user_id', 'guest_email', null),
  ('camp_registration', true, 'camp_registrations', 'camp_registration_id', 'registered', 'user_id', 'guest_email', null);

do $$
declare
  booked record;
begin
  for booked in select * from kinds loop
    execute format(
      'create trigger belong_to_kept before insert on %I for each row execute function belong_to_kept(%L, ''participant_id'')',
      booked.source, booked.account
    );
    execute format(
      'create trigger count_version before update on %I for each row execute function count_version(%s)',
      booked.source, quote_literal(booked.generated)
    );
    execute format(
      'create trigger keep_canceled_at before update of status on %I for each row
        when (old.status is distinct from new.status) execute function keep_canceled_at()',
      booked.source
    );
    execute format(
      'create trigger notify_owner after insert or update or delete on %I for each row execute function notify_owner(%s)',
      booked.source, concat_ws(', ', quote_literal(booked.account), quote_literal(booked.address))
    );
    execute format(
      'create constraint trigger taken_at_desk_insert after insert on %I deferrable initially deferred
        for each row when (new.status = ''paid'') execute function take_payment_at_desk()',
      booked.source
    );
    execute format(
      'create constraint trigger taken_at_desk_update after update of status on %I deferrable initially deferred
        for each row when (new.status = ''paid'' and old.status <> ''paid'') execute function take_payment_at_desk()',
      booked.source
    );
    execute format(
      'create trigger voided_at_desk after update of status on %I for each row
        when (old.status = ''paid'' and new.status not in (''paid'', ''canceled'')) execute function void_payments_at_desk()',
      booked.source
    );
  end loop;
end $$;

-- Every business table is in the audit log, by its `id` or by the key that is named here. The values of the columns that follow
-- the key are never logged: entries cannot be deleted, so they say that such a value changed, and not what it was.
do $$
declare
  audited record;
begin
  for audited in
    select name, '''id''' as key from unnest(array[
      'carousel_pictures', 'facility', 'profiles', 'coach_time_off', 'coaches', 'coach_availability', 'closure_runs',
      'closure_run_items', 'cages', 'closures', 'email_templates', 'unsubscribes', 'bookings', 'class_schedules',
      'class_registrations', 'classes', 'class_instances', 'camp_registrations',
      'camp_timeslots', 'camps', 'membership_attempts', 'membership_prices', 'subscriptions', 'payment_refunds',
      'payment_disputes', 'payment_items', 'drawer_shifts', 'drawer_moves', 'goods', 'sales', 'sale_lines',
      'sale_tenders', 'imports', 'waivers'
    ]) name
    union all
    values
      ('opening_hours', $k$'day_of_week'$k$),
      ('public_texts', $k$'key,version'$k$),
      ('connections', $k$'name', 'secret'$k$),
      ('special_days', $k$'date'$k$),
      ('team_rates', $k$'weekly_hours'$k$),
      ('auth_accounts', $k$'id', 'password', 'access_token', 'refresh_token', 'id_token'$k$),
      ('email_changes', $k$'user_id', 'old_token_hash', 'new_token_hash'$k$),
      ('calendar_feeds', $k$'user_id', 'token_hash'$k$),
      ('pending_sign_ups', $k$'id', 'email', 'full_name', 'phone_number', 'password_hash', 'token_hash'$k$),
      ('coach_calendar_feeds', $k$'user_id', 'token_hash'$k$),
      ('participants', $k$
  'id', 'name', 'birth_date', 'positions', 'bats', 'throws', 'guest_email', 'guest_phone', 'guest_key'
$k$),
      ('participant_adults', $k$'participant_id,user_id'$k$),
      ('household_invitations', $k$'id', 'email', 'token_hash'$k$),
      ('participant_care', $k$
  'participant_id', 'medical_note', 'emergency_contacts', 'pickup_adults'
$k$),
      ('waiver_versions', $k$'waiver_id,version'$k$),
      ('waiver_handovers', $k$'id', 'token_hash'$k$),
      ('waiver_signatures', $k$
  'id', 'participant_name', 'signer_name', 'drawing', 'address_class', 'device'
$k$),
      ('email_template_versions', $k$'template,revision', 'subject_template', 'html_template', 'text_template', 'blocks'$k$),
      ('contact_replies', $k$'id', 'body'$k$),
      ('contact_messages', $k$'id', 'search'$k$),
      ('coach_bookings', $k$'id', 'guest_origins'$k$),
      ('class_left_out', $k$'class_id,class_date,start_time'$k$),
      ('class_instance_cages', $k$'class_instance_id,cage_id'$k$),
      ('camp_timeslot_cages', $k$'camp_timeslot_id,cage_id'$k$),
      ('camp_coaches', $k$'camp_id,coach_id'$k$),
      ('membership_changes', $k$'id', 'reason'$k$),
      ('stripe_customers', $k$'user_id'$k$),
      ('checkout_holds', $k$'id', 'details', 'opened_by'$k$),
      ('payment_transactions', $k$'id', 'search'$k$),
      ('person_notes', $k$'id', 'body'$k$),
      ('person_unpaid_limits', $k$'user_id'$k$),
      ('profile_invitations', $k$'id', 'token_hash'$k$),
      ('person_merges', $k$'id', 'source_email', 'kept_before', 'kept_after'$k$),
      ('reminder_runs', $k$'id', 'subject', 'body'$k$)
  loop
    execute format(
      'create trigger audit after insert or update or delete on %I for each row execute function audit_row(%s)',
      audited.name, audited.key
    );
  end loop;
end $$;

-- `updated_at` follows every change, unless the code sets the column itself, as the account library does.
do $$
declare
  name text;
begin
  foreach name in array array[
    'carousel_pictures', 'facility', 'profiles', 'auth_sessions', 'auth_accounts', 'auth_verifications', 'coach_time_off',
    'coaches', 'closure_runs', 'closure_run_items', 'cages', 'closures', 'participants', 'participant_care',
    'email_templates', 'bookings', 'coach_bookings', 'classes', 'class_instances', 'class_registrations', 'camps',
    'camp_registrations', 'subscriptions', 'payment_refunds', 'checkout_holds',
    'payment_transactions', 'goods', 'person_notes', 'person_unpaid_limits', 'waivers'
  ] loop
    execute format(
      'create trigger touch before update on %I for each row
        when (old.updated_at is not distinct from new.updated_at) execute function touch_updated_at()',
      name
    );
  end loop;
end $$;
