-- Whether the bank is still processing a payment. A checkout that was only opened is pending too, and does not appear
-- in the payment history.
alter table payment_transactions add column processing boolean not null default false;
