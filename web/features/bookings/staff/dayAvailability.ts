/** What is free and what is taken on a day, and by what, while the desk chooses (spec 3 §5). */

import type { ScheduleDay } from '../../../../shared/contract/bookings/scheduleDay.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { openRange, slotMinutes } from '../../../../shared/domain/bookings/slots.ts'
import { hoursOf } from '../../../../shared/domain/facility/openingHours.ts'
import { instantOf, minuteMs, NonexistentWallTime } from '../../../../shared/domain/time/time.ts'
import { formatTimeRange } from '../../../../shared/domain/time/timeFormat.ts'

/** Something that takes cages or coaches for a time. */
export interface Taking {
  /** The booking's; null for what is no booking. */
  readonly id: string | null
  readonly cageIds: readonly string[]
  readonly coachIds: readonly string[]
  readonly startMs: number
  readonly endMs: number
  /** 'Mia Lopez, 4:00–5:00 PM' */
  readonly text: string
}

/** All that takes something on the day. */
export function takingsOf(day: ScheduleDay, zone: string): Taking[] {
  const taking = (
    what: { start_time: string; end_time: string },
    name: string,
    of: Pick<Taking, 'id' | 'cageIds' | 'coachIds'>,
  ): Taking => ({
    ...of,
    startMs: Date.parse(what.start_time),
    endMs: Date.parse(what.end_time),
    text: `${name}, ${formatTimeRange(what.start_time, what.end_time, zone)}`,
  })
  return [
    ...day.bookings
      .filter(({ status }) => status !== 'canceled')
      .map((booking) =>
        taking(booking, booking.participant_name ?? booking.customer_name ?? booking.item_name, {
          id: booking.id,
          cageIds: booking.cages.map(({ id }) => id),
          coachIds: booking.coach_id === null ? [] : [booking.coach_id],
        }),
      ),
    ...day.blocks.map((block) =>
      taking(block, block.title || blockNames[block.kind], {
        id: null,
        cageIds: block.cage_ids,
        coachIds: block.coach_ids,
      }),
    ),
    ...day.time_off.map((off) =>
      taking(off, 'Time off', { id: null, cageIds: [], coachIds: [off.coach_id] }),
    ),
  ]
}

const blockNames = { camp: 'Camp', closure: 'Closed', hold: 'Being paid by card' }

export interface Wanted {
  readonly startMs: number
  readonly endMs: number
  /** The booking that is moved: it does not stand in its own way. */
  readonly movingId?: string | undefined
}

const overlaps = (taking: Taking, { startMs, endMs, movingId }: Wanted): boolean =>
  taking.startMs < endMs && startMs < taking.endMs && (movingId === undefined || taking.id !== movingId)

/** What has a cage at that time, if anything. */
export const inCage = (takings: readonly Taking[], cageId: string, wanted: Wanted): Taking | undefined =>
  takings.find((taking) => taking.cageIds.includes(cageId) && overlaps(taking, wanted))

/** What a coach has at that time, if anything. */
export const withCoach = (takings: readonly Taking[], coachId: string, wanted: Wanted): Taking | undefined =>
  takings.find((taking) => taking.coachIds.includes(coachId) && overlaps(taking, wanted))

/** Why customers cannot book a time themselves; null where they can. */
export function outsideHours(
  wanted: Wanted,
  day: string,
  facility: Facility,
  now: Date,
): 'has passed' | 'closed' | null {
  if (wanted.startMs < now.getTime()) return 'has passed'
  const open = openRange(day, hoursOf(day, facility), facility.time_zone)
  const isOpen = open && wanted.startMs >= open.start.getTime() && wanted.endMs <= open.end.getTime()
  return isOpen ? null : 'closed'
}

/** Start times of the Create form on the facility's clock: every 30 minutes from 8:00 AM to 10:00 PM (spec 3 §9). */
export const startTimes: readonly string[] = Array.from({ length: 29 }, (_, index) => {
  const minutes = 8 * 60 + index * slotMinutes
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})

/** 30 to 240 minutes in steps of 30 (spec 3 §9). */
export const durations: readonly number[] = Array.from({ length: 8 }, (_, index) => (index + 1) * slotMinutes)

/** The time from a wall time of a day on; null where the clocks skip it. */
export function wantedTime(day: string, startTime: string, minutes: number, zone: string): Wanted | null {
  try {
    const startMs = instantOf(day, startTime, zone).getTime()
    return { startMs, endMs: startMs + minutes * minuteMs }
  } catch (error) {
    if (error instanceof NonexistentWallTime) return null
    throw error
  }
}
