import type { Context } from '../../context.ts'
import {
  CHECK_VIOLATION,
  EXCLUSION_VIOLATION,
  isDatabaseError,
  system,
  transaction,
  UNIQUE_VIOLATION,
} from '../../db/database.ts'
import { Refusal } from '../../refusal.ts'
import { settlePayment as settle } from './commands/settlePayment.ts'
import type { ProviderEvent } from './events.ts'
import { occasionNow } from './occasion.ts'
import { type IntentReading, readIntent } from './readIntent.ts'
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
  const at = await occasionNow(context)
  const apply = (placeGone: boolean) =>
    transaction(context.db, system, (tx) => settle(tx, { reading, event, placeGone }, at))
  let settled: Awaited<ReturnType<typeof apply>>
  try {
    settled = await apply(false)
  } catch (error) {
    if (!isPlaceGone(error)) throw error
    // A constraint refused what the locks let through: the place is someone else's, so the money goes back.
    settled = await apply(true)
  }
  // Our own readers must not see the day as it was before; other instances hear of it by NOTIFY.
  for (const day of settled.days) context.schedule.drop(day)
  if (settled.refunds) await sendRefunds(context)
}

const isPlaceGone = (error: unknown): boolean =>
  isDatabaseError(error, EXCLUSION_VIOLATION) ||
  isDatabaseError(error, UNIQUE_VIOLATION) ||
  isDatabaseError(error, CHECK_VIOLATION, 'camp_seats') ||
  isDatabaseError(error, CHECK_VIOLATION, 'class_session_seats')
