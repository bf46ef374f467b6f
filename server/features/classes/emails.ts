import { beforeStart, freeUntil } from '../../../shared/domain/bookings/changeWords.ts'
import { shortNumber } from '../../../shared/domain/bookings/shortNumber.ts'
import { formatPrice } from '../../../shared/domain/money/money.ts'
import { taxOf, totalWithTax } from '../../../shared/domain/money/salesTax.ts'
import { startOf } from '../../../shared/domain/programs/classSessions.ts'
import {
  cancelLine,
  hoursBeforeStart,
  sessionRefundUntil,
} from '../../../shared/domain/programs/registrationPolicy.ts'
import { formatWallTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import type { CalendarEntry } from '../../integrations/calendar/calendarFile.ts'
import { sharedEntry } from '../../integrations/calendar/calendarParts.ts'
import { type BookedPerson, bookedPerson } from '../accounts/bookedPerson.ts'
import { enqueueForEach, readActor, whoIsTold } from '../households/told.ts'
import { type ToldTogether, whoIsToldTogether } from '../households/toldTogether.ts'
import { changeLinks, ticketUrl } from '../messages/changeOffer.ts'
import { dayInMail } from '../messages/commands.ts'
import { pleaseBring } from '../messages/templates/changes.ts'
import { refundLine } from '../payments/changes/settleChange.ts'
import { enqueueRefundToFormerPayer } from '../payments/formerPayer.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { readBeforeComing } from '../waivers/beforeComing.ts'
import type { RegistrationCanceled } from './commands/cancelRegistration.ts'
import type { BookedSeat } from './commands/takeSeats.ts'

const CLASSES_FILE = 'classes.ics'

/** What was booked at once. */
interface Booking {
  readonly seats: readonly BookedSeat[]
  /** The account or guest that booked. */
  readonly person: BookedPerson
  /** The account that acts; null for the system. */
  readonly actorId: string | null
  readonly payment: 'card' | 'on arrival' | 'at the desk'
  /** Names the event: the payment's id, or the first registration's where nothing is paid by card. */
  readonly event: string
}

const paymentLines = {
  card: 'Paid by card.',
  'on arrival': 'You will pay on arrival.',
  'at the desk': 'Paid at the front desk.',
} as const

/**
 * Queues the confirmation with the calendar file, in the transaction that books: one message for each event and reader
 * (decision 25), with the seats of those for whom the reader is an adult.
 */
export async function enqueueClassBooked(tx: Tx, booking: Booking, at: PurchaseContext): Promise<void> {
  const { seats, person, actorId, payment, event } = booking
  const told = await whoIsToldTogether(tx, seats, { person, actorId })
  const bring = await tx
    .selectFrom('classes')
    .innerJoin('class_instances as session', 'session.class_id', 'classes.id')
    .select('what_to_bring')
    .distinct()
    .where(
      'session.id',
      'in',
      seats.map(({ id }) => id),
    )
    .execute()
  const missing = await readBeforeComing(
    tx,
    'classes',
    seats.map(({ participant }) => participant?.id ?? null),
    at.now,
  )
  await enqueueForEach(tx, told, (reader) => {
    const total = reader.parts.reduce((sum, { cents }) => sum + cents, 0)
    const paymentLine =
      reader.isPayer || payment !== 'on arrival' ? paymentLines[payment] : 'To be paid on arrival.'
    return {
      template: 'class-booked' as const,
      data: {
        full_name: reader.name,
        participant_name: reader.participantName,
        number: shortNumber(reader.parts[0]?.registrationId ?? ''),
        sessions: reader.parts.map((seat) => ({
          class_name: seat.class_name,
          participant_name: reader.nameIn(seat),
          day: dayInMail(seat.class_date, at),
          time: formatWallTimeRange(seat),
          price: formatPrice(seat.cents),
        })),
        total: totalWithTax(
          reader.parts.map(({ cents }) => cents),
          taxOf(at.facility, 'classes'),
        ),
        key_features: bring.flatMap(({ what_to_bring }) => pleaseBring(what_to_bring)),
        payment_line: total === 0 ? 'There is nothing to pay.' : paymentLine,
        cancel_line: cancelLineOf(reader, at),
        missing_line: missing(
          reader.parts.map((seat) => ({ id: seat.participant?.id ?? null, name: reader.nameIn(seat) })),
          reader,
        ),
        change_links: changeLinks(
          reader.parts.map((seat) => offeredSeat(seat, at)),
          { userId: reader.userId, tab: 'classes' },
          at,
        ),
        account_url:
          ticketUrl(
            at.siteUrl,
            'classes',
            reader,
            reader.parts.map((seat) => ({ id: seat.registrationId })),
          ) || `${at.siteUrl}/account?tab=classes`,
      },
      dedupeKey: `class-booked:${event}`,
      calendar: { filename: CLASSES_FILE, entries: entriesOf(reader, payment, at) },
    }
  })
}

/** Empty where all of it starts too soon to be canceled online. A guest has no account to cancel it in. */
function cancelLineOf({ parts, userId }: ToldTogether<BookedSeat>, at: PurchaseContext): string {
  const zone = at.facility.time_zone
  const untils = parts.map((seat) => offeredSeat(seat, at).until)
  const hours = parts[0]?.cutoffHours ?? 0
  if (userId === null)
    return freeUntil(untils, 'cancel', { zone, before: beforeStart(hours), now: at.now }) ?? ''
  return cancelLine(untils, { now: at.now, zone, before: hoursBeforeStart(hours) }) ?? ''
}

const offeredSeat = (seat: BookedSeat, { facility }: PurchaseContext) => {
  const start = startOf(seat, facility.time_zone)
  const until = sessionRefundUntil(start, seat.cutoffHours)
  return { id: seat.registrationId, title: seat.class_name, start, until }
}

/**
 * Queues the messages of a cancellation in its own transaction, with the calendar file that removes the session: one per
 * event and reader. Who paid and is no adult of the participant any more is told only of the money.
 */
export async function enqueueClassCanceled(
  tx: Tx,
  { actorId, note = '' }: { actorId: string | null; note?: string },
  { registration, revision, refund }: RegistrationCanceled,
  at: PurchaseContext,
): Promise<void> {
  const { facility, siteUrl, now } = at
  const event = `class-canceled:${registration.id}:${revision}`
  const person = bookedPerson(registration)
  const told = await whoIsTold(tx, {
    participantId: registration.participant_id,
    person,
    actorId,
    payer: registration.payer ?? person,
  })
  const doneBy = await readActor(tx, actorId)
  await enqueueForEach(tx, told.people, (reader) => ({
    template: 'class-canceled' as const,
    data: {
      heading: doneBy(reader, 'canceled', 'registration').heading,
      full_name: reader.name,
      participant_name: reader.participantName,
      class_name: registration.class_name,
      day: dayInMail(registration.class_date, at),
      time: formatWallTimeRange(registration),
      note,
      refund_line: refundLine(refund, reader.isPayer),
      book_url: `${siteUrl}/classes/${registration.class_id}`,
    },
    dedupeKey: event,
    calendar: {
      filename: CLASSES_FILE,
      entries: [
        {
          id: registration.id,
          ...sharedEntry(
            registration.class_instance_id,
            `Class: ${registration.class_name}`,
            reader.participantName,
          ),
          lines: [],
          start: startOf(registration, facility.time_zone),
          end: startOf({ ...registration, start_time: registration.end_time }, facility.time_zone),
          canceled: true,
          revision,
          created_at: registration.created_at,
          changed_at: now,
        },
      ],
    },
  }))
  await enqueueRefundToFormerPayer(tx, told, refund, event)
}

const entriesOf = (
  { parts, nameIn }: ToldTogether<BookedSeat>,
  payment: Booking['payment'],
  { facility, now }: PurchaseContext,
): CalendarEntry[] =>
  parts.map((seat) => ({
    id: seat.registrationId,
    ...sharedEntry(seat.id, `Class: ${seat.class_name}`, nameIn(seat)),
    lines: seat.cents === 0 || payment === 'on arrival' ? [] : ['Paid.'],
    start: startOf(seat, facility.time_zone),
    end: startOf({ ...seat, start_time: seat.end_time }, facility.time_zone),
    canceled: false,
    revision: seat.revision,
    created_at: now,
    changed_at: now,
  }))
