import type { ScheduleEntry } from '../../shared/contract/bookings/cages.ts'
import { addDays, facilityDay, instantOf } from '../../shared/domain/time/time.ts'
import { bodyOf } from './answers.ts'
import type { TestApp } from './testApp.ts'

export const ZONE = 'America/Chicago'

/** A future Tuesday: `weeks` after the first one. */
export function tuesday(weeks = 0, now = new Date()): string {
  let day = addDays(facilityDay(now, ZONE), 2)
  while (new Date(`${day}T12:00:00Z`).getUTCDay() !== 2) day = addDays(day, 1)
  return addDays(day, weeks * 7)
}

/** A booking group of whole half hours in facility time, e.g. `group(cage, day, '16:00', '17:00')`. */
export const group = (cageId: string, day: string, from: string, to: string) => ({
  cageId,
  startTime: instantOf(day, from, ZONE).toISOString(),
  endTime: instantOf(day, to, ZONE).toISOString(),
})

/** A day's public schedule as it is committed: the app's cache of it hears of a change only shortly afterwards. */
export async function scheduleOf(app: TestApp, day: string): Promise<ScheduleEntry[]> {
  await app.hearsAll()
  return bodyOf<ScheduleEntry[]>(app.request(`/api/schedule?p_date=${day}`))
}
