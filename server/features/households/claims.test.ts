import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '../../features.ts'
import { bodyOf } from '../../test/answers.ts'
import { group, tuesday } from '../../test/cageTime.ts'
import { addCages, addPerson, type Person } from '../../test/factories.ts'
import { letUndoTimePass } from '../../test/outbox.ts'
import { startTestApp, type TestApp } from '../../test/testApp.ts'
import {
  confirm,
  confirmationToken,
  findProfile,
  mailsTo,
  post,
  recoveryToken,
  signUp,
  someEmail,
} from '../accounts/accountsTestKit.ts'
import { addClass, addSession } from '../classes/classTestKit.ts'
import { addCoach } from '../coaches/coachTestKit.ts'
import { guestForm, lesson, postLesson } from '../lessons/lessonTestKit.ts'
import { bookedTables } from './forgetting.ts'
import { addChild, familyOf } from './householdTestKit.ts'

let app: TestApp
let cages: string[]
let desk: Person
beforeAll(async () => {
  app = await startTestApp()
  cages = await addCages(app.db, 4)
  desk = await addPerson(app, { role: 'desk' })
})
afterAll(() => app.close())

let hours = 0
/** The desk books an hour for someone without an account; the booking's id. */
async function deskBooks(guest: { guest_name: string; guest_email?: string; guest_phone?: string }) {
  const count = hours++
  const at = group('', tuesday(1 + (count % 45)), '16:00', '17:00')
  const json = {
    ...guest,
    cage_ids: [cages[Math.floor(count / 45)]],
    start_time: at.startTime,
    end_time: at.endTime,
  }
  const answer = await app.request('/api/guest-bookings', { json, cookie: desk.cookie })
  expect(answer.status).toBe(201)
  await letUndoTimePass(app.db)
  return (await bodyOf<{ bookings: { id: string }[] }>(answer)).bookings[0]?.id ?? ''
}

