import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PossibleDuplicate } from '../../../../shared/contract/people/merges.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { tuesday } from '../../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addCamp, addClass, register, registerForCamp } from '../../account/accountTestKit.ts'
import { purgeHouseholds } from '../../households/forgetting.ts'
import { addChild, familyOf } from '../../households/householdTestKit.ts'
import { dumpOf, mergingOf } from './mergeTestKit.ts'
import { finishMerges } from './reverseMerge.ts'

let app: TestApp
let cages: string[]
let admin: Person
let merging: ReturnType<typeof mergingOf>
beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 1)
  admin = await addPerson(app, { role: 'admin' })
  merging = mergingOf(app, admin)
})
afterAll(() => app.close())

const participant = { kind: 'participant' }
const merged = (source: string, target: string, more: object = {}) =>
  bodyOf<{ merge_id: string }>(merging.merge({ id: source }, { id: target }, { ...participant, ...more }))
const obstaclesOf = async (source: string, target: string) =>
  (await merging.preview({ id: source }, { id: target }, 'participant')).obstacles.map(({ code }) => code)
const duplicatesOf = ({ id }: Person) =>
  bodyOf<PossibleDuplicate[]>(app.request(`/api/admin/people/${id}/duplicates`, { cookie: admin.cookie }))

let days = 0
/** A guest of the desk; the participant's id. */
async function addGuest(guest_name: string, guest_phone: string): Promise<string> {
  days += 1
  const { participant_id } = await app.db
    .insertInto('bookings')
    .values({
      guest_name,
      guest_phone,
      cage_id: cages[0] ?? '',
      start_time: `${tuesday(days)}T22:00:00Z`,
      end_time: `${tuesday(days)}T22:30:00Z`,
      total_cost: '20.00',
    })
    .returning('participant_id')
    .executeTakeFirstOrThrow()
  return participant_id ?? ''
}
const guestBookingsOf = (id: string) =>
  app.db.selectFrom('bookings').select('id').where('participant_id', '=', id).execute()

describe('the same child of two parents', () => {
  test('keeps the adults of both, and can be two children again', async () => {
    const [mother, father] = await Promise.all([addPerson(app), addPerson(app)])
    const hers = await addChild(app.db, [mother], { name: 'Mia Both' })
    const his = await addChild(app.db, [father], { name: 'Mia Both' })
    const { sessions } = await addClass(app.db, 'Hitting', [tuesday(20)])
    await register(app.db, { class_instance_id: sessions[0] ?? '', user_id: father.id, participant_id: his })
    await app.db
      .insertInto('participant_care')
      .values({ participant_id: his, medical_note: 'Bee stings.' })
      .execute()
    const before = await dumpOf(app.db)

    const { merge_id } = await merged(his, hers)
    const family = await familyOf(app, father).list()
    expect(family.map(({ id }) => id)).toContain(hers)
    expect(family.map(({ id }) => id)).not.toContain(his)
    expect(family.find(({ id }) => id === hers)?.adults.map(({ user_id }) => user_id)).toEqual([
      mother.id,
      father.id,
    ])
    const care = await bodyOf(app.request(`/api/participants/${hers}/care`, { cookie: mother.cookie }))
    expect(care).toMatchObject({ medical_note: 'Bee stings.' })

    expect((await merging.reverse(merge_id)).status).toBe(200)
    expect(await dumpOf(app.db)).toEqual(before)
  })

  test('list-possible-duplicates finds it, unless the birth dates differ', async () => {
    const [mother, father, stranger] = await Promise.all([addPerson(app), addPerson(app), addPerson(app)])
    const hers = await addChild(app.db, [mother], { name: 'Zoë Alike', birthDate: '2016-05-01' })
    const his = await addChild(app.db, [father], { name: 'Zoe Alike', birthDate: '2016-05-01' })
    await addChild(app.db, [stranger], { name: 'Zoe Alike', birthDate: '2014-01-01' })
    const found = (await duplicatesOf(mother)).filter(({ kind }) => kind === 'participant')
    expect(found).toEqual([
      expect.objectContaining({
        id: his,
        why: 'Same name and birth date',
        like: { id: hers, name: 'Zoë Alike' },
      }),
    ])
  })

  test('is refused where both have a place in the same camp, or care data', async () => {
    const [mother, father] = await Promise.all([addPerson(app), addPerson(app)])
    const hers = await addChild(app.db, [mother])
    const his = await addChild(app.db, [father])
    const camp_id = await addCamp(app.db, 'Spring Camp', [[tuesday(21), '09:00', '12:00']])
    await registerForCamp(app.db, { camp_id, user_id: mother.id, participant_id: hers })
    await registerForCamp(app.db, { camp_id, user_id: father.id, participant_id: his })
    await app.db
      .insertInto('participant_care')
      .values([hers, his].map((participant_id) => ({ participant_id, medical_note: 'Asthma.' })))
      .execute()
    expect(await obstaclesOf(his, hers)).toEqual(['same_session', 'both_have_care'])
    const refused = await merging.merge({ id: his }, { id: hers }, participant)
    expect(await refusalOf(refused)).toEqual([409, 'merge_obstructed'])
  })

  test('never becomes an account, nor an account a child', async () => {
    const [mother, other] = await Promise.all([addPerson(app), addPerson(app)])
    const child = await addChild(app.db, [mother])
    const self = await app.db
      .selectFrom('participants')
      .select('id')
      .where('user_id', '=', other.id)
      .executeTakeFirstOrThrow()
    expect(await obstaclesOf(child, self.id)).toEqual(['account_as_child'])
    expect(await obstaclesOf(self.id, child)).toEqual(['account_as_child'])
  })
})

