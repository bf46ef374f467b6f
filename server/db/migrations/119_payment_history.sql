-- Whether the bank is still working on a payment: its money is on its way. A checkout that was only opened is pending too,
-- and is no part of anybody's payment history.
alter table payment_transactions add column processing boolean not null default false;
