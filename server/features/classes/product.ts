import { z } from 'zod'
import type { ClassPurchase } from '../../../shared/contract/payments/payments.ts'
import { dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { purchaseText } from '../../../shared/domain/money/purchaseText.ts'
import { formatDay, formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { CHECK_VIOLATION, type Tx, UNIQUE_VIOLATION } from '../../db/database.ts'
import type { RefundReason } from '../../db/tables/payments.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { refuseMissingCare } from '../households/missingCare.ts'
import { ownParticipantId, readParticipantsOf } from '../households/ownRows.ts'
import { readTakingPart } from '../households/takingPart.ts'
import { customerTerms } from '../payments/changes/actingTerms.ts'
import type { Product } from '../payments/purchase.ts'
import { refuseUnsigned } from '../waivers/refuseUnsigned.ts'
import { type AgreedSeat, takeSeats } from './commands/takeSeats.ts'
import { enqueueClassBooked } from './emails.ts'
import { openSessions } from './openSessions.ts'
import { type RequestedSession, readRequested } from './requestedSessions.ts'

/**
 * What is kept with the hold: each seat with its exact part of the payment, and the cut-off that was shown. Checkouts that
 * were opened before seats named who takes part are for the buyer.
 */
const paidSessions = z.object({
  sessions: z.array(z.object({ id: z.uuid(), participantId: z.uuid().optional(), cents: z.number().int() })),
  cutoffHours: z.number().int().optional(),
})

/**
 * Class sessions, one or several of one class or more, for one or several people of a household, in one payment: all of
 * them or none (spec 2 §4).
 */
export const classProduct: Product<ClassPurchase> = {
  type: 'class_booking',
  takenCode: 'class_session_full',
  refusedBy: [
    [CHECK_VIOLATION, 'class_session_seats', 'place_gone'],
    [UNIQUE_VIOLATION, 'class_registrations_once', 'duplicate'],
  ],
  isRequestedBy: (request) => 'instanceIds' in request,
  admitGuest: () => refuse('payment_login_required'),

  async prepare(tx, request, buyer, at) {
    const { userId } = buyer
    if (userId === null) return refuse('payment_login_required')
    const people = await readTakingPart(tx, { id: userId }, request.participantIds ?? null)
    if (people instanceof Refusal) return people
    const unsigned = await refuseUnsigned(tx, 'classes', people, at.now)
    if (unsigned) return unsigned
    const wanted = { instanceIds: request.instanceIds, people, buyer: { userId } }
    const open = await openSessions(tx, wanted, at, customerTerms(userId))
    if (open instanceof Refusal) return open
    const { sessions, seats, totalCents } = open
    const unsaid = await refuseMissingCare(tx, people)
    if (unsaid) return unsaid
    if (totalCents !== request.amount) {
      return refuse('price_changed', { total_amount: dollarsFromCents(totalCents) })
    }
    return {
      type: 'class_booking',
      slots: [],
      seats: seats.map(({ session, participant }) => ({
        classInstanceId: session.id,
        participantId: participant.id,
      })),
      totalCents,
      description: descriptionOf(sessions, people.length),
      count: seats.length,
      details: {
        sessions: seats.map(({ session, participant, cents }) => ({
          id: session.id,
          participantId: participant.id,
          cents,
        })),
        cutoffHours: await cutoffNow(tx),
      } satisfies z.infer<typeof paidSessions>,
    }
  },

  async book(tx, { buyer, details, paymentId }, at) {
    const { userId } = buyer
    // The account was deleted while the card was charged.
    if (userId === null) return refuse('payment_login_required')
    const { sessions: kept, cutoffHours } = paidSessions.parse(details)
    const own = await ownParticipantId(tx, userId)
    const wanted = kept.map(({ id, participantId = own, cents }) => ({ id, participantId, cents }))
    const sessions = await readRequested(
      tx,
      [...new Set(wanted.map(({ id }) => id))],
      wanted.map(({ participantId }) => participantId),
    )
    const adultOf = await readParticipantsOf(tx, userId)
    const byId = new Map(sessions.map((session) => [session.id, session]))
    const seats: AgreedSeat[] = []
    const givenBack: { cents: number; reason: RefundReason }[] = []
    for (const { id, participantId, cents } of wanted) {
      const session = byId.get(id)
      if (!session || session.status === 'canceled')
        givenBack.push({ cents, reason: 'registration_canceled' })
      else if (session.seated.includes(participantId)) givenBack.push({ cents, reason: 'duplicate' })
      else if (adultOf.has(participantId)) seats.push({ session, participant: { id: participantId }, cents })
      else givenBack.push({ cents, reason: 'registration_canceled' })
    }
    if (seats.length === 0) {
      const isDuplicate = givenBack.every(({ reason }) => reason === 'duplicate')
      return refuse(isDuplicate ? 'class_already_booked' : 'registration_not_found')
    }
    const booked = await takeSeats(tx, seats, { owner: { user_id: userId }, status: 'paid', cutoffHours })
    const person = { ...buyer, userId }
    const booking = { seats: booked, person, actorId: userId, payment: 'card' as const, event: paymentId }
    await enqueueClassBooked(tx, booking, at)
    return {
      items: booked.map(({ registrationId, cents }) => ({
        item: { class_registration_id: registrationId },
        cents,
      })),
      givenBack,
    }
  },
}

/** The current cut-off, which is the one shown. A payment may settle after the facility has changed it. */
async function cutoffNow(tx: Tx): Promise<number> {
  const facility = await tx
    .selectFrom('facility')
    .select('class_cancellation_cutoff_hours')
    .executeTakeFirstOrThrow()
  return facility.class_cancellation_cutoff_hours
}

/**
 * For one session 'Hitting Basics, Tue, Nov 24, 4:00–5:00 PM'; for more the title 'Hitting Basics: 3 sessions' and
 * a line for each; for several people ': 2 spots' or ', 2 spots each' behind it. Descriptions go to the payment
 * provider, so they have no names.
 */
function descriptionOf(sessions: readonly RequestedSession[], people: number): string {
  const whenOf = ({ class_date, start_time, end_time }: RequestedSession) =>
    `${formatDay(class_date)}, ${formatWallTimeRange({ start_time, end_time })}`
  const named = (session: RequestedSession) => `${session.class_name}, ${whenOf(session)}`
  const [first, ...others] = sessions
  if (first && others.length === 0) return `${named(first)}${people === 1 ? '' : `: ${people} spots`}`
  const names = [...new Set(sessions.map(({ class_name }) => class_name))]
  const each = people === 1 ? '' : `, ${people} spots each`
  const title = `${names.join(', ').slice(0, 200)}: ${sessions.length} sessions${each}`
  const start = ({ class_date, start_time }: RequestedSession) => `${class_date} ${start_time}`
  const inTime = sessions.toSorted((a, b) => start(a).localeCompare(start(b)))
  return purchaseText(title, inTime.map(names.length === 1 ? whenOf : named))
}
