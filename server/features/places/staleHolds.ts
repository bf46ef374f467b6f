import type { Context } from '../../context.ts'
import { type Db, system, transaction } from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { clearPlaces, type HeldSlot, lockPlaces } from './places.ts'

const taken: readonly string[] = ['slots_taken', 'lesson_time_taken', 'no_free_cage']

/**
 * Books, and books again where what stood in the way was only a hold whose time is over or the buyer's own abandoned
 * checkout (decision 16). Those are looked for after a refusal alone, so booking itself is not slower for them.
 *
 * @param userId null for guests, who have no checkout that could be known as theirs.
 */
export async function despiteStaleHolds<Outcome>(
  context: Context,
  of: { slots: readonly HeldSlot[]; userId: string | null },
  attempt: () => Promise<Outcome | Refusal>,
): Promise<Outcome | Refusal> {
  const outcome = await attempt()
  if (!(outcome instanceof Refusal) || !taken.includes(outcome.code)) return outcome
  return (await freeStaleHolds(context, of)) ? attempt() : outcome
}

async function freeStaleHolds(
  context: Context,
  { slots, userId }: { slots: readonly HeldSlot[]; userId: string | null },
): Promise<boolean> {
  const now = context.clock.now()
  if (!(await hasStaleHolds(context.db, userId, now))) return false
  const { time_zone } = await context.facility.get()
  const places = { slots, seats: [] }
  const freed = await transaction(context.db, system, async (tx) => {
    await lockPlaces(tx, places, time_zone)
    return clearPlaces(tx, places, { userId }, now)
  })
  if (freed) context.holdsReleased(userId)
  return freed
}

/** A look without locks: nearly everybody who is too late lost to a booking, and need not queue for the place once more. */
async function hasStaleHolds(db: Db, userId: string | null, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('checkout_holds')
    .select('id')
    .where('status', '=', 'held')
    .where(({ or, eb }) =>
      or([eb('expires_at', '<=', now), ...(userId === null ? [] : [eb('user_id', '=', userId)])]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
