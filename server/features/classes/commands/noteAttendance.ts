import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import { startOf } from '../../../../shared/domain/programs/classSessions.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { LoadedRow } from '../../payments/changes/whatChanged.ts'
import { attendanceNoted } from '../../payments/desk/attendance.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { isKeptOut } from '../../waivers/queries.ts'

/** A seat, locked, as far as it decides what may be noted of who came. */
export interface SeatToNote extends LoadedRow {
  readonly status: 'registered' | 'paid' | 'canceled'
  readonly attendance: Attendance | null
  readonly participant_id: string | null
  readonly class_date: string
  readonly start_time: string
}

/** Locks a registration until the transaction ends; undefined when there is none with this id. */
export async function lockSeat(tx: Tx, id: string): Promise<SeatToNote | undefined> {
  const seat = await tx
    .selectFrom('class_registrations as seat')
    .innerJoin('class_instances as session', 'session.id', 'seat.class_instance_id')
    .select(['seat.id', 'seat.version', 'seat.status', 'seat.attendance', 'seat.participant_id'])
    .select(['session.class_date', 'session.start_time'])
    .where('seat.id', '=', id)
    .forUpdate('seat')
    .executeTakeFirst()
  return seat && { ...seat, table: 'class_registrations' }
}

/**
 * Notes whether someone came to a class session, or that nothing is known after all. Nobody is told, and seat and payment
 * stay as they are.
 *
 * @returns null; or what `attendanceNoted` refuses, as the table's trigger does too.
 */
export async function noteAttendance(
  tx: Tx,
  seat: SeatToNote,
  attendance: Attendance | null,
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
): Promise<null | Refusal> {
  const status = seat.status === 'registered' ? 'pending payment' : seat.status
  const start = startOf(seat, facility.time_zone)
  const attended = { ...seat, status, start, waivers: 'classes' } as const
  const noted = await attendanceNoted(tx, attended, attendance, now)
  if (noted instanceof Refusal) return noted
  if (noted) await tx.updateTable('class_registrations').set(noted).where('id', '=', seat.id).execute()
  return null
}

/**
 * Checks in everybody of a class session of whom nothing is noted: what someone noted at another desk stays, and whoever has a
 * required waiver to sign waits.
 *
 * @returns how many; or `class_session_not_found`, `class_session_canceled`, `check_in_too_early`.
 */
export async function checkInAll(
  tx: Tx,
  id: string,
  { now, facility }: Pick<PurchaseContext, 'now' | 'facility'>,
): Promise<number | Refusal> {
  const session = await tx
    .selectFrom('class_instances')
    .select(['status', 'class_date', 'start_time'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!session) return refuse('class_session_not_found')
  if (session.status === 'canceled') return refuse('class_session_canceled')
  const attended = {
    status: 'paid',
    attendance: null,
    start: startOf(session, facility.time_zone),
    waivers: 'classes',
    participant_id: null,
  } as const
  const noted = await attendanceNoted(tx, attended, 'checked_in', now)
  if (noted instanceof Refusal) return noted
  const seats = await tx
    .selectFrom('class_registrations')
    .select('id')
    .where('class_instance_id', '=', id)
    .where('status', '<>', 'canceled')
    .where('attendance', 'is', null)
    .where((eb) => eb.not(isKeptOut('participant_id', 'classes', now)))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (seats.length === 0) return 0
  await tx
    .updateTable('class_registrations')
    .set({ attendance: 'checked_in', attendance_at: now })
    .where(
      'id',
      'in',
      seats.map((seat) => seat.id),
    )
    .execute()
  return seats.length
}
