-- What strangers can have mailed to an address that they type is counted by address and facility day (decision record 084).
-- Nothing of the kind is known of earlier mails.
alter table outbox add column from_stranger boolean not null default false;
-- squawk-ignore require-concurrent-index-creation -- no row is in it yet
create index outbox_stranger_idx on outbox (to_email, created_at) where from_stranger;
