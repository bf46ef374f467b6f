import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import { instantOf } from '../../../shared/domain/time.ts'

/** A customer's lessons as they are looked for: what comes, soonest first; then what is over, latest first. */
export interface LessonLists {
  readonly upcoming: readonly CustomerLesson[]
  readonly past: readonly CustomerLesson[]
}

/** A lesson is upcoming until it ends. */
export function lessonLists(lessons: readonly CustomerLesson[], now: Date, zone: string): LessonLists {
  const startOf = ({ lesson_date, start_time }: CustomerLesson) => `${lesson_date} ${start_time}`
  const byStart = lessons.toSorted((a, b) => startOf(a).localeCompare(startOf(b)))
  const isOver = ({ lesson_date, end_time }: CustomerLesson) =>
    instantOf(lesson_date, end_time, zone, 'after').getTime() <= now.getTime()
  return { upcoming: byStart.filter((lesson) => !isOver(lesson)), past: byStart.filter(isOver).reverse() }
}
