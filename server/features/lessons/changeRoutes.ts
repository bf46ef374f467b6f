import {
  cancelLesson as cancelLessonRoute,
  listLessonMoveTimes,
  moveLesson as moveLessonRoute,
} from '../../../shared/contract/lessons.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import type { Context } from '../../context.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { customerOrAdult, ownTitle } from '../households/participation.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { changeAnswer } from '../payments/settleChange.ts'
import { takingTime } from '../places/takingTime.ts'
import { calendarPath } from './calendarLink.ts'
import { cancelLesson } from './commands/cancelLesson.ts'
import { moveLesson } from './commands/moveLesson.ts'
import type { Lesson } from './lessonRows.ts'
import { readMoveTimes } from './moveTimes.ts'
import { customersOwn, findOwnLesson } from './policy.ts'
import { asCustomerLesson } from './queries.ts'

export const lessonChangeEndpoints = [
  endpoint(cancelLessonRoute, async (call) => {
    const { context, user, params } = call
    const at = await purchaseContext(context)
    return takingTime(context, { userId: user.profile.id }, (time) =>
      runCommand(call, async (tx) => {
        const allowed = await customersOwn(tx, user.profile, params.id)
        if (allowed instanceof Refusal) return allowed
        const { lesson: seen, terms } = allowed
        const canceled = await cancelLesson(tx, seen, { refund: 'by_rule', note: '' }, { at, terms, time })
        if (canceled instanceof Refusal) return canceled
        const { after: lesson, back } = canceled
        return reply({
          ...changeAnswer(
            `${ownTitle(user.profile, lesson, 'lesson')} with ${lessonTitle(lesson, 'canceled')}.`,
            back,
            customerOrAdult(user.profile, lesson),
          ),
          lesson: lessonNow(context, lesson, user.profile, at.now),
        })
      }),
    )
  }),

  endpoint(listLessonMoveTimes, async ({ context, user, params, query }) => {
    const lesson = await findOwnLesson(context.db, user.profile, params.id)
    if (!lesson) return refuse('lesson_not_found')
    return reply(await readMoveTimes(context.db, lesson, query.lesson_date, await purchaseContext(context)))
  }),

  endpoint(moveLessonRoute, async (call) => {
    const { context, user, params, body } = call
    const at = await purchaseContext(context)
    const of = { userId: user.profile.id, taken: 'lesson_time_taken' } as const
    return takingTime(context, of, (time) =>
      runCommand(call, async (tx) => {
        const allowed = await customersOwn(tx, user.profile, params.id)
        if (allowed instanceof Refusal) return allowed
        const { lesson: seen, terms } = allowed
        const move = {
          day: body.lesson_date,
          startTime: body.start_time,
          minutes: seen.duration_minutes,
          cageId: null,
          status: seen.status,
          price: 'by_rule',
          shownTotalDollars: body.totalAmount ?? null,
          note: '',
        } as const
        const moved = await moveLesson(tx, seen, move, { at, terms, time })
        if (moved instanceof Refusal) return moved
        const { after, back } = moved
        return reply({
          ...changeAnswer(
            `${ownTitle(user.profile, after, 'lesson')} with ${lessonTitle(after, 'moved')}.`,
            back,
            customerOrAdult(user.profile, after),
          ),
          lesson: lessonNow(context, after, user.profile, at.now),
        })
      }),
    )
  }),
]

/** 'Casey Coach is moved: Tue Nov 24, 4:00 PM' */
export const lessonTitle = (
  { coach_name, lesson_date, start_time }: Lesson,
  done: 'canceled' | 'changed' | 'deleted' | 'moved',
): string => `${coach_name} is ${done}: ${formatDay(lesson_date)}, ${formatWallTime(start_time)}`

const lessonNow = (context: Context, lesson: Lesson, reader: { readonly id: string }, now: Date) => ({
  ...asCustomerLesson(lesson, reader, now),
  calendar_url: calendarPath(context, lesson.id, reader.id),
})
