import { z } from 'zod'
import { day, dollars, id, instant, wallTime } from '../fields.ts'
import { route } from '../route.ts'
import { change, refundedAmount, refundFields } from './changes.ts'
import { participation } from './participation.ts'

/** Of classes and camps: 'registered' pays on arrival (spec 2 §4). */
export const registrationStatus = z.enum(['registered', 'paid', 'canceled'])

const registration = {
  id,
  registration_type: z.enum(['user', 'guest']).meta({ description: "'guest': entered without an account." }),
  status: registrationStatus,
  total_cost: dollars.meta({ description: 'The price when registering.' }),
  refunded_amount: refundedAmount,
  created_at: instant,
  receipt_url: z.string().nullable().meta({ description: 'Of the payment that paid it.' }),
  change: change.meta({
    description: 'Whether it can be canceled now, and the refund. It cannot be moved.',
  }),
  ...participation,
}

export const customerCampRegistration = z.object({
  ...registration,
  camp_id: id,
  camps: z.object({
    id,
    name: z.string(),
    age_group: z.string().nullable(),
    price: dollars,
    start_date: day,
    end_date: day,
    banner_url: z.string().nullable(),
    what_to_bring: z.string().nullable(),
    published: z.boolean().meta({ description: 'Whether the camp has a public page.' }),
    camp_timeslots: z
      .array(z.object({ date: day, start_time: wallTime, end_time: wallTime }))
      .meta({ description: 'Soonest first.' }),
  }),
})
export type CustomerCampRegistration = z.infer<typeof customerCampRegistration>

export const listMyCampRegistrations = route({
  operationId: 'list-my-camp-registrations',
  call: 'GET /api/me/camp-registrations',
  access: 'signed-in',
  summary: "The camp registrations of the caller's household with camp and timeslots, newest first",
  answer: z.array(customerCampRegistration),
})

export const customerClassRegistration = z.object({
  ...registration,
  class_instance_id: id,
  class_instances: z.object({
    class_date: day,
    start_time: wallTime,
    end_time: wallTime,
    status: z
      .enum(['active', 'canceled'])
      .meta({ description: "'canceled': the session does not take place." }),
    classes: z.object({
      id,
      name: z.string(),
      description: z.string().nullable(),
      age_group: z.string().nullable(),
      what_to_bring: z.string().nullable(),
      price: dollars,
    }),
    coach_name: z.string().nullable().meta({ description: 'Who teaches this session.' }),
  }),
})
export type CustomerClassRegistration = z.infer<typeof customerClassRegistration>

export const listMyClassRegistrations = route({
  operationId: 'list-my-class-registrations',
  call: 'GET /api/me/class-registrations',
  access: 'signed-in',
  summary: "The class registrations of the caller's household with session and class, newest first",
  answer: z.array(customerClassRegistration),
})

const canceled = z.object({
  message: z.string(),
  registration_id: id,
  status: z.literal('canceled'),
  ...refundFields,
})

const cancelErrors = [
  'registration_not_found',
  'already_canceled',
  'already_over',
  'already_started',
  'change_too_late',
] as const

export const cancelCampRegistration = route({
  operationId: 'cancel-camp-registration',
  call: 'POST /api/me/camp-registrations/:id/cancel',
  access: 'signed-in',
  summary:
    'Cancel an own camp registration until its cut-off: the seat is free at once, what was paid comes back',
  params: z.object({ id }),
  answer: canceled,
  errors: cancelErrors,
})

export const cancelClassRegistration = route({
  operationId: 'cancel-class-registration',
  call: 'POST /api/me/class-registrations/:id/cancel',
  access: 'signed-in',
  summary:
    'Cancel an own seat in a class session until its cut-off: frees it at once and refunds the payment',
  params: z.object({ id }),
  answer: canceled,
  errors: cancelErrors,
})
