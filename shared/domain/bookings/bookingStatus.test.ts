import { describe, expect, it } from 'vitest'
import { bookingStatus } from '../../contract/bookings/bookings.ts'
import { mayFollow, nextStatuses, readBookingStatus } from './bookingStatus.ts'

const statuses = bookingStatus.options

describe('a booking', () => {
  it('becomes paid by the provider or by staff, never by its customer', () => {
    expect(mayFollow('provider', 'pending payment', 'paid')).toBe(true)
    expect(mayFollow('admin', 'pending payment', 'paid')).toBe(true)
    expect(mayFollow('coach', 'pending payment', 'paid')).toBe(true)
    expect(mayFollow('customer', 'pending payment', 'paid')).toBe(false)
  })

  it('that is canceled is brought back only by an admin', () => {
    expect(nextStatuses.admin.canceled).toEqual(['pending payment', 'paid'])
    expect([...nextStatuses.coach.canceled, ...nextStatuses.provider.canceled]).toEqual([])
  })

  it('may be given any other status by an admin, and may stay as it is for everyone', () => {
    for (const from of statuses) {
      for (const to of statuses) expect(mayFollow('admin', from, to)).toBe(true)
      expect([mayFollow('coach', from, from), mayFollow('provider', from, from)]).toEqual([true, true])
    }
  })

  it('is paid, unpaid, canceled and brought back by the desk as by an admin', () => {
    for (const from of statuses) {
      for (const to of statuses) expect(mayFollow('desk', from, to)).toBe(true)
    }
  })
})

describe('a status that comes in', () => {
  it('is known in every spelling of the specification', () => {
    expect(statuses.map(readBookingStatus)).toEqual(statuses)
    expect(readBookingStatus('cancelled')).toBe('canceled')
  })

  it.each(['Paid', 'PAID', '', 'deleted', 'toString'])('is unknown when it is %j', (text) => {
    expect(readBookingStatus(text)).toBeNull()
  })
})
