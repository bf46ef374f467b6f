import { slotsOf } from '../../../shared/domain/bookings/slots.ts'
import { minuteMs } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { listCages } from '../cages/queries.ts'
import { type CageTime, overlappingOccupancy } from './occupancy.ts'
import type { HeldSlot } from './places.ts'

/** The half-hour slots of what was asked for that something else holds: the details of `slots_taken`. */
export function takenSlots(
  asked: readonly (CageTime & { readonly cageName: string })[],
  taken: readonly CageTime[],
) {
  return asked.flatMap((session) =>
    slotsOf({ startTime: session.start, endTime: session.end })
      .map((start) => ({ start, end: new Date(start.getTime() + 30 * minuteMs) }))
      .filter(({ start, end }) =>
        taken.some((time) => time.cageId === session.cageId && time.start < end && start < time.end),
      )
      .map(({ start, end }) => ({
        cage_id: session.cageId,
        cage_name: session.cageName,
        start_time: start.toISOString(),
        end_time: end.toISOString(),
      })),
  )
}

/** `slots_taken`, after the constraint refused and the transaction is over: names the slots as the command would have. */
export async function refuseTakenSlots(db: Db, slots: readonly HeldSlot[]): Promise<Refusal> {
  const asked = slots.flatMap(({ cageId, start, end }) => (cageId === null ? [] : [{ cageId, start, end }]))
  const [taken, cages] = await Promise.all([overlappingOccupancy(db, asked), listCages(db)])
  const names = new Map(cages.map(({ id, name }) => [id, name]))
  const named = asked.map((session) => ({ ...session, cageName: names.get(session.cageId) ?? '' }))
  return refuse('slots_taken', { slots: takenSlots(named, taken) })
}
