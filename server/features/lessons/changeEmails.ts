import { centsFromDollars, formatDollars } from '../../../shared/domain/money.ts'
import type { Terms } from '../../../shared/domain/terms.ts'
import { formatDay, formatTimeRange } from '../../../shared/domain/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import type { CalendarFile } from '../../db/tables/messages.ts'
import { enqueueMessage } from '../messages/commands.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { type Changed, refundLine } from '../payments/settleChange.ts'
import { CALENDAR_FILE, lessonCalendar } from './calendar.ts'
import type { LessonMoved } from './commands/moveLesson.ts'
import { coachAddress } from './emails.ts'
import type { Lesson } from './lessonRows.ts'
import { reachableByCoach } from './ownClients.ts'
import { findCalendarLesson } from './queries.ts'

/** What staff wrote to the person beside it, empty for nothing; and who of the two is told. */
interface Telling {
  readonly note: string
  readonly tells: Terms['tells']
}

/**
 * Queues the messages of a cancellation in its own transaction, to customer and coach, each with the calendar file that
 * takes the lesson out: one message per event and person (decision 25), to everyone with an address.
 */
export async function enqueueLessonCanceled(
  tx: Tx,
  { after: lesson, back }: Changed<Lesson>,
  { note, tells }: Telling,
  origin: PurchaseContext,
): Promise<void> {
  const { name, email, userId } = lesson.person
  if (email !== null && tells.includes('person')) {
    await enqueueMessage(tx, {
      template: 'lesson-canceled',
      to: { email, userId },
      data: {
        ...factsOf(lesson, origin),
        full_name: name,
        note,
        refund_line: refundLine(back),
        book_url: `${origin.siteUrl}/book-coach/${lesson.coach_id}`,
      },
      dedupeKey: `lesson-canceled:${lesson.id}:${lesson.revision}`,
      calendar: await calendarOf(tx, lesson, origin),
    })
  }
  if (tells.includes('coach')) await enqueueCoachLessonCanceled(tx, lesson, origin)
}

/** The coach's part of it, alone where the customer is told in another way. */
export async function enqueueCoachLessonCanceled(
  tx: Tx,
  lesson: Lesson,
  origin: PurchaseContext,
): Promise<void> {
  const coach = await coachAddress(tx, lesson.coach_id)
  if (!coach) return
  const { email, phone } = await reachableByCoach(tx, lesson, origin.now)
  await enqueueMessage(tx, {
    template: 'coach-lesson-canceled',
    to: coach,
    data: { ...factsOf(lesson, origin), customer_name: lesson.person.name, customer_phone: phone ?? '' },
    dedupeKey: `coach-lesson-canceled:${lesson.id}:${lesson.revision}`,
    calendar: await calendarOf(tx, lesson, origin),
    replyTo: email,
  })
}

/** Queues the messages of a move in its own transaction, each with the calendar file that replaces the old one. */
export async function enqueueLessonChanged(
  tx: Tx,
  { before, after, back }: LessonMoved,
  { note, tells }: Telling,
  origin: PurchaseContext,
): Promise<void> {
  const [calendar, coach] = await Promise.all([
    calendarOf(tx, after, origin),
    tells.includes('coach') ? coachAddress(tx, after.coach_id) : null,
  ])
  const told = factsOf(after, origin)
  const was = factsOf(before, origin)
  const previous = before.status === 'canceled' ? 'Canceled' : `${was.day}, ${was.time}`
  // A price alone counts no revision.
  const event =
    after.revision === before.revision ? `${after.revision}:${origin.now.getTime()}` : after.revision
  const { name, email, userId } = after.person
  if (email !== null && tells.includes('person')) {
    await enqueueMessage(tx, {
      template: 'lesson-changed',
      to: { email, userId },
      data: {
        ...told,
        full_name: name,
        previous,
        total: formatDollars(centsFromDollars(after.total_cost)),
        note,
        refund_line: refundLine(back),
      },
      dedupeKey: `lesson-changed:${after.id}:${event}`,
      calendar,
    })
  }
  if (!coach) return
  const reach = await reachableByCoach(tx, after, origin.now)
  await enqueueMessage(tx, {
    template: 'coach-lesson-changed',
    to: coach,
    data: { ...told, customer_name: name, customer_phone: reach.phone ?? '', previous },
    dedupeKey: `coach-lesson-changed:${after.id}:${event}`,
    calendar,
    replyTo: reach.email,
  })
}

const factsOf = (lesson: Lesson, { facility }: PurchaseContext) => ({
  coach_name: lesson.coach_name,
  cage_name: lesson.cage_name,
  day: formatDay(lesson.lesson_date, 'long'),
  time: formatTimeRange(lesson.start, lesson.end, facility.time_zone),
})

/** Written after the change: its SEQUENCE is the new revision. */
async function calendarOf(tx: Tx, { id }: Lesson, origin: PurchaseContext): Promise<CalendarFile> {
  const lesson = await findCalendarLesson(tx, id)
  if (!lesson) throw new Error(`lesson ${id} is gone within the transaction that changed it`)
  const method = lesson.status === 'canceled' ? 'CANCEL' : 'PUBLISH'
  return {
    filename: CALENDAR_FILE,
    content: lessonCalendar(lesson, origin.facility, origin.siteUrl, origin.now, method),
  }
}
