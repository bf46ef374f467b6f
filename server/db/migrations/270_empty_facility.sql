-- A facility has no name until its owner enters one.
alter table facility drop constraint facility_name_check;
-- squawk-ignore constraint-missing-not-valid -- one row
alter table facility add constraint facility_name_length check (length(name) <= 200);
