import type { Insertable } from 'kysely'
import type { CampRegistrationsTable } from '../../db/tables/camps.ts'
import type { DemoCamp } from './camps.ts'
import type { DemoChildren } from './family.ts'
import type { Paid } from './payments.ts'
import type { People } from './people.ts'
import { demoId } from './random.ts'
import { dayAt, type Scene } from './scene.ts'

/**
 * Camp registrations, one of them a guest's. The demo customer's Leo is registered for the first and
 * will pay on arrival; Mia's second camp is paid. Returns what was paid.
 */
export async function addCampRegistrations(
  scene: Scene,
  people: People,
  children: DemoChildren,
  camps: readonly DemoCamp[],
): Promise<Paid[]> {
  const rows: Insertable<CampRegistrationsTable>[] = []
  const paid: Paid[] = []

  for (const [index, camp] of camps.entries()) {
    const guests = index === 0 ? 1 : 0
    const others = people.others.slice(index * 4)
    const campers = (index < 2 ? [people.customer, ...others] : others).slice(0, camp.registrations - guests)
    for (const [turn, person] of campers.entries()) {
      const isPaid = person === people.customer ? index === 1 : turn % 3 !== 0
      const id = demoId('camp registration', camp.id, person.id)
      const created_at = scene.instant(dayAt(scene, -1 - turn), 9 * 60 + turn * 20)
      const status = isPaid ? 'paid' : 'registered'
      const child = index === 0 ? children.leo : children.mia
      rows.push({
        id,
        camp_id: camp.id,
        user_id: person.id,
        participant_id: person === people.customer ? child : null,
        status,
        total_cost: camp.price,
        created_at,
      })
      if (!isPaid) continue
      paid.push({
        what: { camp_registration_id: id },
        type: 'camp_registration',
        by: person,
        amount: camp.price,
        method: 'card',
        description: camp.name,
        at: created_at,
      })
    }
  }
  await scene.tx.insertInto('camp_registrations').values(rows).execute()
  await addGuest(scene, camps[0])
  return paid
}

async function addGuest({ tx }: Scene, camp: DemoCamp | undefined): Promise<void> {
  if (!camp) return
  await tx
    .insertInto('camp_registrations')
    .values({
      id: demoId('guest camp registration', camp.id),
      camp_id: camp.id,
      guest_name: 'Remy Savoy',
      guest_phone: '(409) 555-0196',
      total_cost: camp.price,
    })
    .execute()
}
