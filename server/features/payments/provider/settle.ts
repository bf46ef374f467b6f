import type { Context } from '../../../context.ts'
import {
  CHECK_VIOLATION,
  EXCLUSION_VIOLATION,
  isDatabaseError,
  system,
  transaction,
} from '../../../db/database.ts'
import type { RefundReason } from '../../../db/tables/payments.ts'
import { Refusal } from '../../../refusal.ts'
import { settlePayment as settle } from '../commands/settlePayment.ts'
import { type ConstraintRefusal, type Products, purchaseContext } from '../purchase.ts'
import { syncRefunds } from '../refunds/recordRefunds.ts'
import { sendRefunds } from '../refunds/sendRefunds.ts'
import type { ProviderEvent } from './events.ts'
import { type IntentReading, readIntent } from './readIntent.ts'

/**
 * Reads a payment at the provider and applies the result: books what was paid, refunds what can no longer be booked,
 * closes what was canceled. Browser, webhook and job may call it in any order and repeatedly with the same end (decision
 * 2): only the provider's present state counts, and each step happens once.
 *
 * @param event the provider's event that is handled with it, once.
 * @returns the provider's reading; a refusal when it cannot be reached.
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

/** The same for a reading that the provider has just given. */
export async function applyReading(
  context: Context,
  reading: IntentReading,
  event?: ProviderEvent,
): Promise<void> {
  const at = await purchaseContext(context)
  const apply = (refused: RefundReason | null) =>
    transaction(context.db, system, (tx) =>
      settle(tx, { reading, event, refused, products: context.products }, at),
    )
  const settled = await apply(null).catch((error: unknown) => {
    const refused = refusedBy(context.products, error)
    if (refused === null) throw error
    return apply(refused)
  })
  // Our own readers must not see the day as it was before; other instances hear of it by NOTIFY.
  for (const day of settled.days) context.schedule.drop(day)
  if (settled.refundedThere) await syncRefunds(context, reading.id)
  if (settled.refunds) await sendRefunds(context)
}

/** Constraints of the ledger and of households; each product has its own besides. */
const ledgerRefusals: readonly ConstraintRefusal[] = [
  [EXCLUSION_VIOLATION, 'occupancy_cage_free', 'place_gone'],
  [EXCLUSION_VIOLATION, 'occupancy_coach_free', 'place_gone'],
  // The buyer is no longer an adult of someone who was to take part.
  [CHECK_VIOLATION, 'participant_of_household', 'place_gone'],
]

/** Null for any other error: that is a bug, and the payment is retried until it is fixed. */
function refusedBy({ all }: Products, error: unknown): RefundReason | null {
  const known = [...ledgerRefusals, ...all.flatMap((product) => product.refusedBy)]
  const found = known.find(([sqlState, constraint]) => isDatabaseError(error, sqlState, constraint))
  return found?.[2] ?? null
}