const participantOf = async (id: string) =>
  (
    await app.db
      .selectFrom('bookings')
      .select('participant_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).participant_id

/** Signs up as 'Robin Batter' and does not confirm yet; `confirmed` does. */
async function signedUp(email = someEmail(), mails = 1) {
  await signUp(app, email)
  const token = await confirmationToken(app, email, mails)
  const confirmed = async () => familyOf(app, { cookie: (await confirm(app, token)).cookie })
  return { email, confirmed }
}

const named = async (family: ReturnType<typeof familyOf>) =>
  (await family.list()).map(({ name, is_self }) => `${name}${is_self ? ' (self)' : ''}`)

describe('a guest of the desk', () => {
  test('is claimed when the address is confirmed: by the same name, or as one more of the family', async () => {
    const guest_email = someEmail()
    const self = await deskBooks({ guest_name: 'robin  BATTER', guest_email })
    const other = await deskBooks({ guest_name: 'Sam Batter', guest_email: guest_email.toUpperCase() })
    const stranger = await deskBooks({ guest_name: 'Robin Batter', guest_email: someEmail() })
    const phoneOnly = await deskBooks({ guest_name: 'Robin Batter', guest_phone: '(409) 555-0161' })
    const { confirmed } = await signedUp(guest_email, 3)
    const family = await confirmed()

    const [me, sam, ...more] = await family.list()

    expect([me?.name, me?.is_self, sam?.name, more]).toEqual(['Robin Batter', true, 'Sam Batter', []])
    expect(await participantOf(self)).toBe(me?.id)
    expect(await participantOf(other)).toBe(sam?.id)
    for (const id of [stranger, phoneOnly]) expect(await participantOf(id)).not.toBe(me?.id)
    const left = app.db.selectFrom('participants').select('id').where('guest_email', '=', guest_email)
    expect(await left.execute()).toEqual([])
  })

  test('is claimed when entered later, and again by the same name', async () => {
    const { email: guest_email, confirmed } = await signedUp()
    const family = await confirmed()
    const self = await deskBooks({ guest_name: 'Robin Batter', guest_email })
    await deskBooks({ guest_name: 'Sam Batter', guest_email })
    await deskBooks({ guest_name: 'SAM BATTER', guest_email, guest_phone: '(409) 555-0162' })
    const coach = await addCoach(app.db)
    const guest_details = { name: 'Sam Batter', phone: '(409) 555-0163', email: guest_email }
    const form = guestForm(app, { guest_details })
    const asked = await postLesson(app, { ...lesson(coach.id, tuesday(46), '17:00'), ...form })
    expect(asked.status).toBe(201)

    expect(await named(family)).toEqual(['Robin Batter (self)', 'Sam Batter'])
    const [me, sam] = await family.list()
    expect(await participantOf(self)).toBe(me?.id)
    const lessons = app.db
      .selectFrom('coach_bookings')
      .select('participant_id')
      .where('coach_id', '=', coach.id)
    expect(await lessons.execute()).toEqual([{ participant_id: sam?.id }])
  })

  test('is claimed on a change of address, and not by an address that only was asked for', async () => {
    const person = await addPerson(app, { name: 'Pat Example' })
    const next = someEmail()
    const booking = await deskBooks({ guest_name: 'Kim Example', guest_email: next })
    await mailsTo(app, next)
    const ask = { new_email: next, current_password: 'play-ball-2026' }
    await app.request('/api/me/email-change', { json: ask, cookie: person.cookie })
    const family = familyOf(app, person)
    for (const address of [person.email, next]) {
      expect(await named(family)).toEqual(['Pat Example (self)'])
      const mails = await mailsTo(app, address, address === next ? 2 : 1)
      const [, token = ''] = /\/change-email#token=(\S+)/.exec(mails.at(-1)?.body_text ?? '') ?? []
      expect((await app.request('/api/email-change/confirm', { json: { token } })).status).toBe(200)
    }
    expect(await named(family)).toEqual(['Pat Example (self)', 'Kim Example'])
    expect(await participantOf(booking)).toBe((await family.list())[1]?.id)
  })

  test('is not claimed by an address that is not confirmed', async () => {
    const { email: guest_email, confirmed } = await signedUp()
    const before = await deskBooks({ guest_name: 'Sam Batter', guest_email })
    const adults = sql<{ count: string }>`
      select count(*) from participant_adults where participant_id = ${await participantOf(before)}`
    expect((await adults.execute(app.db)).rows).toEqual([{ count: '0' }])
    expect(await named(await confirmed())).toEqual(['Robin Batter (self)', 'Sam Batter'])
  })

  test('is claimed by someone whom staff entered once they choose a password', async () => {
    const guest_email = someEmail()
    await deskBooks({ guest_name: 'Sam Batter', guest_email })
    await mailsTo(app, guest_email)
    const entered = { name: 'Jo Batter', email: guest_email, phone: null }
    await app.request('/api/admin/users', { json: entered, cookie: desk.cookie })
    const { id } = await findProfile(app, guest_email)
    const adults = () =>
      app.db.selectFrom('participant_adults').select('user_id').where('user_id', '=', id).execute()
    expect(await adults()).toHaveLength(1)
    const token = await recoveryToken(app, guest_email, 2)
    await post(app, '/reset-password', { token, newPassword: 'slow-curve-in-the-rain' })
    expect(await adults()).toHaveLength(2)
  })

  test('stays a person of their own where both have the same seat', async () => {
    const email = someEmail()
    const { id: user_id } = await app.db
      .insertInto('profiles')
      .values({ email, full_name: 'Robin Batter' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const class_instance_id = await addSession(app.db, await addClass(app.db), tuesday(3))
    await app.db
      .insertInto('class_registrations')
      .values([
        { class_instance_id, user_id },
        { class_instance_id, guest_name: 'Robin Batter', guest_email: email },
      ])
      .execute()
    await deskBooks({ guest_name: 'Robin Batter', guest_email: email })
    await app.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', user_id).execute()
    const people = await app.db
      .selectFrom('participant_adults')
      .innerJoin('participants', 'participants.id', 'participant_id')
      .select(['name', 'guest_email', 'guest_key'])
      .where('participant_adults.user_id', '=', user_id)
      .execute()
    expect(people).toEqual(Array(2).fill({ name: 'Robin Batter', guest_email: null, guest_key: null }))
  })

  test('is not found by the details of a household that has left the address', async () => {
    const former = await addPerson(app, { name: 'Pat Example' })
    const { email } = former
    const guest = { guest_name: 'Mia Example', guest_email: email, guest_phone: '(409) 555-0164' }
    const first = await deskBooks(guest)
    await app.db.updateTable('profiles').set({ email: someEmail() }).where('id', '=', former.id).execute()
    const second = await deskBooks(guest)
    const { id } = await app.db
      .insertInto('profiles')
      .values({ email, full_name: 'Another Person', email_verified: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    const seen = async (userId: string) =>
      (
        await app.db
          .selectFrom('participant_adults')
          .select('participant_id')
          .where('user_id', '=', userId)
          .execute()
      ).map(({ participant_id }) => participant_id)
    expect(await seen(former.id)).toContain(await participantOf(first))
    expect(await seen(former.id)).not.toContain(await participantOf(second))
    expect(await seen(id)).toContain(await participantOf(second))
    expect(await seen(id)).not.toContain(await participantOf(first))
  })
})

describe('at the same moment', () => {
  test('twenty entries of one guest are one person, before and after the address is confirmed', async () => {
    const guest = { guest_name: 'Sam Batter', guest_email: someEmail(), guest_phone: '(409) 555-0165' }
    const twenty = async () => {
      const ids = await Promise.all(Array.from({ length: 20 }, () => deskBooks(guest)))
      return new Set(await Promise.all(ids.map(participantOf)))
    }
    const before = await twenty()
    expect(before.size).toBe(1)
    const person = await addPerson(app)
    await app.db
      .updateTable('profiles')
      .set({ email: guest.guest_email })
      .where('id', '=', person.id)
      .execute()
    expect(await twenty()).toEqual(before)
    expect(await named(familyOf(app, person))).toEqual(['Pat Example (self)', 'Sam Batter'])
  })

  test('twenty entries of a new name for a confirmed address are one person', async () => {
    const person = await addPerson(app)
    const guest = { guest_name: 'Ben Example', guest_email: person.email }
    await Promise.all(Array.from({ length: 20 }, () => deskBooks(guest)))
    expect(await named(familyOf(app, person))).toEqual(['Pat Example (self)', 'Ben Example'])
  })

  test('a guest who is entered while the address is being confirmed is never missed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { email: guest_email, confirmed } = await signedUp()
      const [family] = await Promise.all([
        confirmed(),
        deskBooks({ guest_name: 'Sam Batter', guest_email }),
        deskBooks({ guest_name: 'Robin Batter', guest_email }),
      ])
      expect(await named(family)).toEqual(['Robin Batter (self)', 'Sam Batter'])
    }
  })
})

describe('guests whom nothing refers to any more', () => {
  const purge = () =>
    tasks.find(({ name }) => name === 'purge-households')?.run({ db: app.db, clock: app.context.clock })
  const kept = async (id: string | null) =>
    (await app.db.selectFrom('participants').select('id').where('id', '=', id).execute()).length === 1

  test('are deleted by the daily job; those with a booking, an adult or an account stay', async () => {
    const booking = await deskBooks({ guest_name: 'Gone Guest', guest_phone: '(409) 555-0166' })
    const gone = await participantOf(booking)
    const booked = await participantOf(
      await deskBooks({ guest_name: 'Booked Guest', guest_phone: '(409) 555-0167' }),
    )
    const person = await addPerson(app)
    const child = await addChild(app.db, [person])
    const [self] = await familyOf(app, person).list()
    await purge()
    expect(await kept(gone)).toBe(true)
    await app.db.deleteFrom('bookings').where('id', '=', booking).execute()
    await purge()
    expect(await Promise.all([gone, booked, child, self?.id ?? null].map(kept))).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  test('are looked for in every table that keeps what was booked', async () => {
    const { rows } = await sql<{ name: string }>`
      select conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'participants'::regclass and confdeltype = 'n'`.execute(app.db)
    expect(rows.map(({ name }) => name).sort()).toEqual([...bookedTables].sort())
  })
})
