import {
  createBooking as createBookingRoute,
  getUserBookingsWithGuest,
  listUpcomingBookings,
} from '../../../shared/contract/bookings.ts'
import { dollarsFromCents } from '../../../shared/domain/money.ts'
import { EXCLUSION_VIOLATION, isDatabaseError } from '../../db/database.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { despiteStaleHolds } from '../places/staleHolds.ts'
import { isUnpaidTimeRefused } from '../places/unpaidTime.ts'
import { type Booked, createBooking } from './commands/createBooking.ts'
import { enqueueBookingConfirmed } from './emails.ts'
import { listCustomerBookings, listUpcomingPaid } from './queries.ts'
import { refuseTaken } from './refuseTaken.ts'
import { type RequestedSession, requestedSessions } from './requestedSessions.ts'

export const bookingEndpoints = [
  endpoint(createBookingRoute, async (call) => {
    const facility = await call.context.facility.get()
    const now = call.context.clock.now()
    const sessions = requestedSessions(call.body.bookingDetails, facility, now)
    if (sessions instanceof Refusal) return sessions
    try {
      const slots = sessions.map(({ cageId, start, end }) => ({ cageId, coachId: null, start, end }))
      const outcome = await despiteStaleHolds(call.context, { slots, userId: call.user.profile.id }, () =>
        book(call, sessions, { facility, now }),
      )
      // Our own readers must not see the day as it was before; other instances hear of it by NOTIFY.
      for (const { day } of sessions) call.context.schedule.drop(day)
      return outcome
    } catch (error) {
      if (isDatabaseError(error, EXCLUSION_VIOLATION)) return refuseTaken(call.context.db, sessions)
      if (isUnpaidTimeRefused(error)) return refuse('unpaid_hours_limit')
      throw error
    }
  }),

  endpoint(listUpcomingBookings, async ({ context, user }) =>
    reply(await listUpcomingPaid(context.db, user.profile.id, context.clock.now())),
  ),

  endpoint(getUserBookingsWithGuest, async ({ context, user }) =>
    reply(await listCustomerBookings(context.db, user.profile, context.clock.now())),
  ),
]

const book = (
  call: Call<typeof createBookingRoute>,
  sessions: readonly RequestedSession[],
  at: Pick<PurchaseContext, 'facility' | 'now'>,
) =>
  runCommand(call, async (tx) => {
    const { profile } = call.user
    const booked = await createBooking(
      tx,
      { customerId: profile.id, sessions, shownTotalDollars: call.body.totalAmount },
      at,
      (made) => enqueueBookingConfirmed(tx, profile, made, at.facility.time_zone),
    )
    return booked instanceof Refusal ? booked : reply(answerOf(booked))
  })

const answerOf = ({ sessions, totalCents }: Booked) => ({
  message: `Booking confirmed: ${sessions.length === 1 ? '1 session' : `${sessions.length} sessions`}. Please pay on arrival.`,
  bookings: sessions.map((session) => ({
    id: session.id,
    cage_id: session.cageId,
    cage_name: session.cageName,
    start_time: session.start.toISOString(),
    end_time: session.end.toISOString(),
    status: 'pending payment' as const,
    total_cost: dollarsFromCents(session.totalCents),
  })),
  total_amount: dollarsFromCents(totalCents),
})
