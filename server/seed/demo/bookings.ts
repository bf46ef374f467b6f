import type { Insertable } from 'kysely'
import { decimalFromCents } from '../../../shared/domain/money/money.ts'
import { priceSessions } from '../../../shared/domain/money/pricing.ts'
import type { BookingsTable } from '../../db/tables/bookings.ts'
import { type BookingPlan, otherCustomersBookings, plansOf, type Wish } from './bookingPlans.ts'
import type { DemoCage } from './cages.ts'
import type { DemoChildren } from './family.ts'
import type { Paid } from './payments.ts'
import type { People, Person } from './people.ts'
import { createRandom, demoId } from './random.ts'
import { bookedAt, dayAt, type Scene } from './scene.ts'

const FIRST_DAY = -7
const LAST_DAY = 14

/** Entered at the desk, without an account. */
const walkIns = [
  'Trey Mouton',
  'Alma Ruiz',
  'Coach Pete (10U Crawdads)',
  'Skyler Vidrine',
  'Beth Ann Sonnier',
]
const walkInPhone = '(409) 555-0190'

const wishes: Record<'customer' | 'member', readonly Wish[]> = {
  customer: [
    [-3, 60, 60, 'paid'],
    [-1, 30, 30, 'canceled'],
    [1, 60, 60, 'paid'],
    // Made under a stricter cut-off, so that the demo has a booking that can only be changed by phone.
    [2, 120, 30, 'paid', 7 * 24],
    [4, 0, 90, 'paid'],
    [6, 60, 60, 'pending payment', undefined, 'leo'],
    [8, 150, 60, 'paid', undefined, 'mia'],
  ],
  member: [
    [-2, 0, 60, 'paid'],
    [1, 120, 60, 'paid'],
    // Seen by the demo customer too, who is the other adult.
    [3, 30, 120, 'pending payment', undefined, 'mia'],
  ],
}

/**
 * Cage bookings of the past week, today and the next two weeks: the demo customer's and member's first, then
 * enough other bookings that each day looks realistic. Returns what was paid.
 */
export async function addBookings(
  scene: Scene,
  people: People,
  children: DemoChildren,
  cages: readonly DemoCage[],
): Promise<Paid[]> {
  const random = createRandom(`${scene.today} bookings`)
  const rows: Insertable<BookingsTable>[] = []
  const paid: Paid[] = []

  const book = (person: Person, plan: BookingPlan, discountPercent = 0) => {
    const participant_id = plan.child ? children[plan.child] : null
    const row = { ...rental(scene, plan, person.id, discountPercent), user_id: person.id, participant_id }
    rows.push(row)
    if (plan.status === 'paid')
      paid.push({ ...payment(scene, plan, row), by: person, what: { booking_id: row.id } })
  }
  const bookForGuest = (name: string, plan: BookingPlan) => {
    const row = {
      ...rental(scene, plan, name),
      guest_name: name,
      guest_phone: walkInPhone,
      admin_user_id: people.admin.id,
    }
    rows.push(row)
    const by = { name, email: null }
    if (plan.status === 'paid') paid.push({ ...payment(scene, plan, row), by, what: { booking_id: row.id } })
  }

  for (const plan of plansOf(scene, cages, wishes.customer)) book(people.customer, plan)
  for (const plan of plansOf(scene, cages, wishes.member)) book(people.member, plan, scene.memberDiscount)
  for (let count = FIRST_DAY; count <= LAST_DAY; count += 1) {
    for (const plan of otherCustomersBookings(scene, cages, dayAt(scene, count), random)) {
      if (random.chance(0.12)) bookForGuest(random.pick(walkIns), plan)
      else book(random.pick(people.others), plan)
    }
  }

  if (rows.length > 0) await scene.tx.insertInto('bookings').values(rows).execute()
  return paid
}

function rental(scene: Scene, plan: BookingPlan, who: string, discountPercent = 0) {
  const { cage, day, from, minutes, status, cutoffHours } = plan
  const price = priceSessions([{ rates: cage, minutes }], discountPercent)
  const created_at = cutoffHours ? scene.instant(dayAt(scene, -14), from) : bookedAt(scene, day, from)
  return {
    id: demoId('booking', scene.today, who, cage.name, day, from),
    cage_id: cage.id,
    start_time: scene.instant(day, from),
    end_time: scene.instant(day, from + minutes),
    status,
    payment_method: status === 'paid' ? methodOf(scene, plan) : ('on_arrival' as const),
    total_cost: decimalFromCents(price.total),
    discount: decimalFromCents(price.discount),
    created_at,
    ...(cutoffHours ? { cancellation_cutoff_hours: cutoffHours } : {}),
    canceled_at: status === 'canceled' ? created_at : null,
  }
}

/** A future booking can only have been paid by card; half of the past ones were paid in cash. */
const methodOf = (scene: Scene, { day, from }: BookingPlan) =>
  day < scene.today && from % 60 === 0 ? ('cash' as const) : ('card' as const)

const payment = (
  scene: Scene,
  plan: BookingPlan,
  row: { total_cost: string; created_at: Date; start_time: Date },
) => ({
  type: 'cage_booking' as const,
  amount: row.total_cost,
  method: methodOf(scene, plan),
  description: `${plan.cage.name}, ${plan.minutes} minutes`,
  at: methodOf(scene, plan) === 'cash' ? row.start_time : row.created_at,
})
