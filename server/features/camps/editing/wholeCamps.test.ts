import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CampCancellation } from '../../../../shared/contract/programs/campChanges.ts'
import type { CampConflict, StaffCamp } from '../../../../shared/contract/programs/staffCamps.ts'
import { addDays } from '../../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { group, tuesday } from '../../../test/cageTime.ts'
import { confirmPayment, openPayment, payByCard, sendCard } from '../../../test/cardPayment.ts'
import { addCages, addPerson, type Person } from '../../../test/factories.ts'
import { lockWaits } from '../../../test/lockWaits.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addCoach, type TestCoach } from '../../coaches/coachTestKit.ts'
import { addGuestRegistration, register, teenager } from '../campTestKit.ts'
import { bookCage, type Conflicts, changed, editing, entered, ledgerOf } from './editingTestKit.ts'

let app: TestApp
let second: TestApp
let cages: string[]
let coach: TestCoach
let admin: Person
let customer: Person
let staff: ReturnType<typeof editing>
let weeks = 0
const freshDays = () => {
  const day = tuesday(weeks++)
  return [day, addDays(day, 1)] as const
}

beforeAll(async () => {
  app = await startTestApp()
  second = await app.another()
  cages = await addCages(app.db, 5)
  coach = await addCoach(app.db)
  admin = await addPerson(app, { role: 'admin' })
  customer = await addPerson(app, { name: 'Pat Parent', ...teenager })
  await app.db.updateTable('facility').set({ booking_window_days: 730 }).execute()
  staff = editing(app, admin)
})
afterAll(() => app.close())

const sold = (days: readonly string[], more: object = {}) =>
  entered(days, { p_price: 180, p_published: true, p_min_age: 5, p_max_age: 18, ...more })
const preview = (id: string) => bodyOf<CampCancellation>(staff.cancellation(id))

