import type { Db } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { listCages } from '../cages/queries.ts'
import { overlappingOccupancy } from '../places/occupancy.ts'
import { takenSlots } from './commands/createBooking.ts'
import type { RequestedSession } from './requestedSessions.ts'

/** The constraint refused what the lock let through: some writer took no lock. The answer is the same. */
export async function refuseTaken(db: Db, sessions: readonly RequestedSession[]): Promise<Refusal> {
  const [taken, cages] = await Promise.all([overlappingOccupancy(db, sessions), listCages(db)])
  const names = new Map(cages.map(({ id, name }) => [id, name]))
  const named = sessions.map((session) => ({ ...session, cageName: names.get(session.cageId) ?? '' }))
  return refuse('slots_taken', { slots: takenSlots(named, taken) })
}
