import { sql } from 'kysely'
import type { Attendance } from '../../../../shared/contract/bookings/staffChanges.ts'
import { instantOf } from '../../../../shared/domain/time/time.ts'
import type { Tx } from '../../../db/database.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { LoadedRow } from '../../payments/changes/whatChanged.ts'
import { attendanceNoted } from '../../payments/desk/attendance.ts'
import type { PurchaseContext } from '../../payments/purchase.ts'
import { isKeptOut } from '../../waivers/queries.ts'

type At = Pick<PurchaseContext, 'now' | 'facility'>

/** A registration, locked, as far as it decides what may be noted of who came. */
export interface CampSeatToNote extends LoadedRow {
  readonly status: 'registered' | 'paid' | 'canceled'
  readonly attendance: Readonly<Record<string, Attendance>>
  readonly camp_id: string
  readonly participant_id: string | null
}

/** Locks a registration until the transaction ends; undefined when there is none with this id. */
export async function lockCampSeat(tx: Tx, id: string): Promise<CampSeatToNote | undefined> {
  const seat = await tx
    .selectFrom('camp_registrations')
    .select(['id', 'version', 'status', 'attendance', 'camp_id', 'participant_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return seat && { ...seat, table: 'camp_registrations' }
}

/**
 * Notes whether someone came to a day of a camp, or that nothing is known after all. Nobody is told, and seat and payment stay
 * as they are.
 *
 * @returns null; or `camp_not_on_this_day`, and what `attendanceNoted` refuses.
 */
export async function noteAttendance(
  tx: Tx,
  seat: CampSeatToNote,
  { day, attendance }: { day: string; attendance: Attendance | null },
  at: At,
): Promise<null | Refusal> {
  const start = await startOn(tx, seat.camp_id, day, at)
  if (start === null) return refuse('camp_not_on_this_day')
  const status = seat.status === 'registered' ? 'pending payment' : seat.status
  const { participant_id } = seat
  const known = { status, start, attendance: seat.attendance[day] ?? null } as const
  const attended = { ...known, participant_id, waivers: 'camps' } as const
  const noted = await attendanceNoted(tx, attended, attendance, at.now)
  if (noted instanceof Refusal) return noted
  if (noted) {
    await tx
      .updateTable('camp_registrations')
      .set({ attendance: attendance === null ? sql`attendance - ${day}` : noting(day, attendance) })
      .where('id', '=', seat.id)
      .execute()
  }
  return null
}

/**
 * Checks in everybody of whom nothing is noted on a day of a camp: what someone noted at another desk stays, and whoever has a
 * required waiver to sign waits.
 *
 * @returns how many; or `camp_not_on_this_day`, `check_in_too_early`.
 */
export async function checkInAll(tx: Tx, campId: string, day: string, at: At): Promise<number | Refusal> {
  const start = await startOn(tx, campId, day, at)
  if (start === null) return refuse('camp_not_on_this_day')
  const known = { status: 'paid', attendance: null, start } as const
  const attended = { ...known, participant_id: null, waivers: 'camps' } as const
  const noted = await attendanceNoted(tx, attended, 'checked_in', at.now)
  if (noted instanceof Refusal) return noted
  const seats = await tx
    .selectFrom('camp_registrations')
    .select('id')
    .where('camp_id', '=', campId)
    .where('status', '<>', 'canceled')
    .where(sql<boolean>`not attendance ? ${day}`)
    .where((eb) => eb.not(isKeptOut('participant_id', 'camps', at.now)))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (seats.length === 0) return 0
  const ids = seats.map(({ id }) => id)
  await tx
    .updateTable('camp_registrations')
    .set({ attendance: noting(day, 'checked_in') })
    .where('id', 'in', ids)
    .execute()
  return seats.length
}

const noting = (day: string, attendance: Attendance) =>
  sql<string>`attendance || jsonb_build_object(${day}::text, ${attendance}::text)`

/** When the first session of a camp begins on a day; null where it has none. */
async function startOn(tx: Tx, campId: string, day: string, { facility }: At): Promise<Date | null> {
  const slot = await tx
    .selectFrom('camp_timeslots')
    .select('start_time')
    .where('camp_id', '=', campId)
    .where('date', '=', day)
    .orderBy('start_time')
    .limit(1)
    .executeTakeFirst()
  // A time that the clocks skip cannot be scheduled, but a zone may have been changed since.
  return slot ? instantOf(day, slot.start_time.slice(0, 5), facility.time_zone, 'after') : null
}
