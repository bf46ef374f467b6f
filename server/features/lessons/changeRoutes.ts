import {
  cancelLesson as cancelLessonRoute,
  listLessonMoveTimes,
  moveLesson as moveLessonRoute,
} from '../../../shared/contract/lessons/lessons.ts'
import { formatDay, formatWallTime } from '../../../shared/domain/time/timeFormat.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { Refusal, refuse } from '../../refusal.ts'
import { customerOrAdult, ownTitle } from '../households/participation.ts'
import type { Acting } from '../payments/changes/actingTerms.ts'
import { customerChange } from '../payments/changes/bookedChange.ts'
import { type Changed, changeAnswer } from '../payments/changes/settleChange.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { calendarPath } from './coach/calendarLink.ts'
import { cancelLesson } from './commands/cancelLesson.ts'
import { moveLesson } from './commands/moveLesson.ts'
import { readMoveTimes } from './desk/moveTimes.ts'
import type { Lesson } from './lessonRows.ts'
import { customersOwn, findOwnLesson } from './policy.ts'
import { asCustomerLesson } from './queries.ts'

export const lessonChangeEndpoints = [
  endpoint(cancelLessonRoute, (call) =>
    change(call, 'canceled', (tx, acting, seen) =>
      cancelLesson(tx, seen, { refund: 'by_rule', note: '' }, acting),
    ),
  ),

  endpoint(listLessonMoveTimes, async ({ context, db, user, params, query }) => {
    const lesson = await findOwnLesson(db, user.profile, params.id)
    if (!lesson) return refuse('lesson_not_found')
    return reply(await readMoveTimes(db, lesson, query.lesson_date, await purchaseContext(context)))
  }),

  endpoint(moveLessonRoute, (call) => {
    const { body } = call
    return change(call, 'moved', (tx, acting, seen) => {
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
      return moveLesson(tx, seen, move, acting)
    })
  }),
]

function change(
  call: Call<typeof cancelLessonRoute | typeof moveLessonRoute>,
  done: 'canceled' | 'moved',
  work: (tx: Tx, acting: Acting, seen: Lesson) => Promise<Changed<Lesson> | Refusal>,
) {
  const { profile } = call.user
  const load = (tx: Tx) => customersOwn(tx, profile, call.params.id)
  return customerChange(call, { taken: 'lesson_time_taken', load }, async (tx, acting, seen) => {
    const changed = await work(tx, acting, seen)
    if (changed instanceof Refusal) return changed
    const { after: lesson, back } = changed
    const told = `${ownTitle(profile, lesson, 'lesson')} with ${lessonTitle(lesson, done)}.`
    return {
      ...changeAnswer(told, back, customerOrAdult(profile, lesson)),
      lesson: lessonNow(call.context, lesson, profile, acting.at.now),
    }
  })
}

/** 'Casey Coach is moved: Tue, Nov 24, 4:00 PM' */
export const lessonTitle = (
  { coach_name, lesson_date, start_time }: Lesson,
  done: 'canceled' | 'changed' | 'deleted' | 'moved',
): string => `${coach_name} is ${done}: ${formatDay(lesson_date)}, ${formatWallTime(start_time)}`

const lessonNow = (context: Context, lesson: Lesson, reader: { readonly id: string }, now: Date) => ({
  ...asCustomerLesson(lesson, reader, now),
  calendar_url: calendarPath(context, lesson.id, reader.id),
})
