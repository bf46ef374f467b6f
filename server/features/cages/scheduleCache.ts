import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Clock } from '../../clock.ts'
import type { Changes } from '../../db/changes.ts'
import type { Db } from '../../db/database.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'
import type { FacilityCache } from '../facility/facilityCache.ts'
import { readSchedule } from './queries.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const DAYS_KEPT = 400

/** One day's schedule, serialized and compressed. */
export interface ScheduleBytes {
  readonly etag: string
  /** When the day expires without a notification, because a hold expires. */
  readonly until: Date | null
  readonly identity: Buffer<ArrayBuffer>
  readonly br: Buffer<ArrayBuffer>
  readonly gzip: Buffer<ArrayBuffer>
}

/** The answers of get-public-schedule, cached per day until its ledger changes or a hold in it expires. */
export type ScheduleCache = NotifiedCache<ScheduleBytes>

export function createScheduleCache(
  db: Db,
  changes: Changes,
  facility: FacilityCache,
  clock: Clock,
): ScheduleCache {
  const load = async (day: string): Promise<ScheduleBytes> => {
    const { time_zone } = await facility.get()
    const { entries, until } = await readSchedule(db, { day, timeZone: time_zone, now: clock.now() })
    const identity = Buffer.from(JSON.stringify(entries))
    const [br, gz] = await Promise.all([compressBrotli(identity, QUICK_BROTLI), compressGzip(identity)])
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    return { etag, until, identity, br, gzip: gz }
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
