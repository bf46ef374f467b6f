import { sql } from 'kysely'
import { type Db, system, transaction } from '../db/database.ts'

/** Monday to Friday 4 PM to 9 PM, Saturday 9 AM to 6 PM, Sunday closed (decision 7). */
const openingHours = [
  ...[1, 2, 3, 4, 5].map((day_of_week) => ({ day_of_week, opens: '16:00', closes: '21:00' })),
  { day_of_week: 6, opens: '09:00', closes: '18:00' },
]

/** Team contract rates (spec 1 §9); a month is four weeks. */
const teamRates = [
  [2, '224.00', '28.00'],
  [3, '315.00', '26.25'],
  [4, '400.00', '25.00'],
  [6, '570.00', '23.75'],
  [8, '760.00', '23.75'],
  [9, '855.00', '23.75'],
  [10, '950.00', '23.75'],
  [12, '1140.00', '23.75'],
] as const

/**
 * Creates a facility of which nothing is known yet: its owner enters name, prices and all else. Does nothing if there is
 * one.
 */
export async function createEmptyFacility(db: Db): Promise<void> {
  const unknown = { name: '', street_address: '', city: '', state: '', postal_code: '', phone: '', email: '' }
  await transaction(db, system, (tx) =>
    tx
      .insertInto('facility')
      .values({ ...unknown, membership_monthly_price: '0.00' })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/**
 * Creates an invented facility in a new database, which its owner then edits. Does nothing if there is one; of
 * several concurrent processes one does it.
 */
export async function seedFacility(db: Db): Promise<void> {
  await transaction(db, system, async (tx) => {
    const created = await tx
      .insertInto('facility')
      .values({
        name: 'Golden Triangle Batting Cages',
        street_address: '4120 Fannin Street',
        city: 'Beaumont',
        state: 'TX',
        postal_code: '77701',
        phone: '(409) 555-0142',
        email: 'hello@goldentrianglecages.example',
        parking: 'Free parking behind the building. Come in by the blue door.',
        what_to_bring: 'A helmet and a bat. We have both to borrow.',
        social_links: JSON.stringify([
          { label: 'Facebook', url: 'https://www.facebook.com/' },
          { label: 'Instagram', url: 'https://www.instagram.com/' },
        ]),
        announcement: 'NOW OPEN',
        opened_at: sql`now()`,
        // Nobody has anything left to do in the demo.
        checklist_dismissed: true,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) return
    await tx.insertInto('opening_hours').values(openingHours).execute()
    await tx
      .insertInto('team_rates')
      .values(
        teamRates.map(([weekly_hours, monthly_price, price_per_hour]) => ({
          weekly_hours,
          monthly_hours: weekly_hours * 4,
          monthly_price,
          price_per_hour,
        })),
      )
      .execute()
  })
}
