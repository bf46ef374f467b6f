import type { Context } from '../../context.ts'
import {
  CHECK_VIOLATION,
  EXCLUSION_VIOLATION,
  isDatabaseError,
  system,
  transaction,
  UNIQUE_VIOLATION,
} from '../../db/database.ts'
import type { RefundReason } from '../../db/tables/payments.ts'
import { Refusal } from '../../refusal.ts'
import { settlePayment as settle } from './commands/settlePayment.ts'
import type { ProviderEvent } from './events.ts'
import { purchaseContext } from './purchase.ts'
import { type IntentReading, readIntent } from './readIntent.ts'
import { syncRefunds } from './recordRefunds.ts'
import { sendRefunds } from './sendRefunds.ts'

/**
 * Asks the provider about a payment and carries out what follows: books what was paid, sends money back whose
 * place is gone, closes what was given up. Whoever calls it, in whatever order and however often, browser, webhook or
 * job, the end is the same (decision 2), for only the provider's present word counts and each step is taken once.
 *
 * @param event the provider's event that is worked off with it, once.
 * @returns what the provider said; a refusal when it cannot be asked.
 */
export async function settlePayment(
  context: Context,
  intentId: string,
  event?: ProviderEvent,
): Promise<IntentReading | Refusal> {
  const reading = await readIntent(context, intentId)
  if (!(reading instanceof Refusal)) await applyReading(context, reading, event)
  return reading
}

/** The same for an answer that the provider has just given. */
export async function applyReading(
  context: Context,
  reading: IntentReading,
  event?: ProviderEvent,
): Promise<void> {
  const at = await purchaseContext(context)
  const apply = (refused: RefundReason | null) =>
    transaction(context.db, system, (tx) => settle(tx, { reading, event, refused }, at))
  const settled = await apply(null).catch((error: unknown) => {
    const refused = refusedBy(error)
    if (refused === null) throw error
    return apply(refused)
  })
  // Our own readers must not see the day as it was before; other instances hear of it by NOTIFY.
  for (const day of settled.days) context.schedule.drop(day)
  if (settled.refundedThere) await syncRefunds(context, reading.id)
  if (settled.refunds) await sendRefunds(context)
}

/** What may still refuse what the locks let through, and why the money goes back then. */
const refusals: readonly (readonly [sqlState: string, constraint: string, reason: RefundReason])[] = [
  [EXCLUSION_VIOLATION, 'occupancy_cage_free', 'place_gone'],
  [EXCLUSION_VIOLATION, 'occupancy_coach_free', 'place_gone'],
  [CHECK_VIOLATION, 'camp_seats', 'place_gone'],
  [CHECK_VIOLATION, 'class_session_seats', 'place_gone'],
  [UNIQUE_VIOLATION, 'camp_registrations_once', 'duplicate'],
  [UNIQUE_VIOLATION, 'class_registrations_once', 'duplicate'],
]

/** Null for any other error: that is a fault, not an answer, and the payment is tried again until it is mended. */
function refusedBy(error: unknown): RefundReason | null {
  const found = refusals.find(([sqlState, constraint]) => isDatabaseError(error, sqlState, constraint))
  return found?.[2] ?? null
}
