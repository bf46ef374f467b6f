import { createDb, createPool } from '../server/db/database.ts'
import { migrate } from '../server/db/migrate.ts'
import { seedFacility } from '../server/seed/facility.ts'
import { addCages } from '../server/test/factories.ts'
import { addCustomers } from './customers.ts'

/** Migrates an empty database and puts a facility in it, with cages to book and customers to book them. */
export async function prepareFacility(url: string, count: { cages: number; customers: number }) {
  const pool = createPool(url, 1)
  const db = createDb(pool)
  await migrate(pool)
  await seedFacility(db)
  const cageIds = await addCages(db, count.cages)
  const customers = await addCustomers(db, count.customers)
  await db.destroy()
  return { cageIds, customers }
}
