import { useQuery } from '@tanstack/react-query'
import { epochMs, instantOf } from '../../../shared/domain/time/time.ts'
import { customerBookingsQuery } from '../../api/queries/bookings.ts'
import { myLessonsQuery } from '../../api/queries/lessons.ts'
import { BookingCard } from '../bookings/BookingCard.tsx'
import { LessonCard } from '../lessons/LessonCard.tsx'
import { ItemList } from './ItemList.tsx'

/** The customer's cage bookings (spec 2 §2). */
export function BookingsTab() {
  const bookings = useQuery({ ...customerBookingsQuery, staleTime: 0 })
  return (
    <ItemList
      title="Bookings"
      what="bookings"
      rows={bookings}
      placeOf={({ start_time, end_time, status }, { now }) => ({
        start: start_time,
        over: epochMs(end_time) <= now.getTime(),
        canceled: status === 'canceled',
      })}
      card={(booking, upcoming, { facility }) => (
        <BookingCard key={booking.id} booking={booking} zone={facility.time_zone} upcoming={upcoming} />
      )}
      empty={{
        title: 'No cages booked yet',
        line: 'Pick a cage and a time, and it will show up here.',
        to: '/book-cage',
        label: 'Book a Cage',
      }}
    />
  )
}

/** The customer's lessons, including those booked as a guest with the same confirmed address (spec 2 §2). */
export function LessonsTab() {
  const lessons = useQuery({ ...myLessonsQuery, staleTime: 0 })
  return (
    <ItemList
      title="Lessons"
      what="lessons"
      rows={lessons}
      placeOf={({ lesson_date, start_time, end_time, status }, { facility, now }) => ({
        start: `${lesson_date} ${start_time}`,
        over: instantOf(lesson_date, end_time, facility.time_zone, 'after') <= now,
        canceled: status === 'canceled',
      })}
      card={(lesson, upcoming) => <LessonCard key={lesson.id} lesson={lesson} upcoming={upcoming} />}
      empty={{
        title: 'No lessons yet',
        line: 'Choose a coach and a time, and your lesson will show up here.',
        to: '/coaches',
        label: 'Meet the Coaches',
      }}
    />
  )
}
