import { shortNumber } from '../../../shared/domain/bookings/shortNumber.ts'
import type { Terms } from '../../../shared/domain/bookings/terms.ts'
import { centsFromDollars, formatDollars } from '../../../shared/domain/money/money.ts'
import { formatTimeRange } from '../../../shared/domain/time/timeFormat.ts'
import type { Tx } from '../../db/database.ts'
import { coachAddress } from '../coaches/coachMail.ts'
import { nameBesideBooker } from '../households/participation.ts'
import { enqueueForEach, readActor, type ToldPerson, whoIsTold } from '../households/told.ts'
import { changesOffered } from '../messages/changeOffer.ts'
import { dayInMail, enqueueMessage } from '../messages/commands.ts'
import { doesItSuit } from '../messages/templates/changes.ts'
import { type Changed, refundLine } from '../payments/changes/settleChange.ts'
import { enqueueRefundToFormerPayer } from '../payments/formerPayer.ts'
import type { PurchaseContext } from '../payments/purchase.ts'
import { CALENDAR_FILE, lessonCalendar } from './coach/calendar.ts'
import { lessonTicketUrl } from './coach/calendarLink.ts'
import { contactForCoach } from './coach/ownClients.ts'
import { changeableLesson, type Lesson, type LessonMoved } from './lessonRows.ts'
import { findCalendarLesson } from './queries.ts'

/** What staff wrote to the customer beside it, empty for nothing; who of the two sides is told; and the account that acts. */
interface Telling {
  readonly note: string
  readonly tells: Terms['tells']
  readonly actorId: string | null
}

/**
 * Queues the messages of a cancellation in its own transaction, to customer and coach, each with the calendar file that
 * takes the lesson out: one message per event and person (decision 25).
 */
export async function enqueueLessonCanceled(
  tx: Tx,
  { after: lesson, back }: Changed<Lesson>,
  { note, tells, actorId }: Telling,
  origin: PurchaseContext,
): Promise<void> {
  if (tells.includes('person')) {
    const told = await toldOf(tx, lesson, actorId)
    const calendar = await calendarsOf(tx, lesson, origin)
    const dedupeKey = `lesson-canceled:${lesson.id}:${lesson.revision}`
    const doneBy = await readActor(tx, actorId)
    await enqueueForEach(tx, told.people, (person) => ({
      template: 'lesson-canceled',
      data: {
        ...factsOf(lesson, origin),
        ...namesOf(person),
        heading: doneBy(person, 'canceled', 'lesson').heading,
        note,
        refund_line: refundLine(back, person.isPayer),
        book_url: `${origin.siteUrl}/book-coach/${lesson.coach_id}`,
      },
      dedupeKey,
      calendar: calendar(person.participantName),
    }))
    await enqueueRefundToFormerPayer(tx, told, back, dedupeKey)
  }
  if (tells.includes('coach')) await enqueueCoachLessonCanceled(tx, lesson, origin)
}

/** The coach's part of it, by itself where the customer is told in another way. */
export async function enqueueCoachLessonCanceled(
  tx: Tx,
  lesson: Lesson,
  origin: PurchaseContext,
): Promise<void> {
  const coach = await coachAddress(tx, lesson.coach_id)
  if (!coach) return
  const { email, phone } = await contactForCoach(tx, lesson, origin.now)
  const calendar = await calendarsOf(tx, lesson, origin)
  const names = namesForCoach(lesson)
  await enqueueMessage(tx, {
    template: 'coach-lesson-canceled',
    to: coach,
    data: { ...factsOf(lesson, origin), ...names, customer_phone: phone ?? '' },
    dedupeKey: `coach-lesson-canceled:${lesson.id}:${lesson.revision}`,
    calendar: calendar(names.participant_name),
    replyTo: email,
  })
}

