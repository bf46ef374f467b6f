import {
  cancelLesson as cancelLessonRoute,
  listLessonMoveTimes,
  moveLesson as moveLessonRoute,
} from '../../../shared/contract/lessons.ts'
import { dollarsFromCents } from '../../../shared/domain/money.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/timeFormat.ts'
import { EXCLUSION_VIOLATION, isDatabaseError } from '../../db/database.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { MoneyBack } from '../payments/giveBack.ts'
import { occasionNow } from '../payments/occasion.ts'
import { refundLine } from '../payments/refundLine.ts'
import { calendarPath } from './calendarLink.ts'
import { enqueueLessonCanceled, enqueueLessonChanged } from './changeEmails.ts'
import { cancelLesson } from './commands/cancelLesson.ts'
import { moveLesson } from './commands/moveLesson.ts'
import { readMoveTimes } from './moveTimes.ts'
import { asCustomerLesson, findOwnLesson, type OwnLesson } from './ownLessons.ts'

export const lessonChangeEndpoints = [
  endpoint(cancelLessonRoute, async (call) => {
    const { context, user, params } = call
    const origin = await occasionNow(call.context)
    const days = new Set<string>()
    const outcome = await runCommand(call, async (tx) => {
      const request = { owner: user.profile, id: params.id, now: origin.now }
      const canceled = await cancelLesson(tx, request, (told) =>
        enqueueLessonCanceled(tx, user.profile, told, origin),
      )
      if (canceled instanceof Refusal) return canceled
      days.add(canceled.lesson.lesson_date)
      return reply(answerOf(call, canceled.lesson, canceled.back, 'canceled', origin.now))
    })
    // Our own readers must not see the day as it was before; other instances hear of it by NOTIFY.
    for (const day of days) context.schedule.drop(day)
    return outcome
  }),

  endpoint(listLessonMoveTimes, async (call) => {
    const { context, user, params, query } = call
    const lesson = await findOwnLesson(context.db, user.profile, params.id)
    if (!lesson) return refuse('lesson_not_found')
    const facility = await context.facility.get()
    const at = { facility, now: context.clock.now() }
    return reply(await readMoveTimes(context.db, lesson, query.lesson_date, at))
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
    const origin = await occasionNow(call.context)
    const days = new Set<string>()
    try {
      const outcome = await runCommand(call, async (tx) => {
        const moved = await moveLesson(tx, move, origin, (told) =>
          enqueueLessonChanged(tx, user.profile, told, origin),
        )
        if (moved instanceof Refusal) return moved
        days.add(moved.before.lesson_date).add(moved.after.lesson_date)
        return reply(answerOf(call, moved.after, moved.back, 'moved', origin.now))
      })
      for (const day of days) context.schedule.drop(day)
      return outcome
    } catch (error) {
      // The constraint refused what the locks let through: some writer took none. The answer is the same.
      if (isDatabaseError(error, EXCLUSION_VIOLATION)) return refuse('lesson_time_taken')
      throw error
    }
  }),
]

function answerOf(
  { context }: Pick<Call, 'context'>,
  lesson: OwnLesson,
  back: MoneyBack,
  done: 'canceled' | 'moved',
  now: Date,
) {
  const { coach_name, lesson_date, start_time } = lesson
  const when = `${formatDay(lesson_date)}, ${formatWallTime(start_time)}`
  return {
    message: `Your lesson with ${coach_name} is ${done}: ${when}. ${refundLine(back)}`.trim(),
    lesson: { ...asCustomerLesson(lesson, now), calendar_url: calendarPath(context, lesson.id) },
    refund_amount: dollarsFromCents(back.cents),
    refund_method: back.method,
  }
}
