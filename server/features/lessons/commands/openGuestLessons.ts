import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface LessonGuest {
  readonly name: string
  readonly phone: string
  readonly email: string | null
}

/** However a phone number is punctuated, and with or without the country in front: its last ten digits. */
const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

/** Locks under which the lessons of one guest are counted, so that two requests at once cannot pass the limit. */
export const guestLocks = ({ phone, email }: LessonGuest): string[] => [
  `guest phone ${digits(phone)}`,
  ...(email === null ? [] : [`guest email ${email.toLowerCase()}`]),
]

/** How many lessons a guest with this phone number or e-mail has coming up. Count under `guestLocks`. */
export async function openGuestLessons(db: Db, { phone, email }: LessonGuest, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('coach_bookings')
    .innerJoin('occupancy', 'occupancy.coach_booking_id', 'coach_bookings.id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customer_type', '=', 'guest')
    .where(sql<boolean>`upper(during) > ${now.toISOString()}`)
    .where(({ or, eb }) =>
      or([
        eb(sql`right(regexp_replace(guest_phone, '\\D', '', 'g'), 10)`, '=', digits(phone)),
        eb(sql`lower(guest_email)`, '=', email?.toLowerCase() ?? null),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}
