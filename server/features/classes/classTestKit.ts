import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import type { RegistrationStatus } from '../../db/tables/classes.ts'

interface ClassPlan {
  name?: string
  coachId?: string
  price?: string
  maxSpots?: number
  ages?: { min_age?: number; max_age?: number }
  /** Facility days. */
  from?: string
  to?: string
  schedules?: readonly { day_of_week: number; start_time: string; end_time: string }[]
}

/** A class with its weekly schedule and no session yet; its id. */
export async function addClass(db: Db, plan: ClassPlan = {}): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('classes')
    .values({
      id,
      name: plan.name ?? 'Hitting Basics',
      description: 'A level swing, and plenty of it.',
      coach_id: plan.coachId ?? null,
      age_group: '8-10 years',
      ...plan.ages,
      price: plan.price ?? '25.00',
      max_spots: plan.maxSpots ?? 8,
      start_date: plan.from ?? '2026-01-01',
      end_date: plan.to ?? '2099-12-31',
    })
    .execute()
  const schedules = (plan.schedules ?? []).map((schedule) => ({ class_id: id, ...schedule }))
  if (schedules.length > 0) await db.insertInto('class_schedules').values(schedules).execute()
  return id
}

/** A session of a class in facility time; its id. It takes no cage. */
export async function addSession(
  db: Db,
  classId: string,
  day: string,
  options: { from?: string; to?: string; status?: 'active' | 'canceled'; coachId?: string } = {},
): Promise<string> {
  const id = randomUUID()
  await db
    .insertInto('class_instances')
    .values({
      id,
      class_id: classId,
      coach_id: options.coachId ?? null,
      class_date: day,
      start_time: options.from ?? '16:00',
      end_time: options.to ?? '17:00',
      status: options.status ?? 'active',
    })
    .execute()
  return id
}

/** A seat of a person, or of a guest when there is no person. */
export const register = (
  db: Db,
  sessionId: string,
  seat: { userId?: string; status?: RegistrationStatus } = {},
) =>
  db
    .insertInto('class_registrations')
    .values({
      class_instance_id: sessionId,
      ...(seat.userId ? { user_id: seat.userId } : { guest_name: 'Gwen Guest' }),
      status: seat.status ?? 'registered',
    })
    .execute()

/** A seat held by a person's checkout until `expiresAt`. */
export async function holdSeat(
  db: Db,
  sessionId: string,
  hold: { userId: string; expiresAt: Date },
): Promise<void> {
  const { id } = await db
    .insertInto('checkout_holds')
    .values({
      user_id: hold.userId,
      purpose: 'class_booking',
      amount: '25.00',
      expires_at: hold.expiresAt,
      details: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('checkout_hold_seats')
    .values({ checkout_hold_id: id, class_instance_id: sessionId })
    .execute()
}
