import {
  cancelBooking as cancelBookingRoute,
  moveBooking as moveBookingRoute,
} from '../../../shared/contract/bookings.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay, formatTime } from '../../../shared/domain/timeFormat.ts'
import { type Db, EXCLUSION_VIOLATION, isDatabaseError } from '../../db/database.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Refusal } from '../../refusal.ts'
import { type PurchaseContext, purchaseContext } from '../payments/purchase.ts'
import { changeAnswer } from '../payments/settleChange.ts'
import { runChange } from '../places/runChange.ts'
import { enqueueBookingCanceled, enqueueBookingChanged } from './changeEmails.ts'
import { cancelBooking } from './commands/cancelBooking.ts'
import { type BookingMove, moveBooking } from './commands/moveBooking.ts'
import { asCustomerBooking, findOwnBooking, type OwnBooking } from './ownBookings.ts'
import { refuseTaken } from './refuseTaken.ts'

export const bookingChangeEndpoints = [
  endpoint(cancelBookingRoute, async (call) => {
    const { user, params } = call
    const at = await purchaseContext(call.context)
    return runChange(call, async (tx) => {
      const request = { owner: user.profile, id: params.id, now: at.now }
      const canceled = await cancelBooking(tx, request, (told) =>
        enqueueBookingCanceled(tx, user.profile, told, at),
      )
      if (canceled instanceof Refusal) return canceled
      const { booking, back } = canceled
      return {
        days: [dayOf(booking, at)],
        answer: {
          ...changeAnswer(`Your booking is canceled: ${nameOf(booking, at)}.`, back),
          booking: asCustomerBooking(booking, at.now),
        },
      }
    })
  }),

  endpoint(moveBookingRoute, async (call) => {
    const { context, user, params, body } = call
    const move: BookingMove = {
      owner: user.profile,
      id: params.id,
      start: new Date(body.start_time),
      cageId: body.cage_id ?? null,
      shownTotalDollars: body.totalAmount ?? null,
    }
    const at = await purchaseContext(context)
    try {
      return await runChange(call, async (tx) => {
        const moved = await moveBooking(tx, move, at, (told) =>
          enqueueBookingChanged(tx, user.profile, told, at),
        )
        if (moved instanceof Refusal) return moved
        const { before, after, back } = moved
        return {
          days: [dayOf(before, at), dayOf(after, at)],
          answer: {
            ...changeAnswer(`Your booking is moved: ${nameOf(after, at)}.`, back),
            booking: asCustomerBooking(after, at.now),
          },
        }
      })
    } catch (error) {
      if (isDatabaseError(error, EXCLUSION_VIOLATION)) return refuseMoveTaken(context.db, move, at)
      throw error
    }
  }),
]

const dayOf = ({ start_time }: OwnBooking, { facility }: PurchaseContext) =>
  facilityDay(start_time, facility.time_zone)

const nameOf = (booking: OwnBooking, at: PurchaseContext): string =>
  `${booking.cage_name}, ${formatDay(dayOf(booking, at))}, ${formatTime(booking.start_time, at.facility.time_zone)}`

/** The constraint had the last word: the answer names the slots as the command would have. */
async function refuseMoveTaken(
  db: Db,
  { owner, id, start, cageId }: BookingMove,
  { facility }: PurchaseContext,
): Promise<Refusal> {
  const booking = await findOwnBooking(db, owner, id)
  if (!booking) return refuseTaken(db, [])
  const end = new Date(start.getTime() + booking.end_time.getTime() - booking.start_time.getTime())
  const day = facilityDay(start, facility.time_zone)
  return refuseTaken(db, [{ cageId: cageId ?? booking.cage_id, day, start, end }])
}
