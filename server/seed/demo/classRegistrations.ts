import type { Insertable } from 'kysely'
import { centsFromDollars, decimalFromCents, percentOff } from '../../../shared/domain/money/money.ts'
import type { ClassRegistrationsTable } from '../../db/tables/classes.ts'
import type { DemoSession } from './classes.ts'
import type { DemoChildren } from './family.ts'
import type { Paid } from './payments.ts'
import type { People, Person } from './people.ts'
import { createRandom, demoId } from './random.ts'
import { bookedAt, dayAt, type Scene } from './scene.ts'

const LAST_DAY = 21

/**
 * Class registrations up to three weeks ahead. The third upcoming session of every class is full; the demo
 * customer has the next one for a child or themselves, the demo member the one after. Returns what was paid.
 */
export async function addClassRegistrations(
  scene: Scene,
  people: People,
  children: DemoChildren,
  sessions: readonly DemoSession[],
): Promise<Paid[]> {
  const random = createRandom(`${scene.today} classes`)
  const rows: Insertable<ClassRegistrationsTable>[] = []
  const paid: Paid[] = []
  const coming = new Map<string, number>()

  for (const session of sessions.filter(({ day }) => day <= dayAt(scene, LAST_DAY))) {
    const isComing = session.day > scene.today
    const nth = isComing ? (coming.get(session.className) ?? 0) + 1 : 0
    coming.set(session.className, nth)
    const seats = nth === 3 ? session.maxSpots : random.integer(1, session.maxSpots - 2)
    const start = random.integer(0, people.others.length - 1)
    const others = Array.from(
      { length: seats },
      (_, seat) => people.others[(start + seat) % people.others.length],
    )
    const guestOfHonour = nth === 1 ? people.customer : nth === 2 ? people.member : undefined
    const present = [guestOfHonour, ...others]
      .filter((person): person is Person => person !== undefined)
      .slice(0, seats)

    for (const person of present) {
      const isPaid = session.day < scene.today || random.chance(0.8)
      const id = demoId('class registration', session.id, person.id)
      const created_at = bookedAt(scene, session.day, session.from)
      const amount =
        person === people.member ? discounted(session.price, scene.memberClassDiscount) : session.price
      rows.push({
        id,
        class_instance_id: session.id,
        user_id: person.id,
        participant_id: person === people.customer ? childOf(children, session.className) : null,
        status: isPaid ? 'paid' : 'registered',
        total_cost: amount,
        created_at,
      })
      if (!isPaid) continue
      paid.push({
        what: { class_registration_id: id },
        type: 'class_booking',
        by: person,
        amount,
        method: 'card',
        description: session.className,
        at: created_at,
      })
    }
  }
  if (rows.length > 0) await scene.tx.insertInto('class_registrations').values(rows).execute()
  return paid
}

/** Who of the family is of an age for a class; the third one is the customer's own. */
const childOf = ({ mia, leo }: DemoChildren, className: string): string | null =>
  className.startsWith('Youth') ? leo : className.startsWith('Softball') ? mia : null

function discounted(price: string, percent: number): string {
  const cents = centsFromDollars(price)
  return decimalFromCents(cents - percentOff(cents, percent))
}
