import type { Facility } from '../../../shared/contract/facility.ts'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../db/changes.ts'
import type { Db } from '../../db/database.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'
import { readFacility } from './queries.ts'

export interface FacilityCache {
  get(): Promise<Facility>
}

// Special days that have passed drop out by themselves within this time.
const TTL_MILLISECONDS = 10 * 60_000

/** The facility's data, read once and again after each change to it. */
export function createFacilityCache(db: Db, changes: Changes, clock: Clock): FacilityCache {
  const cache = new NotifiedCache<Facility>(changes, {
    max: 1,
    ttl: TTL_MILLISECONDS,
    load: () => readFacility(db, clock.now()),
  })
  changes.on('facility_changed', () => cache.clear())
  return { get: () => cache.get('facility') }
}
