-- The most that the front desk refunds at once, in dollars; an admin refunds more.
alter table facility
  add column desk_refund_limit numeric(10, 2) not null default 100.00
    constraint facility_desk_refund_limit check (desk_refund_limit >= 0);
