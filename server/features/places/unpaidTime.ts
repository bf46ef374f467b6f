/** How much unpaid cage and lesson time one customer may have booked (decision record 018). */

import { sql } from 'kysely'
import type { Facility } from '../../../shared/contract/facility/facility.ts'
import type { UnpaidTimeDetails } from '../../../shared/domain/facility/limitTexts.ts'
import { CHECK_VIOLATION, type Db, isDatabaseError } from '../../db/database.ts'
import { type Refusal, refuse } from '../../refusal.ts'

/**
 * The lock under which an account's unpaid time is counted. Its key sorts before those of cages and coaches, which
 * begin with hexadecimal digits, so there is no deadlock. The database's own check takes the same lock.
 */
export const personLock = (userId: string): string => `#person ${userId}`

export interface UnpaidTimeWanted {
  readonly customerId: string
  readonly minutes: number
  /** Whether the same time could be paid by card. */
  readonly payByCard: boolean
}

/**
 * `unpaid_hours_limit` if so many more minutes would exceed the customer's limit, else null. Call it under
 * `personLock`.
 */
export async function refuseUnpaidTime(
  db: Db,
  { customerId, minutes, payByCard }: UnpaidTimeWanted,
  { facility, now }: { facility: Pick<Facility, 'phone'>; now: Date },
): Promise<Refusal | null> {
  const { rows } = await sql<{ open_minutes: number | null; most_minutes: number | null }>`
    select open_minutes, most_minutes
    from unpaid_time_exceeded(${customerId}::uuid, ${minutes}::integer, ${now.toISOString()}::timestamptz)`.execute(
    db,
  )
  const [found] = rows
  if (!found || found.open_minutes === null || found.most_minutes === null) return null
  return refuse('unpaid_hours_limit', {
    limit_minutes: found.most_minutes,
    open_minutes: found.open_minutes,
    requested_minutes: minutes,
    pay_by_card: payByCard,
    phone: facility.phone,
  } satisfies UnpaidTimeDetails)
}

/** Whether the database's own check refused: a writer forgot the lock, or the two clocks differ. */
export const isUnpaidTimeRefused = (error: unknown): boolean =>
  isDatabaseError(error, CHECK_VIOLATION, 'unpaid_time')
