import type { Person } from '../../components/participants/people.ts'
import { signatureOf, type Told } from '../../components/ticket/useTicket.ts'
import type { LessonOutcome } from './useLessonBooking.ts'

type Confirmed = Extract<LessonOutcome, { kind: 'confirmed' }>

/**
 * The ticket of a lesson that was just booked, to be paid on arrival (spec 1 §2.6).
 *
 * @param person who it is for, where it is not the customer.
 */
export function lessonTicket({ answer, request }: Confirmed, person: Person | undefined): Told {
  const { booking, calendar_url } = answer
  const { id, coach_name: coach } = booking
  const whose = person && !person.isSelf ? `The session of ${person.name}` : 'Your session'
  const told = {
    heading: 'Booking Confirmed!',
    text: `${whose} with ${coach} is confirmed. You can pay on arrival.`,
    tab: 'lessons',
    ids: [id],
  } as const
  const guest = request.guest_details
  if (!guest) return told
  const newcomer = { name: guest.name, phone: guest.phone, email: guest.email ?? '' }
  return { ...told, guest: { signature: signatureOf(calendar_url), newcomer } }
}
