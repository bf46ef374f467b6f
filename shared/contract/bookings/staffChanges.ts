/** What the desk, admins and coaches may add to a change of a booking or lesson (shared/domain/bookings/terms.ts has their rules). */

import { z } from 'zod'
import { readBookingStatus } from '../../domain/bookings/bookingStatus.ts'
import { dollars, id, instant, revision, revisionInQuery } from '../fields.ts'
import { deskMethod, payableKind } from '../payments/staffPayments.ts'
import { route } from '../route.ts'
import { manyLines, oneLine } from '../text.ts'
import { bookingStatus } from './bookings.ts'

/** A status as forms send it: 'cancelled' means 'canceled' (decision 12). */
export const statusInput = z
  .enum([...bookingStatus.options, 'cancelled'])
  .transform((text) => readBookingStatus(text) ?? 'canceled')

/** Notes that the customer reads; empty or null for none any more, left out to leave them as they are. */
export const notesInput = z
  .union([z.literal(''), manyLines(2_000)])
  .nullish()
  .transform((text) => (text === '' ? null : text))

/** Some invisible characters count as letters. */
const LEGIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u
const overrideReason = oneLine(500)
  .refine((text) => LEGIBLE.test(text), 'Enter a reason.')
  .optional()
  .meta({
    description:
      'Why a rule is broken, where the role may: opening hours, a time that has passed, a price, a refund. Kept in the audit log.',
  })

const refund = z.enum(['by_rule', 'full', 'none'])
const aboutRefund = {
  description:
    'What a cancellation gives back: by default all until it begins; else all, nothing or an amount.',
}

const tell = { description: 'Whether the customer gets a message about it; a coach always does.' }
const message = oneLine(500).optional().meta({ description: 'A line to the customer, in that message.' })

/** What the customer is told of it. */
export const tellChoices = { tell: z.boolean().default(true).meta(tell), message }

const aboutRevision = {
  description:
    'The `revision` that was looked at: where it was changed since, the change is refused with what was changed, and by whom.',
}
export const expectedRevision = {
  expected_revision: revision.optional().meta(aboutRevision),
}

/** Whether a request gives back what someone chose: more than the rule does, perhaps. */
export const refundsByChoice = ({
  body,
  query,
}: {
  readonly body: unknown
  readonly query: unknown
}): boolean => {
  const { refund } = { ...(query as object), ...(body as object) } as { refund?: unknown }
  return refund !== undefined && refund !== 'by_rule' && refund !== 'none'
}

/** How a cancellation differs from the rule. */
export const cancelChoices = {
  ...tellChoices,
  ...expectedRevision,
  refund: z.union([refund, dollars]).default('by_rule').meta(aboutRefund),
  override_reason: overrideReason,
}

/** The choices of a deletion, which travel in the query: how it differs from the rule. */
export const deleteChoices = {
  refund: z
    .union([refund, z.coerce.number().pipe(dollars)])
    .default('by_rule')
    .meta(aboutRefund),
  override_reason: overrideReason,
  tell: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true')
    .meta(tell),
  message,
  expected_revision: revisionInQuery.optional().meta(aboutRevision),
}

/** How an update differs from the rules. */
export const updateChoices = {
  ...cancelChoices,
  price: z
    .union([z.enum(['by_rule', 'kept']), dollars])
    .default('by_rule')
    .meta({ description: 'What it costs then: what the prices say, what it cost before, or an amount.' }),
  totalAmount: dollars.optional().meta({
    description:
      'What staff were shown, in dollars; compared, never trusted. Without it the price is as computed.',
  }),
  take_difference: deskMethod.optional().meta({
    description:
      'How the money is taken at the desk, where it becomes paid, or is paid and costs more then; unsaid, what becomes paid is noted as other.',
  }),
}

