import type { ListedBooking } from '../../../../shared/contract/bookingLists.ts'
import { api, unwrap } from '../../../api/client.ts'
import { type CustomerGroup, moneyStateOf } from './customerGroups.ts'

type PaidOrNot = 'paid' | 'pending payment'

/** What is asked for each booking: its id, and what it is to become. Repeated, it changes nothing more. */
const calls = {
  booking: (id: string, status: PaidOrNot) =>
    unwrap(api.bookings[':id'].status.$put({ param: { id }, json: { status } })),
  guest_booking: (booking_id: string, new_status: PaidOrNot) =>
    unwrap(api['guest-bookings'][':booking_id'].$patch({ param: { booking_id }, json: { new_status } })),
  lesson: (p_booking_id: string, p_new_status: PaidOrNot) =>
    unwrap(
      api.lessons[':p_booking_id']['payment-status'].$put({
        param: { p_booking_id },
        json: { p_new_status },
      }),
    ),
}

/**
 * Sets all bookings of a customer to paid or pending payment, one after the other, and leaves alone what is so already. It
 * stops at the first that is refused; what was changed before stays (spec 3 §8).
 */
export async function setMoneyState({ bookings }: Pick<CustomerGroup, 'bookings'>, state: PaidOrNot) {
  for (const booking of bookings) {
    if (moneyStateOf(booking) !== state) await setOne(booking, state)
  }
}

function setOne({ kind, id }: ListedBooking, state: PaidOrNot): Promise<unknown> {
  if (!(kind in calls)) throw new Error('Unknown booking type')
  return calls[kind as keyof typeof calls](id, state)
}
