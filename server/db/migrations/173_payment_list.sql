-- The list of all payments: newest or oldest first, by status, and searched by customer, text, card and receipt number.

-- squawk-ignore adding-field-with-default -- the rows are written once, before the server starts
alter table payment_transactions add column search text not null generated always as (
  ' ' || search_text(
    coalesce(customer_name, '') || ' ' || coalesce(customer_email, '') || ' '
      -- A number is found as a whole word: 'cage 1' is not Cage 12.
      || translate(coalesce(description, ''), E',;:()\n', '      ') || ' '
      || coalesce(card_last4, '') || ' r-' || left(id::text, 8)
  ) || ' '
) stored;
-- squawk-ignore require-concurrent-index-creation -- as above
create index payment_transactions_search_idx on payment_transactions using gin (search gin_trgm_ops);
-- squawk-ignore require-concurrent-index-creation -- as above
create index payment_transactions_list_idx on payment_transactions (created_at, id) where status <> 'canceled';
-- squawk-ignore require-concurrent-index-creation -- as above
create index payment_transactions_status_idx on payment_transactions (status, created_at, id);
-- squawk-ignore require-concurrent-index-deletion -- as above
drop index payment_transactions_created_idx;
-- squawk-ignore require-concurrent-index-creation -- as above
create index payment_transactions_taken_by_idx on payment_transactions (taken_by) where taken_by is not null;
-- squawk-ignore require-concurrent-index-creation -- as above
create index payment_transactions_voided_by_idx on payment_transactions (voided_by) where voided_by is not null;
-- squawk-ignore require-concurrent-index-creation -- as above
create index payment_transactions_receipt_idx on payment_transactions (receipt_group) where receipt_group is not null;

-- The audit log has the columns that it is made of.
drop trigger audit on payment_transactions;
create trigger audit after insert or update or delete on payment_transactions
  for each row execute function audit_row('id', 'search');
