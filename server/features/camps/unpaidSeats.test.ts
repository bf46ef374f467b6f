import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { payByCard } from '../../test/cardPayment.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import { addChild } from '../households/householdTestKit.ts'
import { addCamp, bornFor, register, soonCamp, type TestCamp, teenager } from './campTestKit.ts'

// The facility's own default: 4 camps to be paid on arrival.
let app: TestApp
let camps: TestCamp[]
beforeAll(async () => {
  app = await startTestApp({ limits: true })
  camps = await Promise.all(
    Array.from({ length: 10 }, (_, index) => addCamp(app.db, { name: `Camp ${index}` })),
  )
})
afterAll(() => app.close())

const registerFor = (index: number, person: Person) => {
  const camp = camps[index]
  if (!camp) throw new Error('There are ten camps.')
  return register(app, camp, person)
}
const seatsOf = async ({ id }: Person) =>
  (await app.db.selectFrom('camp_registrations').select('id').where('user_id', '=', id).execute()).length

test('a customer who asks for ten unpaid camp seats at once gets four', async () => {
  const person = await addPerson(app, teenager)
  const answers = await Promise.all(camps.map((_, index) => registerFor(index, person)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(4)
  const refused = answers.find(({ status }) => status !== 201)
  expect(refused && (await bodyOf<object>(refused))).toMatchObject({
    code: 'unpaid_camps_limit',
    details: { limit: 4, open: 4, phone: '(409) 555-0142', counted: 'camps' },
  })
  expect(await seatsOf(person)).toBe(4)
})

test('paying for one or canceling one makes room for another, and card payments are not limited', async () => {
  const person = await addPerson(app, teenager)
  for (const index of [0, 1, 2, 3]) expect((await registerFor(index, person)).status).toBe(201)
  expect(await refusalOf(await registerFor(4, person))).toEqual([409, 'unpaid_camps_limit'])
  const paid = await payByCard(app, person.cookie, { campId: camps[4]?.id, amount: 18_000 })
  expect(paid.status).toBe('succeeded')
  expect((await registerFor(5, person)).status).toBe(409)
  for (const [status, index] of [
    ['paid', 0],
    ['canceled', 1],
  ] as const) {
    await app.db
      .updateTable('camp_registrations')
      .set({ status })
      .where('user_id', '=', person.id)
      .where('camp_id', '=', camps[index]?.id ?? '')
      .execute()
  }
  expect((await registerFor(5, person)).status).toBe(201)
  expect((await registerFor(6, person)).status).toBe(201)
  expect((await registerFor(7, person)).status).toBe(409)
})

test('camps that cost nothing, and those of staff, are not counted', async () => {
  const [person, coach] = [
    await addPerson(app, teenager),
    await addPerson(app, { role: 'coach', ...teenager }),
  ]
  for (const index of [0, 1, 2, 3, 4, 5]) expect((await registerFor(index, coach)).status).toBe(201)
  for (const index of [0, 1, 2, 3]) expect((await registerFor(index, person)).status).toBe(201)
  const free = await addCamp(app.db, { name: 'Open Day', price: '0' })
  expect((await register(app, free, person)).status).toBe(201)
})

test('siblings in one camp count as one camp, up to as many as one request registers', async () => {
  const person = await addPerson(app, teenager)
  const children = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      addChild(app.db, [person], { name: `Child ${index}`, birthDate: bornFor(9) }),
    ),
  )
  const camp = await addCamp(app.db, { ...soonCamp, name: 'Family Camp' })
  for (const index of [0, 1, 2]) expect((await registerFor(index, person)).status).toBe(201)
  const some = (from: number, to: number) =>
    register(app, camp, person, {}, { participant_ids: children.slice(from, to) })
  expect((await some(0, 3)).status).toBe(201)
  expect((await some(3, 8)).status).toBe(201)
  expect(await bodyOf<object>(some(8, 9))).toMatchObject({
    code: 'unpaid_camps_limit',
    details: { limit: 8, open: 8, counted: 'spots' },
  })
  expect(await bodyOf<object>(registerFor(4, person))).toMatchObject({
    code: 'unpaid_camps_limit',
    details: { limit: 4, open: 4, counted: 'camps' },
  })
  // A free camp is not counted among them, and one family does not fill it.
  const free = await addCamp(app.db, { ...soonCamp, name: 'Open Day', price: '0' })
  const forNothing = (from: number, to: number) =>
    register(app, free, person, {}, { participant_ids: children.slice(from, to) })
  expect((await forNothing(0, 8)).status).toBe(201)
  expect(await bodyOf<object>(forNothing(8, 9))).toMatchObject({
    code: 'unpaid_camps_limit',
    details: { limit: 8, open: 8, counted: 'free_spots' },
  })
})