describe('copy-camp', () => {
  test('copies a camp to the weeks of a summer with all of its times, as drafts', async () => {
    const days = freshDays()
    const camp = await staff.made(
      sold(days, { p_coach_ids: [coach.id], p_bullet_points: ['Shirt'], p_what_to_bring: 'A bat' }),
    )
    await addGuestRegistration(app.db, camp)
    const starts = [1, 2].map((later) => addDays(days[0], 7 * later))
    weeks += 2
    const found = await bodyOf<{ copies: object[] }>(staff.previewCopies(camp.id, [...starts, ...starts]))
    expect(found.copies).toEqual(
      starts.map((start_date) => ({
        ...{ start_date, end_date: addDays(start_date, 1), past: false, conflicts: [] },
      })),
    )
    const answer = await staff.copy(camp.id, { start_dates: starts, name: 'Summer Skills II' })
    expect(answer.status).toBe(201)
    const { camps } = await bodyOf<{ camps: StaffCamp[] }>(answer)
    expect(camps).toMatchObject(
      starts.map((start_date) => ({
        ...{
          start_date,
          name: 'Summer Skills II',
          published: false,
          price: 180,
          bullet_points: ['Shirt'],
          what_to_bring: 'A bat',
        },
        active_registrations_count: 0,
        camp_coaches: [{ coach: { id: coach.id } }],
      })),
    )
    for (const [index, copy] of camps.entries()) {
      const rows = (await ledgerOf(app, camp.id)).map((row) => {
        const [day = '', ...rest] = row.split(' ')
        return [addDays(day, 7 * (index + 1)), ...rest].join(' ')
      })
      expect(await ledgerOf(app, copy.id)).toEqual(rows)
    }
  })

  test('is refused as a whole where one copy has no cages; its preview says which', async () => {
    const days = freshDays()
    const camp = await staff.made(sold(days))
    const starts = [1, 2].map((later) => addDays(days[0], 7 * later))
    weeks += 2
    for (const cageId of cages.slice(0, 3))
      await bookCage(app.db, {
        ...{ cageId, day: starts[1] ?? '', from: '09:00', to: '09:30', userId: customer.id },
      })
    const { copies } = await bodyOf<{ copies: { conflicts: CampConflict[] }[] }>(
      staff.previewCopies(camp.id, starts),
    )
    expect(copies.map(({ conflicts }) => conflicts.length)).toEqual([0, 1])
    const refused = await staff.copy(camp.id, { start_dates: starts })
    expect(refused.status).toBe(409)
    expect((await bodyOf<Conflicts>(refused)).details.conflicts).toMatchObject([
      {
        date: starts[1],
        free_cages: 2,
        free_times: expect.arrayContaining([{ start_time: '09:30', end_time: '12:30' }]),
      },
    ])
    const named = await staff.list('?search_query=Summer')
    const kept = (await bodyOf<{ items: StaffCamp[] }>(named)).items
    expect(kept.filter(({ start_date }) => starts.includes(start_date))).toEqual([])
    const past = await staff.copy(camp.id, { start_dates: ['2020-06-02'] })
    expect(await refusalOf(past)).toEqual([409, 'camp_timeslot_past'])
    const missing = await staff.previewCopies(randomUUID(), starts)
    expect(await refusalOf(missing)).toEqual([404, 'camp_not_found'])
  })

  test('is refused, like its preview, where it takes more days and places at once than the database can lock', async () => {
    const season = Array.from({ length: 60 }, (_, later) => addDays(tuesday(100), later))
    const camp = await staff.made(sold(season))
    const starts = Array.from({ length: 15 }, (_, copy) => addDays(tuesday(100), 60 * (copy + 1)))
    const ids = async () => [
      await app.db.selectFrom('camps').select('id').orderBy('id').execute(),
      await app.db.selectFrom('occupancy').select('id').orderBy('id').execute(),
    ]
    const before = await ids()
    const asked = [staff.previewCopies(camp.id, starts), staff.copy(camp.id, { start_dates: starts })]
    for (const refused of await Promise.all(asked)) {
      expect(refused.status).toBe(400)
      expect(await bodyOf(refused)).toMatchObject({
        code: 'camp_copies_too_many',
        message: 'That’s too many dates at once. Copy the camp to fewer at a time.',
      })
    }
    expect(await ids()).toEqual(before)
    expect((await staff.previewCopies(camp.id, starts.slice(0, 2))).status).toBe(200)
  })

  test('needs other cages where two copies overlap, and does not promise the same cages twice', async () => {
    const days = freshDays()
    const camp = await staff.made(sold(days))
    const start = freshDays()[0]
    // Five cages: the second copy has two left on the day that both have.
    const { copies } = await bodyOf<{ copies: { conflicts: CampConflict[] }[] }>(
      staff.previewCopies(camp.id, [start, addDays(start, 1)]),
    )
    expect(copies.map(({ conflicts }) => conflicts.length)).toEqual([0, 1])
  })
})

