import { addDays, dayOfWeek, facilityDay, instantOf } from '../shared/domain/time/time.ts'

export interface BookingSlot {
  readonly cageId: string
  readonly startTime: string
  readonly endTime: string
}

const ZONE = 'America/Chicago'
const DAYS_AHEAD = 360
const STARTS = Array.from({ length: 10 }, (_, half) => 16 * 60 + half * 30)
const wallTime = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/**
 * Free half hours, each handed out once: weekday by weekday from tomorrow on, hour by hour, cage by cage, so that
 * concurrent requests are for the same day but not the same cage.
 */
export function* bookingSlots(cageIds: readonly string[]): Generator<BookingSlot, never> {
  const today = facilityDay(new Date(), ZONE)
  for (let ahead = 1; ahead < DAYS_AHEAD; ahead += 1) {
    const day = addDays(today, ahead)
    if (dayOfWeek(day) === 0 || dayOfWeek(day) === 6) continue
    for (const minutes of STARTS) {
      const startTime = instantOf(day, wallTime(minutes), ZONE).toISOString()
      const endTime = instantOf(day, wallTime(minutes + 30), ZONE).toISOString()
      for (const cageId of cageIds) yield { cageId, startTime, endTime }
    }
  }
  throw new Error('All slots are booked: give the benchmark more cages.')
}
