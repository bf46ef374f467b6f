import type { Role } from '../../../shared/contract/fields.ts'
import { demoId } from './random.ts'
import { dayAt, type Scene } from './scene.ts'

export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
}

export interface People {
  readonly admin: Person
  readonly coach: Person
  readonly customer: Person
  readonly member: Person
  readonly desk: Person
  /** Invented customers, who cannot sign in. */
  readonly others: readonly Person[]
}

/** Of the demo accounts; shown where the demo is started. */
export const demoPassword = 'play-ball-2026'

const accounts = {
  admin: { name: 'Dana Thibodeaux', role: 'admin' },
  coach: { name: 'Marcus Delgado', role: 'coach' },
  customer: { name: 'Jordan Reyes', role: 'user' },
  member: { name: 'Casey Landry', role: 'user' },
  desk: { name: 'Alex Prudhomme', role: 'desk' },
} as const satisfies Record<string, { name: string; role: Role }>

/** Where the addresses of the demo's people are: nobody else can have one, because `.test` is no one's (RFC 2606). */
export const demoDomains = ['demo.dugout.test', 'people.dugout.test'] as const

const addressOf = (key: string): string => `${key}@${demoDomains[0]}`

/** The ids of the accounts that have the password, whatever their address is by now. */
export const demoAccountIds = Object.keys(accounts).map((key) => demoId('profile', addressOf(key)))

const names = [
  'Avery Comeaux',
  'Bailey Nguyen',
  'Cameron Guidry',
  'Drew Castillo',
  'Ellis Fontenot',
  'Finley Okafor',
  'Gabriel Hebert',
  'Harper Sandoval',
  'Imani Broussard',
  'Jesse Tran',
  'Kendall Boudreaux',
  'Logan Whitaker',
  'Micah Dugas',
  'Nadia Flores',
  'Owen Prejean',
  'Peyton Arceneaux',
  'Quinn Mahoney',
  'Riley Cormier',
  'Sofia Villarreal',
  'Tatum LeBlanc',
  'Uriel Mendoza',
  'Vivian Hargrove',
  'Wesley Judice',
  'Yasmin Carter',
]

const invented = (name: string, index: number): Person => {
  const email = `${name.toLowerCase().replace(' ', '.')}@${demoDomains[1]}`
  return { id: demoId('profile', email), name, email, phone: `(409) 555-01${50 + index}` }
}

const account = (key: keyof typeof accounts, index: number): Person => {
  const email = addressOf(key)
  return { id: demoId('profile', email), name: accounts[key].name, email, phone: `(409) 555-01${10 + index}` }
}

/** The five demo accounts and two dozen customers, some of whom joined within the week. */
export async function addPeople(
  scene: Scene,
  hashPassword: (password: string) => Promise<string>,
): Promise<People> {
  const people: People = {
    admin: account('admin', 0),
    coach: account('coach', 1),
    customer: account('customer', 2),
    member: account('member', 3),
    desk: account('desk', 4),
    others: names.map(invented),
  }
  const keys = Object.keys(accounts) as (keyof typeof accounts)[]
  const joined = (daysAgo: number) => scene.instant(dayAt(scene, -daysAgo), 12 * 60)
  await scene.tx
    .insertInto('profiles')
    .values([
      ...keys.map((key, index) => row(people[key], accounts[key].role, joined(90 - index))),
      ...people.others.map((person, index) => row(person, 'user', joined(2 + index * 3))),
    ])
    .execute()
  await scene.tx
    .insertInto('auth_accounts')
    .values(
      await Promise.all(
        keys.map(async (key) => ({
          id: demoId('account', key),
          account_id: people[key].id,
          provider_id: 'credential',
          user_id: people[key].id,
          password: await hashPassword(demoPassword),
        })),
      ),
    )
    .execute()
  return people
}

const row = (person: Person, role: Role, joined: Date) => ({
  id: person.id,
  full_name: person.name,
  email: person.email,
  email_verified: true,
  phone_number: person.phone,
  role,
  terms_accepted_at: joined,
  created_at: joined,
})
