import type { Facility } from '../../../shared/contract/facility/facility.ts'
import {
  type CountedDay,
  countDay,
  countedDays,
  openTimes,
} from '../../../shared/domain/bookings/openTimes.ts'
import { isAligned, slotMs } from '../../../shared/domain/bookings/slots.ts'
import { minuteMs } from '../../../shared/domain/time/time.ts'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../db/changes.ts'
import type { Db } from '../../db/database.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'
import { type CompressedAnswer, compressAnswer } from '../../http/answers/compressedAnswer.ts'
import type { FacilityCache } from '../facility/facilityCache.ts'
import { listCages } from './queries.ts'
import type { ScheduleBytes, ScheduleCache } from './scheduleCache.ts'

/** The answer of get-open-times, made of the cached schedules: never older than they are. */
export interface OpenTimesCache {
  get(): Promise<CompressedAnswer>
}

/** What the answer was made of: it holds as long as a new one would be made of the same. */
interface Made {
  readonly facility: Facility
  readonly cages: { readonly ids: readonly string[] }
  readonly from: Date
  readonly schedules: readonly ScheduleBytes[]
  readonly counted: readonly CountedDay[]
  readonly answer: Promise<CompressedAnswer>
}

/** The cache behind get-open-times, made of the cached schedules of the days that it counts. */
export function createOpenTimesCache(
  db: Db,
  changes: Changes,
  { facility, schedule, clock }: { facility: FacilityCache; schedule: ScheduleCache; clock: Clock },
): OpenTimesCache {
  const cagesInService = new NotifiedCache<Made['cages']>(changes, {
    max: 1,
    load: async () => ({ ids: (await listCages(db)).map(({ id }) => id) }),
  })
  // The trigger of `cages` says so on the facility's channel.
  changes.on('facility_changed', () => cagesInService.clear())
  let made: Made | null = null

  return {
    async get() {
      const [now, current, cages] = [clock.now(), await facility.get(), await cagesInService.get('cages')]
      const from = nextStart(now, current.time_zone)
      const days = countedDays(now, current)
      const schedules = await Promise.all(days.map((day) => schedule.peek(day) ?? schedule.get(day)))
      const before =
        made?.facility === current && made.cages === cages && made.from.getTime() === from.getTime()
          ? made
          : null
      if (before && schedules.every((day, index) => day === before.schedules[index])) return before.answer
      const counted = days.map((day, index) => {
        const bytes = schedules[index]
        const known = before?.counted[index]
        if (known && bytes === before?.schedules[index]) return known
        return countDay(day, { facility: current, cageIds: cages.ids, entries: bytes?.entries ?? [], now })
      })
      const answer = compressAnswer(openTimes(counted))
      made = { facility: current, cages, from, schedules, counted, answer }
      return answer
    },
  }
}

/** The first start of a half hour that has not begun: until then the same times are past. */
function nextStart(now: Date, zone: string): Date {
  let minute = Math.ceil(now.getTime() / minuteMs) * minuteMs
  const latest = minute + slotMs
  while (minute < latest && !isAligned(new Date(minute), zone)) minute += minuteMs
  return new Date(minute)
}
