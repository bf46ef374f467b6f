import type { Config } from '../config.ts'
import { createDb, createPool } from '../db/database.ts'
import { CannotPutBack, putEverythingBack } from '../features/people/everything/putBack.ts'
import { createFileStorage } from '../integrations/storage/fileStorage.ts'
import { administer, withDatabaseUrl } from './administer.ts'
import { UsageError } from './usageError.ts'

/** Puts a zip of everything into this facility, which must be empty, and says what there is now. */
export async function putBack(config: Config, path: string): Promise<void> {
  // A database of now, whose tables are made.
  await administer(config, async () => {})
  await withDatabaseUrl(config, async (url) => {
    const db = createDb(createPool(url, 1))
    try {
      const counts = await putEverythingBack(db, createFileStorage(config), path)
      const count = (table: string, one: string) => `${counts.get(table) ?? 0} ${one}`
      const parts = [
        count('profiles', 'people'),
        count('bookings', 'bookings'),
        count('payment_transactions', 'payments'),
      ]
      process.stdout.write(`Everything is here: ${parts.join(', ')}.\n`)
      process.stdout.write(
        'Nobody has a password yet. Make yourself an admin again: npm run admin -- create <your email>\n',
      )
    } catch (error) {
      throw error instanceof CannotPutBack ? new UsageError(`${error.message}\n`) : error
    } finally {
      await db.destroy()
    }
  })
}
