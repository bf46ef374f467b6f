/** Lessons as the desk and admins enter them, and the guests whom they wrote down. */

import { insertCoachBookings, updateLessonGuest } from '../../../../shared/contract/lessons/staffLessons.ts'
import { dollarsFromCents } from '../../../../shared/domain/money/money.ts'
import { type Call, endpoint, reply } from '../../../http/endpoint.ts'
import { runCommand } from '../../../http/idempotency.ts'
import { phoneOf } from '../../../phoneNumber.ts'
import { Refusal, refuse } from '../../../refusal.ts'
import { findPerson } from '../../accounts/bookedPerson.ts'
import { staffChange } from '../../payments/changes/bookedChange.ts'
import { nameDeskPayment } from '../../payments/desk/deskPayments.ts'
import { accountCustomer, guestOfStaff, type LessonCaller } from '../caller.ts'
import { createLesson } from '../commands/createLesson.ts'
import { findLesson } from '../lessonRows.ts'
import { requestedLesson } from '../requestedLesson.ts'
import { asStaffLesson } from './staffLesson.ts'

export const insertLessonEndpoints = [
  endpoint(insertCoachBookings, async (call) => {
    const { user, body } = call
    const who = await whoComes(call)
    if (who instanceof Refusal) return who
    return staffChange(call, { choices: body, taken: 'lesson_time_taken' }, async (tx, acting) => {
      const { at, terms } = acting
      const lesson = requestedLesson(body, at.facility, at.now, { methods: [body.payment_method], terms })
      if (lesson instanceof Refusal) return lesson
      if (body.paid_by) await nameDeskPayment(tx, { method: body.paid_by })
      const request = {
        ...who,
        lesson,
        participantId: body.participant_id ?? null,
        payment_method: body.payment_method,
        status: body.status,
        customerNotes: body.customer_notes ?? null,
      }
      const booked = await createLesson(tx, request, acting)
      if (booked instanceof Refusal) return booked
      const row = await findLesson(tx, booked.id)
      if (!row) throw new Error(`lesson ${booked.id} is gone within the transaction that booked it`)
      return {
        message: `The lesson of ${booked.participant?.name ?? who.contact.name} with ${booked.coach.name} is booked.`,
        booking: await asStaffLesson(tx, row, { reader: user.profile.role, now: at.now }),
        total_amount: dollarsFromCents(booked.totalCents),
      }
    })
  }),

  endpoint(updateLessonGuest, async (call) => {
    const { context, user, params } = call
    const { guest_name, guest_email, guest_phone: typed } = call.body
    const guest_phone = typed && phoneOf(typed, ['guest_phone'])
    if (guest_phone instanceof Refusal) return guest_phone
    return runCommand(call, async (tx) => {
      await tx
        .updateTable('coach_bookings')
        .set({ guest_name, guest_email, guest_phone })
        .where('id', '=', params.booking_id)
        .where('customer_type', '=', 'guest')
        .execute()
      const lesson = await findLesson(tx, params.booking_id)
      if (lesson?.booking_type !== 'guest') return refuse('lesson_not_found')
      const of = { reader: user.profile.role, now: context.clock.now() }
      const message = `Saved for ${lesson.person.name}.`
      return reply({ message, booking: await asStaffLesson(tx, lesson, of) })
    })
  }),
]

/** An account, or a guest without limits: the desk knows whom it has on the phone. */
async function whoComes({
  context,
  body,
}: Call<typeof insertCoachBookings>): Promise<LessonCaller | Refusal> {
  if (body.user_id) {
    const person = await findPerson(context.db, body.user_id)
    return person ? accountCustomer(person) : refuse('customer_not_found')
  }
  const phone = body.guest_phone && phoneOf(body.guest_phone, ['guest_phone'])
  if (phone instanceof Refusal) return phone
  return guestOfStaff({ name: body.guest_name ?? '', email: body.guest_email, phone })
}