/** Queues the messages of a move in its own transaction, each with the calendar file that replaces the old one. */
export async function enqueueLessonChanged(
  tx: Tx,
  { before, after, back }: LessonMoved,
  { note, tells, actorId }: Telling,
  origin: PurchaseContext,
): Promise<void> {
  const [calendar, coach] = await Promise.all([
    calendarsOf(tx, after, origin),
    tells.includes('coach') ? coachAddress(tx, after.coach_id) : null,
  ])
  const facts = factsOf(after, origin)
  const was = factsOf(before, origin)
  const previous = before.status === 'canceled' ? 'Canceled' : `${was.day}, ${was.time}`
  // A change of only the price counts no revision.
  const event =
    after.revision === before.revision ? `${after.revision}:${origin.now.getTime()}` : after.revision
  if (tells.includes('person')) {
    const told = await toldOf(tx, after, actorId)
    const dedupeKey = `lesson-changed:${after.id}:${event}`
    const doneBy = await readActor(tx, actorId)
    const isMoved = after.revision !== before.revision && before.status !== 'canceled'
    await enqueueForEach(tx, told.people, (person) => {
      const { heading, isReader } = doneBy(person, isMoved ? 'moved' : 'changed', 'lesson')
      return {
        template: 'lesson-changed',
        data: {
          ...facts,
          ...namesOf(person),
          ...{ heading, question: isReader ? '' : doesItSuit },
          previous,
          total: formatDollars(centsFromDollars(after.total_cost)),
          number: shortNumber(after.id),
          account_url: lessonTicketUrl(origin, person, after.id),
          note,
          refund_line: refundLine(back, person.isPayer),
          ...changesOffered(
            [{ ...changeableLesson(after), id: after.id, title: '' }],
            { userId: person.userId, tab: 'lessons' },
            origin,
          ),
        },
        dedupeKey,
        calendar: calendar(person.participantName),
      }
    })
    await enqueueRefundToFormerPayer(tx, told, back, dedupeKey)
  }
  if (!coach) return
  const reach = await contactForCoach(tx, after, origin.now)
  const names = namesForCoach(after)
  await enqueueMessage(tx, {
    template: 'coach-lesson-changed',
    to: coach,
    data: { ...facts, ...names, customer_phone: reach.phone ?? '', previous },
    dedupeKey: `coach-lesson-changed:${after.id}:${event}`,
    calendar: calendar(names.participant_name),
    replyTo: reach.email,
  })
}

const factsOf = (lesson: Lesson, at: PurchaseContext) => ({
  coach_name: lesson.coach_name,
  cage_name: lesson.cage_name,
  day: dayInMail(lesson.lesson_date, at),
  time: formatTimeRange(lesson.start, lesson.end, at.facility.time_zone),
})

const toldOf = (tx: Tx, { participant_id, person }: Lesson, actorId: string | null) =>
  whoIsTold(tx, { participantId: participant_id, person, actorId })

const namesOf = ({ name, participantName }: ToldPerson) => ({
  full_name: name,
  participant_name: participantName,
})

const namesForCoach = (lesson: Lesson) => ({
  customer_name: lesson.person.name,
  participant_name: nameBesideBooker(lesson) ?? '',
})

/**
 * The lesson's calendar file for a reader, by the name of who takes part; empty where the reader does. Written after the
 * change: its SEQUENCE is the new revision.
 */
async function calendarsOf(
  tx: Tx,
  { id }: Lesson,
  origin: PurchaseContext,
): Promise<(participantName: string) => { filename: string; content: string }> {
  const lesson = await findCalendarLesson(tx, id)
  if (!lesson) throw new Error(`lesson ${id} is gone within the transaction that changed it`)
  const method = lesson.status === 'canceled' ? 'CANCEL' : 'PUBLISH'
  return (participantName) => ({
    filename: CALENDAR_FILE,
    content: lessonCalendar(
      { ...lesson, participantName },
      origin.facility,
      origin.siteUrl,
      origin.now,
      method,
    ),
  })
}
