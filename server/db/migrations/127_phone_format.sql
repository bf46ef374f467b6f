-- Phone numbers are kept as they are shown: (409) 555-0123. Existing numbers that can only be North American are
-- rewritten; others stay as they are.
do $$
declare
  american constant text :=
    '^\s*(?:\+?1[\s./-]*)?\(?\s*([2-9]\d{2})\s*\)?[\s./-]*([2-9]\d{2})[\s./-]*(\d{4})\s*$';
  kept record;
begin
  for kept in
    select * from (values
      ('profiles', 'phone_number'),
      ('coaches', 'phone_number'),
      ('facility', 'phone'),
      ('guest_bookings', 'guest_phone'),
      ('coach_bookings', 'guest_phone'),
      ('class_registrations', 'guest_phone'),
      ('guest_camp_registrations', 'guest_phone'),
      ('contact_messages', 'phone')
    ) as columns (in_table, in_column)
  loop
    execute format(
      'update %1$I set %2$I = regexp_replace(%2$I, %3$L, ''(\1) \2-\3'')
       where %2$I ~ %3$L and %2$I !~ ''^\(\d{3}\) \d{3}-\d{4}$''',
      kept.in_table, kept.in_column, american
    );
  end loop;
end $$;
