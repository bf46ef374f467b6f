import type { ScheduleEntry } from '../../../shared/contract/bookings/cages.ts'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../db/changes.ts'
import type { Db } from '../../db/database.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'
import { type CompressedAnswer, compressAnswer } from '../../http/answers/compressedAnswer.ts'
import type { FacilityCache } from '../facility/facilityCache.ts'
import { readSchedule } from './queries.ts'

const DAYS_KEPT = 400

/** One day's schedule, serialized and compressed. */
export interface ScheduleBytes extends CompressedAnswer {
  readonly entries: readonly ScheduleEntry[]
  /** When the day expires without a notification, because a hold expires. */
  readonly until: Date | null
}

/** The answers of get-public-schedule, cached per day until its ledger changes or a hold in it expires. */
export type ScheduleCache = NotifiedCache<ScheduleBytes>

/** The cache behind get-public-schedule: one entry per facility day, dropped by `schedule_changed` or when a hold expires. */
export function createScheduleCache(
  db: Db,
  changes: Changes,
  facility: FacilityCache,
  clock: Clock,
): ScheduleCache {
  const load = async (day: string): Promise<ScheduleBytes> => {
    const { time_zone } = await facility.get()
    const { entries, until } = await readSchedule(db, { day, timeZone: time_zone, now: clock.now() })
    return { ...(await compressAnswer(entries)), entries, until }
  }
  const cache = new NotifiedCache<ScheduleBytes>(changes, {
    max: DAYS_KEPT,
    load,
    isOver: ({ until }) => until !== null && until <= clock.now(),
  })
  changes.on('schedule_changed', (day) => cache.drop(day))
  // The time zone determines the bounds of each day.
  changes.on('facility_changed', () => cache.clear())
  return cache
}
