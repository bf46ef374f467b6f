import { z } from 'zod'
import type { LessonRequest } from '../../../shared/contract/lessons/lessons.ts'
import { terms } from '../../../shared/domain/bookings/terms.ts'
import { lessonTime } from '../../../shared/domain/lessons/lessons.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import { countedAs } from '../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { heldParticipant, namedParticipant } from '../households/participation.ts'
import type { Buyer, Product } from '../payments/purchase.ts'
import { clearPlaces } from '../places/places.ts'
import { refuseUnsignedFor } from '../waivers/refuseUnsigned.ts'
import { calendarPath } from './coach/calendarLink.ts'
import { insertLesson, lockLesson, quoteLesson } from './commands/createLesson.ts'
import { guestIdentities } from './commands/openGuestLessons.ts'
import { enqueueLessonMessages } from './emails.ts'
import { admitGuest } from './guests.ts'
import { type LessonBooked, type LessonCustomer, requestedLesson } from './requestedLesson.ts'

/** What a hold keeps of a lesson. */
const heldLesson = z.object({
  participantId: z.string().nullable().default(null),
  id: z.string(),
  coachId: z.string(),
  day: z.string(),
  startTime: z.string(),
  minutes: z.number(),
  coach: z.object({ id: z.string(), name: z.string(), hourly_rate: z.string() }),
  cage: z.object({ id: z.string(), name: z.string() }),
  coachCents: z.number(),
  cageCents: z.number(),
  totalCents: z.number(),
})

/** A lesson by card, where the facility switched that on (decision 17); coach, cage and price stand while it is held. */
export const lessonProduct: Product<LessonRequest> = {
  type: 'lesson',
  takenCode: 'lesson_time_taken',
  refusedBy: [],
  isRequestedBy: (request) => 'duration_minutes' in request,
  calendarPath,

  async admitGuest(context, request, address) {
    const { guest_details } = request
    if (!guest_details) return refuse('login_or_guest_required')
    const admitted = await admitGuest(context, { ...request, guest_details }, address)
    if (admitted instanceof Refusal) return admitted
    const { guest, origin, mostOpen } = admitted
    const identities = guestIdentities(guest).map((identity) => countedAs(context, 'guest', identity))
    return { buyer: { userId: null, ...guest, mostOpen }, person: [...identities, origin.device] }
  },

  async prepare(tx, request, buyer, at) {
    if (!at.facility.card_payment_for_lessons) return refuse('online_payment_unavailable')
    const lesson = requestedLesson(request, at.facility, at.now, { methods: ['card'] })
    if (lesson instanceof Refusal) return lesson
    const participant = await namedParticipant(tx, buyer.userId, request.participant_id)
    if (participant instanceof Refusal) return participant
    const who = { userId: buyer.userId, participantId: participant?.id ?? null }
    const unsigned = await refuseUnsignedFor(tx, 'lessons', who, at.now)
    if (unsigned) return unsigned
    const requested = { customer: customerOf(buyer), lesson, now: at.now, facility: at.facility }
    await lockLesson(tx, requested)
    const { coachId, time, day } = lesson
    const coachSlot = { cageId: null, coachId, start: time.start, end: time.end }
    await clearPlaces(tx, { slots: [coachSlot], seats: [] }, buyer, at.now)
    const quoted = await quoteLesson(tx, requested)
    if (quoted instanceof Refusal) return quoted
    const when = `${formatDay(day, 'long')}, ${formatTimeRange(time.start, time.end, at.facility.time_zone)}`
    return {
      type: 'lesson',
      totalCents: quoted.totalCents,
      description: `Lesson with ${quoted.coach.name}, ${when}`,
      count: 1,
      details: { ...detailsOf(quoted), participantId: participant?.id ?? null },
      slots: [{ ...coachSlot, cageId: quoted.cage.id }],
      seats: [],
    }
  },

  async book(tx, { details, buyer }, at) {
    const { startTime, participantId, ...held } = heldLesson.parse(details)
    const time = lessonTime(held.day, startTime, held.minutes, at.facility.time_zone)
    if (!time) return refuse('clocks_change')
    const booked = { ...held, time, cageId: held.cage.id, shownTotalDollars: null }
    const payment = { status: 'paid', payment_status: 'paid', payment_method: 'card' } as const
    const participant = await heldParticipant(tx, participantId)
    if (participant instanceof Refusal) return participant
    const lessonFor = { customer: customerOf(buyer), contact: buyer, participant, actorId: buyer.userId }
    const entered = insertLesson(tx, lessonFor, booked, payment)
    const paymentLine = 'Paid by card. Thank you!'
    const telling = { status: 'paid', paymentLine, tells: terms.customer.tells, note: '' } as const
    await Promise.all([entered, enqueueLessonMessages(tx, booked, { ...lessonFor, entered }, at, telling)])
    return [{ item: { coach_booking_id: held.id }, cents: held.totalCents }]
  },
}

function customerOf({
  userId,
  name,
  email,
  phone,
  mostOpen = Number.POSITIVE_INFINITY,
}: Buyer): LessonCustomer {
  if (userId) return { type: 'user', id: userId }
  const guest = { name, email, phone: phone ?? '' }
  return { type: 'guest', guest, origin: null, mostOpen }
}

const detailsOf = ({
  id,
  day,
  time,
  minutes,
  coach,
  cage,
  coachCents,
  cageCents,
  totalCents,
}: LessonBooked) => ({
  id,
  coachId: coach.id,
  day,
  startTime: time.startTime,
  minutes,
  coach: { id: coach.id, name: coach.name, hourly_rate: coach.hourly_rate },
  cage,
  coachCents,
  cageCents,
  totalCents,
})
