import { sql } from 'kysely'
import { facilityWallTime } from '../../shared/domain/time/time.ts'
import type { Context } from '../context.ts'
import type { Task } from '../jobs/tasks.ts'
import { makeBackup } from './makeBackup.ts'

/** Between two backups: less than a day, so that the hour stays the same through a change of the clocks. */
const HOURS_BETWEEN = 20

/**
 * Makes a backup once a day from BACKUP_HOUR on, or as soon as Dugout runs again; without BACKUP_TO none. One that failed is tried again
 * at the next quarter of an hour.
 */
export const nightlyBackup = (
  { config, facility, files, log }: Pick<Context, 'config' | 'facility' | 'files' | 'log'>,
  ownerUrl: string,
): Task => ({
  name: 'nightly-backup',
  cron: '*/15 * * * *',
  async run({ db, clock }) {
    const { to, hour, keep } = config.backup
    const now = clock.now()
    const { time_zone } = await facility.get()
    if (to === null || Number(facilityWallTime(now, time_zone).slice(0, 2)) < hour) return
    const since = new Date(now.getTime() - HOURS_BETWEEN * 3_600_000)
    const { rows } =
      await sql`select from backups where made_at > ${since} and problem is null limit 1`.execute(db)
    if (rows.length > 0) return
    try {
      const { name, place, bytes, removed } = await makeBackup(config, { ownerUrl, files, to, keep, now })
      log.info({ name, place, bytes, removed }, 'made a backup and read it back')
    } catch (error) {
      log.error({ err: error }, 'a backup failed; it is tried again in a quarter of an hour')
      throw error
    }
  },
})
