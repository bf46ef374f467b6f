import type { Context } from '../../context.ts'
import { EXCLUSION_VIOLATION, isDatabaseError, system, transaction } from '../../db/database.ts'
import type { RefundReason } from '../../db/tables/payments.ts'
import { Refusal } from '../../refusal.ts'
import { settlePayment as settle } from './commands/settlePayment.ts'
import type { ProviderEvent } from './events.ts'
import { type ConstraintRefusal, type Products, purchaseContext } from './purchase.ts'
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

/** The ledger's constraints; each product has its own besides. */
const ledgerRefusals: readonly ConstraintRefusal[] = [
  [EXCLUSION_VIOLATION, 'occupancy_cage_free', 'place_gone'],
  [EXCLUSION_VIOLATION, 'occupancy_coach_free', 'place_gone'],
]

/** Null for any other error: that is a fault, not an answer, and the payment is tried again until it is mended. */
function refusedBy({ all }: Products, error: unknown): RefundReason | null {
  const known = [...ledgerRefusals, ...all.flatMap((product) => product.refusedBy)]
  const found = known.find(([sqlState, constraint]) => isDatabaseError(error, sqlState, constraint))
  return found?.[2] ?? null
}
