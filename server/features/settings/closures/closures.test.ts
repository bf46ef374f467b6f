import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Closure, HitList } from '../../../../shared/contract/facility/closures.ts'
import { dayBounds, facilityDay } from '../../../../shared/domain/time/time.ts'
import { bodyOf, refusalOf } from '../../../test/answers.ts'
import { ZONE } from '../../../test/cageTime.ts'
import { addPerson } from '../../../test/factories.ts'
import { startStaffedFacility } from '../../bookings/staffTestKit.ts'
import { closed, closing, type SavedClosure } from './closureTestKit.ts'

let facility: Awaited<ReturnType<typeof startStaffedFacility>>
let admin: ReturnType<typeof closing>
let desk: ReturnType<typeof closing>
beforeAll(async () => {
  facility = await startStaffedFacility()
  admin = closing(facility.app, facility.admin)
  desk = closing(facility.app, facility.desk)
})
afterAll(() => facility.app.close())

const reason = 'New nets'
const one = () => facility.cage(1)
/** Saturday, the day of the test's clock, is open from 9:00 to 18:00; it is noon. */
const today = () => facilityDay(facility.now, ZONE)

describe('a closure (list-closures, preview-closure, create-closure, update-closure, delete-closure)', () => {
  test('takes its cages at once, on the schedule of everybody, and gives them back', async () => {
    const day = facility.freshDay()
    const answer = await admin.create({ ...closed([one(), facility.cage(2)], day), reason })
    expect(answer.status).toBe(201)
    const { closure, run_id } = await bodyOf<SavedClosure>(answer)
    expect(run_id).toBeNull()
    expect(closure).toMatchObject({
      reason,
      cages: [{ name: 'Cage 1' }, { name: 'Cage 2' }],
      all_cages: false,
      booked: 0,
    })
    expect(await facility.scheduleOf(day)).toHaveLength(2)
    await expect(facility.book(day)).rejects.toThrow('409')
    expect((await admin.delete(closure.id)).status).toBe(200)
    expect(await facility.scheduleOf(day)).toEqual([])
  })

  test('is made once, however often the request is repeated', async () => {
    const request = { ...closed([one()], facility.freshDay()), reason }
    const key = randomUUID()
    const [first, second] = [await admin.create(request, key), await admin.create(request, key)]
    expect(await bodyOf(second)).toEqual(await bodyOf(first))
  })

  test('lists what is in the way, and nothing changes by looking', async () => {
    const day = facility.freshDay()
    const id = await facility.book(day)
    const { hits, people, refund } = await bodyOf<HitList>(admin.preview(closed([one()], day)))
    expect(hits).toMatchObject([
      { kind: 'booking', id, title: 'Cage 1', person: 'Pat Parent', people: 1, paid: 0, begun: false },
    ])
    expect({ people, refund }).toEqual({ people: 1, refund: 0 })
    expect((await bodyOf<HitList>(admin.preview(closed([facility.cage(2)], day)))).hits).toEqual([])
    expect((await bodyOf<HitList>(admin.preview(closed([one()], day, '17:00', '18:00')))).hits).toEqual([])
  })

  test('is not made over what nobody has seen', async () => {
    const day = facility.freshDay()
    const range = closed([one()], day)
    const { fingerprint } = await bodyOf<HitList>(admin.preview(range))
    await facility.book(day)
    const made = { ...range, reason, on_hits: 'cancel', fingerprint }
    expect(await refusalOf(await admin.create(made))).toEqual([409, 'closure_hits_changed'])
    expect(await refusalOf(await admin.create({ ...range, reason }))).toEqual([409, 'closure_hits_changed'])
  })

  test('leaves what is booked, where that is chosen, and takes its time when it goes', async () => {
    const day = facility.freshDay()
    const id = await facility.book(day)
    const { closure } = await admin.closeOver(closed([one()], day), 'keep')
    expect(closure).toMatchObject({ booked: 1, run_id: null })
    await expect(facility.book(day, '17:00', '18:00')).rejects.toThrow('409')
    await facility.app.request(`/api/me/bookings/${id}/cancel`, {
      method: 'POST',
      cookie: facility.customer.cookie,
    })
    await expect(facility.book(day)).rejects.toThrow('409')
    expect(
      (await bodyOf<{ closures: Closure[] }>(admin.list(`?from=${day}&to=${day}`))).closures,
    ).toMatchObject([{ id: closure.id, booked: 0 }])
  })

  test('changes its time, cages and reason; who looked at an older one is told', async () => {
    const day = facility.freshDay()
    const { closure } = await bodyOf<SavedClosure>(admin.create({ ...closed([one()], day), reason }))
    const change = (changes: object) =>
      admin.update(closure.id, {
        ...closed([facility.cage(2)], day, '16:00', '18:00'),
        reason: 'Nets',
        expected_revision: closure.revision,
        ...changes,
      })
    const [first, second] = await Promise.all([change({}), change({ reason: 'Other' })])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    const late = await bodyOf<{ code: string; details: { closure: Closure } }>(
      first.status === 409 ? first : second,
    )
    expect(late).toMatchObject({
      code: 'changed_meanwhile',
      details: { closure: { cages: [{ name: 'Cage 2' }] } },
    })
    expect(await facility.book(day)).toBeTypeOf('string')
    await expect(facility.book(day, '16:00', '17:00', 30, 2)).rejects.toThrow('409')
  })
})

