import { describe, expect, it } from 'vitest'
import { bookingLists } from './bookingLists.ts'

const booking = (id: string, start: string, end: string) => ({
  id,
  cage_id: '00000000-0000-4000-8000-000000000001',
  cage_name: 'Cage 1',
  status: 'paid' as const,
  payment_method: 'on_arrival',
  booking_type: 'user' as const,
  start_time: `2026-11-24T${start}:00.000Z`,
  end_time: `2026-11-24T${end}:00.000Z`,
  total_cost: 20,
  admin_notes: null,
  created_at: '2026-11-20T12:00:00.000Z',
  change: {
    allowed: false,
    until: '2026-11-23T20:00:00.000Z',
    refund_amount: 0,
    refund_method: null,
    reason: 'change_too_late' as const,
  },
})

describe('the lists of bookings', () => {
  it('have the next session first, the latest past one first, and the running one among the upcoming', () => {
    const bookings = [
      booking('later', '23:00', '23:30'),
      booking('running', '21:30', '22:30'),
      booking('over', '21:00', '22:00'),
      booking('long over', '20:00', '20:30'),
    ]
    const { upcoming, past } = bookingLists(bookings, new Date('2026-11-24T22:00:00Z'))
    expect(upcoming.map(({ id }) => id)).toEqual(['running', 'later'])
    expect(past.map(({ id }) => id)).toEqual(['over', 'long over'])
  })

  it('are empty without bookings', () => {
    expect(bookingLists([], new Date())).toEqual({ upcoming: [], past: [] })
  })
})
