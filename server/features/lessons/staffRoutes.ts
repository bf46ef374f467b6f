/** Lessons as their coach, the desk and admins change them. */

import {
  cancelCoachBooking,
  deleteCoachBooking,
  updateCoachBooking,
  updateCoachBookingPaymentStatus,
  updateLessonAttendance,
} from '../../../shared/contract/staffLessons.ts'
import type { Tx } from '../../db/database.ts'
import { type Call, endpoint, reply } from '../../http/endpoint.ts'
import { runCommand } from '../../http/idempotency.ts'
import { Refusal, refuse } from '../../refusal.ts'
import type { Acting } from '../payments/actingTerms.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { type Changed, changeAnswer, choiceOf } from '../payments/settleChange.ts'
import { takingTime } from '../places/takingTime.ts'
import { lessonTitle } from './changeRoutes.ts'
import { cancelLesson } from './commands/cancelLesson.ts'
import { deleteLesson } from './commands/deleteLesson.ts'
import { noteAttendance } from './commands/noteAttendance.ts'
import { updateLesson } from './commands/updateLesson.ts'
import type { Lesson } from './lessonRows.ts'
import { givenByStaff } from './policy.ts'
import { asStaffLesson } from './staffLesson.ts'

export const staffLessonEndpoints = [
  endpoint(updateCoachBooking, (call) => {
    const { params, body } = call
    const asked = {
      day: body.new_lesson_date,
      startTime: body.new_start_time,
      minutes: body.new_duration_minutes,
      cageId: body.new_cage_id,
      status: body.new_status,
      notes: body.new_coach_notes,
      price: choiceOf(body.price),
      refund: choiceOf(body.refund),
      shownTotalDollars: body.totalAmount ?? null,
      takeDifference: body.take_difference,
    }
    return change(
      call,
      { id: params.booking_id, reason: body.override_reason, done: 'changed' },
      (tx, seen, acting) => updateLesson(tx, seen, asked, acting),
    )
  }),

  endpoint(cancelCoachBooking, (call) => {
    const { params, body } = call
    const refund = choiceOf(body.refund)
    return change(
      call,
      { id: params.p_booking_id, reason: body.override_reason, done: 'canceled' },
      (tx, seen, acting) => cancelLesson(tx, seen, { refund, note: body.note ?? '' }, acting),
    )
  }),

  endpoint(updateCoachBookingPaymentStatus, (call) => {
    const { params, body } = call
    const asked = {
      status: body.p_new_status,
      price: 'by_rule',
      refund: 'by_rule',
      shownTotalDollars: null,
      paidByHandAt: body.paid_by_hand_at === undefined ? null : new Date(body.paid_by_hand_at),
    } as const
    return change(call, { id: params.p_booking_id, done: 'changed' }, (tx, seen, acting) =>
      seen.status === 'canceled' ? refuse('already_canceled') : updateLesson(tx, seen, asked, acting),
    )
  }),

  endpoint(updateLessonAttendance, (call) => {
    const { params, body } = call
    return change(call, { id: params.id, done: 'changed' }, (tx, seen, { at }) =>
      noteAttendance(tx, seen, body.attendance, at.now),
    )
  }),

  endpoint(deleteCoachBooking, async (call) => {
    const { context, user, params, query } = call
    const at = await purchaseContext(context)
    return takingTime(context, { userId: null }, (time) =>
      runCommand(call, async (tx) => {
        const allowed = await givenByStaff(tx, user.profile, params.booking_id, query.override_reason)
        if (allowed instanceof Refusal) return allowed
        const { lesson, terms } = allowed
        const back = await deleteLesson(tx, lesson, choiceOf(query.refund), { at, terms, time })
        if (back instanceof Refusal) return back
        return reply(changeAnswer(titleOf(lesson, 'deleted'), back, 'staff'))
      }),
    )
  }),
]

type Change = Call<
  | typeof updateCoachBooking
  | typeof cancelCoachBooking
  | typeof updateCoachBookingPaymentStatus
  | typeof updateLessonAttendance
>
type Outcome = Changed<Lesson> | Refusal

async function change(
  call: Change,
  {
    id,
    reason = null,
    done,
  }: { id: string; reason?: string | null | undefined; done: 'changed' | 'canceled' },
  work: (tx: Tx, seen: Lesson, acting: Acting) => Promise<Outcome> | Outcome,
) {
  const { context, user } = call
  const at = await purchaseContext(context)
  return takingTime(context, { userId: null, taken: 'lesson_time_taken' }, (time) =>
    runCommand(call, async (tx) => {
      const allowed = await givenByStaff(tx, user.profile, id, reason)
      if (allowed instanceof Refusal) return allowed
      const { lesson: seen, terms } = allowed
      const changed = await work(tx, seen, { at, terms, time })
      if (changed instanceof Refusal) return changed
      const { after: lesson, back } = changed
      const booking = await asStaffLesson(tx, lesson, { reader: user.profile.role, now: at.now })
      return reply({ ...changeAnswer(titleOf(lesson, done), back, 'staff'), booking })
    }),
  )
}

const titleOf = (lesson: Lesson, done: Parameters<typeof lessonTitle>[1]): string =>
  `The lesson of ${lesson.person.name} with ${lessonTitle(lesson, done)}.`
