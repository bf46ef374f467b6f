import type { Db } from '../server/db/database.ts'
import { explainedDatabase } from '../server/test/queryPlans.ts'

/** Tables that grow with the years. */
const LARGE = [
  'people_index',
  'profiles',
  'participants',
  'participant_adults',
  'booking_entries',
  'bookings',
  'coach_bookings',
  'class_registrations',
  'payment_transactions',
  'payment_items',
]

/** Which large tables the statements of a read go through from end to end, by PostgreSQL's own account. */
export async function scannedBy(
  url: string,
  read: (db: Db, round: number) => Promise<unknown>,
): Promise<{ statements: number; scanned: string[] }> {
  const { db, costsOf } = explainedDatabase(url, LARGE)
  try {
    const costs = await costsOf(() => read(db, 1))
    return { statements: costs.length, scanned: [...new Set(costs.flatMap(({ scanned }) => scanned))] }
  } finally {
    await db.destroy()
  }
}
