import { useQuery } from '@tanstack/react-query'
import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import { instantOf } from '../../../shared/domain/time.ts'
import { myLessonsQuery } from '../../api/queries/lessons.ts'
import { LessonCard } from '../lessons/LessonCard.tsx'
import { AccountList } from './AccountList.tsx'
import { ItemList } from './ItemList.tsx'
import { upcomingFirst } from './splitUpcoming.ts'

/** The customer's lessons, those booked as a guest with the same confirmed address among them (spec 2 §2). */
export function LessonsTab() {
  const lessons = useQuery({ ...myLessonsQuery, staleTime: 0 })
  return (
    <AccountList<CustomerLesson> title="Lessons" what="lessons" rows={lessons}>
      {(rows, { facility, now }) => (
        <ItemList
          items={upcomingFirst(rows, ({ lesson_date, start_time, end_time, status }) => ({
            start: `${lesson_date} ${start_time}`,
            over: instantOf(lesson_date, end_time, facility.time_zone, 'after') <= now,
            canceled: status === 'canceled',
          }))}
          card={(lesson, upcoming) => <LessonCard key={lesson.id} lesson={lesson} upcoming={upcoming} />}
          empty={{
            title: 'No lessons yet',
            line: 'Choose a coach and a time, and your lesson will show up here.',
            to: '/coaches',
            label: 'Meet the coaches',
          }}
        />
      )}
    </AccountList>
  )
}
