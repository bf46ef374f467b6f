import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import { formatWallTime } from '../../../shared/domain/timeFormat.ts'
import { myLessonsQuery } from '../../api/queries/lessons.ts'
import listClasses from '../bookings/MyBookings.module.css'
import { SessionCard } from '../bookings/SessionCard.tsx'
import { lessonLists } from './lessonLists.ts'
import classes from './MyLessons.module.css'

/** The signed-in customer's lessons, those booked as a guest with the same confirmed address among them. */
export function MyLessons({ zone }: { zone: string }) {
  const { data: lessons, error, refetch } = useQuery(myLessonsQuery)
  return (
    <section className={listClasses.section} aria-labelledby="my-lessons">
      <h2 id="my-lessons" className={listClasses.heading}>
        Lessons
      </h2>
      {lessons && <Lessons lessons={lessons} zone={zone} />}
      {!lessons && error && (
        <div role="alert" className={listClasses.problem}>
          <p className={listClasses.line}>Failed to load your lessons: {error.message}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {!lessons && !error && (
        <div aria-busy="true">
          <VisuallyHidden component="output">Loading your lessons…</VisuallyHidden>
          <Skeleton height="6rem" radius="lg" />
        </div>
      )}
    </section>
  )
}

function Lessons({ lessons, zone }: { lessons: readonly CustomerLesson[]; zone: string }) {
  const [now] = useState(() => new Date())
  const { upcoming, past } = lessonLists(lessons, now, zone)
  if (lessons.length === 0) {
    return (
      <p className={listClasses.line}>
        No lessons yet.{' '}
        <Link to="/coaches" className={classes.link}>
          Meet the coaches
        </Link>
      </p>
    )
  }
  return (
    <ul className={listClasses.list}>
      {upcoming.map((lesson) => (
        <LessonCard key={lesson.id} lesson={lesson} upcoming />
      ))}
      {past.map((lesson) => (
        <LessonCard key={lesson.id} lesson={lesson} upcoming={false} />
      ))}
    </ul>
  )
}

function LessonCard({ lesson, upcoming }: { lesson: CustomerLesson; upcoming: boolean }) {
  const { coach_name, cage_name, lesson_date, start_time, end_time, status } = lesson
  return (
    <SessionCard
      title={`Lesson with ${coach_name}`}
      day={lesson_date}
      times={`${formatWallTime(start_time)} - ${formatWallTime(end_time)} · ${cage_name}`}
      status={status}
      paymentMethod={lesson.payment_method}
      cost={lesson.total_cost}
    >
      {upcoming && status !== 'canceled' && (
        <a
          href={lesson.calendar_url}
          className={classes.link}
          aria-label={`Add to Calendar: ${coach_name}, ${lesson_date}`}
        >
          Add to Calendar
        </a>
      )}
    </SessionCard>
  )
}
