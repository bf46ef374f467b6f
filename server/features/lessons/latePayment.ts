/** A lesson that was to be paid on arrival, paid by card from its ticket: by its customer, or by a guest who has the ticket. */

import { z } from 'zod'
import type { LessonLatePayment } from '../../../shared/contract/payments/payments.ts'
import { refundableCents } from '../../../shared/domain/bookings/changePolicy.ts'
import { lessonTime } from '../../../shared/domain/lessons/lessons.ts'
import { centsFromDollars, dollarsFromCents } from '../../../shared/domain/money/money.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { countedAs } from '../../http/limits/rateLimits.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { isOwnRow } from '../households/ownRows.ts'
import type { Product } from '../payments/purchase.ts'
import { paidOf } from '../payments/refunds/cardMoney.ts'
import { guestIdentities } from './commands/openGuestLessons.ts'
import { enqueueLessonMessages } from './emails.ts'
import { type LessonRow, lessonOf, lessons } from './lessonRows.ts'
import { findTicketed } from './queries.ts'

/** What a hold keeps of it: it has its time already. */
const held = z.object({ lessonId: z.string() })

export const lateLessonProduct: Product<LessonLatePayment> = {
  type: 'lesson',
  takenCode: 'lesson_time_taken',
  refusedBy: [],
  isRequestedBy: (request) => 'lessonId' in request,
  isHeldIn: (details) => 'lessonId' in details,

  async admitGuest(context, { lessonId, signature = '' }) {
    const lesson = await findTicketed(context, lessonId, signature)
    if (!lesson) return refuse('lesson_not_found')
    const { name, email, phone } = lesson.person
    const person = guestIdentities({ phone, email }).map((identity) => countedAs(context, 'guest', identity))
    return { buyer: { userId: null, name, email, phone }, person }
  },

  /** Also after it has begun: what is owed can always be paid. */
  async prepare(tx, { lessonId, amount }, { userId }, { facility }) {
    if (!facility.card_payment_for_lessons) return refuse('online_payment_unavailable')
    const lesson = await lockUnpaid(tx, lessonId, userId)
    if (lesson instanceof Refusal) return lesson
    const totalCents = owedOf(lesson)
    if (totalCents !== amount) return refuse('price_changed', { total_amount: dollarsFromCents(totalCents) })
    const { start, end, lesson_date: day, coach_name } = lesson
    return {
      type: 'lesson',
      totalCents,
      description: `Lesson with ${coach_name}, ${formatDay(day, 'long')}, ${formatTimeRange(start, end, facility.time_zone)}`,
      count: 1,
      details: { lessonId } satisfies z.infer<typeof held>,
      slots: [],
      seats: [],
    }
  },

  /** Notes it as paid, and says so to the customer. Paid, canceled or moved to another price since: the payment goes back. */
  async book(tx, { buyer, totalCents, paymentId, details }, at) {
    const { lessonId } = held.parse(details)
    const row = await lockUnpaid(tx, lessonId, buyer.userId)
    if (row instanceof Refusal) return row
    if (owedOf(row) !== totalCents) return refuse('price_changed')
    const status = { status: 'paid', payment_status: 'paid', payment_method: 'card' } as const
    await tx.updateTable('coach_bookings').set(status).where('id', '=', lessonId).execute()
    const { person, participant, ...lesson } = lessonOf(row)
    const minutes = lesson.duration_minutes
    const time = lessonTime(lesson.lesson_date, lesson.start_time, minutes, at.facility.time_zone)
    if (time) {
      const booked = {
        ...{ id: lesson.id, coachId: lesson.coach_id, cageId: lesson.cage_id, day: lesson.lesson_date },
        ...{ time, minutes, shownTotalDollars: null },
        coach: { id: lesson.coach_id, name: lesson.coach_name, hourly_rate: lesson.coach_rate },
        cage: { id: lesson.cage_id, name: lesson.cage_name },
        coachCents: centsFromDollars(lesson.coach_rate),
        cageCents: centsFromDollars(lesson.cage_cost),
        totalCents: centsFromDollars(lesson.total_cost),
      }
      const entered = Promise.resolve(lesson.participant_id)
      const told = { contact: person, participant, actorId: buyer.userId, entered }
      const paymentLine = 'Paid by card. Thank you!'
      const telling = { status: 'paid', paymentLine, tells: ['person'], note: '', event: paymentId } as const
      await enqueueLessonMessages(tx, booked, told, at, telling)
    }
    return [{ item: { coach_booking_id: lessonId }, cents: totalCents }]
  },
}

/** Of the customer's household, or a guest's whose ticket was shown; `already_canceled`, or `nothing_to_pay` where it is paid. */
async function lockUnpaid(tx: Tx, id: string, userId: string | null): Promise<LessonRow | Refusal> {
  await tx.selectFrom('coach_bookings').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const lesson = await lessons(tx)
    .where('lesson.id', '=', id)
    .$if(userId === null, (query) => query.where('lesson.customer_id', 'is', null))
    .$if(userId !== null, (query) => query.where(isOwnRow({ id: userId ?? '' }, 'lesson', 'customer_id')))
    .executeTakeFirst()
  if (!lesson) return refuse('lesson_not_found')
  if (lesson.status === 'canceled') return refuse('already_canceled')
  return lesson.status === 'paid' || owedOf(lesson) <= 0 ? refuse('nothing_to_pay') : lesson
}

const owedOf = (lesson: LessonRow): number =>
  centsFromDollars(lesson.total_cost) - refundableCents(paidOf(lesson))