/** What has a time that staff asked for: `taken_by` in the details of `slots_taken` and `lesson_time_taken`, only for the desk and admins. */
export const whatIsThere = z.object({
  place: z.string().meta({ description: 'The name of the cage or coach.' }),
  cage_id: id.nullable(),
  coach_id: id.nullable(),
  kind: z.enum(['booking', 'guest_booking', 'lesson', 'class', 'camp', 'hold', 'closure', 'time_off']),
  id: id.meta({ description: 'Of the booking, lesson, session, timeslot, hold, closure or time off.' }),
  name: z.string().nullable().meta({ description: 'Who takes part, or what it is called.' }),
  start_time: instant,
  end_time: instant,
})
export type WhatIsThere = z.infer<typeof whatIsThere>

/** How the desk is paid for what it books (spec 3 §9), and whether it has been. */
export const deskPayment = {
  payment_method: z
    .enum(['pay_on_arrival', 'pay_in_person', 'cash', 'admin_created'])
    .default('pay_on_arrival'),
  status: z.enum(['pending payment', 'paid']).default('pending payment'),
  paid_by: deskMethod.optional().meta({
    description: "Of what is 'paid': how the desk took the money; unsaid, as `payment_method` says.",
  }),
}

/** Codes of what the terms refuse and a written reason, or another role, would allow. */
export const termsErrors = [
  'already_canceled',
  'already_over',
  'already_started',
  'override_reason_required',
  'override_refused',
  'refund_above_limit',
  'refund_exceeds_paid',
] as const

/** What the answer to a change says of its undo. */
export const undoField = {
  undo: z
    .object({ id, until: instant })
    .nullable()
    .meta({ description: 'How it is undone, and until when; null where nothing was changed.' }),
}
export type Undo = z.infer<(typeof undoField)['undo']>

/** Who came: `late` is expected still, or came after the start. */
export const attendance = z.enum(['checked_in', 'late', 'no_show'])
export type Attendance = z.infer<typeof attendance>

/** What is noted of who came to a booking or lesson. */
export const attendanceNote = z.object({
  attendance: attendance.nullable(),
  free_rest: z.boolean().optional().meta({
    description:
      'With `no_show`: the rest of its time, from the half hour that runs, is free for others; its price stays. Nothing is freed of what is over. To take the note back takes the time back: refused where someone has it by then.',
  }),
  ...expectedRevision,
})

/** What staff see of a booking or lesson beside what was booked. */
export const noted = {
  attendance: attendance.nullable().meta({ description: 'Null: nothing is known.' }),
  revision: z.number().int().meta({ description: 'Counts its changes; send it as `expected_revision`.' }),
}

/** Which of several that are changed together stands in the way: `refused` in the details of any refusal. */
export const refusedOne = z.object({
  id,
  name: z.string().nullable().meta({ description: "The cage's or coach's; null for what does not exist." }),
})

/** Text to show; times are on the facility's clock. */
const was = z.string().nullable()

/** The details of `changed_meanwhile`: what was changed since the revision that was looked at. */
export const changedMeanwhile = z.object({
  changed_by: z.string().meta({ description: "Name of staff, 'the customer' or 'the card payment'." }),
  changed_at: instant,
  changes: z.array(
    z.object({
      field: z.enum(['time', 'cage', 'status', 'price', 'notes', 'attendance', 'contact']),
      from: was,
      to: was,
    }),
  ),
  refused: refusedOne.optional(),
})
export type ChangedMeanwhile = z.infer<typeof changedMeanwhile>

/** The same for texts, where what was changed is read again: who and when. */
export const changedByOthers = changedMeanwhile.pick({ changed_by: true, changed_at: true })

export const undoStaffChange = route({
  operationId: 'undo-staff-change',
  call: 'POST /api/staff-changes/:id/undo',
  access: 'staff',
  summary:
    'Undo an own change of a booking, lesson or registration within 20 seconds; its messages and refunds are not sent',
  params: z.object({ id }),
  answer: z.object({
    message: z.string(),
    items: z.array(z.object({ kind: payableKind, id })),
  }),
  errors: [
    'change_not_found',
    'undo_expired',
    'changed_meanwhile',
    'slots_taken',
    'lesson_time_taken',
    'camp_full',
    'class_session_full',
    'registered_again',
  ],
})