describe('a guest of the desk', () => {
  test('becomes part of an account by phone number, with what is booked later, and can be a guest again', async () => {
    const person = await addPerson(app, { name: 'Gus Guest' })
    await app.db
      .updateTable('profiles')
      .set({ phone_number: '(409) 555-0142' })
      .where('id', '=', person.id)
      .execute()
    const guest = await addGuest('G. Guest', '(409) 555-0142')
    const [found] = await duplicatesOf(person)
    expect(found).toMatchObject({ kind: 'participant', id: guest, why: 'Same phone number' })
    const self = found?.like.id ?? ''
    const { merge_id } = await merged(guest, self)
    // The same details are the same person, and nightly work does not take the empty record away.
    expect(await addGuest('G. Guest', '(409) 555-0142')).toBe(self)
    await purgeHouseholds.run(app.context)
    expect(await guestBookingsOf(self)).toHaveLength(2)
    await merging.reverse(merge_id)
    expect([await guestBookingsOf(guest), await guestBookingsOf(self)].map(({ length }) => length)).toEqual([
      1, 1,
    ])
  })

  test('is gone after a day, and the bookings stay', async () => {
    const person = await addPerson(app, { name: 'Gil Guest' })
    const child = await addChild(app.db, [person], { name: 'Kim Guest' })
    const guest = await addGuest('Kim Guest', '(409) 555-0143')
    const { merge_id } = await merged(guest, child, { name: 'source' })
    await app.db
      .updateTable('person_merges')
      .set({ reversible_until: new Date(Date.now() - 1_000) })
      .where('id', '=', merge_id)
      .execute()
    await finishMerges.run(app.context)
    const gone = await app.db
      .selectFrom('participants')
      .select('id')
      .where('id', '=', guest)
      .executeTakeFirst()
    expect(gone).toBeUndefined()
    expect(await guestBookingsOf(child)).toHaveLength(1)
  })

  test('does not swallow a child of a family', async () => {
    const parent = await addPerson(app)
    const child = await addChild(app.db, [parent])
    const guest = await addGuest('Some Guest', '(409) 555-0144')
    expect(await obstaclesOf(child, guest)).toEqual(['target_is_guest'])
  })
})
