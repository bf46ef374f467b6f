/** The mails of reminders and messages, in the transaction that decides to send them. */

import { sql } from 'kysely'
import { changeUntil } from '../../../shared/domain/bookings/changePolicy.ts'
import { beforeStart, freeUntil } from '../../../shared/domain/bookings/changeWords.ts'
import { campRefundUntil } from '../../../shared/domain/programs/registrationPolicy.ts'
import type { Tx } from '../../db/database.ts'
import type { ReminderAbout } from '../../db/tables/reminders.ts'
import { participating } from '../../integrations/calendar/calendarParts.ts'
import { listOfNames } from '../households/names.ts'
import { changeLinks, type OfferedAt, ticketUrl } from '../messages/changeOffer.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { ChangesData } from '../messages/templates/changes.ts'
import type { RemindedSession } from '../messages/templates/reminders.ts'
import { readBeforeComing } from '../waivers/beforeComing.ts'
import { participantsOf, type Reader } from './audience.ts'

/** What staff wrote. */
export interface WrittenText {
  readonly subject: string
  readonly text: string
  /** The coach who writes, whose name ends the message; null for the facility. */
  readonly signature: string | null
}

/** The account's page of each kind. */
const tabs = {
  camp: 'camps',
  class: 'classes',
  lesson: 'lessons',
  booking: 'bookings',
  guest_booking: 'bookings',
} as const

const templates = {
  class: 'class-reminder',
  lesson: 'lesson-reminder',
  booking: 'booking-reminder',
  guest_booking: 'booking-reminder',
} as const

/**
 * Queues one mail for each reader, with all of the reader's places in it. Those of a reminder are of one kind, and those of
 * camps of one camp.
 *
 * @param event names what is sent: the same event sends nobody two mails.
 * @returns the ids of the mails with their readers.
 */
export async function enqueueForReaders(
  tx: Tx,
  readers: readonly Reader[],
  { event, written, at }: { event: string; written: WrittenText | null; at: OfferedAt },
): Promise<{ id: string; reader: Reader }[]> {
  const byKey = new Map(readers.map((reader) => [keyOf(event, reader), reader]))
  const seats = written ? [] : readers.flatMap((reader) => reader.seats)
  const tab = tabs[seats[0]?.session.about ?? 'camp']
  const missing = await readBeforeComing(
    tx,
    tab === 'bookings' ? 'cages' : tab,
    seats.map(({ participantId }) => participantId),
    at.now,
  )
  await Promise.all(
    [...byKey].map(([dedupeKey, reader]) => {
      const to = { email: reader.email, userId: reader.userId }
      const [first] = reader.seats
      if (!first) return undefined
      if (written) {
        const data = writtenData(reader, written)
        return enqueueMessage(tx, { template: 'session-message', to, data, dedupeKey })
      }
      const { session } = first
      const data = {
        full_name: reader.name,
        participant_name: participantsOf(reader),
        account_url: ticketUrl(at.siteUrl, tab, reader, reader.seats),
        missing_line: missing(
          reader.seats.map((seat) => ({ id: seat.participantId, name: reader.nameIn(seat) })),
          reader,
        ),
        key_features: [...new Set(reader.seats.flatMap((seat) => seat.session.keyFeatures))],
        ...changesOfferedTo(reader, session.about, at),
      }
      if (session.about === 'camp') {
        // Who takes part is said once, above the list.
        const sessions = session.times.map((time) => ({ name: session.name, participant_name: '', ...time }))
        return enqueueMessage(tx, {
          template: 'camp-reminder',
          to,
          data: { ...data, camp_name: session.name, sessions },
          dedupeKey,
        })
      }
      const sessions = sessionsFor(reader)
      return enqueueMessage(tx, {
        template: templates[session.about],
        to,
        data: { ...data, sessions },
        dedupeKey,
      })
    }),
  )
  const rows = await tx
    .selectFrom('outbox')
    .select(['id', 'dedupe_key'])
    .where('dedupe_key', '=', sql<string>`any(${[...byKey.keys()]}::text[])`)
    .execute()
  return rows.flatMap(({ id, dedupe_key }) => {
    const reader = byKey.get(dedupe_key ?? '')
    return reader ? [{ id, reader }] : []
  })
}

/** Until when the reader's places can be changed, by the rule that each was booked under, and the links to do it. */
function changesOfferedTo(
  { seats, nameIn, userId }: Reader,
  about: ReminderAbout,
  at: OfferedAt,
): ChangesData {
  const zone = at.facility.time_zone
  const ways = about === 'camp' || about === 'class' ? 'cancel' : 'move or cancel'
  const offered = seats.map((seat) => {
    const { name, starts: start } = seat.session
    const until =
      about === 'camp'
        ? campRefundUntil(start, seat.cutoff, zone)
        : changeUntil({ start, cutoffHours: seat.cutoff })
    return { id: seat.id, title: participating(name, nameIn(seat)), start, until }
  })
  const untils = offered.map(({ until }) => until).toSorted((one, other) => one.getTime() - other.getTime())
  const line = freeUntil(about === 'camp' ? untils.slice(0, 1) : untils, ways, {
    zone,
    before: beforeStart(seats[0]?.cutoff ?? 0),
    now: at.now,
  })
  return {
    cutoff_line: line ?? `It can no longer be ${ways === 'cancel' ? 'canceled' : 'changed'} online.`,
    change_links: changeLinks(offered, { userId, tab: tabs[about] }, at),
  }
}

/** Without the address, which the outbox forgets with its person. */
const keyOf = (event: string, { userId, seats }: Reader): string => `${event}:${userId ?? seats[0]?.id ?? ''}`

/** What a message of staff says for a reader. */
export const writtenData = (reader: Reader, { subject, text, signature }: WrittenText) => ({
  full_name: reader.name,
  participant_name: participantsOf(reader),
  session: [...new Set(reader.seats.map(({ session }) => session.title))].join('; '),
  subject,
  message: signature === null ? text : `${text}\n\n${signature}`,
})

/** Each session once, with all of the reader's people in it. */
function sessionsFor({ seats, nameIn }: Reader): RemindedSession[] {
  const bySession = Map.groupBy(seats, ({ session }) => session)
  return [...bySession].flatMap(([session, own]) => {
    const names = [...new Set(own.map(nameIn))]
    const alone = names.every((name) => name === '')
    return session.times.map(({ day, time, cage }) => ({
      name: cage ? `${session.name}, ${cage}` : session.name,
      participant_name: alone ? '' : listOfNames(names.map((name) => name || 'you')),
      day,
      time,
    }))
  })
}
