import type { Insertable } from 'kysely'
import { decimalFromCents } from '../../../shared/domain/money/money.ts'
import { sessionPrice } from '../../../shared/domain/money/pricing.ts'
import { dayOfWeek } from '../../../shared/domain/time/time.ts'
import type { CoachBookingsTable } from '../../db/tables/lessons.ts'
import type { DemoCage } from './cages.ts'
import type { DemoCoach } from './coaches.ts'
import type { DemoChildren } from './family.ts'
import type { Paid } from './payments.ts'
import type { People } from './people.ts'
import { createRandom, demoId, type Random } from './random.ts'
import { bookedAt, dayAt, type Scene, wallTime } from './scene.ts'

const FIRST_DAY = -7
const LAST_DAY = 14
const guests = ['Nolan Babin', 'Gwen Trahan', 'Isaac Pruitt']

interface LessonPlan {
  readonly coach: DemoCoach
  readonly cage: DemoCage
  readonly day: string
  readonly from: number
  readonly minutes: number
}

/**
 * Lessons around the demo's day: one or two per coach and working day. The demo customer has a few with the demo
 * coach, past, coming and unpaid, half of them for Mia. Returns what was paid.
 */
export async function addLessons(
  scene: Scene,
  people: People,
  children: DemoChildren,
  coaches: readonly DemoCoach[],
  cages: readonly DemoCage[],
): Promise<Paid[]> {
  const random = createRandom(`${scene.today} lessons`)
  const rows: Insertable<CoachBookingsTable>[] = []
  const paid: Paid[] = []
  let turn = 0

  for (let count = FIRST_DAY; count <= LAST_DAY; count += 1) {
    const day = dayAt(scene, count)
    for (const plan of coaches.flatMap((coach) => lessonsOn(scene, coach, cages, day, random))) {
      turn += 1
      const customer = turn % 7 === 1 ? people.customer : random.pick(people.others)
      const asGuest = random.chance(0.15) && customer !== people.customer
      const guestName = random.pick(guests)
      const isPaid = day < scene.today || random.chance(0.4)
      const { row, total } = lesson(scene, plan, isPaid)
      rows.push({
        ...row,
        ...(asGuest
          ? { customer_type: 'guest', guest_name: guestName, guest_phone: '(409) 555-0195' }
          : { customer_type: 'user', customer_id: customer.id }),
        participant_id: customer === people.customer && turn % 2 === 0 ? children.mia : null,
        customer_notes: turn % 4 === 0 ? 'Working on staying back on the change-up.' : null,
        coach_notes:
          day < scene.today && turn % 3 === 0 ? 'Good session. Next time: two-strike approach.' : null,
      })
      if (!isPaid) continue
      paid.push({
        what: { coach_booking_id: row.id },
        type: 'lesson',
        by: asGuest ? { name: guestName, email: null } : customer,
        amount: total,
        method: 'pay_in_person',
        description: `Lesson with ${plan.coach.name}, ${plan.minutes} minutes`,
        at: row.created_at,
      })
    }
  }
  if (rows.length > 0) await scene.tx.insertInto('coach_bookings').values(rows).execute()
  return paid
}

/** A time at which the coach works and is free, and some cage is free too. */
function lessonsOn(
  scene: Scene,
  coach: DemoCoach,
  cages: readonly DemoCage[],
  day: string,
  random: Random,
): LessonPlan[] {
  const open = scene.open(day)
  if (!open || !coach.days.includes(dayOfWeek(day))) return []
  const plans: LessonPlan[] = []
  for (let tries = random.integer(1, 3); tries > 0; tries -= 1) {
    const minutes = random.pick([30, 60, 60, 90])
    const from = coach.from + 30 * random.integer(0, 7)
    const to = from + minutes
    if (from < open.from || to > Math.min(open.to, coach.to)) continue
    if (!scene.diary.isFree(coach.id, day, from, to)) continue
    const cage = cages.find(({ id }) => scene.diary.isFree(id, day, from, to))
    if (!cage) continue
    scene.diary.take(coach.id, day, from, to)
    scene.diary.take(cage.id, day, from, to)
    plans.push({ coach, cage, day, from, minutes })
  }
  return plans
}

function lesson(scene: Scene, { coach, cage, day, from, minutes }: LessonPlan, isPaid: boolean) {
  const cageCents = sessionPrice(cage, minutes)
  const coachCents = Math.round((Number(coach.hourlyRate) * 100 * minutes) / 60)
  const row = {
    id: demoId('lesson', scene.today, coach.name, day, from),
    coach_id: coach.id,
    cage_id: cage.id,
    lesson_date: day,
    start_time: wallTime(from),
    end_time: wallTime(from + minutes),
    duration_minutes: minutes,
    coach_rate: coach.hourlyRate,
    cage_cost: decimalFromCents(cageCents),
    status: isPaid ? ('paid' as const) : ('pending payment' as const),
    payment_status: isPaid ? ('paid' as const) : ('pending payment' as const),
    payment_method: isPaid ? ('pay_in_person' as const) : ('on_arrival' as const),
    created_at: bookedAt(scene, day, from),
  }
  return { row, total: decimalFromCents(coachCents + cageCents) }
}
