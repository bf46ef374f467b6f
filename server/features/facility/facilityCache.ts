import type { Facility } from '../../../shared/contract/facility/facility.ts'
import { writeDatesIn } from '../../../shared/domain/time/timeFormat.ts'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../db/changes.ts'
import type { Db } from '../../db/database.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'
import { type Limits, readLimits } from './limits.ts'
import { readFacility } from './queries.ts'

export interface FacilityCache {
  get(): Promise<Facility>
  limits(): Promise<Limits>
}

// Past special days disappear within this time.
const TTL_MILLISECONDS = 10 * 60_000

/** The facility's data, cached until it changes. */
export function createFacilityCache(db: Db, changes: Changes, clock: Clock): FacilityCache {
  const cache = new NotifiedCache<Facility>(changes, {
    max: 1,
    ttl: TTL_MILLISECONDS,
    load: async () => {
      const facility = await readFacility(db, clock.now())
      writeDatesIn(facility.date_language)
      return facility
    },
  })
  const limits = new NotifiedCache<Limits>(changes, {
    max: 1,
    ttl: TTL_MILLISECONDS,
    load: () => readLimits(db),
  })
  changes.on('facility_changed', () => {
    cache.clear()
    limits.clear()
  })
  return { get: () => cache.get('facility'), limits: () => limits.get('limits') }
}
