import { sql } from 'kysely'
import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { PayableKind } from '../../../../shared/contract/payments/staffPayments.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { kinds } from '../../../db/kinds.ts'
import { Refusal, refuse } from '../../../refusal.ts'

/** What was noted, as staff are told. */
export const attendanceWords = {
  checked_in: 'checked in',
  late: 'late',
  no_show: 'no-show',
  none: 'nothing is noted',
} as const

/** What came of checking in everybody else. */
export const checkedInText = (count: number): string =>
  `${count === 0 ? 'Nobody else is' : count === 1 ? '1 person is' : `${count} people are`} checked in.`

/** Something booked, as far as it decides what may be noted of who came. */
interface Attended {
  readonly status: BookingStatus
  readonly start: Date
  readonly attendance: Attendance | null
}

/**
 * The columns of a note of who came to a booking or lesson. People check in on its facility day, and nobody is absent before
 * the start (decision record 039).
 *
 * @returns null where that is there already; or `already_canceled`, `not_begun`, `check_in_too_early`.
 */
export async function attendanceNoted(
  db: Db,
  booked: Attended,
  attendance: Attendance | null,
  now: Date,
): Promise<{ attendance: Attendance | null; attendance_at: Date | null } | null | Refusal> {
  if (booked.status === 'canceled') return refuse('already_canceled')
  if (booked.attendance === attendance) return null
  if (attendance === null) return { attendance, attendance_at: null }
  const { refusal } = await db
    .selectNoFrom(
      sql<string | null>`attendance_refusal(${attendance}, ${now}, ${booked.start})`.as('refusal'),
    )
    .executeTakeFirstOrThrow()
  if (refusal === 'attendance_after_start') return refuse('not_begun')
  if (refusal !== null) return refuse('check_in_too_early')
  return { attendance, attendance_at: now }
}

/** What people come to by themselves. */
export type AttendedKind = 'booking' | 'guest_booking' | 'lesson'

export const isAttended = (kind: PayableKind): kind is AttendedKind =>
  kind === 'booking' || kind === 'guest_booking' || kind === 'lesson'

/** Checks in who comes to a booking or lesson; who is in already stays so. Or what `attendanceNoted` refuses. */
export async function checkIn(
  tx: Tx,
  kind: AttendedKind,
  id: string,
  now: Date,
): Promise<Refusal | undefined> {
  const payable = await tx
    .selectFrom('payables')
    .select(['status', 'starts_at', 'attendance'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const status = payable.status === 'registered' ? 'pending payment' : payable.status
  const before = { status, start: payable.starts_at, attendance: payable.attendance }
  const noted = await attendanceNoted(tx, before, 'checked_in', now)
  if (noted instanceof Refusal) return noted
  if (noted)
    await sql`
      update ${sql.table(kinds[kind].table)} set attendance = ${noted.attendance}, attendance_at = ${noted.attendance_at} where id = ${id}`.execute(
      tx,
    )
  return undefined
}
