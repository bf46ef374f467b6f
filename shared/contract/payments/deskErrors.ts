/** What is refused of money at the desk: the till, refunds, drawers. */
export const deskErrors = {
  payable_not_found: { status: 404, message: 'What you’re paying for no longer exists.' },
  already_paid: { status: 409, message: 'This is already paid.' },
  due_changed: {
    status: 409,
    message: 'The amount due has changed. Check the list, then take the payment.',
  },
  several_customers: {
    status: 409,
    message: 'These belong to customers of several families. Take a payment for each.',
  },
  tendered_short: { status: 409, message: 'That’s less than the total. Enter what you got, or take less.' },
  nothing_to_take: { status: 409, message: 'Choose what is paid first.' },
  good_not_found: { status: 404, message: 'That item is no longer sold. Choose another.' },
  good_exists: { status: 409, message: 'There is an item of this name already.' },
  goods_changed: { status: 409, message: 'A price has changed. Check the list, then take the payment.' },
  goods_sold_out: {
    status: 409,
    message:
      'Fewer are left than you’re selling. Check the list; an admin can correct the count in Settings.',
  },
  no_receipt_address: {
    status: 409,
    message: 'There’s no email address for the receipt. Enter one.',
  },
  not_a_desk_payment: {
    status: 409,
    message: 'This payment was not taken at the desk. Please refund it instead.',
  },
  payment_refunded: {
    status: 409,
    message: 'Part of this payment was already refunded. Refund the rest instead.',
  },
  payment_not_refundable: { status: 409, message: 'Only a completed payment can be refunded.' },
  no_card_to_refund: {
    status: 409,
    message: 'This can’t be refunded to a card. Refund it by hand.',
  },
  nothing_to_refund: { status: 409, message: 'Nothing of this payment is left to refund.' },
  refund_not_found: { status: 404, message: 'That refund does not exist.' },
  refund_settled: { status: 409, message: 'This refund is no longer waiting.' },
  drawer_is_open: { status: 409, message: 'This drawer is open already.' },
  keeps_a_drawer: { status: 409, message: 'You have another drawer open. Close it first.' },
  drawer_not_found: { status: 404, message: 'That drawer does not exist.' },
  drawer_closed: { status: 409, message: 'This drawer was closed. What comes now belongs to the next one.' },
  drawer_changed: {
    status: 409,
    message: 'Money came in or went out while you counted. Check what’s expected, then close.',
  },
  difference_unexplained: { status: 409, message: 'Choose why the drawer has more or less than expected.' },
  left_more_than_counted: { status: 409, message: 'You can’t leave more in the drawer than you counted.' },
} as const
