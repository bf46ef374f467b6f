import { pino } from 'pino'
import type { Config } from '../config.ts'
import { type Db, system, transaction } from '../db/database.ts'
import { discardAvatar } from '../features/coaches/avatar.ts'
import { createFileStorage } from '../integrations/storage/fileStorage.ts'
import { forgetDemo } from '../seed/forgetDemo.ts'
import { UsageError } from './usageError.ts'

/** Removes the demo's people and data, and says what stays. */
export async function removeDemo(db: Db, config: Config): Promise<void> {
  const done = await transaction(db, system, forgetDemo)
  if (!done) {
    throw new UsageError(
      'Nobody but the demo could run the facility. Create your own admin first: npm run admin -- create you@example.com',
    )
  }
  const storage = { files: createFileStorage(config), log: pino({ level: 'warn' }, pino.destination(2)) }
  for (const path of done.pictures) await discardAvatar(storage, path)
  const lines = [`Removed the demo: ${done.people} people, and what was theirs.`]
  if (done.kept.length > 0) {
    lines.push(
      `Kept, because you changed or used it: ${done.kept.join(', ')}. Delete in the back office what you do not need.`,
    )
  }
  lines.push('The doors are closed: open them from the list on your first page.')
  process.stdout.write(`${lines.join('\n')}\n`)
}
