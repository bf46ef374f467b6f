import { z } from 'zod'
import { participantErrors } from '../accounts/participation.ts'
import { day, dayOfWeek, dollars, id, wallTime } from '../fields.ts'
import { route } from '../route.ts'
import { householdSeat, participantIds, participantRef } from './registrations.ts'

/** One line of the week, in facility time: the same on both sides of a clock change (decision 6). */
export const classSchedule = z.object({ day_of_week: dayOfWeek, start_time: wallTime, end_time: wallTime })
export type ClassSchedule = z.infer<typeof classSchedule>

export const classCoach = z.object({
  id,
  full_name: z.string(),
  profile_image_url: z
    .string()
    .nullable()
    .meta({ description: 'URL of the picture; null when there is none.' }),
  is_active: z.boolean().meta({ description: 'Whether the coach has a page.' }),
})
export type ClassCoach = z.infer<typeof classCoach>

export const trainingClass = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  coach_id: id.nullable(),
  age_group: z.string().nullable(),
  min_age: z.number().int().nullable().meta({
    description: 'In full years on the first day, as is the highest age; null: no limit.',
  }),
  max_age: z.number().int().nullable(),
  what_to_bring: z.string().nullable(),
  price: dollars.meta({ description: 'Per session, before any member discount.' }),
  max_spots: z.number().int(),
  start_date: day,
  end_date: day,
  coach_profile: classCoach.nullable(),
  class_schedules: z.array(classSchedule).meta({ description: 'From Monday on, by time.' }),
})
export type TrainingClass = z.infer<typeof trainingClass>

export const classInstance = z.object({
  id,
  class_date: day,
  start_time: wallTime,
  end_time: wallTime,
  status: z.enum(['active', 'canceled']),
  spots_left: z.number().int().min(0).meta({
    description:
      'The maximum less registrations that are not canceled and live checkout holds (decision 13).',
  }),
})
export type ClassInstance = z.infer<typeof classInstance>

/** A class of the list, with the first session that can still be booked. */
export const listedClass = trainingClass.extend({
  next_session: classInstance
    .omit({ id: true, status: true })
    .nullable()
    .meta({ description: 'The next one with a free spot; null when there is none.' }),
})
export type ListedClass = z.infer<typeof listedClass>

export const listClasses = route({
  operationId: 'list-classes',
  call: 'GET /api/classes',
  access: 'public',
  summary: 'The classes that have not ended, by name, with coach, weekly schedule and next free session',
  answer: z.array(listedClass),
})

export const listClassInstances = route({
  operationId: 'list-class-instances',
  call: 'GET /api/classes/:id/instances',
  access: 'public',
  summary: 'All sessions of a class by date, past and canceled ones included',
  params: z.object({ id: id.meta({ description: 'The class.' }) }),
  answer: z.array(classInstance),
  errors: ['class_not_found'],
})

export const classDetails = z.object({
  class: trainingClass,
  instances: z.array(classInstance),
})
export type ClassDetails = z.infer<typeof classDetails>

export const getPublicClassDetailsWithInstances = route({
  operationId: 'get_public_class_details_with_instances',
  call: 'GET /api/classes/:id',
  access: 'public',
  summary: 'A class, whether or not it has ended, with coach, weekly schedule and all sessions',
  params: z.object({ id: id.meta({ description: 'The payload’s class_id_param.' }) }),
  answer: classDetails,
  errors: ['class_not_found'],
})

/** A session of a class in which the caller has a seat. */
export const ownClassSeat = z.object({
  class_instance_id: id,
  status: z.enum(['registered', 'paid', 'held']).meta({
    description: "'held': by the caller's unfinished checkout, which can be resumed.",
  }),
})
export type OwnClassSeat = z.infer<typeof ownClassSeat>

export const listClassRegistrations = route({
  operationId: 'list-class-registrations',
  call: 'GET /api/classes/:id/my-registrations',
  access: 'signed-in',
  summary: "The caller's own seats in the sessions of a class",
  params: z.object({ id: id.meta({ description: 'The class.' }) }),
  answer: z.array(ownClassSeat),
})

export const householdClassSeat = householdSeat.extend({
  class_instance_id: id,
  cancellation_cutoff_hours: z.number().int().nullable().meta({
    description: 'Hours before the start until which it can be canceled online; null for a held seat.',
  }),
})
export type HouseholdClassSeat = z.infer<typeof householdClassSeat>

export const listHouseholdClassRegistrations = route({
  operationId: 'list-household-class-registrations',
  call: 'GET /api/classes/:id/household-registrations',
  access: 'signed-in',
  summary: "The seats of everybody in the caller's household in the sessions of a class, by date",
  params: z.object({ id: id.meta({ description: 'The class.' }) }),
  answer: z.array(householdClassSeat),
})

/** Sessions booked together. */
export const classInstanceIds = z.array(id).min(1, 'Please select at least one session to book.').max(50)

/** `details` of refusals that concern some of the requested sessions. */
export const refusedSessions = z.object({
  sessions: z.array(
    z.object({
      id,
      class_name: z.string(),
      class_date: day,
      start_time: wallTime,
      end_time: wallTime,
    }),
  ),
})
export type RefusedSessions = z.infer<typeof refusedSessions>

export const bookFreeClassSessions = route({
  operationId: 'book-free-class-sessions',
  call: 'POST /api/class-registrations',
  access: 'signed-in',
  sells: true,
  summary: 'Book class sessions that cost the caller nothing, all of them or none',
  body: z.object({
    instanceIds: classInstanceIds,
    participantIds: participantIds.optional().meta({
      description: 'Who takes part in each of the sessions. Left out: the caller.',
    }),
    allow_partial: z.boolean().optional().meta({
      description: 'Where not everybody fits, the first ones get seats in all sessions, in the given order.',
    }),
  }),
  status: 201,
  answer: z.object({
    registration_ids: z.array(id),
    registrations: z.array(
      z.object({ registration_id: id, class_instance_id: id, participant: participantRef }),
    ),
    without_seat: z.array(participantRef).meta({
      description: 'Who got no seat; only with allow_partial.',
    }),
  }),
  errors: [
    'waiver_needed',
    'not_open_yet',
    'price_changed',
    ...participantErrors,
    'class_session_not_found',
    'class_session_canceled',
    'class_session_over',
    'class_session_full',
    'class_already_booked',
    'age_outside_range',
    'care_needed',
    'birth_date_needed',
  ],
})
