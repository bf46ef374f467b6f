import { expect, test } from 'vitest'
import { bookingTasks } from './bookingMenu.tsx'
import { listedBooking } from './listedBooking.fixture.ts'

test.each([
  [
    'an unpaid booking',
    {},
    ['again', 'cancel', 'delete', 'edit', 'message', 'move', 'pay', 'person', 'view'],
  ],
  [
    'a paid one',
    { status: 'paid' },
    ['again', 'cancel', 'delete', 'edit', 'message', 'move', 'person', 'view'],
  ],
  [
    'one of a guest',
    { customer_id: null },
    ['again', 'cancel', 'delete', 'edit', 'message', 'move', 'pay', 'view'],
  ],
  ['a canceled one', { status: 'canceled' }, ['again', 'delete', 'edit', 'person', 'view']],
  ['a class session', { kind: 'class', status: 'active', customer_id: null }, ['view']],
] as const)('The menu of %s has what its kind and status allow', (_, change, tasks) => {
  expect([...bookingTasks(listedBooking(change))].sort()).toEqual(tasks)
})
