/** Two who change a group, or one of it, at one moment: each change is made as a whole, and none over another. */

import { afterAll, expect, test } from 'vitest'
import type { StaffBooking } from '../../../shared/contract/bookings/staffBookings.ts'
import { disagreements } from '../../db/ledger.fixture.ts'
import { bodyOf } from '../../test/answers.ts'
import { group } from '../../test/cageTime.ts'
import { addPerson, type Person } from '../../test/factories.ts'
import { lockWaits } from '../../test/lockWaits.ts'
import { cageCustomer } from './changeTestKit.ts'
import { messagesAbout, newTime, problemOf, staffOf, startStaffedFacility } from './staffTestKit.ts'

const { app, cage, customer, desk, freshDay, other } = await startStaffedFacility()
const otherDesk = await addPerson(app, { role: 'desk', name: 'Olga Other' })
afterAll(() => app.close())

const ROUNDS = 12
const cages = [cage(1), cage(2), cage(3)]
const by = (person: Person, from = app) => staffOf(from, person)

async function bookGroup(day: string, from = '16:00', to = '17:00') {
  const { startTime: start_time, endTime: end_time } = group('', day, from, to)
  const { bookings } = await bodyOf<{ bookings: StaffBooking[] }>(
    by(desk).post(`/api/customers/${customer.id}/bookings`, {
      ...{ cage_ids: cages, start_time, end_time, tell: false },
    }),
  )
  return bookings.map(({ id, revision }) => ({ id, expected_revision: revision }))
}
type Seen = Awaited<ReturnType<typeof bookGroup>>

/** What all of them have of a column, each value once. */
async function allOf(seen: Seen, column: 'admin_notes' | 'start_time' | 'status') {
  const ids = seen.map(({ id }) => id)
  const rows = await app.db.selectFrom('bookings').selectAll().where('id', 'in', ids).execute()
  const values = rows.map((row) => row[column])
  return [...new Set(values.map((value) => (value instanceof Date ? value.toISOString() : value)))]
}
const messagesOf = async (seen: Seen) =>
  (await Promise.all(seen.map(({ id }) => messagesAbout(app, id)))).flat()

test('two desks edit the same group: one wins as a whole, the other is told, however both list it', {
  timeout: 90_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const seen = await bookGroup(freshDay())
    const [one, two] = await Promise.all([
      by(desk).updateGroup({ bookings: seen, new_admin_notes: 'one' }),
      by(otherDesk, other).updateGroup({ bookings: seen.toReversed(), new_admin_notes: 'two' }),
    ])
    const [winner, loser] = one.status === 200 ? [one, two] : [two, one]
    expect([winner.status, loser.status]).toEqual([200, 409])
    expect(await allOf(seen, 'admin_notes')).toEqual([winner === one ? 'one' : 'two'])
    expect(await problemOf(loser)).toMatchObject({
      code: 'changed_meanwhile',
      details: { changed_by: winner === one ? 'Dee Desk' : 'Olga Other', changes: [{ field: 'notes' }] },
    })
  }
})

test('one desk moves a group while another deletes it: it is moved or gone as a whole', {
  timeout: 90_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = freshDay()
    const seen = await bookGroup(day)
    const later = newTime(day, '18:00', '19:00')
    const [moved, deleted] = await Promise.all([
      by(desk).updateGroup({ bookings: seen, ...later }),
      by(otherDesk, other).deleteGroup({ bookings: seen.toReversed() }),
    ])
    const isMoved = moved.status === 200
    expect([moved.status, deleted.status]).toEqual(isMoved ? [200, 409] : [404, 200])
    expect(await allOf(seen, 'start_time')).toEqual(isMoved ? [later.new_start_time] : [])
    expect(await messagesOf(seen)).toHaveLength(1)
  }
  expect(await disagreements(app.db)).toEqual([])
})

test('two groups that want the same cages at one moment: one gets all of them, the other none', {
  timeout: 90_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = freshDay()
    const [early, late] = [await bookGroup(day), await bookGroup(day, '19:00', '20:00')]
    const wanted = newTime(day, '17:00', '18:00')
    const [one, two] = await Promise.all([
      by(desk).updateGroup({ bookings: early, ...wanted }),
      by(otherDesk, other).updateGroup({ bookings: late.toReversed(), ...wanted }),
    ])
    expect([one.status, two.status].sort()).toEqual([200, 409])
    const { new_start_time: then } = wanted
    const first = newTime(day, '16:00', '17:00').new_start_time
    const last = newTime(day, '19:00', '20:00').new_start_time
    expect([await allOf(early, 'start_time'), await allOf(late, 'start_time')]).toEqual(
      one.status === 200 ? [[then], [last]] : [[first], [then]],
    )
  }
  expect(await disagreements(app.db)).toEqual([])
})

test('the customer cancels one while the desk moves all: all are moved and one is canceled then, or none is moved', {
  timeout: 90_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const day = freshDay()
    const seen = await bookGroup(day)
    const later = newTime(day, '18:00', '19:00')
    const [moved, canceled] = await Promise.all([
      by(desk).updateGroup({ bookings: seen, ...later }),
      cageCustomer(other, customer).cancel(seen[1]?.id ?? ''),
    ])
    expect(canceled.status).toBe(200)
    expect([200, 409]).toContain(moved.status)
    const start = moved.status === 200 ? later.new_start_time : newTime(day, '16:00', '17:00').new_start_time
    expect(await allOf(seen, 'start_time')).toEqual([start])
    expect((await allOf(seen, 'status')).toSorted()).toEqual(['canceled', 'pending payment'])
    // One of the cancellation, and one of the move if it was made.
    expect(await messagesOf(seen)).toHaveLength(moved.status === 200 ? 2 : 1)
  }
  expect(await disagreements(app.db)).toEqual([])
})

test.each([
  ['edited', (seen: Seen) => by(desk).updateGroup({ bookings: seen, new_admin_notes: 'Late' })],
  [
    'edited unseen',
    (seen: Seen) => by(desk).updateGroup({ bookings: unseen(seen), new_admin_notes: 'Late' }),
  ],
  ['deleted', (seen: Seen) => by(desk).deleteGroup({ bookings: seen })],
])('what is changed while a group that is %s waits for its rows is not overwritten', async (_, ask) => {
  const seen = await bookGroup(freshDay())
  const { answer } = await app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('bookings')
      .set({ status: 'canceled' })
      .where('id', '=', seen[1]?.id ?? '')
      .execute()
    const answer = ask(seen)
    await expect.poll(() => lockWaits(app.db)).toBeGreaterThan(0)
    return { answer }
  })
  expect(await problemOf(await answer)).toMatchObject({
    ...{ status: 409, code: 'changed_meanwhile' },
    details: { refused: { id: seen[1]?.id }, changes: [{ field: 'status', to: 'canceled' }] },
  })
  expect(await allOf(seen, 'admin_notes')).toEqual([null])
  expect((await allOf(seen, 'status')).toSorted()).toEqual(['canceled', 'pending payment'])
})

const unseen = (seen: Seen) => seen.map(({ id }) => ({ id }))
