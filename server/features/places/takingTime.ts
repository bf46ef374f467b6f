import type { ErrorCode } from '../../../shared/contract/errors.ts'
import type { Role } from '../../../shared/contract/fields.ts'
import { facilityDay } from '../../../shared/domain/time/time.ts'
import type { Context } from '../../context.ts'
import { type Db, EXCLUSION_VIOLATION, isDatabaseError, system, transaction } from '../../db/database.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { clearPlaces, type HeldSlot, lockPlaces } from './places.ts'
import { refuseTakenSlots } from './takenSlots.ts'
import { nameWhatIsThere } from './whatIsThere.ts'

/** What an attempt says of itself before it waits for locks; what is said last counts. */
export interface TimeWanted {
  /**
   * The time of cages and coaches that is about to be taken; a cage that is chosen under the locks is left out.
   *
   * @param movingIds the bookings or lessons that are moved there.
   */
  takes(slots: readonly HeldSlot[], ...movingIds: readonly string[]): void
  /** The time that becomes free by a move, a cancellation or a deletion. */
  frees(slots: readonly HeldSlot[]): void
}

/** Codes that say that something else has the time. */
const takenCodes: readonly string[] = ['slots_taken', 'lesson_time_taken', 'no_free_cage']

/**
 * Runs what takes or frees time of cages and coaches, and does what all of it needs:
 *
 * - The ledger's exclusion constraint has the last word. It refuses what the locks let through, because some writer took
 *   no lock; the answer is the same as the command's, and names the slots.
 * - Where only a hold stood in the way whose time is over, or the person's own abandoned checkout, that is released and
 *   the attempt made once more (decision 16). This is looked for only after a refusal, so booking is not slower for it.
 * - This instance's own readers do not see the days as they were. Other instances hear of it by NOTIFY.
 *
 * @param of.userId whose abandoned checkout may be released: null for guests, whose checkouts are not known, and for staff,
 * who do not end a customer's.
 * @param of.taken the code of the constraint's refusal: a lesson's is about its coach as well.
 * @param of.namesFor the role of the staff who ask: the desk and admins are told what has the time, nobody else is.
 */
export async function takingTime<Outcome>(
  context: Context,
  {
    userId,
    taken = 'slots_taken',
    namesFor,
  }: { userId: string | null; taken?: ErrorCode | undefined; namesFor?: Role | undefined },
  attempt: (time: TimeWanted) => Promise<Outcome | Refusal>,
): Promise<Outcome | Refusal> {
  const first = await attemptOnce(context, attempt, taken)
  if (!isTaken(first.outcome)) return first.outcome
  const again = await releaseStaleHolds(context, first.slots, userId)
  const { outcome, slots, movingIds } = again ? await attemptOnce(context, attempt, taken) : first
  const mayName = namesFor === 'desk' || namesFor === 'admin'
  return mayName && isTaken(outcome) ? nameWhatIsThere(context, outcome, slots, movingIds) : outcome
}

const isTaken = (outcome: unknown): outcome is Refusal =>
  outcome instanceof Refusal && takenCodes.includes(outcome.code)

interface Attempted<Outcome> {
  outcome: Outcome | Refusal
  slots: readonly HeldSlot[]
  movingIds: readonly string[]
}

async function attemptOnce<Outcome>(
  context: Context,
  attempt: (time: TimeWanted) => Promise<Outcome | Refusal>,
  taken: ErrorCode,
): Promise<Attempted<Outcome>> {
  let movingIds: readonly string[] = []
  let slots: readonly HeldSlot[] = []
  let freed: readonly HeldSlot[] = []
  try {
    const outcome = await attempt({
      takes(wanted, ...moving) {
        slots = wanted
        movingIds = moving
      },
      frees(given) {
        freed = given
      },
    })
    return { outcome, slots, movingIds }
  } catch (error) {
    if (!isDatabaseError(error, EXCLUSION_VIOLATION)) throw error
    const outcome = taken === 'slots_taken' ? await refuseTakenSlots(context.db, slots) : refuse(taken)
    return { outcome, slots, movingIds }
  } finally {
    const { time_zone } = await context.facility.get()
    const days = new Set([...slots, ...freed].map(({ start }) => facilityDay(start, time_zone)))
    for (const day of days) context.schedule.drop(day)
  }
}

async function releaseStaleHolds(
  context: Context,
  slots: readonly HeldSlot[],
  userId: string | null,
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
