import type { AccountPerson, BookedPerson } from '../accounts/bookedPerson.ts'
import type { LessonGuest } from './commands/openGuestLessons.ts'
import type { LessonCustomer } from './requestedLesson.ts'

/** Who comes to a lesson, as limits count them and as messages speak to them. */
export interface LessonCaller {
  readonly customer: LessonCustomer
  readonly contact: BookedPerson
}

/** Someone with an account. */
export const accountCustomer = (contact: AccountPerson): LessonCaller => ({
  customer: { type: 'user', id: contact.userId },
  contact,
})

/** A guest for whom staff book. The limits on guests' own forms do not count. */
export const guestOfStaff = (guest: LessonGuest): LessonCaller => ({
  customer: { type: 'guest', guest, origin: null, mostOpen: Number.POSITIVE_INFINITY },
  contact: { ...guest, userId: null },
})
