import { sql } from 'kysely'
import type { ListedBooking } from '../../../shared/contract/bookings/bookingLists.ts'
import { type Changeable, refundableCents } from '../../../shared/domain/bookings/changePolicy.ts'
import { refundByRule, terms } from '../../../shared/domain/bookings/terms.ts'
import { dollarsFromCents } from '../../../shared/domain/money/money.ts'
import type { Db } from '../../db/database.ts'
import { kinds } from '../../db/kinds.ts'
import { cardMoneyFor, deskMoneyFor, paidOf } from '../payments/refunds/cardMoney.ts'

/** What could come back of one booking or lesson, in dollars. */
interface Refundable {
  readonly id: string
  readonly refundable_amount: number
  readonly refund_by_rule: number
}

/** What the desk gives back of these bookings where it cancels them now: by its rule, and at most. A class session has none. */
export async function readRefundable(
  db: Db,
  members: readonly ListedBooking[],
  now: Date,
): Promise<Refundable[]> {
  const [first] = members
  if (!first || first.kind === 'class') return []
  const column = kinds[first.kind].item
  const { rows } = await sql<{ id: string; card_money: string | null; desk_money: string }>`
    select named.id, ${cardMoneyFor(column, 'named.id')} as card_money, ${deskMoneyFor(column, 'named.id')} as desk_money
    from unnest(${members.map(({ id }) => id)}::uuid[]) as named (id)`.execute(db)
  const paid = new Map(rows.map((row) => [row.id, paidOf(row)]))
  return members.map(({ id, status, start_time, end_time }) => {
    const money = paid.get(id) ?? { byCard: 0, atDesk: 0 }
    const booked: Changeable = {
      // Only class sessions are active.
      status: status === 'active' ? 'paid' : status,
      start: new Date(start_time),
      end: new Date(end_time),
      // The desk's rule has none.
      cutoffHours: 0,
    }
    const { cents } = refundByRule(terms.desk.refund, booked, money, now)
    return {
      id,
      refundable_amount: dollarsFromCents(refundableCents(money)),
      refund_by_rule: dollarsFromCents(cents),
    }
  })
}
