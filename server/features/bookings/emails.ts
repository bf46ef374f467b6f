import { shortNumber } from '../../../shared/domain/bookings/shortNumber.ts'
import { formatDollars } from '../../../shared/domain/money/money.ts'
import { taxOf, totalWithTax } from '../../../shared/domain/money/salesTax.ts'
import { formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { participating } from '../../integrations/calendar/calendarParts.ts'
import { enqueueForEach, type Told } from '../households/told.ts'
import { changesOffered, ticketUrl } from '../messages/changeOffer.ts'
import { dayInMail } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { readBeforeComing } from '../waivers/beforeComing.ts'
import type { Booked } from './requestedSessions.ts'

interface Confirming {
  readonly isPaid: boolean
  readonly paymentLine: string
  readonly note: string
  /** Who takes part, once the rows are entered. */
  readonly entered: Promise<string | null>
  /** What is told of, where that is not the booking: a payment's id. */
  readonly event?: string
}

export const BOOKINGS_FILE = 'bookings.ics'

/**
 * Queues the confirmation in the booking's own transaction, with the calendar file: one message per booking event and
 * person (decision 25).
 */
export async function enqueueBookingConfirmed(
  tx: Tx,
  { people }: Told,
  booked: Booked,
  { isPaid, paymentLine, note, entered, event = booked.sessions[0]?.id ?? '' }: Confirming,
  at: PurchaseContext,
): Promise<void> {
  const { facility, now } = at
  const sessions = booked.sessions.map((session) => ({
    cage_name: session.cageName,
    day: dayInMail(session.day, at),
    time: formatTimeRange(session.start, session.end, facility.time_zone),
    price: formatDollars(session.totalCents),
  }))
  // New rows have the facility's present rule.
  const cutoffHours = facility.cancellation_cutoff_hours
  const changeable = booked.sessions
    .map(({ id, cageName: title, start }) => ({ id, title, start, cutoffHours }))
    .sort((a, b) => a.start.getTime() - b.start.getTime())
  if (people.length === 0) return
  const participantId = await entered
  const missing = await readBeforeComing(tx, 'cages', [participantId], now)
  await enqueueForEach(tx, people, ({ userId, name, participantName }) => ({
    template: 'booking-confirmed',
    data: {
      full_name: name,
      participant_name: participantName,
      number: shortNumber(booked.sessions[0]?.id ?? ''),
      sessions,
      total: totalWithTax(
        booked.sessions.map(({ totalCents }) => totalCents),
        taxOf(facility, 'cages'),
      ),
      account_url: ticketUrl(at.siteUrl, 'bookings', { userId }, booked.sessions),
      payment_line: paymentLine,
      note,
      missing_line: missing([{ id: participantId, name: participantName }], { userId }),
      ...changesOffered(changeable, { userId, tab: 'bookings' }, at),
    },
    dedupeKey: `booking-confirmed:${event}`,
    calendar: {
      filename: BOOKINGS_FILE,
      entries: booked.sessions.map(({ id, cageName, start, end }) => ({
        ...cageEntry({ cageName, participantName, isPaid }),
        id,
        start,
        end,
        canceled: false,
        revision: 0,
        created_at: now,
        changed_at: now,
      })),
    },
  }))
}

/** What a calendar says of cage time, as in the feed (households/calendarEntries.ts). */
export const cageEntry = (of: { cageName: string; participantName: string; isPaid: boolean }) => ({
  summary: participating(`Batting cage: ${of.cageName}`, of.participantName),
  lines: [of.isPaid ? 'Paid.' : 'You can pay on arrival.'],
})
