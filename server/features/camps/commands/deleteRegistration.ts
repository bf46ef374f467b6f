import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type Acting, keepOverrideReason, underTerms } from '../../payments/changes/actingTerms.ts'
import { isRecordOfSale, nothingBack, type RefundChoice } from '../../payments/changes/settleChange.ts'
import { findPayable } from '../../payments/payables.ts'
import { type LoadedRegistration, lockRegistration } from '../staffRegistrations.ts'
import { cancelForStaff, type RegistrationUpdated } from './updateRegistration.ts'

/**
 * Deletes a registration. One that is not canceled is canceled first: what is owed comes back, its person is told, an open
 * checkout for it is over and the seat is free. What was paid for a camp that has begun is the record of a sale, which the terms
 * may keep. Its payments stay, and the audit log has the row.
 *
 * @returns what comes back, or what is in the way.
 */
export async function deleteRegistration(
  tx: Tx,
  seen: LoadedRegistration,
  acting: Acting,
  refund: RefundChoice,
): Promise<RegistrationUpdated | Refusal> {
  const { at, terms } = acting
  const { table, id, kind, status } = seen
  const payable = await findPayable(tx, { kind, id })
  if (!payable) return refuse('registration_not_found')
  const isSale = await isRecordOfSale(tx, { table, id, status, start: payable.starts_at }, at.now)
  const refusal = underTerms(terms, 'record', isSale ? refuse('sale_kept') : null)
  if (refusal) return refusal
  const canceled =
    status === 'canceled' || isSale
      ? { back: nothingBack, buyers: [] }
      : await cancelForStaff(tx, seen, refund, acting)
  if (canceled instanceof Refusal) return canceled
  const before = await lockRegistration(tx, seen)
  if (!before) return refuse('registration_not_found')
  if (before.status !== (isSale ? status : 'canceled')) return refuse('changed_meanwhile')
  await keepOverrideReason(tx, terms)
  await tx.deleteFrom(table).where('id', '=', id).execute()
  return canceled
}
