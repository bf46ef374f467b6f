import type { CustomerLesson } from '../../../shared/contract/lessons.ts'
import { centsFromDollars } from '../../../shared/domain/money.ts'
import { instantOf } from '../../../shared/domain/time.ts'
import { type Booked, whenOf } from '../changes/booked.ts'

/** A lesson as the dialogs of a change know it. */
export function bookedLesson(lesson: CustomerLesson, zone: string): Booked {
  const at = (wallTime: string) => instantOf(lesson.lesson_date, wallTime, zone)
  return {
    noun: 'lesson',
    id: lesson.id,
    title: `Lesson with ${lesson.coach_name}`,
    when: `${whenOf(at(lesson.start_time), at(lesson.end_time), zone)} · ${lesson.cage_name}`,
    start: at(lesson.start_time),
    cageId: null,
    total: centsFromDollars(lesson.total_cost),
    change: lesson.change,
  }
}
