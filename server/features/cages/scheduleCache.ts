import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Changes } from '../../db/changes.ts'
import type { Db } from '../../db/database.ts'
import { NotifiedCache } from '../../db/notifiedCache.ts'
import type { FacilityCache } from '../facility/facilityCache.ts'
import { readSchedule } from './queries.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const DAYS_KEPT = 400

/** One day's schedule as the bytes that are sent. */
export interface ScheduleBytes {
  readonly etag: string
  readonly identity: Buffer<ArrayBuffer>
  readonly br: Buffer<ArrayBuffer>
  readonly gzip: Buffer<ArrayBuffer>
}

/** The answers of get-public-schedule, kept ready per day until the ledger of that day changes. */
export type ScheduleCache = NotifiedCache<ScheduleBytes>

export function createScheduleCache(db: Db, changes: Changes, facility: FacilityCache): ScheduleCache {
  const load = async (day: string): Promise<ScheduleBytes> => {
    const { time_zone } = await facility.get()
    const identity = Buffer.from(JSON.stringify(await readSchedule(db, day, time_zone)))
    const [br, gz] = await Promise.all([compressBrotli(identity, QUICK_BROTLI), compressGzip(identity)])
    const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    return { etag, identity, br, gzip: gz }
  }
  const cache = new NotifiedCache<ScheduleBytes>(changes, { max: DAYS_KEPT, load })
  changes.on('schedule_changed', (day) => cache.drop(day))
  // The time zone decides what belongs to a day.
  changes.on('facility_changed', () => cache.clear())
  return cache
}
