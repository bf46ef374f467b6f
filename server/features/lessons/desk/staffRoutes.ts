/** Lessons as their coach, the desk and admins change them. */

import {
  cancelCoachBooking,
  deleteCoachBooking,
  updateCoachBooking,
  updateCoachBookingPaymentStatus,
  updateLessonAttendance,
} from '../../../../shared/contract/lessons/staffLessons.ts'
import type { Tx } from '../../../db/database.ts'
import { type Call, endpoint } from '../../../http/endpoint.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import type { Acting } from '../../payments/changes/actingTerms.ts'
import { type StaffChoices, staffChange } from '../../payments/changes/bookedChange.ts'
import { type Changed, changeAnswer, choiceOf } from '../../payments/changes/settleChange.ts'
import { lessonTitle } from '../changeRoutes.ts'
import { cancelLesson } from '../commands/cancelLesson.ts'
import { deleteLesson } from '../commands/deleteLesson.ts'
import { noteAttendance } from '../commands/noteAttendance.ts'
import { updateLesson } from '../commands/updateLesson.ts'
import type { Lesson } from '../lessonRows.ts'
import { givenByStaff } from '../policy.ts'
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
    return change(call, { id: params.booking_id, choices: body, done: 'changed' }, (tx, acting, seen) =>
      updateLesson(tx, seen, asked, acting),
    )
  }),

  endpoint(cancelCoachBooking, (call) => {
    const { params, body } = call
    const refund = choiceOf(body.refund)
    return change(call, { id: params.p_booking_id, choices: body, done: 'canceled' }, (tx, acting, seen) =>
      cancelLesson(tx, seen, { refund, note: body.note ?? '' }, acting),
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
    const choices = { expected_revision: body.expected_revision }
    return change(call, { id: params.p_booking_id, choices, done: 'changed' }, (tx, acting, seen) =>
      seen.status === 'canceled' ? refuse('already_canceled') : updateLesson(tx, seen, asked, acting),
    )
  }),

  endpoint(updateLessonAttendance, (call) => {
    const { params, body } = call
    const choices = { expected_revision: body.expected_revision }
    return change(call, { id: params.id, choices, done: 'changed' }, (tx, acting, seen) =>
      noteAttendance(tx, seen, body, acting),
    )
  }),

  endpoint(deleteCoachBooking, (call) => {
    const { user, params, query } = call
    const load = (tx: Tx) => givenByStaff(tx, user.profile, params.booking_id)
    return staffChange(call, { choices: query, load }, async (tx, acting, lesson) => {
      const back = await deleteLesson(tx, lesson, choiceOf(query.refund), acting)
      return back instanceof Refusal ? back : changeAnswer(titleOf(lesson, 'deleted'), back, 'staff')
    })
  }),
]

type Change = Call<
  | typeof updateCoachBooking
  | typeof cancelCoachBooking
  | typeof updateCoachBookingPaymentStatus
  | typeof updateLessonAttendance
>

function change(
  call: Change,
  { id, choices, done }: { id: string; choices: StaffChoices; done: 'changed' | 'canceled' },
  work: (tx: Tx, acting: Acting, seen: Lesson) => Promise<Changed<Lesson> | Refusal> | Refusal,
) {
  const { profile } = call.user
  const load = (tx: Tx) => givenByStaff(tx, profile, id)
  return staffChange(call, { choices, taken: 'lesson_time_taken', load }, async (tx, acting, seen) => {
    const changed = await work(tx, acting, seen)
    if (changed instanceof Refusal) return changed
    const { after: lesson, back } = changed
    const booking = await asStaffLesson(tx, lesson, { reader: profile.role, now: acting.at.now })
    return { ...changeAnswer(titleOf(lesson, done), back, 'staff'), booking }
  })
}

const titleOf = (lesson: Lesson, done: Parameters<typeof lessonTitle>[1]): string =>
  `The lesson of ${lesson.person.name} with ${lessonTitle(lesson, done)}.`
