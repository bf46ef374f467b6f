import {
  cancelBooking as cancelBookingRoute,
  moveBooking as moveBookingRoute,
} from '../../../shared/contract/bookings/bookings.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatDay, formatTime } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint } from '../../http/endpoint.ts'
import { Refusal } from '../../refusal.ts'
import { customerOrAdult, ownTitle } from '../households/participation.ts'
import type { Acting } from '../payments/changes/actingTerms.ts'
import { customerChange } from '../payments/changes/bookedChange.ts'
import { type Changed, changeAnswer } from '../payments/changes/settleChange.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import type { Booking } from './bookingRows.ts'
import { cancelBooking } from './commands/cancelBooking.ts'
import { moveBooking } from './commands/moveBooking.ts'
import { customersOwn } from './policy.ts'
import { asCustomerBooking } from './queries.ts'

export const bookingChangeEndpoints = [
  endpoint(cancelBookingRoute, (call) =>
    change(call, 'canceled', (tx, acting, seen) =>
      cancelBooking(tx, seen, { refund: 'by_rule', note: '' }, acting),
    ),
  ),

  endpoint(moveBookingRoute, (call) => {
    const { body } = call
    return change(call, 'moved', (tx, acting, seen) => {
      const start = new Date(body.start_time)
      const length = seen.end_time.getTime() - seen.start_time.getTime()
      const move = {
        cageId: body.cage_id ?? seen.cage_id,
        start,
        end: new Date(start.getTime() + length),
        status: seen.status,
        price: 'by_rule',
        shownTotalDollars: body.totalAmount ?? null,
        note: '',
      } as const
      return moveBooking(tx, seen, move, acting)
    })
  }),
]

const change = (
  call: Call<typeof cancelBookingRoute | typeof moveBookingRoute>,
  done: 'canceled' | 'moved',
  work: (tx: Tx, acting: Acting, seen: Booking) => Promise<Changed<Booking> | Refusal>,
) => {
  const { profile } = call.user
  const load = (tx: Tx) => customersOwn(tx, profile, call.params.id)
  return customerChange(call, { load }, async (tx, acting, seen) => {
    const changed = await work(tx, acting, seen)
    if (changed instanceof Refusal) return changed
    const { after: booking, back } = changed
    const told = `${ownTitle(profile, booking, 'booking')} is ${done}: ${bookingTitle(booking, acting.at)}.`
    return {
      ...changeAnswer(told, back, customerOrAdult(profile, booking)),
      booking: asCustomerBooking(booking, profile, acting.at.now),
    }
  })
}

/** 'Cage 2, Tue, Nov 24, 4:00 PM' */
export function bookingTitle(
  { cage_name, start_time }: Pick<Booking, 'cage_name' | 'start_time'>,
  { facility: { time_zone } }: PurchaseContext,
): string {
  return `${cage_name}, ${formatDay(facilityDay(start_time, time_zone))}, ${formatTime(start_time, time_zone)}`
}
