import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'

/** The lock of a member's reservations. Its key sorts after those of cages, which begin with a hexadecimal digit. */
export const memberLock = (userId: string): string => `member ${userId}`

/**
 * Whether a member would have more reservations coming up than the facility allows at a time (decision 29). A
 * reservation is a cage session that is booked or in a checkout and not over. Call it under `memberLock`.
 *
 * @param more the number of sessions to be booked.
 * @returns `member_reservation_limit`; null within the limit, without a limit, and for customers who are not members.
 */
export async function refuseOverMemberLimit(
  tx: Tx,
  { userId, more, now }: { userId: string; more: number; now: Date },
): Promise<Refusal | null> {
  const at = now.toISOString()
  const { rows } = await sql<{ limit: number; active: number }>`
    select member_reservation_limit as limit, (
      (
        select count(*) from bookings
        where user_id = ${userId} and status <> 'canceled' and end_time > ${at}::timestamptz
      ) + (
        select count(*) from checkout_hold_slots slot
        join checkout_holds hold on hold.id = slot.checkout_hold_id
        where hold.user_id = ${userId} and hold.purpose = 'cage_booking' and hold.status = 'held'
          and hold.expires_at > ${at}::timestamptz
      )
    )::integer as active
    from facility
    where member_reservation_limit is not null and exists (
      select from members where user_id = ${userId}
    )`.execute(tx)
  const [found] = rows
  if (!found || found.active + more <= found.limit) return null
  return refuse('member_reservation_limit', { limit: found.limit, active: found.active })
}
