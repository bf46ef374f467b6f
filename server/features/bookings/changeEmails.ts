import { shortNumber } from '../../../shared/domain/bookings/shortNumber.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import { formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { listOfNames } from '../households/names.ts'
import { enqueueForEach, readActor, whoIsTold } from '../households/told.ts'
import { changesOffered, ticketUrl } from '../messages/changeOffer.ts'
import { dayInMail } from '../messages/commands.ts'
import { doesItSuit } from '../messages/templates/changes.ts'
import { type Changed, refundLine, sumOfRefunds } from '../payments/changes/settleChange.ts'
import { enqueueRefundToFormerPayer } from '../payments/formerPayer.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { type Booking, type BookingMoved, changeableBooking } from './bookingRows.ts'
import { BOOKINGS_FILE, cageEntry } from './emails.ts'

/** What staff wrote to the customer beside it, empty for nothing; and the account that acts. */
interface Telling {
  readonly note: string
  readonly actorId: string | null
}

/** Bookings of one person and time that are changed together: one, or a group. */
type Together<One> = readonly [One, ...One[]]

/**
 * Queues the message of a cancellation in its own transaction, with the calendar file that takes it out: one per event and person (decision 25) who is told of the
 * participant (households/told.ts), also where several cages are canceled together.
 */
export async function enqueueBookingsCanceled(
  tx: Tx,
  canceled: Together<Changed<Booking>>,
  { note, actorId }: Telling,
  at: PurchaseContext,
): Promise<void> {
  const { siteUrl } = at
  const [{ after: booking }] = canceled
  const told = await whoIsTold(tx, { participantId: booking.participant_id, person: booking.person, actorId })
  const back = sumOfRefunds(canceled.map((each) => each.back))
  const bookings = canceled.map(({ after }) => after)
  const dedupeKey = `booking-canceled:${booking.id}:${booking.revision}`
  const doneBy = await readActor(tx, actorId)
  await enqueueForEach(tx, told.people, (person) => ({
    template: 'booking-canceled',
    data: {
      full_name: person.name,
      heading: doneBy(person, 'canceled', nounOf(bookings)).heading,
      participant_name: person.participantName,
      cage_name: cagesOf(bookings),
      ...whenOf(booking, at),
      note,
      refund_line: refundLine(back, person.isPayer),
      book_url: `${siteUrl}/book-cage`,
    },
    dedupeKey,
    calendar: calendarOf(bookings, person.participantName, at),
  }))
  await enqueueRefundToFormerPayer(tx, told, back, dedupeKey)
}

/** Queues the message of a move in its own transaction, with the calendar file that replaces the old one. */
export async function enqueueBookingsChanged(
  tx: Tx,
  moved: Together<BookingMoved>,
  { note, actorId }: Telling,
  at: PurchaseContext,
): Promise<void> {
  const { now, siteUrl } = at
  const [{ before, after }] = moved
  const told = await whoIsTold(tx, { participantId: after.participant_id, person: after.person, actorId })
  const back = sumOfRefunds(moved.map((each) => each.back))
  const bookings = moved.map((each) => each.after)
  const was = whenOf(before, at)
  const cents = bookings.reduce((sum, { total_cost }) => sum + centsFromDollars(total_cost), 0)
  // A change of only the price counts no revision.
  const event = after.revision === before.revision ? `${after.revision}:${now.getTime()}` : after.revision
  const dedupeKey = `booking-changed:${after.id}:${event}`
  const doneBy = await readActor(tx, actorId)
  const isMoved = after.revision !== before.revision && before.status !== 'canceled'
  await enqueueForEach(tx, told.people, (person) => {
    const { heading, isReader } = doneBy(person, isMoved ? 'moved' : 'changed', nounOf(bookings))
    return {
      template: 'booking-changed',
      data: {
        ...{ heading, question: isReader ? '' : doesItSuit },
        full_name: person.name,
        participant_name: person.participantName,
        cage_name: cagesOf(bookings),
        ...whenOf(after, at),
        previous:
          before.status === 'canceled'
            ? 'Canceled'
            : `${cagesOf(moved.map((each) => each.before))}, ${was.day}, ${was.time}`,
        total: formatDollars(cents),
        number: shortNumber(after.id),
        account_url: ticketUrl(siteUrl, 'bookings', person, bookings),
        note,
        refund_line: refundLine(back, person.isPayer),
        ...changesOffered(
          bookings.map((each) => ({ ...changeableBooking(each), id: each.id, title: each.cage_name })),
          { userId: person.userId, tab: 'bookings' },
          at,
        ),
      },
      dedupeKey,
      calendar: calendarOf(bookings, person.participantName, at),
    }
  })
  await enqueueRefundToFormerPayer(tx, told, back, dedupeKey)
}

const nounOf = ({ length }: readonly Booking[]) => (length === 1 ? 'cage' : 'cages')

/** 'Cage 1', 'Cage 1 and Cage 2' */
export const cagesOf = (bookings: readonly Booking[]): string =>
  listOfNames(bookings.map(({ cage_name }) => cage_name))

const calendarOf = (bookings: readonly Booking[], participantName: string, { now }: PurchaseContext) => ({
  filename: BOOKINGS_FILE,
  entries: bookings.map((booking) => ({
    ...cageEntry({ cageName: booking.cage_name, participantName, isPaid: booking.status === 'paid' }),
    id: booking.id,
    start: booking.start_time,
    end: booking.end_time,
    canceled: booking.status === 'canceled',
    revision: booking.revision,
    created_at: booking.created_at,
    changed_at: now,
  })),
})

const whenOf = ({ start_time, end_time }: Booking, at: PurchaseContext) => ({
  day: dayInMail(facilityDay(start_time, at.facility.time_zone), at),
  time: formatTimeRange(start_time, end_time, at.facility.time_zone),
})
