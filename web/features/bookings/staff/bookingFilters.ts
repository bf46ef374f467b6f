import { readBookingStatus } from '../../../../shared/domain/bookings/bookingStatus.ts'
import { rangeIn } from '../../../api/queries/rangeSearch.ts'
import type { BookingFilters } from '../../../api/queries/staffBookings.ts'
import { readDay, readId, readText } from '../../../components/searchValues.ts'

export const bookingKinds = { cage: 'Cages', lesson: 'Lessons', class: 'Classes' } as const
const kinds = Object.keys(bookingKinds) as (keyof typeof bookingKinds)[]

/** The filters of an address, whose values may be anything. */
export const readBookingFilters = (search: { readonly [name: string]: unknown }): BookingFilters => ({
  search: readText(search.search),
  status: (typeof search.status === 'string' && readBookingStatus(search.status)) || undefined,
  range: rangeIn(search.range),
  from: readDay(search.from),
  to: readDay(search.to),
  kind: kinds.find((known) => known === search.kind),
  cage: readId(search.cage),
  coach: readId(search.coach),
  when: search.when === 'past' ? 'past' : undefined,
})
