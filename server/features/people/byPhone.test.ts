import { afterAll, expect, test } from 'vitest'
import { bodyOf, refusalOf } from '../../test/answers.ts'
import { group } from '../../test/cageTime.ts'
import { addPerson } from '../../test/factories.ts'
import { startStaffedFacility } from '../bookings/staffTestKit.ts'

const { app, cage, desk, freshDay } = await startStaffedFacility()
afterAll(() => app.close())

const find = (phone: string, cookie = desk.cookie) =>
  app.request(`/api/admin/people/by-phone?${new URLSearchParams({ phone })}`, { cookie })

test('find-people-by-phone finds accounts and guests while the number is typed, accounts first', async () => {
  const person = await addPerson(app, { name: 'Ziggy Zimmer' })
  await app.db
    .updateTable('profiles')
    .set({ phone_number: '(409) 555-0142' })
    .where('id', '=', person.id)
    .execute()
  const { startTime, endTime } = group('', freshDay(), '16:00', '17:00')
  const json = { cage_ids: [cage(1)], start_time: startTime, end_time: endTime }
  const guest = { guest_name: 'Gwen Guest', guest_phone: '409 555 0142' }
  await app.request('/api/guest-bookings', { json: { ...json, ...guest }, cookie: desk.cookie })
  const both = [
    { id: person.id, full_name: 'Ziggy Zimmer', email: person.email, phone_number: '(409) 555-0142' },
    { id: null, full_name: 'Gwen Guest', email: null, phone_number: '(409) 555-0142' },
  ]
  for (const typed of ['4095550142', '409 555 01', '+1 409-555-0142', '5550142'])
    expect(await bodyOf(find(typed))).toEqual(both)
  for (const typed of ['', '409', '(409) 55', '409 555 0199', 'Ziggy Zimmer', '%%%%%%%'])
    expect(await bodyOf(find(typed))).toEqual([])
})

test.each(['user', 'coach'] as const)('is refused to a %s', async (role) => {
  const { cookie } = await addPerson(app, { role })
  expect(await refusalOf(await find('4095550142', cookie))).toEqual([403, 'forbidden'])
})
