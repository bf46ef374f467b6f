import type { Tx } from '../../db/database.ts'
import { task } from '../../jobs/tasks.ts'
import { endExpiredHolds } from './occupancy.ts'
import type { Places } from './places.ts'

/** The parts of a hold that never change: purpose, details, customer and places. */
export async function readHold(tx: Tx, holdId: string) {
  const [hold, slots, seats] = await Promise.all([
    tx
      .selectFrom('checkout_holds')
      .select(['purpose', 'details', 'user_id'])
      .where('id', '=', holdId)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('checkout_hold_slots')
      .select(['cage_id', 'coach_id', 'start_time', 'end_time'])
      .where('checkout_hold_id', '=', holdId)
      .execute(),
    tx
      .selectFrom('checkout_hold_seats')
      .select(['camp_id', 'class_instance_id', 'participant_id'])
      .where('checkout_hold_id', '=', holdId)
      .execute(),
  ])
  const places: Places = {
    slots: slots.map((slot) => ({
      cageId: slot.cage_id,
      coachId: slot.coach_id,
      start: slot.start_time,
      end: slot.end_time,
    })),
    seats: seats.flatMap<Places['seats'][number]>(({ camp_id, class_instance_id, participant_id }) => {
      if (camp_id) return [{ campId: camp_id, participantId: participant_id }]
      return class_instance_id ? [{ classInstanceId: class_instance_id, participantId: participant_id }] : []
    }),
  }
  return { purpose: hold.purpose, details: hold.details, userId: hold.user_id, places }
}

/** Whether the hold still holds its places; locks it until the transaction ends. */
export async function isHeld(tx: Tx, holdId: string): Promise<boolean> {
  const { status } = await tx
    .selectFrom('checkout_holds')
    .select('status')
    .where('id', '=', holdId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return status === 'held'
}

/** Ends a hold: its places are free. */
export const endHold = (tx: Tx, holdId: string, status: 'completed' | 'released') =>
  tx.updateTable('checkout_holds').set({ status }).where('id', '=', holdId).execute()

export const expireHolds = task('expire-checkout-holds', '* * * * *', endExpiredHolds)
