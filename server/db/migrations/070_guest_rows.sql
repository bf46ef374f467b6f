-- What was entered without an account belongs to whoever has confirmed its e-mail: the account's lists look for it.
-- Made in the migrations' transaction: one facility's registrations and payments are indexed in no time.

-- squawk-ignore require-concurrent-index-creation
create index class_registrations_email_idx on class_registrations (lower(guest_email))
  where guest_email is not null;
-- squawk-ignore require-concurrent-index-creation
create index guest_camp_registrations_email_idx on guest_camp_registrations (lower(guest_email))
  where guest_email is not null;
-- squawk-ignore require-concurrent-index-creation
create index payment_transactions_guest_idx on payment_transactions (lower(customer_email))
  where user_id is null;
