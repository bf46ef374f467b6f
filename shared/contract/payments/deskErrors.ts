import { conflict, notFound } from '../refusals.ts'

/** What is refused of money at the desk: the till, refunds, drawers. */
export const deskErrors = {
  payable_not_found: notFound('What you’re paying for no longer exists.'),
  already_paid: conflict('This is already paid.'),
  due_changed: conflict('The amount due has changed. Check the list, then take the payment.'),
  several_customers: conflict('These belong to customers of several families. Take a payment for each.'),
  tendered_short: conflict('That’s less than the total. Enter what you got, or take less.'),
  nothing_to_take: conflict('Choose what is paid first.'),
  good_not_found: notFound('That item is no longer sold. Choose another.'),
  good_exists: conflict('There is an item of this name already.'),
  goods_changed: conflict('A price has changed. Check the list, then take the payment.'),
  goods_sold_out: conflict(
    'Fewer are left than you’re selling. Check the list; an admin can correct the count in Settings.',
  ),
  no_receipt_address: conflict('There’s no email address for the receipt. Enter one.'),
  not_a_desk_payment: conflict('This payment was not taken at the desk. Please refund it instead.'),
  payment_voided: conflict('This payment was voided already.'),
  payment_refunded: conflict('Part of this payment was already refunded. Refund the rest instead.'),
  payment_not_refundable: conflict('Only a completed payment can be refunded.'),
  no_card_to_refund: conflict('This can’t be refunded to a card. Refund it by hand.'),
  nothing_to_refund: conflict('Nothing of this payment is left to refund.'),
  refund_not_found: notFound('That refund does not exist.'),
  refund_settled: conflict('This refund is no longer waiting.'),
  drawer_is_open: conflict('This drawer is open already.'),
  keeps_a_drawer: conflict('You have another drawer open. Close it first.'),
  drawer_not_found: notFound('That drawer does not exist.'),
  drawer_closed: conflict('This drawer was closed. What comes now belongs to the next one.'),
  drawer_changed: conflict('Money came in or went out while you counted. Check what’s expected, then close.'),
  difference_unexplained: conflict('Choose why the drawer has more or less than expected.'),
  left_more_than_counted: conflict('You can’t leave more in the drawer than you counted.'),
} as const
