import { sql } from 'kysely'
import type { StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { freeUntil } from '../../../../shared/domain/bookings/changeWords.ts'
import { centsFromDollars, formatPrice } from '../../../../shared/domain/money/money.ts'
import { campDays } from '../../../../shared/domain/programs/camps.ts'
import { formatDay, formatWallTimeRange } from '../../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../../db/database.ts'
import { bookedPerson } from '../../accounts/bookedPerson.ts'
import { listOfNames } from '../../households/names.ts'
import { familyFile, type ToldPerson, whoIsTold } from '../../households/told.ts'
import { changeLinks } from '../../messages/changeOffer.ts'
import { enqueueMessage } from '../../messages/commands.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import type { TimeWanted } from '../../places/takingTime.ts'
import { CAMP_FILE, type CalendarSeat, campEntries, readCampDays, removedDays } from '../campCalendar.ts'
import { offeredSeat, sessionsOf } from '../emails.ts'

/** What a save needs beside the camp itself. */
export interface Saving {
  readonly at: PurchaseContext
  readonly time: TimeWanted
  readonly actorId: string
}

/**
 * Tells everybody with a seat what is different, in the transaction of the change: one message for each reader, whoever of
 * theirs takes part (decision 25). Nothing is sent where neither dates, times, ages nor the price have changed.
 *
 * @returns how many messages.
 */
export async function enqueueCampChanged(
  tx: Tx,
  { before, after, message }: { before: StaffCamp; after: StaffCamp; message: string },
  { at, actorId }: Saving,
): Promise<number> {
  const changes = changesOf(before, after)
  if (changes.length === 0) return 0
  const [readers, days] = await Promise.all([readersOf(tx, after.id, actorId), readCampDays(tx, after.id)])
  const removed = removedDays(before.camp_timeslots, days)
  for (const { person, seats } of readers) {
    const names = seats.map(({ participantName }) => participantName)
    await enqueueMessage(tx, {
      template: 'camp-changed',
      to: person,
      data: {
        full_name: person.name,
        participant_name: names.every((name) => name === '')
          ? ''
          : listOfNames([...new Set(names)].map((name) => name || 'you')),
        camp_name: after.name,
        changes,
        sessions: sessionsOf({ ...after, slots: after.camp_timeslots }, at),
        note: message,
        ...offerOf(after, { seats, userId: person.userId }, at),
        account_url: `${at.siteUrl}/account?tab=camps`,
      },
      dedupeKey: `camp-changed:${after.id}:${after.revision}:${person.userId ?? person.email}`,
      calendar: await familyFile(tx, person, {
        filename: CAMP_FILE,
        entries: campEntries(after.name, [...days, ...removed], seats, at),
      }),
    })
  }
  return readers.length
}

/** What those registered are told of. Their own price stays, so that of new registrations says so. */
function changesOf(before: StaffCamp, after: StaffCamp) {
  const priceOf = ({ price }: StaffCamp) => formatPrice(centsFromDollars(price))
  const pairs = [
    { what: 'Dates', textOf: campDays },
    { what: 'Times', textOf: timesOf },
    { what: 'Ages', textOf: ({ min_age, max_age }: StaffCamp) => `${min_age}-${max_age} years` },
    { what: 'Price for new registrations (yours stays)', textOf: priceOf },
  ]
  return pairs
    .map(({ what, textOf }) => ({ what, before: textOf(before), now: textOf(after) }))
    .filter((change) => change.before !== change.now)
}

const timesOf = ({ camp_timeslots }: StaffCamp): string =>
  camp_timeslots.map((slot) => `${formatDay(slot.date)}, ${formatWallTimeRange(slot)}`).join('; ') ||
  'not set'

/** A seat of someone who is told. */
interface ToldSeat extends CalendarSeat {
  readonly cutoffDays: number
}

/** Until when the seats can be canceled, by the rule that each was registered under. */
function offerOf(
  camp: StaffCamp,
  { seats, userId }: { seats: readonly ToldSeat[]; userId: string | null },
  at: Saving['at'],
) {
  const dates = { ...camp, slots: camp.camp_timeslots }
  const offered = seats.map((seat) =>
    offeredSeat(dates, { ...seat, title: seat.participantName || 'You' }, at),
  )
  // Rules differ where the facility changed them in between: then the later one is told.
  const latest = new Date(Math.max(...offered.map(({ until }) => until.getTime())))
  const until = freeUntil([latest], 'cancel', { zone: at.facility.time_zone, before: '', now: at.now })
  return {
    cutoff_line: until ?? 'It begins too soon to be canceled online.',
    change_links: changeLinks(offered, { userId, tab: 'camps' }, at),
  }
}

/** Everybody who is told of a seat in the camp, each address once, with the seats of whom they are told. */
async function readersOf(tx: Tx, campId: string, actorId: string) {
  const { rows: seats } = await sql<SeatRow>`
    select seat.id, seat.revision, seat.cancellation_cutoff_days, seat.participant_id, seat.user_id,
      coalesce(account.full_name, guest_name) as person_name, coalesce(account.email, seat.guest_email) as person_email,
      coalesce(account.phone_number, seat.guest_phone) as person_phone
    from camp_registrations seat left join profiles account on account.id = seat.user_id
    where camp_id = ${campId} and status <> 'canceled'
    order by seat.created_at`.execute(tx)
  const readers = new Map<string, { person: ToldPerson; seats: ToldSeat[] }>()
  for (const row of seats) {
    const { id, revision, cancellation_cutoff_days: cutoffDays } = row
    const { people } = await whoIsTold(tx, {
      participantId: row.participant_id,
      person: bookedPerson(row),
      actorId,
    })
    for (const told of people) {
      const key = told.email.toLowerCase()
      const reader = readers.get(key) ?? { person: told, seats: [] }
      const { participantName } = told
      reader.seats.push({ id, revision, cutoffDays, participantName, lines: [], canceled: false })
      readers.set(key, reader)
    }
  }
  return [...readers.values()]
}

type SeatRow = Parameters<typeof bookedPerson>[0] & {
  id: string
  revision: number
  cancellation_cutoff_days: number
  participant_id: string | null
}
