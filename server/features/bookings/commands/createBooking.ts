import { randomUUID } from 'node:crypto'
import {
  centsFromDollars,
  decimalFromCents,
  dollarsFromCents,
} from '../../../../shared/domain/money/money.ts'
import { type PricedSession, priceSessions } from '../../../../shared/domain/money/pricing.ts'
import { taxOf } from '../../../../shared/domain/money/salesTax.ts'
import { minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import type { PaymentMethod } from '../../../db/tables/bookings.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { BookedPerson } from '../../accounts/bookedPerson.ts'
import { byCageName } from '../../cages/queries.ts'
import { namedParticipant, type Participant } from '../../households/participation.ts'
import { whoIsToldOfNew } from '../../households/told.ts'
import { type Acting, type ActingTerms, keepOverrideReason } from '../../payments/changes/actingTerms.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { type CageTime, dayLock, overlappingOccupancy, takeLocks } from '../../places/occupancy.ts'
import { takenSlots } from '../../places/takenSlots.ts'
import { personLock, refuseUnpaidTime } from '../../places/unpaidTime.ts'
import { refuseUnsignedFor } from '../../waivers/refuseUnsigned.ts'
import { enqueueBookingConfirmed } from '../emails.ts'
import { memberLock, refuseOverMemberLimit } from '../memberLimit.ts'
import { readRates } from '../queries.ts'
import type { Booked, BookedSession, RequestedSession } from '../requestedSessions.ts'

/** What was booked and for whom. */
export interface BookedFor extends Booked {
  /** Null: nobody was named, and the account or guest takes part. */
  readonly participant: Participant | null
}

export interface BookingRequested {
  readonly person: BookedPerson
  /** Who takes part, of the person's household; null: the person. */
  readonly participantId: string | null
  readonly sessions: readonly RequestedSession[]
  /** Compared with the price, never used; null: none was shown. */
  readonly shownTotalDollars: number | null
  readonly payment: BookingPayment
  readonly notes: string | null
  /** A guest at the desk who need not be reachable. */
  readonly walkIn?: boolean
}

/**
 * Books every session or none (spec 1 §4), to be paid at the desk or paid there already; the confirmation is queued with
 * it.
 *
 * @returns what was booked; or what `quoteBooking` refuses, `unpaid_hours_limit`, or why the participant is refused.
 */
export async function createBooking(
  tx: Tx,
  request: BookingRequested,
  { at, terms, time }: Acting,
): Promise<BookedFor | Refusal> {
  const { person, sessions, payment } = request
  const counted = terms.limited ? person.userId : null
  // Sent together, answered in this order: the requests of one person wait for each other before they lock who takes part,
  // as a merge of two records does, and any slot.
  const [, participant] = await Promise.all([
    counted && takeLocks(tx, [personLock(counted)]),
    whoTakesPart(tx, request, { at, terms }),
  ])
  if (participant instanceof Refusal) return participant
  time.takes(sessions.map(({ cageId, start, end }) => ({ cageId, coachId: null, start, end })))
  const [tooMuch, quoted] = await Promise.all([
    counted && refuseTooMuch(tx, counted, sessions, at),
    quoteBooking(tx, { ...request, customerId: person.userId, limited: terms.limited }, at),
  ])
  if (quoted instanceof Refusal) return quoted
  if (tooMuch) return tooMuch
  const kept = keepOverrideReason(tx, terms)
  const entered = insertBookings(tx, { ...request, by: terms }, quoted)
  const telling = whoIsToldOfNew(tx, { person, participant, actorId: terms.actorId }, entered)
  const confirmed = telling.then((told) =>
    enqueueBookingConfirmed(
      tx,
      terms.tells.includes('person') ? told : { ...told, people: [] },
      quoted,
      {
        isPaid: payment.status === 'paid',
        paymentLine: paymentLines[payment.status],
        note: terms.line,
        entered,
      },
      at,
    ),
  )
  await Promise.all([kept, entered, confirmed])
  return { ...quoted, participant }
}

/** @returns why the person cannot take part, e.g. `waiver_needed`. */
async function whoTakesPart(
  tx: Tx,
  { person, participantId }: BookingRequested,
  { at, terms }: Pick<Acting, 'at' | 'terms'>,
): Promise<Participant | null | Refusal> {
  const participant = await namedParticipant(tx, person.userId, participantId)
  if (participant instanceof Refusal || terms.actor !== 'customer') return participant
  const who = { userId: person.userId, participantId: participant?.id ?? null }
  return (await refuseUnsignedFor(tx, 'cages', who, at.now)) ?? participant
}

const paymentLines = { 'pending payment': 'Please pay on arrival.', paid: 'Paid. Thank you!' }

/** Under `personLock`. */
function refuseTooMuch(
  tx: Tx,
  customerId: string,
  sessions: readonly RequestedSession[],
  at: PurchaseContext,
): Promise<Refusal | null> {
  const minutes = sessions.reduce((sum, session) => sum + minutesOf(session), 0)
  const payByCard = at.facility.card_payment_for_cages
  return refuseUnpaidTime(tx, { customerId, minutes, payByCard }, at)
}

interface QuoteRequested extends Pick<BookingRequested, 'sessions' | 'shownTotalDollars'> {
  /** Null for guests, who get no discount. */
  readonly customerId: string | null
  /** Whether the limit on members' reservations counts; by default it does. */
  readonly limited?: boolean
}

/**
 * Locks the cages' days and says what booking these sessions would be. The price is computed from the database; the
 * total that the customer was shown is only compared (decision 1).
 *
 * @returns the sessions as they would be booked, or `cage_not_found`, `slots_taken` (naming the slots),
 * `member_reservation_limit`, `price_changed`.
 */
export async function quoteBooking(
  tx: Tx,
  request: QuoteRequested,
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
): Promise<Booked | Refusal> {
  const { sessions, customerId, limited = true } = request
  const member = limited ? customerId : null
  // Sent together, answered in this order: what is read was committed before the lock was ours.
  const [, taken, { cages, discountPercent }, overLimit] = await Promise.all([
    takeLocks(tx, [
      ...sessions.map(({ cageId, day }) => dayLock(cageId, day)),
      ...(member === null ? [] : [memberLock(member)]),
    ]),
    overlappingOccupancy(tx, sessions),
    readRates(
      tx,
      customerId,
      sessions.map(({ cageId }) => cageId),
    ),
    member === null ? null : refuseOverMemberLimit(tx, { userId: member, more: sessions.length, now }),
  ])
  const priced = []
  for (const session of sessions) {
    const cage = cages.get(session.cageId)
    if (!cage) return refuse('cage_not_found', { cage_id: session.cageId })
    priced.push({ ...session, cageName: cage.name, rates: cage, minutes: minutesOf(session) })
  }
  // What the customer reads, in the answer and in the mail, has the order of the grid.
  priced.sort((a, b) => byCageName(a.cageName, b.cageName))
  if (taken.length > 0) return refuse('slots_taken', { slots: takenSlots(priced, taken) })
  if (overLimit) return overLimit
  const price = priceSessions(priced, discountPercent, taxOf(facility, 'cages'))
  const { shownTotalDollars } = request
  if (shownTotalDollars !== null && price.total !== centsFromDollars(shownTotalDollars)) {
    return refuse('price_changed', { total_amount: dollarsFromCents(price.total) })
  }
  return {
    sessions: priced.map((session, index) => bookedSession(session, price.sessions[index])),
    totalCents: price.total,
  }
}

const bookedSession = (
  { cageId, cageName, day, start, end }: RequestedSession & { cageName: string },
  { discount, total }: PricedSession = { subtotal: 0, discount: 0, total: 0 },
): BookedSession => ({
  id: randomUUID(),
  cageId,
  cageName,
  day,
  start,
  end,
  totalCents: total,
  discountCents: discount,
})

const minutesOf = ({ start, end }: CageTime): number => (end.getTime() - start.getTime()) / minuteMs

/** How sessions are paid: at the desk, or already. */
export interface BookingPayment {
  readonly status: 'pending payment' | 'paid'
  readonly payment_method: PaymentMethod
}

/**
 * One row for each session, of the person's account or of the guest. The ledger's rows are written by the tables'
 * triggers, whose constraint has the last word.
 *
 * @param booked.by the terms they are booked under; on what staff entered stands their name.
 * @returns who takes part, as the rows have it.
 */
export async function insertBookings(
  tx: Tx,
  booked: Pick<BookingRequested, 'person' | 'participantId' | 'payment'> & {
    notes?: string | null
    walkIn?: boolean
    by?: Pick<ActingTerms, 'refundedFor' | 'actorId'>
  },
  { sessions }: Booked,
): Promise<string | null> {
  const { person, participantId, payment, notes = null, walkIn = false, by } = booked
  const enteredBy = by?.refundedFor === 'staff' ? by.actorId : null
  const rows = sessions.map((session) => ({
    id: session.id,
    cage_id: session.cageId,
    start_time: session.start,
    end_time: session.end,
    ...payment,
    total_cost: decimalFromCents(session.totalCents),
    discount: decimalFromCents(session.discountCents),
    admin_notes: notes,
  }))
  const { userId, name, email, phone } = person
  const who =
    userId === null
      ? {
          guest_name: name,
          guest_email: email,
          guest_phone: phone,
          walk_in: walkIn,
          admin_user_id: enteredBy,
        }
      : { user_id: userId, participant_id: participantId, admin_created_for: enteredBy && userId }
  const inserted = await tx
    .insertInto('bookings')
    .values(rows.map((row) => ({ ...row, ...who })))
    .returning('participant_id')
    .execute()
  return inserted[0]?.participant_id ?? null
}
