import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { NextLessonTime, NextOfCoach } from '../../../../shared/contract/lessons/coaches.ts'
import { defaultLessonMinutes, lessonDurations } from '../../../../shared/domain/lessons/lessons.ts'
import { monthStripLength } from '../../../../shared/domain/time/calendar.ts'
import { addDays, facilityDay, instantOf, minuteMs } from '../../../../shared/domain/time/time.ts'
import type { Clock } from '../../../clock.ts'
import type { Changes } from '../../../db/changes.ts'
import type { Db } from '../../../db/database.ts'
import { NotifiedCache } from '../../../db/notifiedCache.ts'
import type { FacilityCache } from '../../facility/facilityCache.ts'
import { readFirstTimes } from './freeDays.ts'
import { laterTimes } from './lessonSlots.ts'

/** The next free time of each active coach, in the order of their names. */
export interface NextLessonTimes {
  get(): Promise<readonly NextOfCoach[]>
}

/**
 * The answer of list-next-lesson-times, kept until a cage or a coach is taken or freed, the first of the times begins,
 * or a minute has gone by: holds end and coaches come and go without a word.
 */
export function createNextLessonTimes(
  db: Db,
  changes: Changes,
  facility: FacilityCache,
  clock: Clock,
): NextLessonTimes {
  const cache = new NotifiedCache<{ times: readonly NextOfCoach[]; until: number }>(changes, {
    max: 1,
    ttl: minuteMs,
    load: async () => {
      const current = await facility.get()
      const times = await nextLessonTimes(db, current, clock.now())
      const starts = times.flatMap(({ next }) =>
        next ? instantOf(next.lesson_date, next.available_start_time, current.time_zone).getTime() : [],
      )
      return { times, until: Math.min(...starts) }
    },
    isOver: ({ until }) => until < clock.now().getTime(),
  })
  for (const channel of ['schedule_changed', 'coach_changed', 'facility_changed'] as const) {
    changes.on(channel, () => cache.clear())
  }
  return { get: async () => (await cache.get('all')).times }
}

/**
 * The first time at which each active coach can be booked in the coming 30 days: for a lesson of the usual length, or for
 * the shortest where the coach has no time for that.
 */
export async function nextLessonTimes(db: Db, facility: Facility, now: Date): Promise<NextOfCoach[]> {
  const yesterday = addDays(facilityDay(now, facility.time_zone), -1)
  const last = Math.min(monthStripLength - 1, facility.booking_window_days)
  const found = new Map<string, NextLessonTime | null>()
  let missing: string[] | undefined
  for (const minutes of [defaultLessonMinutes, lessonDurations[0]] as const) {
    for (const times of laterTimes(facility, yesterday, minutes, now, last)) {
      for (const { coach_id, first } of await readFirstTimes(db, times, now, missing)) {
        found.set(coach_id, first && { ...first, duration_minutes: minutes })
      }
      missing = [...found].flatMap(([id, next]) => (next ? [] : id))
      if (missing.length === 0) break
    }
  }
  return [...found].map(([coach_id, next]) => ({ coach_id, next }))
}
