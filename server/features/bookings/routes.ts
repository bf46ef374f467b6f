import {
  createBooking as createBookingRoute,
  getUserBookingsWithGuest,
  listUpcomingBookings,
} from '../../../shared/contract/bookings/bookings.ts'
import { dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { personOf } from '../accounts/bookedPerson.ts'
import { customerTerms } from '../payments/changes/actingTerms.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { takingTime } from '../places/takingTime.ts'
import { isUnpaidTimeRefused } from '../places/unpaidTime.ts'
import { type BookedFor, createBooking } from './commands/createBooking.ts'
import { listCustomerBookings, listUpcomingPaid } from './queries.ts'
import { requestedSessions } from './requestedSessions.ts'

export const bookingEndpoints = [
  endpoint(createBookingRoute, async (call) => {
    const { context, user, body } = call
    const at = await purchaseContext(context)
    const sessions = requestedSessions(body.bookingDetails, at.facility, at.now)
    if (sessions instanceof Refusal) return sessions
    const terms = customerTerms(user.profile.id)
    const request = {
      person: personOf(user.profile),
      sessions,
      shownTotalDollars: body.totalAmount,
      payment: { status: 'pending payment', payment_method: 'on_arrival' },
      notes: null,
      participantId: body.participant_id ?? null,
    } as const
    try {
      return await takingTime(context, { userId: user.profile.id }, (time) =>
        runCommand(call, async (tx) => {
          const booked = await createBooking(tx, request, { at, terms, time })
          return booked instanceof Refusal ? booked : reply(answerOf(booked, user.profile.id))
        }),
      )
    } catch (error) {
      if (isUnpaidTimeRefused(error)) return refuse('unpaid_hours_limit')
      throw error
    }
  }),

  endpoint(listUpcomingBookings, async ({ db, now, user }) =>
    reply(await listUpcomingPaid(db, user.profile, now)),
  ),

  endpoint(getUserBookingsWithGuest, async ({ db, now, user }) =>
    reply(await listCustomerBookings(db, user.profile, now)),
  ),
]

const answerOf = ({ sessions, totalCents, participant }: BookedFor, customerId: string) => ({
  message: `Booking confirmed${participant && participant.userId !== customerId ? ` for ${participant.name}` : ''}: ${sessions.length === 1 ? '1 session' : `${sessions.length} sessions`}. Please pay on arrival.`,
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
