import { randomUUID } from 'node:crypto'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { GuestTimeDetails } from '../../../../shared/domain/facility/limitTexts.ts'
import { coachFee } from '../../../../shared/domain/lessons/lessons.ts'
import {
  centsFromDollars,
  decimalFromCents,
  dollarsFromCents,
} from '../../../../shared/domain/money/money.ts'
import { sessionPrice } from '../../../../shared/domain/money/pricing.ts'
import { type SalesTax, taxOf, withTax } from '../../../../shared/domain/money/salesTax.ts'
import type { Tx } from '../../../db/database.ts'
import type { PaymentMethod } from '../../../db/tables/bookings.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { BookedPerson } from '../../accounts/bookedPerson.ts'
import { namedParticipant, type Participant } from '../../households/participation.ts'
import { type Acting, keepOverrideReason, underTerms } from '../../payments/changes/actingTerms.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { dayLock, endExpiredHolds, takeLocks, workLock } from '../../places/occupancy.ts'
import { personLock, refuseUnpaidTime } from '../../places/unpaidTime.ts'
import { refuseUnsignedFor } from '../../waivers/refuseUnsigned.ts'
import { type CoachDay, type FreeCage, readCoachDay } from '../availability/availability.ts'
import { paymentByHand } from '../desk/paymentByHand.ts'
import { enqueueLessonMessages } from '../emails.ts'
import { refuseCage } from '../refuseCage.ts'
import type { LessonBooked, LessonCustomer, LessonFor, RequestedLesson } from '../requestedLesson.ts'
import { guestAllowance, guestLocks, openGuestLessons } from './openGuestLessons.ts'

export interface LessonRequested {
  readonly customer: LessonCustomer
  readonly lesson: RequestedLesson
  readonly now: Date
  readonly facility: Pick<Facility, 'sales_tax'>
  /** The answer outside the coach's weekly availability; null where that does not count. */
  readonly outsideHours?: Refusal | null
}

/**
 * Books a lesson: coach and cage together or neither, to be paid at the desk or paid there already (decision 10). Queues the
 * messages with it.
 *
 * @param request.contact the same customer as messages speak to them.
 * @param request.participantId who takes part, of the customer's household; null: the customer.
 * @returns the lesson with the participant that was named, or what is in its way.
 */
export async function createLesson(
  tx: Tx,
  request: Pick<LessonRequested, 'customer' | 'lesson'> & {
    readonly contact: BookedPerson
    readonly participantId: string | null
    readonly payment_method: PaymentMethod
    readonly status: 'pending payment' | 'paid'
    readonly customerNotes?: string | null
  },
  { at, terms, time }: Acting,
): Promise<(LessonBooked & { participant: Participant | null }) | Refusal> {
  const { customer, lesson, contact, payment_method, status, customerNotes = null } = request
  // Before the lock of who takes part, as a merge of two records has them.
  if (customer.type === 'user') await takeLocks(tx, [personLock(customer.id)])
  const participant = await namedParticipant(tx, contact.userId, request.participantId)
  if (participant instanceof Refusal) return participant
  const who = { userId: contact.userId, participantId: participant?.id ?? null }
  const unsigned = terms.actor === 'customer' ? await refuseUnsignedFor(tx, 'lessons', who, at.now) : null
  if (unsigned) return unsigned
  const { start, end } = lesson.time
  time.takes([{ cageId: lesson.cageId, coachId: lesson.coachId, start, end }])
  const outsideHours = underTerms(terms, 'coach_hours', refuse('coach_unavailable'))
  const requested = { customer, lesson, now: at.now, facility: at.facility, outsideHours }
  await lockLesson(tx, requested)
  const booked = await quoteLesson(tx, requested)
  if (booked instanceof Refusal) return booked
  const tooMuch = terms.limited ? await refuseTooMuch(tx, requested, at.facility) : null
  if (tooMuch) return tooMuch
  const lessonFor = { customer, contact, participant, actorId: terms.actorId }
  const kept = keepOverrideReason(tx, terms)
  const entered = insertLesson(tx, lessonFor, booked, {
    status,
    ...paymentByHand(status, at.now, terms),
    payment_method,
    booked_by_coach: terms.actor === 'coach',
    customer_notes: customerNotes,
  })
  const of = { ...lessonFor, entered }
  const told = enqueueLessonMessages(tx, booked, of, at, {
    status,
    paymentLine: paymentLines[status],
    tells: terms.tells,
    note: terms.line,
  })
  await Promise.all([kept, entered, told])
  return { ...booked, participant }
}

const paymentLines = { 'pending payment': 'You can pay on arrival.', paid: 'Paid. Thank you!' }

/** A lesson that is paid on arrival counts against the limit on unpaid time (decision record 018). */
async function refuseTooMuch(
  tx: Tx,
  { customer, lesson, now }: LessonRequested,
  facility: PurchaseContext['facility'],
): Promise<Refusal | null> {
  if (customer.type === 'user') {
    const payByCard = facility.card_payment_for_lessons
    const wanted = { customerId: customer.id, minutes: lesson.minutes, payByCard }
    return refuseUnpaidTime(tx, wanted, { facility, now })
  }
  const [most, open] = await Promise.all([
    guestAllowance(tx),
    openGuestLessons(tx, customer.guest, customer.origin, now),
  ])
  const exceeded = (limit: number | null, minutes: number) =>
    limit !== null && minutes + lesson.minutes > limit
  const limit = exceeded(most.guest, open.unpaidMinutes)
    ? most.guest
    : exceeded(most.address, open.unpaidMinutesOfAddress)
      ? most.address
      : null
  if (limit === null) return null
  return refuse('guest_hours_limit', {
    limit_minutes: limit,
    pay_by_card: facility.card_payment_for_lessons,
    phone: facility.phone,
  } satisfies GuestTimeDetails)
}

