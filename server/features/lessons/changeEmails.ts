import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import type { CalendarFile } from '../../db/tables/messages.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { refundLine } from '../payments/settleChange.ts'
import { CALENDAR_FILE, lessonCalendar } from './calendar.ts'
import type { LessonCanceled } from './commands/cancelLesson.ts'
import type { LessonMoved } from './commands/moveLesson.ts'
import { coachAddress } from './emails.ts'
import type { OwnLesson } from './ownLessons.ts'
import { findCalendarLesson } from './queries.ts'

/** Whom the customer's message goes to. */
export interface LessonCustomer {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly phone_number: string | null
}

/**
 * Queues the messages of a cancellation in its own transaction, to customer and coach, each with the calendar file that
 * takes the lesson out: one message per event and person (decision 25).
 */
export async function enqueueLessonCanceled(
  tx: Tx,
  customer: LessonCustomer,
  { lesson, back }: LessonCanceled,
  origin: PurchaseContext,
): Promise<void> {
  await enqueueMessage(tx, {
    template: 'lesson-canceled',
    to: { email: customer.email, userId: customer.id },
    data: {
      ...factsOf(lesson, origin),
      full_name: lesson.customer_name,
      note: '',
      refund_line: refundLine(back),
      book_url: `${origin.siteUrl}/book-coach/${lesson.coach_id}`,
    },
    dedupeKey: `lesson-canceled:${lesson.id}:${lesson.revision}`,
    calendar: await calendarOf(tx, lesson, origin),
  })
  await enqueueCoachLessonCanceled(tx, customer, lesson, origin)
}

/** The coach's part of it, alone where the customer is told in another way. */
export async function enqueueCoachLessonCanceled(
  tx: Tx,
  customer: LessonCustomer,
  lesson: OwnLesson,
  origin: PurchaseContext,
): Promise<void> {
  const coach = await coachAddress(tx, lesson.coach_id)
  if (!coach) return
  await enqueueMessage(tx, {
    template: 'coach-lesson-canceled',
    to: coach,
    data: { ...factsOf(lesson, origin), ...whoOf(lesson, customer) },
    dedupeKey: `coach-lesson-canceled:${lesson.id}:${lesson.revision}`,
    calendar: await calendarOf(tx, lesson, origin),
    replyTo: customer.email,
  })
}

/** Queues the messages of a move in its own transaction, each with the calendar file that replaces the old one. */
export async function enqueueLessonChanged(
  tx: Tx,
  customer: LessonCustomer,
  { before, after, back }: LessonMoved,
  origin: PurchaseContext,
): Promise<void> {
  const [calendar, coach] = await Promise.all([
    calendarOf(tx, after, origin),
    coachAddress(tx, after.coach_id),
  ])
  const told = factsOf(after, origin)
  const was = factsOf(before, origin)
  const previous = `${was.day}, ${was.time}`
  await enqueueMessage(tx, {
    template: 'lesson-changed',
    to: { email: customer.email, userId: customer.id },
    data: {
      ...told,
      full_name: after.customer_name,
      previous,
      total: formatDollars(centsFromDollars(after.total_cost)),
      note: '',
      refund_line: refundLine(back),
    },
    dedupeKey: `lesson-changed:${after.id}:${after.revision}`,
    calendar,
  })
  if (!coach) return
  await enqueueMessage(tx, {
    template: 'coach-lesson-changed',
    to: coach,
    data: { ...told, ...whoOf(after, customer), previous },
    dedupeKey: `coach-lesson-changed:${after.id}:${after.revision}`,
    calendar,
    replyTo: customer.email,
  })
}

const factsOf = (lesson: OwnLesson, { facility }: PurchaseContext) => ({
  coach_name: lesson.coach_name,
  cage_name: lesson.cage_name,
  day: formatDay(lesson.lesson_date, 'long'),
  time: formatTimeRange(lesson.start, lesson.end, facility.time_zone),
})

const whoOf = (lesson: OwnLesson, customer: LessonCustomer) => ({
  customer_name: lesson.customer_name,
  customer_phone: lesson.guest_phone ?? customer.phone_number ?? '',
})

/** Written after the change: its SEQUENCE is the new revision. */
async function calendarOf(tx: Tx, { id }: OwnLesson, origin: PurchaseContext): Promise<CalendarFile> {
  const lesson = await findCalendarLesson(tx, id)
  if (!lesson) throw new Error(`lesson ${id} is gone within the transaction that changed it`)
  const method = lesson.status === 'canceled' ? 'CANCEL' : 'PUBLISH'
  return {
    filename: CALENDAR_FILE,
    content: lessonCalendar(lesson, origin.facility, origin.siteUrl, origin.now, method),
  }
}
