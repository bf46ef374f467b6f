import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { addDays, facilityDay } from '../../../shared/domain/time/time.ts'
import type { Db } from '../../db/database.ts'
import type { CampsTable } from '../../db/tables/camps.ts'
import type { Person } from '../../test/factories.ts'
import type { TestApp } from '../../test/testApp.ts'

/** The first day of a camp: in the near future, since ages count on it, and nobody is born after today. */
export const SOON = addDays(facilityDay(new Date(), 'America/Chicago'), 30)
export const CAMP_DAYS = [SOON, addDays(SOON, 1)] as const
/** A camp of one morning then, for `addCamp`. */
export const soonCamp = {
  start_date: SOON,
  end_date: SOON,
  timeslots: [{ date: SOON, start_time: '09:00', end_time: '12:00' }],
}
/** The birth date of someone who is this old on that day. */
export const bornFor = (age: number) => `${Number(SOON.slice(0, 4)) - age}-01-01`

export interface TestCamp {
  readonly id: string
  readonly name: string
}

/** An account that is old enough to have one, and young enough for a camp: for `addPerson`. */
export const teenager = { birthDate: bornFor(16) }

/** A published camp of two mornings for $180, with 20 spots, for ages 8 to 18, paid on arrival or by card. */
export async function addCamp(
  db: Db,
  options: Partial<Insertable<CampsTable>> & {
    timeslots?: readonly { date: string; start_time: string; end_time: string }[]
    coachIds?: readonly string[]
  } = {},
): Promise<TestCamp> {
  const { timeslots, coachIds = [], ...fields } = options
  const camp = { id: randomUUID(), name: fields.name ?? 'Skills Camp' }
  const slots: NonNullable<typeof timeslots> =
    timeslots ?? CAMP_DAYS.map((date) => ({ date, start_time: '09:00', end_time: '12:00' }))
  await db
    .insertInto('camps')
    .values({
      price: '180.00',
      start_date: CAMP_DAYS[0],
      end_date: CAMP_DAYS[1],
      published: true,
      max_age: 18,
      ...fields,
      ...camp,
    })
    .execute()
  if (coachIds.length > 0) {
    await db
      .insertInto('camp_coaches')
      .values(coachIds.map((coach_id) => ({ camp_id: camp.id, coach_id })))
      .execute()
  }
  if (slots.length > 0) {
    await db
      .insertInto('camp_timeslots')
      .values(slots.map((slot) => ({ camp_id: camp.id, ...slot })))
      .execute()
  }
  return camp
}

/** Adds a guest's registration. */
export const addGuestRegistration = (
  db: Db,
  camp: TestCamp,
  status: 'registered' | 'canceled' = 'registered',
) =>
  db.insertInto('camp_registrations').values({ camp_id: camp.id, guest_name: 'Gwen Guest', status }).execute()

/** A seat held by a checkout until the given moment. */
export async function addHold(db: Db, camp: TestCamp, person: Person | null, expiresAt: Date): Promise<void> {
  const { id } = await db
    .insertInto('checkout_holds')
    .values({
      user_id: person?.id ?? null,
      purpose: 'camp_registration',
      amount: '180.00',
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('checkout_hold_seats').values({ checkout_hold_id: id, camp_id: camp.id }).execute()
}

/** Registers over HTTP, to be paid on arrival. */
export const register = (
  app: TestApp,
  camp: TestCamp,
  person: Pick<Person, 'cookie'> | null,
  headers: Record<string, string> = {},
  choice: { participant_ids?: readonly string[]; allow_partial?: boolean } = {},
) =>
  app.request('/api/camp-registrations', {
    json: { p_camp_id: camp.id, ...choice },
    headers,
    ...(person ? { cookie: person.cookie } : {}),
  })
