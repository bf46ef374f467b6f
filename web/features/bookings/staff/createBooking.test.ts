import { describe, expect, test } from 'vitest'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import { type BookingForm, bookingForm, cageRequest, emptyForm, lessonRequest } from './createBooking.ts'

const ZONE = 'America/Chicago'
const facility = { time_zone: ZONE, opening_hours: [], special_days: [] } as unknown as Facility
const filled = (more: Partial<BookingForm> = {}): BookingForm => ({
  ...emptyForm({ day: '2026-11-24', startTime: '16:00', cageIds: ['cage'] }, new Date(), facility),
  person: { id: 'person', full_name: 'Pat Parent' },
  total: 3_000,
  ...more,
})
const problemsOf = (form: BookingForm) =>
  (bookingForm.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path[0], message])

test('what is filled in has no problems', () => expect(problemsOf(filled())).toEqual([]))

describe('problems are said at their field, in the words of the specification', () => {
  test.each<[Partial<BookingForm>, string, string]>([
    [{ person: null }, 'person', 'Please select an existing user.'],
    [{ who: 'guest', guest_phone: '1' }, 'person', 'Customer name is required.'],
    [{ who: 'guest', guest_name: 'Gwen' }, 'guest_email', 'Either email or phone number is required.'],
    [
      { who: 'guest', guest_name: 'Gwen', guest_email: 'gwen@' },
      'guest_email',
      'Valid email is required if provided.',
    ],
    [{ kind: 'lesson' }, 'coach_id', 'Please select a coach.'],
    [{ cage_ids: [] }, 'cage_ids', 'Select at least one cage.'],
    [{ day: '' }, 'day', 'Start date is required.'],
    [{ start_time: '' }, 'start_time', 'Start time is required.'],
    [{ duration_minutes: 45 }, 'duration_minutes', 'Duration must be in 30-min increments.'],
    [{ total: null }, 'total', 'Total cost must be a positive number.'],
    [{ total: 0 }, 'total', 'Total cost must be a positive number.'],
  ])('%j', (more, field, message) => expect(problemsOf(filled(more))).toEqual([[field, message]]))
})

test('times are those of the facility, whatever the browser’s zone', () => {
  expect(cageRequest(filled({ duration_minutes: 90 }), ZONE)).toMatchObject({
    start_time: '2026-11-24T22:00:00.000Z',
    end_time: '2026-11-24T23:30:00.000Z',
    totalAmount: 30,
  })
})

test('a start that the clocks skip makes no request', () => {
  expect(cageRequest(filled({ day: '2027-03-14', start_time: '02:30' }), ZONE)).toBeNull()
})

test('a lesson without a cage asks for the first free one', () => {
  const form = filled({ kind: 'lesson', coach_id: 'coach', cage_ids: [], participant_id: 'mia' })
  expect(lessonRequest(form)).toMatchObject({ user_id: 'person', participant_id: 'mia', cage_id: null })
})
