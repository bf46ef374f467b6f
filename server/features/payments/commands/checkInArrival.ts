import { sql } from 'kysely'
import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { DeskPaymentMethod } from '../../../../shared/contract/payments/staffPayments.ts'
import type { Tx } from '../../../db/database.ts'
import { kinds } from '../../../db/kinds.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { attendanceNoted } from '../desk/attendance.ts'
import { lockPayables, type Payable } from '../payables.ts'
import { type TakenPayment, takeDeskPayment } from './takeDeskPayment.ts'

interface Arriving {
  readonly kind: 'booking' | 'guest_booking' | 'lesson'
  readonly id: string
  /** Dollars that were shown as due; compared, never trusted. */
  readonly amount?: number | undefined
}

/**
 * Checks one customer in, with what is due taken at the same time where `method` says how: all of it or nothing. Who is checked
 * in already stays so; a payment that somebody else took in the meantime is refused, so money is never taken twice.
 *
 * @returns the customer and the payments; or what `takeDeskPayment` and `attendanceNoted` refuse.
 */
export async function checkInArrival(
  tx: Tx,
  arrival: { items: readonly Arriving[]; method: DeskPaymentMethod | null; by: string },
  now: Date,
): Promise<{ customer: Payable; payments: TakenPayment[] } | Refusal> {
  const { items, method, by } = arrival
  const found = (await lockPayables(tx, items)).filter((payable) => payable !== undefined)
  const [customer] = found
  if (!customer || found.length < new Set(items.map(({ id }) => id)).size) return refuse('payable_not_found')
  const taken = method ? await takeDeskPayment(tx, { items, method, note: null, by }, now) : { payments: [] }
  if (taken instanceof Refusal) return taken
  for (const { id } of found) {
    const kind = items.find((item) => item.id === id)?.kind ?? 'booking'
    const refused = await checkIn(tx, kind, id, now)
    if (refused) return refused
  }
  return { customer, payments: taken.payments }
}

async function checkIn(tx: Tx, kind: Arriving['kind'], id: string, now: Date): Promise<Refusal | undefined> {
  const payable = await tx
    .selectFrom('payables')
    .select(['status', 'starts_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const table = sql.table(kinds[kind].table)
  const { rows } = await sql<{ attendance: Attendance | null }>`
    select attendance from ${table} where id = ${id}`.execute(tx)
  const status = payable.status === 'registered' ? 'pending payment' : payable.status
  const before = { status, start: payable.starts_at, attendance: rows[0]?.attendance ?? null }
  const noted = await attendanceNoted(tx, before, 'checked_in', now)
  if (noted instanceof Refusal) return noted
  if (noted)
    await sql`
      update ${table} set attendance = ${noted.attendance}, attendance_at = ${noted.attendance_at} where id = ${id}`.execute(
      tx,
    )
  return undefined
}
