import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface LessonGuest {
  readonly name: string
  /** Null: the desk has only the e-mail. */
  readonly phone: string | null
  readonly email: string | null
}

/** Keyed digests of where a guest's form came from. */
export interface GuestOrigin {
  readonly device: string
  readonly address: string
}

/** The last ten digits of a phone number, without extension and punctuation. */
const digits = (phone: string): string => phone.replace(/ext.*|\D/g, '').slice(-10)

/** What identifies a guest, besides the device. */
export const guestIdentities = ({ phone, email }: Omit<LessonGuest, 'name'>): string[] => [
  ...(phone === null ? [] : [`guest phone ${digits(phone)}`]),
  ...(email === null ? [] : [`guest email ${email.toLowerCase()}`]),
]

/**
 * Locks under which the lessons of one guest are counted, so that two requests at once cannot pass a limit. Like
 * `personLock` they are taken before those of cages and coaches.
 */
export const guestLocks = (guest: LessonGuest, origin: GuestOrigin | null): string[] =>
  [...guestIdentities(guest), ...(origin ? [origin.device, origin.address] : [])].map((key) => `#${key}`)

export interface OpenGuestLessons {
  /** With this phone number or e-mail. */
  readonly lessons: number
  /** Unpaid minutes with this phone number, e-mail or device, including what the desk entered. */
  readonly unpaidMinutes: number
  /** Unpaid minutes of all guests from this network address. */
  readonly unpaidMinutesOfAddress: number
}

/** What a guest has coming up. Count under `guestLocks`. */
export async function openGuestLessons(
  db: Db,
  { phone, email }: LessonGuest,
  origin: GuestOrigin | null,
  now: Date,
): Promise<OpenGuestLessons> {
  const instant = sql`${now.toISOString()}::timestamptz`
  const known = sql`(
    right(regexp_replace(guest_phone, 'ext.*|\\D', '', 'g'), 10) = ${phone === null ? null : digits(phone)}
    or lower(guest_email) = ${email?.toLowerCase() ?? null}
  )`
  const { rows } = await sql<{ lessons: number; minutes: number; address_minutes: number }>`
    select
      count(*) filter (where lesson and known)::integer as lessons,
      coalesce(sum(minutes) filter (where unpaid and (known or device)), 0)::integer as minutes,
      coalesce(sum(minutes) filter (where unpaid and address), 0)::integer as address_minutes
    from (
      select
        true as lesson, coalesce(${known}, false) as known, status = 'pending payment' as unpaid,
        duration_minutes as minutes, ${origin?.device ?? null} = any(guest_origins) as device,
        ${origin?.address ?? null} = any(guest_origins) as address
      from coach_bookings
      where customer_type = 'guest' and status <> 'canceled' and lesson_date >= facility_day(${instant})
        and facility_instant(lesson_date + end_time) > ${instant}
      union all
      select false, true, true, extract(epoch from end_time - start_time) / 60, false, false
      from bookings
      where ${known} and status = 'pending payment' and start_time > ${instant} - interval '1 day'
        and end_time > ${instant}
    ) open`.execute(db)
  const [found] = rows
  return {
    lessons: found?.lessons ?? 0,
    unpaidMinutes: found?.minutes ?? 0,
    unpaidMinutesOfAddress: found?.address_minutes ?? 0,
  }
}

/**
 * The most unpaid minutes that one guest, and all guests of one network address, may have. A guest counts as a new
 * customer.
 */
export async function guestAllowance(db: Db): Promise<{ guest: number | null; address: number | null }> {
  const limits = await db
    .selectFrom('facility')
    .select(['unpaid_hours_new_customer', 'unpaid_guest_hours_per_address'])
    .executeTakeFirstOrThrow()
  const minutes = (hours: number | null) => (hours === null ? null : hours * 60)
  return {
    guest: minutes(limits.unpaid_hours_new_customer),
    address: minutes(limits.unpaid_guest_hours_per_address),
  }
}
