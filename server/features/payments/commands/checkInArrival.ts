import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { type AttendedKind, checkIn } from '../desk/attendance.ts'
import { lockPayables, type Payable } from '../payables.ts'
import { takeDeskPayment } from './takeDeskPayment.ts'

interface Arriving {
  readonly kind: AttendedKind
  readonly id: string
  /** Dollars that were shown as due; compared, never trusted. */
  readonly amount?: number | undefined
}

/**
 * Checks one customer in, with what is due taken at the same time where `method` says how: all of it or nothing. Who is checked
 * in already stays so; a payment that somebody else took in the meantime is refused, so money is never taken twice.
 *
 * @returns the customer and what was taken, in cents; or what `takeDeskPayment` and `attendanceNoted` refuse.
 */
export async function checkInArrival(
  tx: Tx,
  arrival: { items: readonly Arriving[]; method: DeskPaymentMethod | null; by: string },
  now: Date,
): Promise<{ customer: Payable; cents: number } | Refusal> {
  const { items, method, by } = arrival
  const found = (await lockPayables(tx, items)).filter((payable) => payable !== undefined)
  const [customer] = found
  if (!customer || found.length < new Set(items.map(({ id }) => id)).size) return refuse('payable_not_found')
  const taken = method ? await takeDeskPayment(tx, { items, method, note: null, by }, now) : null
  if (taken instanceof Refusal) return taken
  for (const { id } of found) {
    const kind = items.find((item) => item.id === id)?.kind ?? 'booking'
    const refused = await checkIn(tx, kind, id, now)
    if (refused) return refused
  }
  return { customer, cents: taken?.cents ?? 0 }
}
