import type { People } from './people.ts'
import { demoId } from './random.ts'
import type { Scene } from './scene.ts'

/** The ids of the demo customer's children. */
export interface DemoChildren {
  /** 11 or 12 years old; the demo member looks after her too. */
  readonly mia: string
  /** 8 or 9 years old. */
  readonly leo: string
}

/** The demo customer's two children, of an age for the demo's camps and classes. */
export async function addFamily({ tx, today }: Scene, { customer, member }: People): Promise<DemoChildren> {
  const children = { mia: demoId('participant', 'mia'), leo: demoId('participant', 'leo') }
  const born = (years: number, day: string) => `${Number(today.slice(0, 4)) - years}-${day}`
  await tx
    .insertInto('participants')
    .values([
      {
        id: children.mia,
        name: 'Mia Reyes',
        birth_date: born(12, '03-14'),
        positions: ['P', 'SS'],
        bats: 'left',
        throws: 'right',
        photo_consent: 'yes',
      },
      {
        id: children.leo,
        name: 'Leo Reyes',
        birth_date: born(9, '08-02'),
        positions: ['C'],
        bats: 'right',
        throws: 'right',
        photo_consent: 'no',
      },
    ])
    .execute()
  await tx
    .insertInto('participant_adults')
    .values([
      { participant_id: children.mia, user_id: customer.id },
      { participant_id: children.mia, user_id: member.id },
      { participant_id: children.leo, user_id: customer.id },
    ])
    .execute()
  await tx
    .insertInto('participant_care')
    .values({
      participant_id: children.mia,
      medical_note: 'Mild asthma. The inhaler is in the red pocket of her bag.',
      emergency_contacts: JSON.stringify([
        { name: 'Rosa Reyes', phone: '(409) 555-0121', relation: 'Grandmother' },
      ]),
      pickup_adults: JSON.stringify([{ name: 'Rosa Reyes', phone: '(409) 555-0121' }]),
    })
    .execute()
  return children
}
