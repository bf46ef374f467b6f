import {
  cancelBooking as cancelBookingRoute,
  moveBooking as moveBookingRoute,
} from '../../../shared/contract/bookings.ts'
import { dollarsFromCents } from '../../../shared/domain/money.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay, formatTime } from '../../../shared/domain/timeFormat.ts'
import { EXCLUSION_VIOLATION, isDatabaseError } from '../../db/database.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal } from '../../refusal.ts'
import { refundLine } from '../payments/refundLine.ts'
import { enqueueBookingCanceled, enqueueBookingChanged, type MessageOrigin } from './changeEmails.ts'
import { type BookingCanceled, cancelBooking } from './commands/cancelBooking.ts'
import { type BookingMove, type BookingMoved, moveBooking } from './commands/moveBooking.ts'
import { asCustomerBooking, findOwnBooking, type OwnBooking } from './ownBookings.ts'
import { refuseTaken } from './refuseTaken.ts'

export const bookingChangeEndpoints = [
  endpoint(cancelBookingRoute, async (call) => {
    const { context, user, params } = call
    const origin = await originOf(call)
    const now = context.clock.now()
    const days = new Set<string>()
    const outcome = await runCommand(call, async (tx) => {
      const canceled = await cancelBooking(tx, { owner: user.profile, id: params.id, now }, (told) =>
        enqueueBookingCanceled(tx, user.profile, told, origin),
      )
      if (canceled instanceof Refusal) return canceled
      days.add(dayOf(canceled.booking, origin))
      return reply(canceledAnswer(canceled, origin, now))
    })
    // Our own readers must not see the day as it was before; other instances hear of it by NOTIFY.
    for (const day of days) context.schedule.drop(day)
    return outcome
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
    const origin = await originOf(call)
    const now = context.clock.now()
    const days = new Set<string>()
    try {
      const outcome = await runCommand(call, async (tx) => {
        const moved = await moveBooking(tx, move, { facility: origin.facility, now }, (told) =>
          enqueueBookingChanged(tx, user.profile, told, origin),
        )
        if (moved instanceof Refusal) return moved
        days.add(dayOf(moved.before, origin)).add(dayOf(moved.after, origin))
        return reply(movedAnswer(moved, origin, now))
      })
      for (const day of days) context.schedule.drop(day)
      return outcome
    } catch (error) {
      if (isDatabaseError(error, EXCLUSION_VIOLATION)) return refuseMoveTaken(call, move, origin)
      throw error
    }
  }),
]

async function originOf({ context }: Pick<Call, 'context'>): Promise<MessageOrigin> {
  return { facility: await context.facility.get(), siteUrl: context.publicUrl() }
}

const dayOf = ({ start_time }: OwnBooking, { facility }: MessageOrigin) =>
  facilityDay(start_time, facility.time_zone)

const nameOf = (booking: OwnBooking, origin: MessageOrigin): string =>
  `${booking.cage_name}, ${formatDay(dayOf(booking, origin))}, ${formatTime(booking.start_time, origin.facility.time_zone)}`

const canceledAnswer = ({ booking, back }: BookingCanceled, origin: MessageOrigin, now: Date) => ({
  message: `Your booking is canceled: ${nameOf(booking, origin)}. ${refundLine(back)}`.trim(),
  booking: asCustomerBooking({ ...booking, status: 'canceled' }, now),
  refund_amount: dollarsFromCents(back.cents),
  refund_method: back.method,
})

const movedAnswer = ({ after, back }: BookingMoved, origin: MessageOrigin, now: Date) => ({
  message: `Your booking is moved: ${nameOf(after, origin)}. ${refundLine(back)}`.trim(),
  booking: asCustomerBooking(after, now),
  refund_amount: dollarsFromCents(back.cents),
  refund_method: back.method,
})

/** The constraint had the last word: the answer names the slots as the command would have. */
async function refuseMoveTaken(
  { context }: Pick<Call, 'context'>,
  { owner, id, start, cageId }: BookingMove,
  origin: MessageOrigin,
): Promise<Refusal> {
  const booking = await findOwnBooking(context.db, owner, id)
  if (!booking) return refuseTaken(context.db, [])
  const end = new Date(start.getTime() + booking.end_time.getTime() - booking.start_time.getTime())
  const day = facilityDay(start, origin.facility.time_zone)
  return refuseTaken(context.db, [{ cageId: cageId ?? booking.cage_id, day, start, end }])
}
