-- The payments list finds what came back, in part or in full.
-- squawk-ignore require-concurrent-index-creation -- the payments of a facility are looked through in a moment
create index payment_transactions_refunded_idx on payment_transactions (created_at, id) where refunded_amount > 0;
