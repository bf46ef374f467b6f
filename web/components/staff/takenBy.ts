import type { WhatIsThere } from '../../../shared/contract/bookings/staffChanges.ts'

/** What has a time that staff want for something else, in a word or two. */
export const takenByNames: Readonly<Record<WhatIsThere['kind'], string>> = {
  booking: 'cage booking',
  guest_booking: 'cage booking',
  lesson: 'lesson',
  class: 'class',
  camp: 'camp',
  hold: 'being paid for',
  closure: 'closed',
  time_off: 'time off',
}
