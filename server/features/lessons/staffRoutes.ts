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
import type { Acting, Telling } from '../payments/actingTerms.ts'
import { purchaseContext } from '../payments/purchase.ts'
import { type Changed, changeAnswer, choiceOf } from '../payments/settleChange.ts'
import { undoable } from '../payments/staffChange.ts'
import { ifUnchanged } from '../payments/whatChanged.ts'
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
    return change(call, { id: params.booking_id, choices: body, done: 'changed' }, (tx, seen, acting) =>
      updateLesson(tx, seen, asked, acting),
    )
  }),

  endpoint(cancelCoachBooking, (call) => {
    const { params, body } = call
    const refund = choiceOf(body.refund)
    return change(call, { id: params.p_booking_id, choices: body, done: 'canceled' }, (tx, seen, acting) =>
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
    const choices = { expected_revision: body.expected_revision, tell: true }
    return change(call, { id: params.p_booking_id, choices, done: 'changed' }, (tx, seen, acting) =>
      seen.status === 'canceled' ? refuse('already_canceled') : updateLesson(tx, seen, asked, acting),
    )
  }),

  endpoint(updateLessonAttendance, (call) => {
    const { params, body } = call
    const choices = { expected_revision: body.expected_revision, tell: true }
    return change(call, { id: params.id, choices, done: 'changed' }, (tx, seen, { at }) =>
      noteAttendance(tx, seen, body.attendance, at.now),
    )
  }),

  endpoint(deleteCoachBooking, async (call) => {
    const { context, user, params, query } = call
    const at = await purchaseContext(context)
    return takingTime(context, { userId: null }, (time) =>
      runCommand(call, async (tx) => {
        const of = { id: params.booking_id, choices: query, at, time }
        const deleted = await changeGiven(tx, user, of, async (tx, lesson, acting) => {
          const back = await deleteLesson(tx, lesson, choiceOf(query.refund), acting)
          return back instanceof Refusal ? back : { lesson, back }
        })
        if (deleted instanceof Refusal) return deleted
        const { lesson, back } = deleted.done
        return reply({ ...changeAnswer(titleOf(lesson, 'deleted'), back, 'staff'), undo: deleted.undo })
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
type Work<Done> = (tx: Tx, seen: Lesson, acting: Acting) => Promise<Done | Refusal> | Done | Refusal

/** What staff may say of any change. */
interface Choices extends Telling {
  readonly override_reason?: string | undefined
  readonly expected_revision?: number | undefined
}

async function change(
  call: Change,
  { id, choices, done }: { id: string; choices: Choices; done: 'changed' | 'canceled' },
  work: Work<Changed<Lesson>>,
) {
  const { context, user } = call
  const at = await purchaseContext(context)
  const of = { userId: null, taken: 'lesson_time_taken', namesFor: user.profile.role } as const
  return takingTime(context, of, (time) =>
    runCommand(call, async (tx) => {
      const changed = await changeGiven(tx, user, { id, choices, at, time }, work)
      if (changed instanceof Refusal) return changed
      const { after: lesson, back } = changed.done
      const booking = await asStaffLesson(tx, lesson, { reader: user.profile.role, now: at.now })
      return reply({ ...changeAnswer(titleOf(lesson, done), back, 'staff'), booking, undo: changed.undo })
    }),
  )
}

/** Changes a lesson under the terms of one of the staff, if it is what they looked at, so that it can be undone. */
async function changeGiven<Done>(
  tx: Tx,
  { profile }: Change['user'],
  { id, choices, at, time }: { id: string; choices: Choices } & Pick<Acting, 'at' | 'time'>,
  work: Work<Done>,
) {
  const allowed = await givenByStaff(tx, profile, id, choices.override_reason, choices)
  if (allowed instanceof Refusal) return allowed
  const { lesson: seen, terms } = allowed
  const row = { table: 'coach_bookings', id, version: seen.version } as const
  return undoable(tx, { at, terms, time }, (acting) =>
    ifUnchanged(tx, row, choices.expected_revision, at.facility.time_zone, () => work(tx, seen, acting)),
  )
}

const titleOf = (lesson: Lesson, done: Parameters<typeof lessonTitle>[1]): string =>
  `The lesson of ${lesson.person.name} with ${lessonTitle(lesson, done)}.`
