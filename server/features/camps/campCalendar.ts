/** A camp in calendars: an entry for each of its days and each seat, with the UIDs of the feed (households/calendarEntries.ts). */

import { instantOf } from '../../../shared/domain/time/time.ts'
import type { Tx } from '../../db/database.ts'
import type { CalendarEntry } from '../../integrations/calendar/calendarFile.ts'
import { sharedEntry } from '../../integrations/calendar/calendarParts.ts'
import type { PurchaseContext } from '../payments/purchase.ts'

export const CAMP_FILE = 'camp.ics'

/** A day that is taken out of a camp never comes back: any number above what it has counted is its last SEQUENCE. */
const LAST_REVISION = 1_000_000

export interface CampDay {
  readonly id: string
  readonly date: string
  readonly start_time: string
  readonly end_time: string
  readonly revision: number
}

/** A seat as a calendar has it. */
export interface CalendarSeat {
  readonly id: string
  readonly revision: number
  /** Who takes part; empty for the reader. */
  readonly participantName: string
  /** What is said of the money. */
  readonly lines: readonly string[]
  readonly canceled: boolean
}

/** The days of a camp with how often each was moved; none while no times are set. */
export const readCampDays = (tx: Tx, campId: string): Promise<CampDay[]> =>
  tx
    .selectFrom('camp_timeslots')
    .select(['id', 'date', 'start_time', 'end_time', 'revision'])
    .where('camp_id', '=', campId)
    .orderBy('date')
    .orderBy('start_time')
    .execute()

/** How often seats were canceled and taken up again. */
export async function readSeatRevisions(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('camp_registrations')
    .select(['id', 'revision'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}

/** Days that a camp had and has no more, as they take themselves out of calendars. */
export const removedDays = (
  before: readonly Omit<CampDay, 'revision'>[],
  after: readonly { readonly id: string }[],
): (CampDay & { removed: true })[] =>
  before
    .filter(({ id }) => after.every((day) => day.id !== id))
    .map((day) => ({ ...day, revision: LAST_REVISION, removed: true }))

/** The entries of seats on the days of a camp, by day. */
export const campEntries = (
  campName: string,
  days: readonly (CampDay & { removed?: true })[],
  seats: readonly CalendarSeat[],
  { facility, now }: Pick<PurchaseContext, 'facility' | 'now'>,
): CalendarEntry[] =>
  days.flatMap((day) =>
    seats.map((seat) => ({
      id: `${seat.id}-${day.id}`,
      ...sharedEntry(day.id, `Camp: ${campName}`, seat.participantName),
      lines: seat.lines,
      start: instantOf(day.date, day.start_time, facility.time_zone, 'after'),
      end: instantOf(day.date, day.end_time, facility.time_zone, 'after'),
      canceled: seat.canceled || day.removed === true,
      revision: seat.revision + day.revision,
      created_at: now,
      changed_at: now,
    })),
  )
