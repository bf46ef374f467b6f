import type { CustomerBooking } from '../../../shared/contract/bookings/bookings.ts'
import type { Cage, ScheduleEntry } from '../../../shared/contract/bookings/cages.ts'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { isTaken, openRange, slotStarts, slotsOf, takenTimes } from '../../../shared/domain/bookings/slots.ts'
import { type FacilityHours, hoursOf } from '../../../shared/domain/facility/openingHours.ts'
import { epochMs, facilityWallTime } from '../../../shared/domain/time/time.ts'

/** A start, and the cages that are free from then on for as long as the booking lasts. */
interface FreeStart {
  readonly available_start_time: string
  readonly start: Date
  /** The booking's own cage first, if it is free, then by name. */
  readonly cages: readonly Cage[]
}

interface Day {
  readonly day: string
  readonly cages: readonly Cage[]
  readonly entries: readonly ScheduleEntry[]
  readonly facility: FacilityHours & Pick<Facility, 'time_zone'>
  readonly now: Date
}

/** The free times of a day for a booking, which does not stand in its own way. Where it is already is no move. */
export function freeCages(
  booking: Pick<CustomerBooking, 'cage_id' | 'start_time' | 'end_time'>,
  { day, cages, entries, facility, now }: Day,
): FreeStart[] {
  const zone = facility.time_zone
  const hours = hoursOf(day, facility)
  const open = openRange(day, hours, zone)
  if (!open) return []
  const own = { start: epochMs(booking.start_time), end: epochMs(booking.end_time) }
  const taken = takenTimes(
    entries.filter(
      ({ cage_id, start_time, end_time }) =>
        cage_id !== booking.cage_id || epochMs(start_time) !== own.start || epochMs(end_time) !== own.end,
    ),
  )
  const ordered = [...cages].sort(
    (a, b) => Number(b.id === booking.cage_id) - Number(a.id === booking.cage_id),
  )
  const byName = new Map<string, FreeStart>()
  for (const start of slotStarts(day, hours, zone)) {
    const end = new Date(start.getTime() + own.end - own.start)
    if (start < now || end > open.end) continue
    const slots = slotsOf({ startTime: start, endTime: end })
    const free = ordered.filter(
      ({ id }) =>
        !(id === booking.cage_id && start.getTime() === own.start) &&
        slots.every((slot) => !isTaken(taken, id, slot)),
    )
    // The hour that comes twice in autumn names its half hours twice; a name stands for the first of them.
    const name = facilityWallTime(start, zone)
    if (free.length > 0 && !byName.has(name))
      byName.set(name, { available_start_time: name, start, cages: free })
  }
  return [...byName.values()]
}
