/** The Create Booking form: its fields, its rules in the specification's words, and the requests that it makes (spec 3 §5, §9). */

import { z } from 'zod'
import type {
  insertBookings,
  insertGuestBookings,
} from '../../../../shared/contract/bookings/staffBookings.ts'
import type { Facility } from '../../../../shared/contract/facility/facility.ts'
import type { insertCoachBookings } from '../../../../shared/contract/lessons/staffLessons.ts'
import { emailAddress } from '../../../../shared/contract/text.ts'
import { slotMinutes } from '../../../../shared/domain/bookings/slots.ts'
import { dollarsFromCents } from '../../../../shared/domain/money/money.ts'
import { nameProblem } from '../../../../shared/domain/people/personName.ts'
import { initialDay } from '../../../../shared/domain/time/calendar.ts'
import type { PickedPerson } from '../../../components/staff/PersonPicker.tsx'
import { tellRequest } from '../../../components/staff/TellFields.tsx'
import { wantedTime } from './dayAvailability.ts'

/** What the dialog opens with, e.g. from cells of the schedule or the page of a person. */
export interface CreatePrefill {
  readonly kind?: 'cage' | 'lesson'
  readonly day?: string
  /** `HH:mm` on the facility's clock. */
  readonly startTime?: string
  readonly minutes?: number
  readonly cageIds?: readonly string[]
  readonly coachId?: string
  readonly person?: PickedPerson
  readonly participantId?: string
}

export type DeskPaymentMethod = 'pay_on_arrival' | 'pay_in_person' | 'cash' | 'admin_created'

export interface BookingForm {
  who: 'user' | 'guest'
  person: PickedPerson | null
  /** Empty: the customer takes part. */
  participant_id: string
  guest_name: string
  guest_email: string
  guest_phone: string
  kind: 'cage' | 'lesson'
  coach_id: string
  /** Of a lesson one, or none for the first that is free. */
  cage_ids: readonly string[]
  day: string
  /** `HH:mm` */
  start_time: string
  duration_minutes: number
  payment_method: DeskPaymentMethod
  status: 'pending payment' | 'paid'
  /** Of what is paid: how the desk took the money. */
  paid_by: 'cash' | 'desk_card' | 'other'
  notes: string
  override_reason: string
  tell: boolean
  message: string
  /** In cents, as it is computed; null while prices are loaded. */
  total: number | null
}

export const emptyForm = (prefill: CreatePrefill, now: Date, facility: Facility): BookingForm => ({
  who: 'user',
  person: prefill.person ?? null,
  participant_id: prefill.participantId ?? '',
  guest_name: '',
  guest_email: '',
  guest_phone: '',
  kind: prefill.kind ?? 'cage',
  coach_id: prefill.coachId ?? '',
  cage_ids: prefill.cageIds ?? [],
  day: prefill.day ?? initialDay(now, facility, facility.time_zone),
  start_time: prefill.startTime ?? '',
  duration_minutes: prefill.minutes ?? 60,
  payment_method: 'pay_on_arrival',
  status: 'pending payment',
  paid_by: 'cash',
  notes: '',
  override_reason: '',
  tell: true,
  message: '',
  total: null,
})

/** What is wrong, by field; the server's own rules follow when it is sent. */
export const bookingForm = z.custom<BookingForm>().superRefine((form, context) => {
  const problem = (field: keyof BookingForm, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (form.who === 'user') {
    if (!form.person) problem('person', 'Please select an existing user.')
  } else {
    const email = form.guest_email.trim()
    const wrongName = form.guest_name.trim() ? nameProblem(form.guest_name) : 'Customer name is required.'
    if (wrongName) problem('person', wrongName)
    if (!email && !form.guest_phone.trim())
      problem('guest_email', 'Either email or phone number is required.')
    else if (email && !emailAddress.safeParse(email).success)
      problem('guest_email', 'Valid email is required if provided.')
  }
  if (form.kind === 'lesson' && !form.coach_id) problem('coach_id', 'Please select a coach.')
  if (form.kind === 'cage' && form.cage_ids.length === 0) problem('cage_ids', 'Select at least one cage.')
  if (!form.day) problem('day', 'Start date is required.')
  if (!form.start_time) problem('start_time', 'Start time is required.')
  if (form.duration_minutes <= 0 || form.duration_minutes % slotMinutes !== 0)
    problem('duration_minutes', 'Duration must be in 30-min increments.')
  const isPriced = form.kind === 'lesson' ? form.coach_id !== '' : form.cage_ids.length > 0
  if (isPriced && form.start_time && (form.total ?? 0) <= 0)
    problem('total', 'Total cost must be a positive number.')
})

const shared = ({ payment_method, status, paid_by, override_reason, total, ...form }: BookingForm) => ({
  ...{ payment_method, status },
  ...(status === 'paid' && { paid_by }),
  ...tellRequest(form),
  ...(override_reason.trim() && { override_reason: override_reason.trim() }),
  ...(total !== null && { totalAmount: dollarsFromCents(total) }),
})

const guestOf = ({ guest_name, guest_email, guest_phone }: BookingForm) => ({
  ...{ guest_name, guest_email, guest_phone },
})

const participantOf = ({ participant_id }: BookingForm) => (participant_id ? { participant_id } : {})

/** The request for cages; null where the start is no time of that day. */
export function cageRequest(
  form: BookingForm,
  zone: string,
): z.input<typeof insertGuestBookings.body & typeof insertBookings.body> | null {
  const time = wantedTime(form.day, form.start_time, form.duration_minutes, zone)
  if (!time) return null
  return {
    ...(form.who === 'user' ? participantOf(form) : guestOf(form)),
    cage_ids: [...form.cage_ids],
    start_time: new Date(time.startMs).toISOString(),
    end_time: new Date(time.endMs).toISOString(),
    admin_notes: form.notes.trim(),
    ...shared(form),
  }
}

/** The request for a lesson. */
export const lessonRequest = (form: BookingForm): z.input<typeof insertCoachBookings.body> => ({
  ...(form.who === 'user' ? { user_id: form.person?.id ?? null, ...participantOf(form) } : guestOf(form)),
  coach_id: form.coach_id,
  cage_id: form.cage_ids[0] ?? null,
  lesson_date: form.day,
  start_time: form.start_time,
  duration_minutes: form.duration_minutes,
  customer_notes: form.notes.trim(),
  ...shared(form),
})
