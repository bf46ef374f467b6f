import type { ListedBooking } from '../../../../shared/contract/bookingLists.ts'
import type { Undo } from '../../../../shared/contract/staffChanges.ts'
import { api, unwrap } from '../../../api/client.ts'
import { type CustomerGroup, moneyStateOf } from './customerGroups.ts'

export type PaidOrNot = 'paid' | 'pending payment'

/** What was changed of one booking, and how to undo it. */
export interface Settled {
  readonly message: string
  readonly undo: Undo
}

/** What is asked for each booking. One that was changed meanwhile at another desk is refused. */
const calls = {
  booking: ({ id, revision }: ListedBooking, status: PaidOrNot) =>
    unwrap(api.bookings[':id'].status.$put({ param: { id }, json: { status, expected_revision: revision } })),
  guest_booking: ({ id, revision }: ListedBooking, status: PaidOrNot) =>
    unwrap(
      api['guest-bookings'][':booking_id'].$patch({
        param: { booking_id: id },
        json: { new_status: status, expected_revision: revision },
      }),
    ),
  lesson: ({ id, revision }: ListedBooking, status: PaidOrNot) =>
    unwrap(
      api.lessons[':p_booking_id']['payment-status'].$put({
        param: { p_booking_id: id },
        json: { p_new_status: status, expected_revision: revision },
      }),
    ),
}

/**
 * Sets all bookings of a customer to paid or pending payment, one after the other, and leaves alone what is so already. It
 * stops at the first that is refused; what was changed before stays (spec 3 §8).
 *
 * @param changed gets the answers of what was changed, also where the rest is refused.
 */
export async function setMoneyState(
  { bookings }: Pick<CustomerGroup, 'bookings'>,
  state: PaidOrNot,
  changed: Settled[],
): Promise<void> {
  for (const booking of bookings) {
    if (moneyStateOf(booking) !== state) changed.push(await setOne(booking, state))
  }
}

function setOne(booking: ListedBooking, state: PaidOrNot) {
  if (booking.kind === 'class') throw new Error('Unknown booking type')
  return calls[booking.kind](booking, state)
}
