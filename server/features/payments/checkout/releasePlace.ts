import type { PayableItem } from '../../../../shared/contract/payments/staffPayments.ts'
import type { Tx } from '../../../db/database.ts'
import { type Refusal, refuse } from '../../../refusal.ts'
import type { Acting } from '../changes/actingTerms.ts'
import type { CustomerRefund } from '../changes/settleChange.ts'

/**
 * Cancels a booking or lesson with a refund of so many cents, and tells its person as the terms say. The feature that has it
 * implements it; the composition root puts them together (server/features.ts).
 */
export type ReleasePlace = (
  tx: Tx,
  thing: PayableItem,
  cents: number,
  acting: Acting,
) => Promise<CustomerRefund | Refusal>

/** One for every kind; registrations are canceled by payments themselves. */
export const releasePlaces =
  (byKind: Partial<Record<PayableItem['kind'], ReleasePlace>>): ReleasePlace =>
  async (tx, thing, cents, acting) => {
    const release = byKind[thing.kind]
    return release ? release(tx, thing, cents, acting) : refuse('payable_not_found')
  }
