-- Which intent pays for a hold is the payment's to know (payment_transactions); the hold's own copy was never read.
-- squawk-ignore ban-drop-column -- no published version writes it
alter table checkout_holds drop column stripe_payment_intent_id;
