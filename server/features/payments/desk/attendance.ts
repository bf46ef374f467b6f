import { sql } from 'kysely'
import type { z } from 'zod'
import type { BookingStatus } from '../../../../shared/contract/bookings/bookings.ts'
import type { Attendance, attendanceNote } from '../../../../shared/contract/bookings/staffChanges.ts'
import type { PayableKind } from '../../../../shared/contract/payments/staffPayments.ts'
import type { WaiverKind } from '../../../../shared/contract/waivers/waivers.ts'
import { slotMs } from '../../../../shared/domain/bookings/slots.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { kinds } from '../../../db/kinds.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { claimPlaces, type HeldSlot } from '../../places/places.ts'
import { refuseUnsignedArrival } from '../../waivers/refuseUnsigned.ts'
import type { Acting } from '../changes/actingTerms.ts'

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
  readonly waivers: WaiverKind
  /** Null where nobody in particular is checked in. */
  readonly participant_id: string | null
  /** Of a booking or lesson whose rest others may have. */
  readonly freed_from?: Date | null
}

/**
 * The columns of a note of who came to a booking or lesson. People check in on its facility day, and nobody is absent before
 * the start (decision record 039).
 *
 * @returns null where that is there already; or `already_canceled`, `not_begun`, `check_in_too_early`, `waiver_needed`;
 * `rest_freed` where others may have the time: it is taken back first.
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
  if (booked.freed_from) return refuse('rest_freed')
  const { refusal } = await db
    .selectNoFrom(
      sql<string | null>`attendance_refusal(${attendance}, ${now}, ${booked.start})`.as('refusal'),
    )
    .executeTakeFirstOrThrow()
  if (refusal === 'attendance_after_start') return refuse('not_begun')
  if (refusal !== null) return refuse('check_in_too_early')
  const { waivers, participant_id } = booked
  const unsigned =
    attendance === 'no_show' ? null : await refuseUnsignedArrival(db, waivers, participant_id, now)
  if (unsigned) return unsigned
  return { attendance, attendance_at: now }
}

/** What staff note, as the contract has it. */
export type Note = Pick<z.infer<typeof attendanceNote>, 'attendance' | 'free_rest'>

/**
 * Takes the locks of the time that a note frees or takes back, which come before the row's. Freed is what is left of a no-show's
 * time, from the half hour that runs, where a walk-in begins; the ledger then has the booking only until there.
 *
 * @returns from when the time is free once the note is written; null where none of it is.
 */
export async function claimRest(
  tx: Tx,
  { id, freed_from, slot }: { id: string; freed_from: Date | null; slot: HeldSlot },
  { attendance, free_rest = false }: Note,
  { at, time }: Acting,
): Promise<Date | null> {
  const isFreed = freed_from !== null
  const frees = free_rest && attendance === 'no_show' && !isFreed && at.now >= slot.start && at.now < slot.end
  if (!frees && !(isFreed && attendance === null)) return freed_from
  const runs = new Date(Math.max(slot.start.getTime(), Math.floor(at.now.getTime() / slotMs) * slotMs))
  const rest = { ...slot, start: freed_from ?? runs }
  if (frees) time.frees([rest])
  else time.takes([rest], id)
  await claimPlaces(tx, { slots: [rest], seats: [] }, { userId: null }, at)
  return frees ? runs : null
}

/** The columns of a note: `attendanceNoted`, and the time that it frees or takes back. */
export async function noteColumns(
  tx: Tx,
  { seen, before }: { readonly seen: Pick<Attended, 'freed_from'>; readonly before: Attended },
  { attendance }: Note,
  freed_from: Date | null,
  now: Date,
) {
  if (before.freed_from?.getTime() !== seen.freed_from?.getTime()) return refuse('changed_meanwhile')
  const noted = await attendanceNoted(tx, before, attendance, now)
  if (noted instanceof Refusal) return noted
  return noted || before.freed_from?.getTime() !== freed_from?.getTime() ? { ...noted, freed_from } : null
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
    .select(['status', 'starts_at', 'attendance', 'freed_from', 'participant_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const status = payable.status === 'registered' ? 'pending payment' : payable.status
  const waivers = kind === 'lesson' ? 'lessons' : 'cages'
  const before = { ...payable, status, start: payable.starts_at, waivers } as const
  const noted = await attendanceNoted(tx, before, 'checked_in', now)
  if (noted instanceof Refusal) return noted
  if (noted)
    await sql`
      update ${sql.table(kinds[kind].table)} set attendance = ${noted.attendance}, attendance_at = ${noted.attendance_at} where id = ${id}`.execute(
      tx,
    )
  return undefined
}
