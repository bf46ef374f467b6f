import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'
import { facilityDay } from '../../../shared/domain/time.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { enqueueForEach, readActor, whoIsTold } from '../households/told.ts'
import { changesOffered } from '../messages/changeOffer.ts'
import { doesItSuit } from '../messages/templates/changes.ts'
import { enqueueRefundToFormerPayer } from '../payments/formerPayer.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { type Changed, refundLine } from '../payments/settleChange.ts'
import { type Booking, changeableBooking } from './bookingRows.ts'
import type { BookingMoved } from './commands/moveBooking.ts'
import { BOOKINGS_FILE, cageEntry } from './emails.ts'

/** What staff wrote to the customer beside it, empty for nothing; and the account that acts. */
interface Telling {
  readonly note: string
  readonly actorId: string | null
}

/**
 * Queues the message of a cancellation in its own transaction, with the calendar file that takes it out: one per event and person (decision 25) who is told of the
 * participant (households/told.ts).
 */
export async function enqueueBookingCanceled(
  tx: Tx,
  { after: booking, back }: Changed<Booking>,
  { note, actorId }: Telling,
  at: PurchaseContext,
): Promise<void> {
  const { facility, siteUrl } = at
  const told = await whoIsTold(tx, { participantId: booking.participant_id, person: booking.person, actorId })
  const dedupeKey = `booking-canceled:${booking.id}:${booking.revision}`
  const doneBy = await readActor(tx, actorId)
  await enqueueForEach(tx, told.people, (person) => ({
    template: 'booking-canceled',
    data: {
      full_name: person.name,
      heading: doneBy(person, 'canceled', 'booking').heading,
      participant_name: person.participantName,
      cage_name: booking.cage_name,
      ...whenOf(booking, facility.time_zone),
      note,
      refund_line: refundLine(back, person.isPayer),
      book_url: `${siteUrl}/book-cage`,
    },
    dedupeKey,
    calendar: calendarOf(booking, person.participantName, at),
  }))
  await enqueueRefundToFormerPayer(tx, told, back, dedupeKey)
}

/** Queues the message of a move in its own transaction, with the calendar file that replaces the old one. */
export async function enqueueBookingChanged(
  tx: Tx,
  { before, after, back }: BookingMoved,
  { note, actorId }: Telling,
  at: PurchaseContext,
): Promise<void> {
  const { facility, now } = at
  const told = await whoIsTold(tx, { participantId: after.participant_id, person: after.person, actorId })
  const was = whenOf(before, facility.time_zone)
  // A price alone counts no revision.
  const event = after.revision === before.revision ? `${after.revision}:${now.getTime()}` : after.revision
  const dedupeKey = `booking-changed:${after.id}:${event}`
  const doneBy = await readActor(tx, actorId)
  const isMoved = after.revision !== before.revision && before.status !== 'canceled'
  await enqueueForEach(tx, told.people, (person) => {
    const { heading, isReader } = doneBy(person, isMoved ? 'moved' : 'changed', 'booking')
    return {
      template: 'booking-changed',
      data: {
        ...{ heading, question: isReader ? '' : doesItSuit },
        full_name: person.name,
        participant_name: person.participantName,
        cage_name: after.cage_name,
        ...whenOf(after, facility.time_zone),
        previous: before.status === 'canceled' ? 'Canceled' : `${before.cage_name}, ${was.day}, ${was.time}`,
        total: formatDollars(centsFromDollars(after.total_cost)),
        note,
        refund_line: refundLine(back, person.isPayer),
        ...changesOffered(
          [{ ...changeableBooking(after), id: after.id, title: after.cage_name }],
          { userId: person.userId, tab: 'bookings' },
          at,
        ),
      },
      dedupeKey,
      calendar: calendarOf(after, person.participantName, at),
    }
  })
  await enqueueRefundToFormerPayer(tx, told, back, dedupeKey)
}

const calendarOf = (booking: Booking, participantName: string, { now }: PurchaseContext) => ({
  filename: BOOKINGS_FILE,
  entries: [
    {
      ...cageEntry({ cageName: booking.cage_name, participantName, isPaid: booking.status === 'paid' }),
      id: booking.id,
      start: booking.start_time,
      end: booking.end_time,
      canceled: booking.status === 'canceled',
      revision: booking.revision,
      created_at: booking.created_at,
      changed_at: now,
    },
  ],
})

const whenOf = ({ start_time, end_time }: Booking, zone: string) => ({
  day: formatDay(facilityDay(start_time, zone), 'long'),
  time: formatTimeRange(start_time, end_time, zone),
})
