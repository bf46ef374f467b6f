import {
  cancelLesson as cancelLessonRoute,
  listLessonMoveTimes,
  moveLesson as moveLessonRoute,
} from '../../../shared/contract/lessons.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import type { Context } from '../../context.ts'
import { EXCLUSION_VIOLATION, isDatabaseError } from '../../db/database.ts'
import { endpoint, reply } from '../../http/endpoint.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { changeAnswer } from '../payments/settleChange.ts'
import { runChange } from '../places/runChange.ts'
import { calendarPath } from './calendarLink.ts'
import { enqueueLessonCanceled, enqueueLessonChanged } from './changeEmails.ts'
import { cancelLesson } from './commands/cancelLesson.ts'
import { moveLesson } from './commands/moveLesson.ts'
import { readMoveTimes } from './moveTimes.ts'
import { asCustomerLesson, findOwnLesson, type OwnLesson } from './ownLessons.ts'

export const lessonChangeEndpoints = [
  endpoint(cancelLessonRoute, async (call) => {
    const { context, user, params } = call
    const at = await purchaseContext(context)
    return runChange(call, async (tx) => {
      const request = { owner: user.profile, id: params.id, now: at.now }
      const canceled = await cancelLesson(tx, request, (told) =>
        enqueueLessonCanceled(tx, user.profile, told, at),
      )
      if (canceled instanceof Refusal) return canceled
      const { lesson, back } = canceled
      return {
        days: [lesson.lesson_date],
        answer: {
          ...changeAnswer(`Your lesson with ${nameOf(lesson, 'canceled')}.`, back),
          lesson: lessonNow(context, lesson, at.now),
        },
      }
    })
  }),

  endpoint(listLessonMoveTimes, async ({ context, user, params, query }) => {
    const lesson = await findOwnLesson(context.db, user.profile, params.id)
    if (!lesson) return refuse('lesson_not_found')
    return reply(await readMoveTimes(context.db, lesson, query.lesson_date, await purchaseContext(context)))
  }),

  endpoint(moveLessonRoute, async (call) => {
    const { context, user, params, body } = call
    const move = {
      owner: user.profile,
      id: params.id,
      day: body.lesson_date,
      startTime: body.start_time,
      shownTotalDollars: body.totalAmount ?? null,
    }
    const at = await purchaseContext(context)
    try {
      return await runChange(call, async (tx) => {
        const moved = await moveLesson(tx, move, at, (told) =>
          enqueueLessonChanged(tx, user.profile, told, at),
        )
        if (moved instanceof Refusal) return moved
        const { before, after, back } = moved
        return {
          days: [before.lesson_date, after.lesson_date],
          answer: {
            ...changeAnswer(`Your lesson with ${nameOf(after, 'moved')}.`, back),
            lesson: lessonNow(context, after, at.now),
          },
        }
      })
    } catch (error) {
      // The constraint refused what the locks let through: some writer took none. The answer is the same.
      if (isDatabaseError(error, EXCLUSION_VIOLATION)) return refuse('lesson_time_taken')
      throw error
    }
  }),
]

const nameOf = ({ coach_name, lesson_date, start_time }: OwnLesson, done: 'canceled' | 'moved'): string =>
  `${coach_name} is ${done}: ${formatDay(lesson_date)}, ${formatWallTime(start_time)}`

const lessonNow = (context: Context, lesson: OwnLesson, now: Date) => ({
  ...asCustomerLesson(lesson, now),
  calendar_url: calendarPath(context, lesson.id),
})
