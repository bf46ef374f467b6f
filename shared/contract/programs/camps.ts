import { z } from 'zod'
import { campLevels } from '../../domain/programs/camps.ts'
import { registrationStatus } from '../accounts/accountRegistrations.ts'
import { participantErrors } from '../accounts/participation.ts'
import { day, dollars, id, instant, wallTime } from '../fields.ts'
import { route } from '../route.ts'
import { householdSeat, participantIds, participantRef } from './registrations.ts'

export const campTimeslot = z
  .object({ id, date: day, start_time: wallTime, end_time: wallTime })
  .meta({ description: 'One session, on the clock of the facility.' })
export type CampTimeslot = z.infer<typeof campTimeslot>

/** A published camp as everybody may see it (spec 2 §3): how many have registered, but not who. */
export const camp = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  price: dollars,
  max_spots: z.number().int(),
  start_date: day,
  end_date: day,
  age_group: z.string(),
  min_age: z.number().int().meta({ description: 'In full years on the first day, as is the highest age.' }),
  max_age: z.number().int(),
  sport: z.enum(['baseball', 'softball']),
  focus: z.enum(['all-around', 'hitting', 'fielding', 'pitching']),
  level: z.enum(campLevels).nullable(),
  banner_url: z.string().nullable().meta({
    description: 'URL of the picture; null when there is none.',
  }),
  bullet_points: z.array(z.string()),
  what_to_bring: z.string().nullable(),
  published: z.literal(true),
  registration_enabled: z.boolean(),
  pay_on_arrival_enabled: z.boolean(),
  camp_timeslots: z.array(campTimeslot).meta({ description: 'In the order of time.' }),
  active_registrations_count: z.number().int().meta({
    description:
      'Taken seats: every registration that is not canceled, guests included, and seats held by unfinished checkouts.',
  }),
  spots_left: z.number().int().min(0),
  registration_state: z.enum(['open', 'called_off', 'closed', 'over', 'full']).meta({
    description: "'called_off' or 'closed' by the facility, or 'over' because the last session has started.",
  }),
  registration_open: z.boolean().meta({ description: 'Whether the state is open.' }),
  starts_at: instant.meta({ description: 'When the first session starts.' }),
  registration_ends_at: instant.meta({ description: 'When the last session starts.' }),
})
export type Camp = z.infer<typeof camp>

export const listCamps = route({
  operationId: 'list-camps',
  call: 'GET /api/camps',
  access: 'public',
  summary: 'Published camps by start date, past ones included',
  answer: z.array(camp),
})

export const campCoach = z.object({
  id,
  name: z.string(),
  bio: z.string().nullable(),
  specialties: z.array(z.string()),
  profile_image_url: z.string().nullable(),
})
export type CampCoach = z.infer<typeof campCoach>

export const campDetail = camp.extend({ camp_coaches: z.array(z.object({ coach: campCoach })) })
export type CampDetail = z.infer<typeof campDetail>

export const getCamp = route({
  operationId: 'get-camp',
  call: 'GET /api/camps/:id',
  access: 'public',
  summary: 'One published camp with its sessions and its coaches, by name',
  params: z.object({ id }),
  answer: campDetail,
  errors: ['camp_not_found'],
})

export const getCampActiveRegistrationsCount = route({
  operationId: 'get_camp_active_registrations_count',
  call: 'GET /api/camps/:camp_id_param/active-registrations-count',
  access: 'public',
  summary: 'How many seats of a published camp are taken; for the desk and admins also of a draft',
  params: z.object({ camp_id_param: id }),
  answer: z.number().int(),
  errors: ['camp_not_found'],
})

/** A seat as its holder sees it. */
export const campRegistration = z.object({
  id,
  camp_id: id,
  status: registrationStatus,
  total_cost: dollars.meta({ description: 'The price when registering; what Pay Now pays.' }),
  cancellation_cutoff_days: z.number().int().meta({
    description: 'Days before the camp until which it can be canceled online: the rule when registering.',
  }),
  created_at: instant,
  receipt_url: z.string().nullable(),
})
export type CampRegistration = z.infer<typeof campRegistration>

/** A seat held for the caller by an unfinished checkout, which can be resumed. */
const heldCampSeat = z.object({ camp_id: id, status: z.literal('held') })

export const getMyCampRegistration = route({
  operationId: 'get-my-camp-registration',
  call: 'GET /api/camps/:camp_id/my-registration',
  access: 'signed-in',
  summary:
    "The caller's registration for a camp that is not canceled, or the seat held by their checkout, or null",
  params: z.object({ camp_id: id }),
  answer: z.union([campRegistration, heldCampSeat]).nullable(),
})

export const householdCampSeat = householdSeat.extend({
  cancellation_cutoff_days: z.number().int().nullable().meta({
    description: 'Days before the camp until which it can be canceled online; null for a held seat.',
  }),
})
export type HouseholdCampSeat = z.infer<typeof householdCampSeat>

export const listHouseholdCampRegistrations = route({
  operationId: 'list-household-camp-registrations',
  call: 'GET /api/camps/:camp_id/household-registrations',
  access: 'signed-in',
  summary: "The live registrations and held seats of everybody in the caller's household, oldest first",
  params: z.object({ camp_id: id }),
  answer: z.array(householdCampSeat),
})

export const registerForCamp = route({
  operationId: 'register_for_camp',
  call: 'POST /api/camp-registrations',
  access: 'signed-in',
  sells: true,
  summary: "Register people of the caller's household for a camp, to be paid on arrival: all or none",
  body: z.object({
    p_camp_id: id,
    participant_ids: participantIds.optional().meta({ description: 'Left out: the caller.' }),
    allow_partial: z.boolean().optional().meta({
      description: 'Where not everybody fits, the first ones get seats, in the given order.',
    }),
  }),
  status: 201,
  answer: z.object({
    registration_id: id.meta({ description: 'The first of the registrations.' }),
    message: z.string(),
    registrations: z
      .array(z.object({ registration_id: id, participant: participantRef }))
      .meta({ description: 'In the order of the request.' }),
    without_seat: z.array(participantRef).meta({
      description: 'Who got no seat; only with allow_partial.',
    }),
  }),
  errors: [
    'waiver_needed',
    'not_open_yet',
    'camp_not_found',
    ...participantErrors,
    'already_registered',
    'birth_date_needed',
    'age_outside_range',
    'care_needed',
    'registration_closed',
    'pay_on_arrival_unavailable',
    'unpaid_camps_limit',
    'camp_full',
  ],
})

export const updateCampRegistrationPaymentStatus = route({
  operationId: 'update_camp_registration_payment_status',
  call: 'POST /api/camp-registrations/payment-status',
  access: 'signed-in',
  summary: "Set the caller's registration to paid, if its payment is completed at the provider (decision 2)",
  body: z.object({ p_registration_id: id, p_new_status: z.literal('paid') }),
  answer: z.object({ registration_id: id, status: z.literal('paid') }),
  errors: [
    'registration_not_found',
    'payment_not_completed',
    'payments_unavailable',
    'payment_configuration',
    'payment_provider_unavailable',
  ],
})