describe('call-off-camp and delete-camp', () => {
  test('a camp without registrations is deleted with all of its time', async () => {
    const camp = await staff.made(sold(freshDays(), { p_coach_ids: [coach.id] }))
    expect(await bodyOf(staff.delete(camp.id))).toEqual({ outcome: 'deleted', message: 'Camp deleted.' })
    expect(await ledgerOf(app, camp.id)).toEqual([])
    expect(await refusalOf(await staff.delete(camp.id))).toEqual([404, 'camp_not_found'])
    expect((await app.request(`/api/camps/${camp.id}`)).status).toBe(404)
  })

  test('one with registrations is called off first: all are told and refunded; then it leaves the list only', async () => {
    const days = freshDays()
    const email = `${randomUUID()}@example.test`
    await app.db.updateTable('coaches').set({ email }).where('id', '=', coach.id).execute()
    const camp = await staff.made(sold(days, { p_coach_ids: [coach.id] }))
    await payByCard(app, customer.cookie, { campId: camp.id, amount: 18_000 })
    await addGuestRegistration(app.db, camp)
    const refused = await staff.delete(camp.id)
    expect(refused.status).toBe(409)
    expect(await bodyOf(refused)).toMatchObject({
      code: 'camp_has_registrations',
      details: { registrations: 2, active: 2 },
    })
    const shown = await preview(camp.id)
    expect(shown).toMatchObject({ people: 2, refund_by_card: 180, refund_at_desk: 0, paying_now: false })
    const late = await addPerson(app, teenager)
    await register(app, camp, late)
    const old = await staff.callOff(camp.id, { fingerprint: shown.fingerprint })
    expect(await refusalOf(old)).toEqual([409, 'camp_registrations_changed'])
    const { fingerprint } = await preview(camp.id)
    const called = await bodyOf<{ message: string }>(
      staff.callOff(camp.id, { fingerprint, message: 'The coach is ill.' }),
    )
    expect(called).toEqual({
      ...{ people: 3, refund_by_card: 180, refund_at_desk: 0 },
      message: 'The camp is canceled. 3 registrations were canceled. $180.00 is refunded to cards.',
    })
    expect(await ledgerOf(app, camp.id)).toEqual([])
    const mails = await app.db
      .selectFrom('outbox')
      .select(['to_email', 'data'])
      .where('template', '=', 'camp-canceled')
      .execute()
    expect(mails.map(({ to_email }) => to_email).toSorted()).toEqual([customer.email, late.email].toSorted())
    expect(mails.every(({ data }) => JSON.stringify(data).includes('The coach is ill.'))).toBe(true)
    const toCoach = app.db.selectFrom('outbox').select('data').where('to_email', '=', email)
    expect(await toCoach.execute()).toMatchObject([
      { data: { program_name: camp.name, sessions: camp.camp_timeslots.map(() => ({})) } },
    ])

    const gone = await bodyOf<StaffCamp>(staff.get(camp.id))
    expect(gone).toMatchObject({ registration_enabled: false, camp_timeslots: [] })
    expect(gone.called_off_at).not.toBeNull()
    const onSite = await bodyOf(app.request(`/api/camps/${camp.id}`))
    expect(onSite).toMatchObject({ registration_state: 'called_off', registration_open: false })
    expect(onSite).not.toHaveProperty('called_off_at')
    for (const answer of [
      staff.update(changed(gone)),
      staff.status(camp.id, { registration_enabled: true }),
      staff.callOff(camp.id, { fingerprint }),
      staff.cancellation(camp.id),
    ])
      expect(await refusalOf(await answer)).toEqual([409, 'camp_called_off'])
    expect(await bodyOf(staff.delete(camp.id))).toMatchObject({ outcome: 'put_away' })
    expect((await staff.get(camp.id)).status).toBe(404)
    const kept = await app.db
      .selectFrom('camp_registrations')
      .select('status')
      .where('guest_name', 'is', null)
      .where('camp_id', '=', camp.id)
      .execute()
    expect(kept.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  })

  test('waits for someone who is paying', async () => {
    const camp = await staff.made(sold(freshDays()))
    await openPayment(app, customer.cookie, { campId: camp.id, amount: 18_000 })
    const { fingerprint, paying_now } = await preview(camp.id)
    expect(paying_now).toBe(true)
    expect(await refusalOf(await staff.callOff(camp.id, { fingerprint }))).toEqual([409, 'checkout_open'])
    expect(await refusalOf(await staff.delete(camp.id))).toEqual([409, 'checkout_open'])
  })

  test('that has begun with people in it is not called off as a whole, and its preview says so', async () => {
    const camp = await staff.made(sold(freshDays()))
    await register(app, camp, customer)
    const { fingerprint } = await preview(camp.id)
    await app.db
      .updateTable('camp_timeslots')
      .set({ date: '2020-07-06' })
      .where('id', '=', camp.camp_timeslots[0]?.id ?? '')
      .execute()
    expect(await refusalOf(await staff.cancellation(camp.id))).toEqual([409, 'already_started'])
    expect(await refusalOf(await staff.callOff(camp.id, { fingerprint }))).toEqual([409, 'already_started'])
    expect(await ledgerOf(app, camp.id)).not.toEqual([])
  })

  test('keeps its times while someone pays for them; they pay the price that they saw', async () => {
    const camp = await staff.made(sold(freshDays()))
    const opened = await openPayment(app, customer.cookie, { campId: camp.id, amount: 18_000 })
    const p_timeslots = camp.camp_timeslots.map(({ id, date }) => ({
      ...{ id, date, start_time: '10:00', end_time: '13:00' },
    }))
    expect(await refusalOf(await staff.update(changed(camp, { p_timeslots })))).toEqual([
      409,
      'checkout_open',
    ])
    expect((await staff.update(changed(camp, { p_price: 250, p_min_age: 6 }))).status).toBe(200)
    await sendCard(app, opened)
    expect(await confirmPayment(app, customer.cookie, opened)).toMatchObject({ status: 'succeeded' })
    const current = await bodyOf<StaffCamp>(staff.get(camp.id))
    expect((await staff.update(changed(current, { p_timeslots }))).status).toBe(200)
    const seats = app.db.selectFrom('camp_registrations').select(['status', 'total_cost'])
    expect(await seats.where('camp_id', '=', camp.id).execute()).toEqual([
      { status: 'paid', total_cost: '180.00' },
    ])
  })
})

describe('at the same moment', () => {
  test('of two admins who save camps over the same cages one gets them', async () => {
    const days = freshDays()
    const other = editing(second, admin)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => (index % 2 ? staff : other).create(sold(days))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    for (const answer of answers.filter(({ status }) => status === 409)) {
      const { code, details } = await bodyOf<Conflicts>(answer)
      expect([code, details.conflicts.length]).toEqual(['camp_places_taken', 2])
      expect(details.conflicts[0]?.in_the_way).toHaveLength(3)
    }
  })

  test('a camp and customers who book its cages never share one', async () => {
    const days = freshDays()
    const people = await Promise.all(Array.from({ length: 5 }, () => addPerson(app, teenager)))
    const times = ['17:00', '18:00']
    const json = sold(days, {
      p_timeslots: days.map((date) => ({ date, start_time: '17:00', end_time: '19:00' })),
    })
    const [camp, ...bookings] = await Promise.all([
      staff.create(json),
      ...people.map(({ cookie }, index) => {
        const from = times[index % 2] ?? '17:00'
        const details = [
          group(cages[index] ?? '', days[index % 2] ?? '', from, `${Number(from.slice(0, 2)) + 1}:00`),
        ]
        return (index % 2 ? app : second).request('/api/bookings', {
          json: { bookingDetails: details, totalAmount: 30 },
          cookie,
        })
      }),
    ])
    expect([201, 409]).toContain(camp?.status)
    for (const booking of bookings) expect([201, 409]).toContain(booking.status)
    expect([camp, ...bookings].some((answer) => answer?.status === 201)).toBe(true)
  })

  test('two changes of one revision: one is saved, the other is told of it', async () => {
    const camp = await staff.made(sold(freshDays()))
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((p_name, index) =>
        (index % 2 ? staff : editing(second, admin)).update(changed(camp, { p_name })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('a checkout that was left long ago is not in the way, and one that goes on is', async () => {
    const [day] = freshDays()
    const hold = async (expires_at: Date) => {
      const { id } = await app.db
        .insertInto('checkout_holds')
        .values({ user_id: customer.id, purpose: 'cage_booking', amount: '30.00', expires_at })
        .returning('id')
        .executeTakeFirstOrThrow()
      const slots = cages.slice(0, 3).map((cageId) => {
        const { startTime, endTime } = group(cageId, day, '09:00', '10:00')
        return { checkout_hold_id: id, cage_id: cageId, start_time: startTime, end_time: endTime }
      })
      await app.db.insertInto('checkout_hold_slots').values(slots).execute()
      return id
    }
    const live = await hold(new Date(Date.now() + 600_000))
    const refused = await bodyOf<Conflicts>(staff.create(sold([day])))
    expect(refused.details.conflicts[0]?.in_the_way.map(({ kind }) => kind)).toEqual(Array(3).fill('hold'))
    await app.db
      .updateTable('checkout_holds')
      .set({ expires_at: new Date(Date.now() - 60_000) })
      .where('id', '=', live)
      .execute()
    expect((await staff.create(sold([day]))).status).toBe(201)
  })

  test('what takes a cage without its lock is told as anything else', async () => {
    const days = freshDays()
    let waiting: Promise<Response> | undefined
    await app.db.transaction().execute(async (tx) => {
      for (const cageId of cages.slice(0, 3))
        await bookCage(tx, { cageId, day: days[0], from: '09:00', to: '10:00', userId: customer.id })
      // The save finds the cages free, and then waits for this transaction at the constraint.
      waiting = staff.create(sold(days))
      await expect.poll(() => lockWaits(app.db)).toBeGreaterThan(0)
    })
    const answer = await waiting
    expect(answer?.status).toBe(409)
    const { code, details } = await bodyOf<Conflicts>(answer ?? new Response())
    expect([code, details.conflicts.map(({ date }) => date)]).toEqual(['camp_places_taken', [days[0]]])
  })
})
