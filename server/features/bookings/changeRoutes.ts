import {
  cancelBooking as cancelBookingRoute,
  moveBooking as moveBookingRoute,
} from '../../../shared/contract/bookings.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay, formatTime } from '../../../shared/domain/timeFormat.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal } from '../../refusal.ts'
import { customerOrAdult, ownTitle } from '../households/participation.ts'
import { type PurchaseContext, purchaseContext } from '../payments/purchase.ts'
import { changeAnswer } from '../payments/settleChange.ts'
import { takingTime } from '../places/takingTime.ts'
import type { Booking } from './bookingRows.ts'
import { cancelBooking } from './commands/cancelBooking.ts'
import { moveBooking } from './commands/moveBooking.ts'
import { customersOwn } from './policy.ts'
import { asCustomerBooking } from './queries.ts'

export const bookingChangeEndpoints = [
  endpoint(cancelBookingRoute, async (call) => {
    const { context, user, params } = call
    const at = await purchaseContext(context)
    return takingTime(context, { userId: user.profile.id }, (time) =>
      runCommand(call, async (tx) => {
        const allowed = await customersOwn(tx, user.profile, params.id)
        if (allowed instanceof Refusal) return allowed
        const { booking: seen, terms } = allowed
        const canceled = await cancelBooking(tx, seen, { refund: 'by_rule', note: '' }, { at, terms, time })
        if (canceled instanceof Refusal) return canceled
        const { after: booking, back } = canceled
        return reply({
          ...changeAnswer(
            `${ownTitle(user.profile, booking, 'booking')} is canceled: ${bookingTitle(booking, at)}.`,
            back,
            customerOrAdult(user.profile, booking),
          ),
          booking: asCustomerBooking(booking, user.profile, at.now),
        })
      }),
    )
  }),

  endpoint(moveBookingRoute, async (call) => {
    const { context, user, params, body } = call
    const at = await purchaseContext(context)
    return takingTime(context, { userId: user.profile.id }, (time) =>
      runCommand(call, async (tx) => {
        const allowed = await customersOwn(tx, user.profile, params.id)
        if (allowed instanceof Refusal) return allowed
        const { booking: seen, terms } = allowed
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
        const moved = await moveBooking(tx, seen, move, { at, terms, time })
        if (moved instanceof Refusal) return moved
        const { after, back } = moved
        return reply({
          ...changeAnswer(
            `${ownTitle(user.profile, after, 'booking')} is moved: ${bookingTitle(after, at)}.`,
            back,
            customerOrAdult(user.profile, after),
          ),
          booking: asCustomerBooking(after, user.profile, at.now),
        })
      }),
    )
  }),
]

/** 'Cage 2, Tue Nov 24, 4:00 PM' */
export function bookingTitle(
  { cage_name, start_time }: Pick<Booking, 'cage_name' | 'start_time'>,
  { facility: { time_zone } }: PurchaseContext,
): string {
  return `${cage_name}, ${formatDay(facilityDay(start_time, time_zone))}, ${formatTime(start_time, time_zone)}`
}