describe('a closure is refused', () => {
  const range = (changes: object = {}) => ({ ...closed([one()], facility.freshDay()), reason, ...changes })

  test.each([
    ['without a cage', { cage_ids: [] }, 400, 'invalid_input'],
    ['of an unknown cage', { cage_ids: [randomUUID()] }, 404, 'cage_not_found'],
    ['without a reason', { reason: ' ' }, 400, 'invalid_input'],
    ['with a reason of two lines', { reason: 'a\nb' }, 400, 'invalid_input'],
    ['at a time that is none', { start_time: 'tomorrow' }, 400, 'invalid_input'],
    ['that ends before it begins', { end_time: '2026-11-01T00:00:00Z' }, 400, 'closure_backwards'],
    ['for years', { end_time: '2030-01-01T00:00:00Z' }, 400, 'closure_too_long'],
  ])('%s', async (_why, changes, status, code) => {
    expect(await refusalOf(await admin.create(range(changes)))).toEqual([status, code])
  })

  test('in the past', async () => {
    const past = closed([one()], '2026-11-20')
    expect(await refusalOf(await admin.create({ ...past, reason }))).toEqual([409, 'closure_past'])
  })

  test('that does not exist', async () => {
    const id = randomUUID()
    const change = { ...range(), expected_revision: 1 }
    for (const answer of [admin.update(id, change), admin.delete(id), admin.start(id, 'x')])
      expect(await refusalOf(await answer)).toEqual([404, 'closure_not_found'])
  })
})

describe('the front desk', () => {
  test('closes a free cage for the rest of today, and opens it again', async () => {
    const answer = await desk.create({ ...closed([facility.cage(3)], today(), '14:00', '16:00'), reason })
    expect(answer.status).toBe(201)
    const { closure } = await bodyOf<SavedClosure>(answer)
    expect((await desk.delete(closure.id)).status).toBe(200)
  })

  test('closes until midnight, and not a minute of the next day', async () => {
    const range = closed([facility.cage(3)], today(), '14:00', '16:00')
    const midnight = dayBounds(today(), ZONE).end
    const later = { ...range, end_time: new Date(midnight.getTime() + 60_000).toISOString(), reason }
    expect(await refusalOf(await desk.create(later))).toEqual([403, 'closure_needs_admin'])
    const answer = await desk.create({ ...range, end_time: midnight.toISOString(), reason })
    expect(answer.status).toBe(201)
    const { closure } = await bodyOf<SavedClosure>(answer)
    expect((await desk.delete(closure.id)).status).toBe(200)
  })

  test('closes a part of any other day to come, and nothing over a booking', async () => {
    const day = facility.freshDay()
    const answer = await desk.create({ ...closed([one()], day, '16:00', '18:00'), reason })
    expect(answer.status).toBe(201)
    const { closure } = await bodyOf<SavedClosure>(answer)
    expect((await desk.delete(closure.id)).status).toBe(200)
    await facility.book(today(), '16:00', '17:00')
    const over = { ...closed([one()], today(), '16:00', '17:00'), reason, on_hits: 'cancel' }
    expect(await refusalOf(await desk.create(over))).toEqual([403, 'closure_needs_admin'])
  })

  test('does not open what an admin closed for longer, and starts no run', async () => {
    const range = closed([one()], facility.freshDay())
    const end_time = new Date(Date.parse(range.start_time) + 26 * 3_600_000).toISOString()
    const { closure } = await bodyOf<SavedClosure>(admin.create({ ...range, end_time, reason }))
    expect(await refusalOf(await desk.delete(closure.id))).toEqual([403, 'closure_needs_admin'])
    const changed = { ...closed([facility.cage(2)], today(), '14:00', '15:00'), reason, expected_revision: 1 }
    expect(await refusalOf(await desk.update(closure.id, changed))).toEqual([403, 'closure_needs_admin'])
    for (const answer of [
      desk.start(closure.id, 'x'),
      desk.runs(),
      desk.get(closure.id),
      desk.settle(closure.id, 'retry'),
    ])
      expect((await answer).status).toBe(403)
  })

  test('reads the closures of a day; customers and coaches do not', async () => {
    const day = facility.freshDay()
    await admin.create({ ...closed([one()], day), reason })
    const listed = await bodyOf<{ closures: Closure[] }>(desk.list(`?from=${day}&to=${day}`))
    expect(listed.closures).toMatchObject([{ reason, cages: [{ name: 'Cage 1' }] }])
    const coach = await addPerson(facility.app, { role: 'coach' })
    for (const person of [facility.customer, coach])
      expect((await closing(facility.app, person).list()).status).toBe(403)
  })
})
