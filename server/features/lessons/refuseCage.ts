import type { LessonTime } from '../../../shared/domain/lessons/lessons.ts'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { overlappingOccupancy } from '../places/occupancy.ts'
import { takenSlots } from '../places/takenSlots.ts'

/**
 * Why a cage that was asked for cannot be had: it is not in service, or something has it, which the answer names by its
 * slots. Call it under the cage's lock.
 *
 * @param movingId the lesson that is to be moved there: its own time does not stand in its way.
 */
export async function refuseCage(
  tx: Tx,
  cageId: string,
  { start, end }: LessonTime,
  movingId: string | null = null,
): Promise<Refusal> {
  const cage = await tx
    .selectFrom('cages')
    .select('name')
    .where('id', '=', cageId)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!cage) return refuse('cage_not_found', { cage_id: cageId })
  const wanted = { cageId, start, end }
  const taken = await overlappingOccupancy(tx, [wanted], movingId)
  return refuse('slots_taken', { slots: takenSlots([{ ...wanted, cageName: cage.name }], taken) })
}
