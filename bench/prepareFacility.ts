import { createDb, createPool } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { noLimits } from '../server/features/facility/limits.ts'
import { seedFacility } from '../server/seed/facility.ts'
import { addCages } from '../server/test/factories.ts'
import { addCustomers } from './customers.ts'

/**
 * Migrates an empty database and creates a facility with cages and customers.
 *
 * @param count.limits whether the facility's limits apply; without them a few customers can book everything.
 */
export async function prepareFacility(
  url: string,
  count: { cages: number; customers: number; limits: boolean },
) {
  const pool = createPool(url, 1)
  const db = createDb(pool)
  await migrate(pool)
  await seedFacility(db)
  if (!count.limits) await db.updateTable('facility').set(noLimits).execute()
  const cageIds = await addCages(db, count.cages)
  const customers = await addCustomers(db, count.customers)
  await db.destroy()
  return { cageIds, customers }
}
