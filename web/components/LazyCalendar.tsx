import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { LessonCalendarProps } from './DayCalendar.tsx'

const load = () => import('./DayCalendar.tsx')
const LessonCalendar = lazy(load)

/** Has the calendar downloaded beside the coach's data. A failure shows when it is needed. */
export function preloadCalendar(): void {
  load().catch(() => undefined)
}

/** The calendar as soon as it is here: it is heavier than the rest of the page, which does not wait for it. */
export function LazyCalendar(props: LessonCalendarProps) {
  return (
    <Suspense fallback={<Skeleton height="22.5rem" radius="md" />}>
      <LessonCalendar {...props} />
    </Suspense>
  )
}
