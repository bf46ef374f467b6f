import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { Person } from '../../test/factories.ts'

export interface TestCoach {
  readonly id: string
  readonly name: string
}

/** An active coach who works every day from opening to closing, unless told otherwise. */
export async function addCoach(
  db: Db,
  options: {
    name?: string
    person?: Person
    email?: string
    hourlyRate?: string
    active?: boolean
    image?: string
    works?: readonly { day_of_week: number; from: string; to: string; available?: boolean }[]
  } = {},
): Promise<TestCoach> {
  const coach = { id: randomUUID(), name: options.name ?? 'Casey Coach' }
  await db
    .insertInto('coaches')
    .values({
      ...coach,
      email: options.email ?? null,
      hourly_rate: options.hourlyRate ?? '60.00',
      phone_number: '(409) 555-0120',
      bio: 'Short swings, loud contact.',
      specialties: ['Hitting'],
      profile_image_url: options.image ?? null,
      user_id: options.person?.id ?? null,
      is_active: options.active ?? true,
    })
    .execute()
  const works: NonNullable<typeof options.works> =
    options.works ?? [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({ day_of_week, from: '06:00', to: '23:00' }))
  const rows = works.map(({ day_of_week, from, to, available }) => ({
    coach_id: coach.id,
    day_of_week,
    start_time: from,
    end_time: to,
    is_available: available ?? true,
  }))
  if (rows.length > 0) await db.insertInto('coach_availability').values(rows).execute()
  return coach
}