/** Which cage is free is known only under the locks, so those of all cages in question are taken; then expired holds end. */
export async function lockLesson(tx: Tx, { customer, lesson, now }: LessonRequested): Promise<void> {
  const cageIds = await cagesInQuestion(tx, lesson.cageId)
  await takeLocks(tx, [
    workLock(lesson.coachId),
    ...[lesson.coachId, ...cageIds].map((id) => dayLock(id, lesson.day)),
    ...(customer.type === 'guest' ? guestLocks(customer.guest, customer.origin) : [personLock(customer.id)]),
  ])
  await endExpiredHolds(tx, now)
}

/**
 * Says what the lesson would be, under the locks of `lockLesson`. Without a cage the first free one by name is taken. The
 * price is computed from the database; a total that the customer was shown is only compared (decision 1).
 *
 * @returns the lesson as it would be booked, or what is in its way.
 */
export async function quoteLesson(
  tx: Tx,
  { customer, lesson, now, facility, outsideHours = refuse('coach_unavailable') }: LessonRequested,
): Promise<LessonBooked | Refusal> {
  if (lesson.cageId !== null && (await cagesInQuestion(tx, lesson.cageId)).length === 0) {
    return refuse('cage_not_found')
  }
  if (customer.type === 'guest') {
    const { lessons } = await openGuestLessons(tx, customer.guest, customer.origin, now)
    if (lessons >= customer.mostOpen) return refuse('guest_lessons_limit')
  }
  const found = await readCoachDay(tx, lesson.coachId, lesson.day, [lesson.time], {
    now,
    anyHours: outsideHours === null,
  })
  if (!found) return refuse('coach_not_found')
  const cage = await cageFor(tx, lesson, found, outsideHours)
  if (!('price_30_min' in cage)) return cage
  const booked = priced(lesson, found.coach, cage, taxOf(facility, 'lessons'))
  if (lesson.shownTotalDollars !== null && booked.totalCents !== centsFromDollars(lesson.shownTotalDollars)) {
    return refuse('price_changed', { total_amount: dollarsFromCents(booked.totalCents) })
  }
  return booked
}

async function cagesInQuestion(tx: Tx, cageId: string | null): Promise<string[]> {
  const active = tx.selectFrom('cages').select('id').where('is_active', '=', true)
  const rows = await (cageId === null ? active : active.where('id', '=', cageId)).execute()
  return rows.map(({ id }) => id)
}

async function cageFor(
  tx: Tx,
  { cageId }: RequestedLesson,
  { times: [found] }: CoachDay,
  outsideHours: Refusal | null,
): Promise<FreeCage | Refusal> {
  if (found?.away) return refuse('coach_away')
  if (!found?.works) return outsideHours ?? refuse('coach_unavailable')
  if (!found.coachFree) return refuse('lesson_time_taken')
  if (cageId === null) return found.cages[0] ?? refuse('no_free_cage')
  return found.cages.find(({ id }) => id === cageId) ?? refuseCage(tx, cageId, found.time)
}

function priced(
  lesson: RequestedLesson,
  coach: CoachDay['coach'],
  cage: FreeCage,
  tax: SalesTax,
): LessonBooked {
  const coachCents = coachFee(coach.hourly_rate, lesson.minutes)
  const cageCents = sessionPrice(cage, lesson.minutes)
  return {
    ...lesson,
    id: randomUUID(),
    coach,
    cage: { id: cage.id, name: cage.name },
    coachCents,
    cageCents,
    totalCents: withTax(coachCents + cageCents, tax),
  }
}

/** How a lesson is paid, at the desk or already by card, and whether its coach booked it. */
export interface LessonPayment {
  readonly status: 'pending payment' | 'paid'
  readonly payment_status: 'pending payment' | 'paid'
  readonly payment_method: PaymentMethod
  readonly booked_by_coach?: boolean
  readonly paid_by_hand_at?: Date | null
  readonly paid_by_hand_by?: string | null
  readonly customer_notes?: string | null
}

/**
 * The ledger's row is written by the table's trigger, whose constraints have the last word.
 *
 * @returns who takes part, as the row has it.
 */
export async function insertLesson(
  tx: Tx,
  { customer, participant }: Pick<LessonFor, 'customer' | 'participant'>,
  booked: LessonBooked,
  payment: LessonPayment,
): Promise<string | null> {
  const { participant_id } = await tx
    .insertInto('coach_bookings')
    .values({
      id: booked.id,
      coach_id: booked.coach.id,
      cage_id: booked.cage.id,
      customer_type: customer.type,
      ...(customer.type === 'user'
        ? { customer_id: customer.id, participant_id: participant?.id ?? null }
        : {
            guest_name: customer.guest.name,
            guest_email: customer.guest.email,
            guest_phone: customer.guest.phone,
            guest_origins: customer.origin ? [customer.origin.device, customer.origin.address] : [],
          }),
      lesson_date: booked.day,
      start_time: booked.time.startTime,
      end_time: booked.time.endTime,
      duration_minutes: booked.minutes,
      coach_rate: booked.coach.hourly_rate,
      cage_cost: decimalFromCents(booked.cageCents),
      tax_on_top: decimalFromCents(booked.totalCents - booked.coachCents - booked.cageCents),
      ...payment,
    })
    .returning('participant_id')
    .executeTakeFirstOrThrow()
  return participant_id
}
