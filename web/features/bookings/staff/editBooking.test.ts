import { expect, test } from 'vitest'
import type { ListedBooking } from '../../../../shared/contract/bookingLists.ts'
import { cageChanges, type Edited, formOf, lessonChanges, rebased } from './editBooking.ts'

const ZONE = 'America/Chicago'
const booking = {
  id: 'one',
  ids: ['one'],
  kind: 'booking',
  status: 'paid',
  start_time: '2026-11-24T22:00:00Z',
  end_time: '2026-11-24T23:00:00Z',
  cages: [{ id: 'cage', name: 'Cage 1' }],
  admin_notes: null,
  revision: 3,
} as unknown as ListedBooking
const edited: Edited = { booking, members: [booking], lesson: null }
const before = formOf(edited, 'one', ZONE)

test('only what was changed is sent, with the revision that was looked at', () => {
  expect(cageChanges({ ...before, notes: 'By phone' }, before, booking, ZONE)).toEqual({
    new_admin_notes: 'By phone',
    tell: true,
    expected_revision: 3,
  })
})

test('a new time goes with the cage that is chosen', () => {
  const form = { ...before, start_time: '17:00', cage_id: 'other', price: 'kept' as const }
  expect(cageChanges(form, before, booking, ZONE)).toMatchObject({
    new_start_time: '2026-11-24T23:00:00.000Z',
    new_end_time: '2026-11-25T00:00:00.000Z',
    new_cage_id: 'other',
    price: 'kept',
  })
})

test('a cancellation leaves time and cage alone, and says what comes back', () => {
  const form = { ...before, start_time: '18:00', status: 'canceled' as const, refund: 'none' as const }
  const changes = lessonChanges(form, before, booking)
  expect(changes).toMatchObject({ new_status: 'canceled', refund: 'none' })
  expect(changes).not.toHaveProperty('new_start_time')
})

test('over a newer version what was typed stays, and the rest is what it is now', () => {
  const typed = { ...before, notes: 'By phone' }
  const now = { ...before, cage_id: 'other', notes: 'By mail' }
  expect(rebased(typed, before, now)).toMatchObject({ cage_id: 'other', notes: 'By phone' })
})
