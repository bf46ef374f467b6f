import { shortNumber } from '../../../shared/domain/bookings/shortNumber.ts'
import { centsFromDollars } from '../../../shared/domain/money/money.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import type { Person } from '../../components/participants/people.ts'
import type { Told } from '../../components/ticket/useTicket.ts'
import type { LessonOutcome } from './useLessonBooking.ts'

type Confirmed = Extract<LessonOutcome, { kind: 'confirmed' }>

/**
 * The ticket of a lesson that was just booked, to be paid on arrival (spec 1 §2.6).
 *
 * @param person who it is for, where it is not the customer.
 */
export function lessonTicket({ answer, request }: Confirmed, person: Person | undefined): Told {
  const { booking, calendar_url } = answer
  const { id, coach_name: coach, cage_name, lesson_date, start_time, end_time, total_cost } = booking
  const whose = person && !person.isSelf ? `The session of ${person.name}` : 'Your session'
  const told = {
    heading: 'Booking Confirmed!',
    text: `${whose} with ${coach} is confirmed. You can pay on arrival.`,
    tab: 'lessons',
    ids: [id],
  } as const
  const guest = request.guest_details
  if (!guest) return told
  return {
    ...told,
    guest: {
      calendar: calendar_url,
      newcomer: { name: guest.name, phone: guest.phone, email: guest.email ?? '' },
      facts: {
        kind: 'lesson',
        title: `Lesson with ${coach}`,
        number: shortNumber(id),
        day: formatDay(lesson_date, 'long'),
        time: `${formatWallTime(start_time)}–${formatWallTime(end_time)}`,
        side: { label: 'In', value: cage_name },
        who: { names: guest.name, more: '', several: false },
        sessions: [],
        bring: '',
        total: centsFromDollars(total_cost),
        paid: { good: false, text: 'Pay on arrival: card or cash' },
        of: `${booking.duration_minutes} min`,
      },
    },
  }
}
